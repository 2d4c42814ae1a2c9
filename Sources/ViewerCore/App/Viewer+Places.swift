extension Viewer {
  /// Keeps where the reader is, for who opens the same again later.
  package func keepPlace() {
    guard places != nil, let screen = screen as? any PlaceKeeping, let path = screen.keptPath,
      let place = screen.place
    else { return }
    places?.keep(place, for: path)
  }
}

extension Viewer {
  /// Records the scroll position of the current screen, so that a later run can restore it. The program writes the
  /// file at its end.
  package func savePosition() {
    guard places != nil, let screen = screen as? any PositionSaving, let path = screen.savedPath,
      let place = screen.place
    else { return }
    places?.keep(place, for: path)
  }
}

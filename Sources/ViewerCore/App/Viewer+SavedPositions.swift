extension Viewer {
  /// Records the scroll position of the current screen for a later run. The program writes the recorded positions to a
  /// file when it ends.
  package func savePosition() {
    guard places != nil, let screen = screen as? any PositionSaving, let path = screen.savedPath,
      let place = screen.place
    else { return }
    places?.keep(place, for: path)
  }
}

extension CollectionView {
  /// Lets the focused item stay in place in the window when the view begins lower there in the next frame, because
  /// another view above it appears.
  /// - Parameter distance: In logical pixels; negative if the view begins higher.
  package func startWillMove(by distance: Double) { engine.anchors.viewMoved(by: distance) }
}

extension View {
  /// Clears the recording that contains this view, so that text lines in it can be reused, and requests a new one.
  func releaseRecording() {
    var view: View? = self
    while let current = view {
      if let group = current.group {
        group.clear()
        break
      }
      view = current.parent
    }
    host?.setNeedsFrame()
  }

  /// Requests a new recording during a frame. That frame already shows it, so no further frame is requested.
  func setNeedsDisplayInThisFrame() {
    guard let host else { return setNeedsDisplay() }
    host.withoutRequestingFrames { setNeedsDisplay() }
  }

  /// Whether the view is in a shown tree and neither it nor an ancestor is hidden.
  var isShown: Bool {
    guard host != nil else { return false }
    var view: View? = self
    while let current = view {
      if current.isHidden { return false }
      view = current.parent
    }
    return true
  }
}

extension View {
  /// Empties the recording that contains this view, so that the shaper can reuse the text lines in it. The next frame
  /// records again.
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

  /// Marks the view to be recorded again, without requesting another frame. Call it only while a frame is made, for
  /// example in ``animate(at:)``: that frame shows the new recording.
  func setNeedsDisplayInThisFrame() {
    guard let host else { return setNeedsDisplay() }
    host.withoutRequestingFrames { setNeedsDisplay() }
  }

  /// Whether the view is in the tree of a host, and neither the view nor an ancestor is hidden.
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

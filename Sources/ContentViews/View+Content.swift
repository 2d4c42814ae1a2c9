extension View {
  /// The recording that shows this view lets go of what it holds and is made anew in the next frame.
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

  /// Asks for a new recording from within a frame that is being made: that frame shows it, no other is needed.
  func setNeedsDisplayInThisFrame() {
    guard let host else { return setNeedsDisplay() }
    host.withoutRequestingFrames { setNeedsDisplay() }
  }

  /// True if the view and all that it is in can be seen.
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

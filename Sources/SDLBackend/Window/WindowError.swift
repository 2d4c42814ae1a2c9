/// A failure to open a window. The description is for the user and names a remedy.
package enum WindowError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither an X server nor a Wayland compositor answers.
  case noDisplay(reason: String)
  /// The window system answers but refuses a window.
  case refused(reason: String)

  package var description: String {
    switch self {
    case .noDisplay(let reason):
      """
      Cannot open a window: \(reason). Start it inside a desktop session, or use --headless, \
      --screenshot FILE.png, --script FILE or --print FORMAT, which need no display.
      """
    case .refused(let reason): "Cannot open a window: \(reason)"
    }
  }
}

package import ScrollworkGeometry
package import ScrollworkHostInterface

/// What the window system, or another thread, tells the program.
package enum HostEvent: Sendable {
  /// Something a person did.
  case input(InputEvent)
  /// The window has another size, in logical pixels. Everything must be drawn in the same turn.
  case resized(Size)
  /// The window system lost the window's picture.
  case exposed
  /// Nobody sees the window; no frames are asked for until `restored`.
  case minimized
  case restored
  /// A person asked to close the window. It stays until the program closes it.
  case closeRequested
  /// The session or a signal asks the program to end.
  case quit
  /// Device pixels per logical pixel have changed.
  case scaleChanged(Double)
  /// Another thread called `EventLoop.wake()`, or a job for the main actor came in (and was run already).
  case wakeUp
  /// The window is on another display, or the display has another mode.
  case displayChanged
}

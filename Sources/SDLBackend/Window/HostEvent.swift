package import ScrollworkGeometry
package import ScrollworkHostInterface

/// An event of the window system or of another thread.
package enum HostEvent: Sendable {
  /// Input of the user.
  case input(InputEvent)
  /// The size of the window changed; the value is in logical pixels. The program must draw everything in the same turn.
  case resized(Size)
  /// The window system lost the window's content.
  case exposed
  /// The window is hidden; no frames are requested until `restored`.
  case minimized
  /// The window is visible again, or was maximized.
  case restored
  /// The user asked to close the window, which stays open until the program closes it.
  case closeRequested
  /// The session or a signal asks the program to end.
  case quit
  /// The number of device pixels per logical pixel changed.
  case scaleChanged(Double)
  /// Another thread called `EventLoop.wake()`, or a job of the main actor has run.
  case wakeUp
  /// The window moved on the desktop.
  case moved
  /// The window moved to another display, or the display's mode changed.
  case displayChanged
}

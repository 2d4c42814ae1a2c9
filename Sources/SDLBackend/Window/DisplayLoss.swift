import Glibc
import ScrollworkPlatform

/// The loss of the display, and with it of all windows: the X server or the Wayland compositor has ended.
@MainActor
package enum DisplayLoss {
  private static var handler: (@MainActor () -> Never)?

  /// Sets the handler, on the initial thread. Without one, Xlib ends the program with exit code 1.
  ///
  /// The loss may be noticed in any call of SDL, and no further call is possible.
  package static func setHandler(_ handler: @escaping @MainActor () -> Never) {
    Self.handler = handler
    typealias SetHandler = @convention(c) (@convention(c) (OpaquePointer?) -> Int32) -> UnsafeRawPointer?
    guard let library = DynamicLibrary(names: ["libX11.so.6"]) else { return }
    _ = library.symbol("XSetIOErrorHandler", as: SetHandler.self)?(displayDidFail)
  }

  /// Calls the handler, if there is one.
  static func report() {
    handler?()
  }
}

/// Xlib's handler for a broken connection: called on the thread that noticed it; if it returns, Xlib ends the program.
@Sendable
private nonisolated func displayDidFail(_ display: OpaquePointer?) -> Int32 {
  // The watching thread has a connection of its own. The initial thread's fails at the same time, and that thread knows
  // what to save.
  guard MainQueue.isOurs else {
    sleep(60)
    return 0
  }
  MainActor.assumeIsolated { DisplayLoss.report() }
  return 0
}

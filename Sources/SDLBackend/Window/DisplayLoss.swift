import Glibc
import ScrollworkPlatform

/// The loss of the display and of all windows, because the X server or the Wayland compositor has ended.
@MainActor
package enum DisplayLoss {
  private static var handler: (@MainActor () -> Never)?

  /// Sets the handler; to be called on the initial thread. Without a handler, Xlib ends the program with exit code 1.
  ///
  /// Any call of SDL may notice the loss and call the handler. No further call of SDL is possible.
  package static func setHandler(_ handler: @escaping @MainActor () -> Never) {
    Self.handler = handler
    typealias SetHandler = @convention(c) (@convention(c) (OpaquePointer?) -> Int32) -> UnsafeRawPointer?
    typealias SetErrorHandler =
      @convention(c) (@convention(c) (OpaquePointer?, UnsafeRawPointer?) -> Int32) -> UnsafeRawPointer?
    guard let library = DynamicLibrary(names: ["libX11.so.6"]) else { return }
    _ = library.symbol("XSetIOErrorHandler", as: SetHandler.self)?(displayDidFail)
    _ = library.symbol("XSetErrorHandler", as: SetErrorHandler.self)?(requestDidFail)
  }

  /// Calls the handler, if there is one.
  static func report() {
    handler?()
  }
}

/// Handles a broken connection for Xlib, on the thread that noticed it. If it returns, Xlib ends the program.
@Sendable
private nonisolated func displayDidFail(_ display: OpaquePointer?) -> Int32 {
  // The watching thread has a connection of its own and may notice the loss first. It waits here, because the initial
  // thread notices the loss too, and knows what to save.
  guard MainQueue.isOurs else {
    sleep(60)
    return 0
  }
  MainActor.assumeIsolated { DisplayLoss.report() }
  return 0
}

/// Ignores a request that the X server refused. Without this handler, Xlib ends the program.
///
/// The watching thread wakes the loop by an event to a window, and SDL's requests reach the server later than they are
/// made, so a request may name a window that was closed meanwhile.
@Sendable
private nonisolated func requestDidFail(_ display: OpaquePointer?, _ error: UnsafeRawPointer?) -> Int32 { 0 }

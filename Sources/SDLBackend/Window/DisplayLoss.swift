import Glibc
import ScrollworkPlatform

/// The end of the display, by which a program loses all of its windows: the X server or the Wayland compositor has gone.
@MainActor
package enum DisplayLoss {
  private static var handler: (@MainActor () -> Never)?

  /// Sets what is done about it, on the initial thread. Without it Xlib ends the program with 1.
  ///
  /// It may come in the middle of any call to SDL, none of which can be made any more.
  package static func setHandler(_ handler: @escaping @MainActor () -> Never) {
    Self.handler = handler
    typealias SetHandler = @convention(c) (@convention(c) (OpaquePointer?) -> Int32) -> UnsafeRawPointer?
    guard let library = DynamicLibrary(names: ["libX11.so.6"]) else { return }
    _ = library.symbol("XSetIOErrorHandler", as: SetHandler.self)?(displayDidFail)
  }

  static func report() {
    handler?()
  }
}

/// Xlib calls this on the thread that found the connection broken, and ends the program with 1 if it returns.
@Sendable
private nonisolated func displayDidFail(_ display: OpaquePointer?) -> Int32 {
  // The watching thread has a connection of its own; that of the initial thread fails at the same time, and it is that
  // thread which knows what to save.
  guard MainQueue.isOurs else {
    sleep(60)
    return 0
  }
  MainActor.assumeIsolated { DisplayLoss.report() }
  return 0
}

import CSDL
import Glibc
import ScrollworkPlatform

/// SDL's video subsystem, which the first window of a process starts.
@MainActor
package enum SDLVideo {
  /// Whether a window has started SDL.
  package static var isRunning: Bool { SDL_WasInit(SDL_INIT_VIDEO) != 0 }

  /// SDL's driver for the window system: "x11", "wayland", "dummy"; `nil` before the start.
  package static var driver: String? {
    SDL_GetCurrentVideoDriver().map { String(cString: $0) }
  }

  /// Whether SDL runs without a window system.
  package static var isHeadless: Bool { driver == "dummy" || driver == "offscreen" }

  /// Starts SDL with or without a window system. Only the first call that succeeds has an effect.
  ///
  /// A program starts faster if it calls this before it starts threads. Xlib reads the table of composed characters
  /// byte by byte, and the C library locks the file for each byte as soon as there was a second thread, which takes
  /// three times as long.
  /// - Throws: `.noDisplay` if no display answers.
  package static func start(headless: Bool) throws(WindowError) {
    guard !isRunning else { return }
    if headless {
      SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE)
    } else {
      try chooseDriver()
    }
    setHints()
    guard withoutStartingBus({ SDL_Init(SDL_INIT_VIDEO) }) == 0 else {
      if let driver = variable("SDL_VIDEODRIVER") {
        throw .noDisplay(reason: "SDL_VIDEODRIVER is “\(driver)”: \(String(cString: SDL_GetError()))")
      }
      // SDL's message only lists its drivers; the name of the display is more helpful.
      throw .noDisplay(reason: "the display \(displays.joined(separator: " or ")) does not answer")
    }
    // SDL starts with text input enabled, and every key would also produce text.
    SDL_StopTextInput()
  }

  /// Runs `body` so that it uses only a session bus that is running. Otherwise libdbus starts a program that looks for
  /// one, and starts one if there is none.
  private static func withoutStartingBus<Result>(_ body: () -> Result) -> Result {
    guard DesktopSettings.sessionBusAddress == nil else { return body() }
    return Variables.with("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", body)
  }

  /// The displays that the environment names.
  private static var displays: [String] {
    [variable("DISPLAY"), variable("WAYLAND_DISPLAY")].compactMap { $0 }
  }

  /// Restricts SDL to the window systems that the environment names.
  ///
  /// Otherwise SDL would fall back to a driver that draws nowhere, and a library would complain on standard error that
  /// XDG_RUNTIME_DIR is missing.
  private static func chooseDriver() throws(WindowError) {
    guard variable("SDL_VIDEODRIVER") == nil else { return }
    var drivers: [String] = []
    if variable("DISPLAY") != nil { drivers.append("x11") }
    if variable("WAYLAND_DISPLAY") != nil { drivers.append("wayland") }
    guard !drivers.isEmpty else { throw .noDisplay(reason: "neither DISPLAY nor WAYLAND_DISPLAY is set") }
    SDL_SetHint(SDL_HINT_VIDEODRIVER, drivers.joined(separator: ","))
  }

  /// Sets SDL's options.
  private static func setHints() {
    // A signal must wake the sleeping loop, which SDL's handlers do not do.
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
    SDL_SetHint(SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0")
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")
    SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0")
    // The click that activates the window also counts, as in other desktop programs.
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1")
    // Unlike a game, a list must not keep the screen awake or disable compositing.
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1")
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
  }

  /// SDL's message about the last failed call.
  static var errorMessage: String { String(cString: SDL_GetError()) }

  /// Returns a variable of the environment; `nil` if it is not set or empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return value.pointee == 0 ? nil : String(cString: value)
  }
}

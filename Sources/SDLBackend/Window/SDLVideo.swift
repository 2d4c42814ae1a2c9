import CSDL
import Glibc

/// SDL's video part, which a process starts once: with the first window.
@MainActor
package enum SDLVideo {
  /// True from the first window on.
  package static var isRunning: Bool { SDL_WasInit(SDL_INIT_VIDEO) != 0 }

  /// The part of SDL that talks to the window system: "x11", "wayland", "dummy"; `nil` before the start.
  package static var driver: String? {
    SDL_GetCurrentVideoDriver().map { String(cString: $0) }
  }

  /// True if SDL runs without a window system.
  package static var isHeadless: Bool { driver == "dummy" || driver == "offscreen" }

  /// Starts SDL with a window system, or without one. The first call decides; later ones change nothing.
  static func start(headless: Bool) throws(WindowError) {
    guard !isRunning else { return }
    if headless {
      SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE)
    } else {
      try chooseDriver()
    }
    setHints()
    guard SDL_Init(SDL_INIT_VIDEO) == 0 else {
      if let driver = variable("SDL_VIDEODRIVER") {
        throw .noDisplay(reason: "SDL_VIDEODRIVER is “\(driver)”: \(String(cString: SDL_GetError()))")
      }
      // SDL's own message is about its list of drivers and does not help; which display was tried does.
      throw .noDisplay(reason: "the display \(displays.joined(separator: " or ")) does not answer")
    }
    // SDL starts with text input on, and then every key would type as well.
    SDL_StopTextInput()
  }

  /// The displays that the environment names.
  private static var displays: [String] {
    [variable("DISPLAY"), variable("WAYLAND_DISPLAY")].compactMap { $0 }
  }

  /// Left alone, SDL falls back to a driver that draws into nothing, and on the way there a library complains on
  /// standard error that XDG_RUNTIME_DIR is not set. So it is given only what the environment speaks of.
  private static func chooseDriver() throws(WindowError) {
    guard variable("SDL_VIDEODRIVER") == nil else { return }
    var drivers: [String] = []
    if variable("DISPLAY") != nil { drivers.append("x11") }
    if variable("WAYLAND_DISPLAY") != nil { drivers.append("wayland") }
    guard !drivers.isEmpty else { throw .noDisplay(reason: "neither DISPLAY nor WAYLAND_DISPLAY is set") }
    SDL_SetHint(SDL_HINT_VIDEODRIVER, drivers.joined(separator: ","))
  }

  private static func setHints() {
    // A signal has to wake the sleeping loop, which SDL's handlers do not.
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
    SDL_SetHint(SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0")
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")
    SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0")
    // The click that brings the window to the front counts, as in other desktop programs.
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1")
    // Games keep the screen awake and switch compositing off; a list does neither.
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1")
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
  }

  /// SDL's message about the call that failed last.
  static var errorMessage: String { String(cString: SDL_GetError()) }

  /// A variable of the environment; `nil` also if it is empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return value.pointee == 0 ? nil : String(cString: value)
  }
}

import CSDL

/// The position of the window on the desktop.
extension SDLWindow {
  /// The position of the window with its borders on the desktop, in the units of the window system; `nil` if it is
  /// unknown, or if `isMaximized` is `true`.
  package var desktopPosition: (x: Int, y: Int)? {
    guard let handle, SDLVideo.driver == "x11", !isMaximized else { return nil }
    var (x, y): (Int32, Int32) = (0, 0)
    SDL_GetWindowPosition(handle, &x, &y)
    // A window that is not shown yet is placed by its title bar, so the size of that is subtracted. Otherwise the window
    // would go down a little in each run.
    var (top, left): (Int32, Int32) = (0, 0)
    guard SDL_GetWindowBordersSize(handle, &top, &left, nil, nil) == 0 else { return (Int(x), Int(y)) }
    return (Int(x - left), Int(y - top))
  }

  /// Whether the window is maximized, in full-screen mode or minimized.
  package var isMaximized: Bool {
    guard let handle else { return false }
    let whole = SDL_WINDOW_MAXIMIZED.rawValue | SDL_WINDOW_FULLSCREEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue
    return SDL_GetWindowFlags(handle) & whole != 0
  }

  /// The assumed height of the title bar of a new window, in pixels; the real one is unknown until it is shown.
  private static let titleBar: Int32 = 40

  /// Returns the position for a new window: `position`, or the nearest one at which the window fits on a display there.
  /// Returns `nil` if programs cannot position windows, or if no display would show a part of the window.
  ///
  /// The window opens there. If it were moved afterwards, SDL would wait up to 100 ms for the window manager.
  static func place(at position: (x: Int, y: Int), width: Int32, height: Int32) -> (x: Int32, y: Int32)? {
    guard SDLVideo.driver == "x11" else { return nil }
    let (x, y) = (Int32(clamping: position.x), Int32(clamping: position.y))
    for display in 0..<max(0, SDL_GetNumVideoDisplays()) {
      var area = SDL_Rect()
      guard SDL_GetDisplayUsableBounds(display, &area) == 0, x < area.x &+ area.w, y < area.y &+ area.h,
        x &+ width > area.x, y &+ height > area.y
      else { continue }
      let lowest = area.y &+ area.h &- height &- titleBar
      return (max(area.x, min(x, area.x &+ area.w &- width)), max(area.y, min(y, lowest)))
    }
    return nil
  }
}

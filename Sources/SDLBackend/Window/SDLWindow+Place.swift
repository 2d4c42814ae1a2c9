import CSDL

/// The place of the window on the desktop.
extension SDLWindow {
  /// The position of the window with its borders on the desktop, in the units of the window system; `nil` if the
  /// desktop does not tell it, or if the window is as large as the display.
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

  /// Whether the window takes the whole display.
  package var isMaximized: Bool {
    guard let handle else { return false }
    let whole = SDL_WINDOW_MAXIMIZED.rawValue | SDL_WINDOW_FULLSCREEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue
    return SDL_GetWindowFlags(handle) & whole != 0
  }

  /// The room for the title bar of a new window, which nobody knows before the window is shown, in pixels.
  private static let titleBar: Int32 = 40

  /// Returns the place of a new window at a position, or as near to it as the window fits on a display there; `nil` if
  /// the window system does not place windows, or if no display is there.
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

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

  /// Moves the window to a position, or as near to it as the window fits on a display there. A position on no display
  /// is ignored.
  package func move(to position: (x: Int, y: Int)) {
    guard let handle, SDLVideo.driver == "x11" else { return }
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(handle, &width, &height)
    let (x, y) = (Int32(clamping: position.x), Int32(clamping: position.y))
    for display in 0..<max(0, SDL_GetNumVideoDisplays()) {
      var area = SDL_Rect()
      guard SDL_GetDisplayUsableBounds(display, &area) == 0, x < area.x &+ area.w, y < area.y &+ area.h,
        x &+ width > area.x, y &+ height > area.y
      else { continue }
      SDL_SetWindowPosition(
        handle, max(area.x, min(x, area.x &+ area.w &- width)), max(area.y, min(y, area.y &+ area.h &- height)))
      return
    }
  }
}

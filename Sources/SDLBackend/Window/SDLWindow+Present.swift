import CSDL
package import ScrollworkGeometry

extension SDLWindow {
  /// The largest number of rectangles for a partial update. SDL sends a request for each; beyond this number, updating
  /// the whole window is cheaper.
  private static let rectLimit = 32

  /// Fills the window with a colour, so that the next `present` takes less time: the memory of its pixels is allocated
  /// here and in the window system. A program calls this while it waits for what it will draw.
  package func fill(_ color: Color) {
    present(everything: true) { surface, _ in
      CommandPlayer.fill(surface, surface.bounds, Ink(color))
      return [PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)]
    }
  }

  /// Lets `draw` change the window's pixels, and shows the changes.
  ///
  /// The pixels are kept between calls, so `draw` may change only a part of them.
  /// - Parameters:
  ///   - everything: Whether to draw all pixels again.
  ///   - draw: Draws into the pixels and returns the damage; for an empty one nothing is shown. If the second argument
  ///     is `true`, the pixels are invalid: `draw` must draw all of them, and the whole window is shown.
  package func present(everything: Bool = false, _ draw: (PixelSurface, Bool) -> [PixelRect]) {
    if everything { needsEverything = true }
    if tryPresent(draw) { return }
    // SDL frees the memory when the window's size changes, which it may notice only while presenting.
    needsEverything = true
    _ = tryPresent(draw)
  }

  /// Makes one attempt to draw and show the changes.
  /// - Returns: `false` if the window's memory was not valid.
  private func tryPresent(_ draw: (PixelSurface, Bool) -> [PixelRect]) -> Bool {
    guard let handle, let surface = SDL_GetWindowSurface(handle), SDL_LockSurface(surface) == 0 else { return false }
    if isNew(surface) { needsEverything = true }
    let everything = needsEverything
    let damage: [PixelRect]
    if let pixels = SurfaceBridge.pixels(of: surface) {
      damage = draw(pixels, everything)
      SDL_UnlockSurface(surface)
    } else {
      SDL_UnlockSurface(surface)
      damage = drawConverted(to: surface, everything, draw)
    }
    gather(damage, width: surface.pointee.w, height: surface.pointee.h)
    let isWhole = everything || rects.count > Self.rectLimit
    guard isWhole || !rects.isEmpty else { return true }
    let status =
      isWhole
      ? SDL_UpdateWindowSurface(handle) : SDL_UpdateWindowSurfaceRects(handle, rects, Int32(rects.count))
    if status == 0 { needsEverything = false }
    return status == 0
  }

  /// Whether SDL has allocated the window's memory since the last call. Known memory is marked in a field that SDL
  /// leaves to programs.
  private func isNew(_ surface: UnsafeMutablePointer<SDL_Surface>) -> Bool {
    guard surface.pointee.userdata == nil else { return false }
    surface.pointee.userdata = UnsafeMutableRawPointer(surface)
    return true
  }

  /// Draws into memory in the painter's format, and copies the damage to the window's memory.
  private func drawConverted(
    to surface: UnsafeMutablePointer<SDL_Surface>, _ everything: Bool, _ draw: (PixelSurface, Bool) -> [PixelRect]
  ) -> [PixelRect] {
    let (width, height) = (Int(surface.pointee.w), Int(surface.pointee.h))
    var isFresh = false
    if bridge?.buffer.surface.width != width || bridge?.buffer.surface.height != height {
      bridge = SurfaceBridge(width: width, height: height)
      isFresh = true
    }
    guard let bridge else { return [] }
    let damage = draw(bridge.buffer.surface, everything || isFresh)
    bridge.copy(damage, everything: everything || isFresh, to: surface)
    return damage
  }

  /// Fills `rects` with the visible parts of the damage.
  private func gather(_ damage: [PixelRect], width: Int32, height: Int32) {
    rects.removeAll(keepingCapacity: true)
    for rect in damage {
      if let clipped = SDL_Rect(rect, width: width, height: height) { rects.append(clipped) }
    }
  }
}

extension SDL_Rect {
  /// Creates the part of a rectangle that lies inside an area; fails if it lies outside.
  init?(_ rect: PixelRect, width: Int32, height: Int32) {
    let (left, top) = (max(0, rect.x), max(0, rect.y))
    let right = min(Int(width), rect.x + rect.width)
    let bottom = min(Int(height), rect.y + rect.height)
    guard right > left, bottom > top else { return nil }
    self.init(x: Int32(left), y: Int32(top), w: Int32(right - left), h: Int32(bottom - top))
  }
}

import CSDL

extension SDLWindow {
  /// SDL sends one request for each rectangle; past this many the whole costs less.
  private static let rectLimit = 32

  /// Lets `draw` change the window's pixels and shows what it changed.
  ///
  /// The pixels stay as they were drawn between calls, so that `draw` may change only a part of them.
  /// - Parameters:
  ///   - everything: Asks for all pixels anew.
  ///   - draw: Gets the pixels, and whether none of them can be relied upon: then it must draw them all, and the whole
  ///     window is shown whatever it returns. Otherwise it returns what it changed; nothing is shown if that is nothing.
  package func present(everything: Bool = false, _ draw: (PixelSurface, Bool) -> [PixelRect]) {
    if everything { needsEverything = true }
    if tryPresent(draw) { return }
    // SDL takes the memory away when the window changes its size, which it may learn only while it shows.
    needsEverything = true
    _ = tryPresent(draw)
  }

  /// - Returns: False if the window's memory turned out to be no longer valid.
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

  /// The window's own memory is marked in a field that SDL leaves to programs; fresh memory has no mark.
  private func isNew(_ surface: UnsafeMutablePointer<SDL_Surface>) -> Bool {
    guard surface.pointee.userdata == nil else { return false }
    surface.pointee.userdata = UnsafeMutableRawPointer(surface)
    return true
  }

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

  /// Fills `rects` with the parts of the damage that lie inside.
  private func gather(_ damage: [PixelRect], width: Int32, height: Int32) {
    rects.removeAll(keepingCapacity: true)
    for rect in damage {
      if let clipped = SDL_Rect(rect, width: width, height: height) { rects.append(clipped) }
    }
  }
}

extension SDL_Rect {
  /// What of a rectangle lies in an area of the given size; `nil` if nothing does.
  init?(_ rect: PixelRect, width: Int32, height: Int32) {
    let (left, top) = (max(0, rect.x), max(0, rect.y))
    let right = min(Int(width), rect.x + rect.width)
    let bottom = min(Int(height), rect.y + rect.height)
    guard right > left, bottom > top else { return nil }
    self.init(x: Int32(left), y: Int32(top), w: Int32(right - left), h: Int32(bottom - top))
  }
}

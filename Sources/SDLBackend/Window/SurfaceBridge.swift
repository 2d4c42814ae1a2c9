package import CSDL

/// Memory in the painter's format, for windows with another pixel format (16 bits, or another order of channels).
package final class SurfaceBridge {
  /// The memory to draw into.
  package let buffer: PixelBuffer
  /// SDL's view of the memory.
  private let view: UnsafeMutablePointer<SDL_Surface>

  /// Allocates the memory; fails if there is too little.
  package init?(width: Int, height: Int) {
    let buffer = PixelBuffer(width: width, height: height)
    let view = SDL_CreateRGBSurfaceWithFormatFrom(
      buffer.surface.base, Int32(width), Int32(height), 32, Int32(width * 4), SDL_PIXELFORMAT_RGB888.rawValue)
    guard let view else { return nil }
    self.buffer = buffer
    self.view = view
  }

  deinit {
    SDL_FreeSurface(view)
  }

  /// Returns the pixels of a surface; `nil` if the painter cannot draw into their format.
  package static func pixels(of surface: UnsafeMutablePointer<SDL_Surface>) -> PixelSurface? {
    let format = SDL_PixelFormatEnum(surface.pointee.format.pointee.format)
    guard format == SDL_PIXELFORMAT_RGB888 || format == SDL_PIXELFORMAT_ARGB8888,
      surface.pointee.pitch % 4 == 0, let memory = surface.pointee.pixels
    else { return nil }
    let (width, height) = (Int(surface.pointee.w), Int(surface.pointee.h))
    let base = memory.bindMemory(to: UInt32.self, capacity: Int(surface.pointee.pitch) / 4 * height)
    return PixelSurface(base: base, width: width, height: height, stride: Int(surface.pointee.pitch) / 4)
  }

  /// Copies the damage to the same place of the surface, converting the format.
  package func copy(_ damage: [PixelRect], everything: Bool, to surface: UnsafeMutablePointer<SDL_Surface>) {
    guard !everything else {
      SDL_UpperBlit(view, nil, surface, nil)
      return
    }
    for rect in damage {
      guard var area = SDL_Rect(rect, width: surface.pointee.w, height: surface.pointee.h) else { continue }
      var target = area
      SDL_UpperBlit(view, &area, surface, &target)
    }
  }
}

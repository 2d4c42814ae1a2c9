package import CSDL

/// Memory of the painter's format, for windows whose own pixels have another (16 bits, or another order of colours).
package final class SurfaceBridge {
  package let buffer: PixelBuffer
  private let view: UnsafeMutablePointer<SDL_Surface>

  /// `nil` if memory is short.
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

  /// The pixels of a surface if the painter can draw them straight.
  package static func pixels(of surface: UnsafeMutablePointer<SDL_Surface>) -> PixelSurface? {
    let format = SDL_PixelFormatEnum(surface.pointee.format.pointee.format)
    guard format == SDL_PIXELFORMAT_RGB888 || format == SDL_PIXELFORMAT_ARGB8888,
      surface.pointee.pitch % 4 == 0, let memory = surface.pointee.pixels
    else { return nil }
    let (width, height) = (Int(surface.pointee.w), Int(surface.pointee.h))
    let base = memory.bindMemory(to: UInt32.self, capacity: Int(surface.pointee.pitch) / 4 * height)
    return PixelSurface(base: base, width: width, height: height, stride: Int(surface.pointee.pitch) / 4)
  }

  /// Copies what was drawn, converted, to the same place of the surface.
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

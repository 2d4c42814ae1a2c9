import CSDL
package import ScrollworkHostInterface

/// The sizes of a window, as the window system and SDL tell them.
package struct WindowMeasure: Hashable, Sendable {
  /// Size of what is drawn into, in device pixels.
  package let pixelSize: PixelSize
  /// Device pixels for a unit in which SDL counts sizes and positions: 1 on X11.
  package let pixelsPerUnit: Double
  /// Device pixels per logical pixel.
  package let scale: Double

  /// - Parameters:
  ///   - units: The window in SDL's units.
  ///   - output: The pixels that SDL says the window has on its display.
  ///   - surface: The size of the memory that SDL gives to draw into; asked for only where it may differ from the output.
  ///     On Wayland, SDL before 2.28 gives a pixel for each unit and stretches them itself.
  ///   - configuredScale: The scale that was asked for; `nil` to follow the display.
  package init(units: PixelSize, output: PixelSize, surface: () -> PixelSize?, configuredScale: Double?) {
    pixelSize = output == units ? output : surface() ?? output
    pixelsPerUnit = units.width > 0 && pixelSize.width > 0 ? Double(pixelSize.width) / Double(units.width) : 1
    scale = configuredScale ?? WindowScale.clamped(pixelsPerUnit)
  }
}

extension WindowMeasure {
  /// Asks SDL about a window.
  @MainActor
  init(of window: OpaquePointer, configuredScale: Double?) {
    func size(_ read: (OpaquePointer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Void) -> PixelSize {
      var (width, height): (Int32, Int32) = (0, 0)
      read(window, &width, &height)
      return PixelSize(width: Int(width), height: Int(height))
    }
    self.init(
      units: size { SDL_GetWindowSize($0, $1, $2) }, output: size { SDL_GetWindowSizeInPixels($0, $1, $2) },
      surface: {
        SDL_GetWindowSurface(window).map { PixelSize(width: Int($0.pointee.w), height: Int($0.pointee.h)) }
      },
      configuredScale: configuredScale)
  }
}

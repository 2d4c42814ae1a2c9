import CSDL
package import ScrollworkHostInterface

/// The sizes and scale of a window.
package struct WindowMeasure: Hashable, Sendable {
  /// The size of the drawing area, in device pixels.
  package let pixelSize: PixelSize
  /// The number of device pixels per unit of SDL's sizes and positions; 1 on X11.
  package let pixelsPerUnit: Double
  /// Device pixels per logical pixel.
  package let scale: Double

  /// Derives the sizes and the scale.
  /// - Parameters:
  ///   - units: The window's size in SDL's units.
  ///   - output: The window's size in pixels of its display, as SDL reports it.
  ///   - surface: Returns the size of SDL's drawing memory; called only if this size may differ from `output`. On
  ///     Wayland, SDL before 2.28 allocates one pixel per unit and stretches the picture.
  ///   - configuredScale: The requested scale; `nil` to follow the display.
  package init(units: PixelSize, output: PixelSize, surface: () -> PixelSize?, configuredScale: Double?) {
    pixelSize = output == units ? output : surface() ?? output
    pixelsPerUnit = units.width > 0 && pixelSize.width > 0 ? Double(pixelSize.width) / Double(units.width) : 1
    scale = configuredScale ?? WindowScale.clamped(pixelsPerUnit)
  }
}

extension WindowMeasure {
  /// Creates the measures from the sizes that SDL reports for a window.
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

package import ScrollworkGeometry
package import ScrollworkHostInterface
package import ScrollworkSDLBackend

/// The drawing area of a window: a desktop window or, for a headless window, pixels in memory.
@MainActor
package final class Screen {
  /// The desktop window; `nil` for a headless window.
  package let window: SDLWindow?
  private var buffer: PixelBuffer?
  /// The size in logical pixels and the scale of a headless window.
  private var headlessSize = Size.zero
  private var headlessScale = 1.0
  /// The text input area that the desktop window knows; `nil` while text input is off.
  private var typing: Rect?

  /// Opens a desktop window or, if `isHeadless`, allocates the memory.
  package init(_ configuration: WindowConfiguration) throws(WindowError) {
    if configuration.isHeadless {
      window = nil
      headlessSize = configuration.size
      headlessScale = configuration.scale ?? 1
      remakeBuffer()
    } else {
      window = try SDLWindow(
        title: configuration.title, size: configuration.size, position: configuration.position,
        minimumSize: configuration.minimumSize, fitsDisplay: configuration.fitsDisplay, scale: configuration.scale)
    }
  }

  /// The size of the content in logical pixels.
  package var size: Size { window?.size ?? headlessSize }
  /// Device pixels per logical pixel.
  package var scale: Double { window?.scale ?? headlessScale }

  /// Lets `draw` change the pixels, and shows the damage that it returns.
  ///
  /// `draw` receives the surface, and `true` if it must paint all pixels: if the surface is new or `everything` is set.
  package func present(everything: Bool, _ draw: (PixelSurface, Bool) -> [PixelRect]) {
    if let window {
      window.present(everything: everything, draw)
    } else if let buffer {
      _ = draw(buffer.surface, everything)
    }
  }

  /// Resizes the drawing area to a size in logical pixels.
  package func resize(to size: Size) {
    headlessSize = size
    if let window { window.setSize(size) } else { remakeBuffer() }
  }

  /// Sets the device pixels per logical pixel.
  package func setScale(_ scale: Double) {
    headlessScale = scale
    if let window { window.setScale(scale) } else { remakeBuffer() }
  }

  /// Allocates memory for the current headless size and scale.
  private func remakeBuffer() {
    buffer = PixelBuffer(
      width: Int((headlessSize.width * headlessScale).rounded()),
      height: Int((headlessSize.height * headlessScale).rounded()))
  }

  /// Sets the shape of the pointer and the text input area, in logical pixels. `nil` turns text input off.
  package func update(cursor: Cursor, textInput: Rect?) {
    guard let window else { return }
    window.cursor = cursor
    guard textInput != typing else { return }
    typing = textInput
    if let textInput { window.startTextInput(textInput) } else { window.stopTextInput() }
  }

  /// Returns the current pixels as a PNG file.
  package func png() throws(PNGError) -> [UInt8] {
    if let buffer { return try PNGWriter.encode(buffer.surface) }
    var result: Result<[UInt8], PNGError> = .success([])
    window?.present { surface, _ in
      result = Result { () throws(PNGError) in try PNGWriter.encode(surface) }
      return []
    }
    return try result.get()
  }
}

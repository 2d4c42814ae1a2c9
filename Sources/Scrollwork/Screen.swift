package import ScrollworkGeometry
package import ScrollworkHostInterface
package import ScrollworkSDLBackend

/// The drawing area of a window: a window of the desktop, or memory that receives the same pixels.
@MainActor
package final class Screen {
  /// The window; `nil` for memory only.
  package let window: SDLWindow?
  private var buffer: PixelBuffer?
  /// The size and scale without a window.
  private var headlessSize = Size.zero
  private var headlessScale = 1.0
  /// The current text input area; `nil` without text input.
  private var typing: Rect?

  /// Opens the window or allocates the memory.
  package init(_ configuration: WindowConfiguration) throws(WindowError) {
    if configuration.isHeadless {
      window = nil
      headlessSize = configuration.size
      headlessScale = configuration.scale ?? 1
      remakeBuffer()
    } else {
      window = try SDLWindow(
        title: configuration.title, size: configuration.size, minimumSize: configuration.minimumSize,
        fitsDisplay: configuration.fitsDisplay, scale: configuration.scale)
    }
  }

  /// The size in logical pixels.
  package var size: Size { window?.size ?? headlessSize }
  /// Device pixels per logical pixel.
  package var scale: Double { window?.scale ?? headlessScale }

  /// Lets `draw` change the pixels and shows the damage.
  package func present(everything: Bool, _ draw: (PixelSurface, Bool) -> [PixelRect]) {
    if let window {
      window.present(everything: everything, draw)
    } else if let buffer {
      _ = draw(buffer.surface, everything)
    }
  }

  /// Resizes the drawing area, in logical pixels.
  package func resize(to size: Size) {
    headlessSize = size
    if let window { window.setSize(size) } else { remakeBuffer() }
  }

  /// Sets the device pixels per logical pixel.
  package func setScale(_ scale: Double) {
    headlessScale = scale
    if let window { window.setScale(scale) } else { remakeBuffer() }
  }

  /// Allocates memory for the size and scale.
  private func remakeBuffer() {
    buffer = PixelBuffer(
      width: Int((headlessSize.width * headlessScale).rounded()),
      height: Int((headlessSize.height * headlessScale).rounded()))
  }

  /// Sets the pointer's shape and the text input area, in logical pixels; `nil` ends text input.
  package func update(cursor: Cursor, textInput: Rect?) {
    guard let window else { return }
    window.cursor = cursor
    guard textInput != typing else { return }
    typing = textInput
    if let textInput { window.startTextInput(textInput) } else { window.stopTextInput() }
  }

  /// Returns the current content as a PNG file.
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

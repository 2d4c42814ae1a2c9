import Glibc
package import ScrollworkHostInterface

/// A rectangle in whole pixels.
package struct PixelArea: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  /// Creates an area from its top left corner and its size.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// A decoded picture from which parts are copied as bitmaps, to show a picture much larger than the screen.
///
/// The pixels keep the layout of their decoder, mostly three bytes each. A JPEG may be decoded at a half, a quarter or
/// an eighth of its size.
package final class WholePicture: @unchecked Sendable {
  // Sendable: the memory is written before the object is shared, and never again.
  private let memory: UnsafeMutablePointer<UInt8>
  private let pixels: DecodedPixels
  private let orientation: PictureOrientation
  /// The stored size in the file.
  private let storedSize: PixelSize
  /// The size of the upright picture in pixels.
  package let size: PixelSize
  /// The number of times that the decoder halved the picture, 0 to 3.
  package let level: Int

  /// Allocates memory for a decoder, and calls `fill` to write the pixels.
  init(
    _ header: PictureHeader, level: Int, decoded: PixelSize, layout: DecodedPixels.Layout,
    _ fill: (_ memory: UnsafeMutablePointer<UInt8>, _ stride: Int) throws(ImageError) -> Void
  ) throws(ImageError) {
    let stride = decoded.width * layout.byteCount
    // Zeroed, because a damaged file may end before its last row.
    guard let raw = calloc(decoded.height, stride) else { throw .tooLarge(header.size) }
    memory = raw.assumingMemoryBound(to: UInt8.self)
    pixels = DecodedPixels(
      base: memory, width: decoded.width, height: decoded.height, stride: stride, layout: layout)
    (orientation, storedSize, size, self.level) = (header.orientation, header.storedSize, header.size, level)
    // If it throws, `deinit` frees the memory, because every property is set.
    try fill(memory, stride)
  }

  deinit { free(memory) }

  /// Whether all pixels are opaque, because their layout has no alpha.
  package var isOpaque: Bool {
    switch pixels.layout {
    case .gray, .rgb, .bgr, .bgrx, .invertedCMYK: true
    case .grayAlpha, .rgba, .bgra, .premultiplied: false
    }
  }

  /// Returns a part of the picture, reduced by halvings.
  /// - Parameters:
  ///   - area: The part, in pixels of the full-size picture after `turn`.
  ///   - level: The number of times that the full size is halved; not less than the picture's own `level`.
  ///   - turn: The turn that the user applied to the upright picture.
  /// - Complexity: O(*n*) in the number of pixels of the part.
  package func part(_ area: PixelArea, level: Int, turn: PictureOrientation) -> Bitmap {
    let upright = turn.source(of: area, in: size)
    let stored = orientation.source(of: upright, in: storedSize)
    let start = (x: stored.x >> self.level, y: stored.y >> self.level)
    let end = (
      x: min(pixels.width, Self.halved(stored.x + stored.width, self.level)),
      y: min(pixels.height, Self.halved(stored.y + stored.height, self.level))
    )
    let (width, height) = (max(1, end.x - start.x), max(1, end.y - start.y))
    let out = PixelSize(
      width: min(width, Self.halved(width, level - self.level)),
      height: min(height, Self.halved(height, level - self.level)))
    let first =
      min(start.y, pixels.height - 1) * pixels.stride
      + min(start.x, pixels.width - 1) * pixels.layout.byteCount
    let part = DecodedPixels(
      base: pixels.base + first, width: width, height: height, stride: pixels.stride, layout: pixels.layout)
    let reduced = orientation.apply(to: part.reduced(to: out), width: out.width, height: out.height)
    let turned = orientation.swapsAxes ? out.transposed : out
    let result = turn.apply(to: reduced, width: turned.width, height: turned.height)
    let shown = turn.swapsAxes ? turned.transposed : turned
    return Bitmap(width: shown.width, height: shown.height, pixels: result, isOpaque: isOpaque)
  }

  /// Returns a length after halvings, rounded up.
  private static func halved(_ length: Int, _ count: Int) -> Int { (length + (1 << count) - 1) >> count }
}

extension PictureOrientation {
  /// Returns the area of the stored picture that is shown as `area` in this orientation.
  /// - Parameter size: The size of the stored picture.
  func source(of area: PixelArea, in size: PixelSize) -> PixelArea {
    let (x, y) = (area.x, area.y)
    let right = size.width - (swapsAxes ? area.height : area.width)
    let low = size.height - (swapsAxes ? area.width : area.height)
    let (width, height) = swapsAxes ? (area.height, area.width) : (area.width, area.height)
    let origin: (x: Int, y: Int) =
      switch self {
      case .upright: (x, y)
      case .mirrored: (right - x, y)
      case .upsideDown: (right - x, low - y)
      case .flipped: (x, low - y)
      case .transposed: (y, x)
      case .turnedRight: (y, low - x)
      case .transversed: (right - y, low - x)
      case .turnedLeft: (right - y, x)
      }
    return PixelArea(x: origin.x, y: origin.y, width: width, height: height)
  }
}

/// A step that changes the pixels of a picture after it was decoded, such as making it gray.
///
/// Two steps are equal if their identifiers are: pictures are kept under what was done to them, so the identifier has to
/// name the kind of step and all its numbers.
public struct ImageProcessing: Hashable, Sendable {
  public let identifier: String
  private let body: @Sendable (Bitmap) throws(ImageError) -> Bitmap

  /// - Parameter body: Called from background threads.
  public init(identifier: String, _ body: @escaping @Sendable (Bitmap) throws(ImageError) -> Bitmap) {
    self.identifier = identifier
    self.body = body
  }

  public func process(_ bitmap: Bitmap) throws(ImageError) -> Bitmap { try body(bitmap) }

  public static func == (a: ImageProcessing, b: ImageProcessing) -> Bool { a.identifier == b.identifier }

  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension ImageProcessing {
  /// Shades of gray, as bright as the eye sees the colours (ITU-R BT.601).
  public static let grayscale = ImageProcessing(identifier: "grayscale") { bitmap in
    let pixels = bitmap.pixels.map { pixel in
      let gray = ((pixel >> 16 & 255) * 77 + (pixel >> 8 & 255) * 150 + (pixel & 255) * 29) >> 8
      return pixel & 0xFF00_0000 | gray << 16 | gray << 8 | gray
    }
    return Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels, isOpaque: bitmap.isOpaque)
  }
}

extension PixelSize {
  /// The next larger size of a ladder with the steps 1, 1.25, 1.5 and 1.75 between powers of two.
  ///
  /// A view that grows by some pixels asks for the same picture then. At most 25 % too large on a side, so less than
  /// 6.3 bytes are decoded for each pixel that is shown.
  public var roundedUpToStep: PixelSize {
    PixelSize(width: Self.step(atLeast: width), height: Self.step(atLeast: height))
  }

  private static func step(atLeast side: Int) -> Int {
    guard side > 4 else { return max(1, side) }
    let quarter = 1 << (Int.bitWidth - 3 - side.leadingZeroBitCount)
    return (side + quarter - 1) / quarter * quarter
  }
}

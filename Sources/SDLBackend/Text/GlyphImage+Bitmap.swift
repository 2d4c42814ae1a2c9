import CFreeType

extension GlyphImage {
  /// An image without pixels.
  static let empty = GlyphImage(left: 0, top: 0, width: 0, height: 0, isColor: false, bytes: [])

  /// Copies a bitmap of FreeType; fails for pixel formats that FreeType does not produce here.
  init?(_ bitmap: FT_Bitmap, left: Int, top: Int) {
    let width = Int(bitmap.width)
    let height = Int(bitmap.rows)
    guard width > 0, height > 0, let pixels = bitmap.buffer else {
      self = .empty
      return
    }
    let pitch = Int(bitmap.pitch)
    // With a negative pitch, the rows go upwards and the buffer begins with the bottom row.
    let first = pitch < 0 ? pixels - pitch * (height - 1) : pixels
    let mode = Int(bitmap.pixel_mode)
    let isColor = mode == Int(FT_PIXEL_MODE_BGRA.rawValue)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * (isColor ? 4 : 1))
    for y in 0..<height {
      let row = first + y * pitch
      switch mode {
      case Int(FT_PIXEL_MODE_GRAY.rawValue):
        bytes.append(contentsOf: UnsafeBufferPointer(start: row, count: width))
      case Int(FT_PIXEL_MODE_BGRA.rawValue):
        bytes.append(contentsOf: UnsafeBufferPointer(start: row, count: 4 * width))
      case Int(FT_PIXEL_MODE_MONO.rawValue):
        for x in 0..<width { bytes.append(row[x >> 3] >> UInt8(7 - x & 7) & 1 == 1 ? 255 : 0) }
      default:
        return nil
      }
    }
    self.init(left: left, top: top, width: width, height: height, isColor: isColor, bytes: bytes)
  }

  /// Returns a colour image at another scale, in which each pixel is the average of the area that it covers.
  /// - Complexity: O(width · height) of the original.
  func scaled(by factor: Double) -> GlyphImage {
    let newWidth = max(1, Int((Double(width) * factor).rounded()))
    let newHeight = max(1, Int((Double(height) * factor).rounded()))
    guard isColor, width > 0, height > 0, newWidth != width || newHeight != height else { return self }
    let columns = Self.spans(from: width, to: newWidth)
    let rows = Self.spans(from: height, to: newHeight)
    // The image is reduced horizontally into rows of the old height, and then vertically.
    var narrow = [SIMD4<Float>](repeating: .zero, count: newWidth * height)
    for y in 0..<height {
      for (x, span) in columns.enumerated() {
        var sum = SIMD4<Float>.zero
        for column in span.first...span.last { sum += pixel(column, y) * span.weight(of: column) }
        narrow[y * newWidth + x] = sum
      }
    }
    var result: [UInt8] = []
    result.reserveCapacity(newWidth * newHeight * 4)
    for span in rows {
      for x in 0..<newWidth {
        var sum = SIMD4<Float>.zero
        for row in span.first...span.last { sum += narrow[row * newWidth + x] * span.weight(of: row) }
        let mean = (sum + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        for channel in 0..<4 { result.append(UInt8(mean[channel])) }
      }
    }
    return GlyphImage(
      left: Int((Double(left) * factor).rounded()), top: Int((Double(top) * factor).rounded()),
      width: newWidth, height: newHeight, isColor: true, bytes: result)
  }

  /// Returns the channels of a pixel.
  private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let place = (y * width + x) * 4
    return SIMD4(Float(bytes[place]), Float(bytes[place + 1]), Float(bytes[place + 2]), Float(bytes[place + 3]))
  }

  /// The range of source pixels that a result pixel covers on one axis.
  private struct Span {
    /// The range in source pixels, and the indices of the first and last pixel that it touches.
    var start: Float
    var end: Float
    var first: Int
    var last: Int

    /// Returns the weight of a source pixel; the weights of a span add up to 1.
    func weight(of pixel: Int) -> Float {
      (min(end, Float(pixel + 1)) - max(start, Float(pixel))) / (end - start)
    }
  }

  /// Returns the spans of one axis.
  private static func spans(from old: Int, to new: Int) -> [Span] {
    let step = Float(old) / Float(new)
    return (0..<new).map { index in
      let start = Float(index) * step
      let end = min(Float(old), Float(index + 1) * step)
      let first = min(Int(start), old - 1)
      return Span(start: start, end: end, first: first, last: max(first, min(old - 1, Int(end.rounded(.up)) - 1)))
    }
  }
}

import CFreeType

extension GlyphImage {
  static let empty = GlyphImage(left: 0, top: 0, width: 0, height: 0, isColor: false, bytes: [])

  /// Copies a bitmap of FreeType's; fails for pixel formats that are not in use.
  init?(_ bitmap: FT_Bitmap, left: Int, top: Int) {
    let width = Int(bitmap.width)
    let height = Int(bitmap.rows)
    guard width > 0, height > 0, let pixels = bitmap.buffer else {
      self = .empty
      return
    }
    let pitch = Int(bitmap.pitch)
    // With a negative pitch the rows go upwards and the buffer starts with the last one.
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

  /// The picture at another size, each pixel the average of the area that it covers.
  func scaled(by factor: Double) -> GlyphImage {
    let newWidth = max(1, Int((Double(width) * factor).rounded()))
    let newHeight = max(1, Int((Double(height) * factor).rounded()))
    guard width > 0, height > 0, newWidth != width || newHeight != height else { return self }
    let channels = isColor ? 4 : 1
    let columns = Self.spans(from: width, to: newWidth)
    let rows = Self.spans(from: height, to: newHeight)
    var result = [UInt8](repeating: 0, count: newWidth * newHeight * channels)
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        for channel in 0..<channels {
          result[(y * newWidth + x) * channels + channel] = average(columns[x], rows[y], channel, of: channels)
        }
      }
    }
    return GlyphImage(
      left: Int((Double(left) * factor).rounded()), top: Int((Double(top) * factor).rounded()),
      width: newWidth, height: newHeight, isColor: isColor, bytes: result)
  }

  private func average(_ columns: Span, _ rows: Span, _ channel: Int, of channels: Int) -> UInt8 {
    var sum = 0.0
    for y in rows.first...rows.last {
      for x in columns.first...columns.last {
        sum += rows.weight(of: y) * columns.weight(of: x) * Double(bytes[(y * width + x) * channels + channel])
      }
    }
    return UInt8((sum / (rows.length * columns.length)).rounded())
  }

  /// The stretch of old pixels that a new one covers.
  private struct Span {
    var start: Double
    var end: Double
    var first: Int
    var last: Int

    var length: Double { end - start }

    func weight(of pixel: Int) -> Double {
      min(end, Double(pixel + 1)) - max(start, Double(pixel))
    }
  }

  private static func spans(from old: Int, to new: Int) -> [Span] {
    let step = Double(old) / Double(new)
    return (0..<new).map { index in
      let start = Double(index) * step
      let end = min(Double(old), Double(index + 1) * step)
      return Span(
        start: start, end: end, first: Int(start), last: max(Int(start), min(old - 1, Int(end.rounded(.up)) - 1)))
    }
  }
}

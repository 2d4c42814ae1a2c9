import ScrollworkHostInterface
import ScrollworkTestSupport

/// A picture with straight alpha, four bytes a pixel: red, green, blue, alpha.
struct TestPicture {
  var width: Int
  var height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8, UInt8)) {
    self.width = width
    self.height = height
    bytes = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue, alpha) = color(x, y)
        bytes += [red, green, blue, alpha]
      }
    }
  }

  static func random(width: Int, height: Int, isOpaque: Bool, seed: UInt64) -> TestPicture {
    var generator = SeededGenerator(seed: seed)
    return TestPicture(width: width, height: height) { _, _ in
      let bits = generator.next()
      let alphas: [UInt8] = [0, 255, 255, UInt8(truncatingIfNeeded: bits >> 32)]
      let alpha = isOpaque ? 255 : alphas[Int(bits >> 60) & 3]
      return (
        UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits >> 16),
        alpha
      )
    }
  }

  /// Returns the picture as an uncompressed PNG file.
  func png(isOpaque: Bool) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        let start = (y * width + x) * 4
        rows += bytes[start..<start + (isOpaque ? 3 : 4)]
      }
    }
    return TestPNG.file(width: width, height: height, colorType: isOpaque ? 2 : 6, depth: 8, rows: rows)
  }

  /// Returns the picture as a BMP file of 24 bits.
  func bmp() -> [UInt8] {
    let stride = (width * 3 + 3) / 4 * 4
    var file: [UInt8] = Array("BM".utf8) + little(54 + stride * height) + little(0) + little(54)
    file += little(40) + little(width) + little(height) + [1, 0, 24, 0]
    file += little(0) + little(stride * height) + little(2835) + little(2835) + little(0) + little(0)
    for y in (0..<height).reversed() {
      var row: [UInt8] = []
      for x in 0..<width {
        let start = (y * width + x) * 4
        row += [bytes[start + 2], bytes[start + 1], bytes[start]]
      }
      file += row + [UInt8](repeating: 0, count: stride - row.count)
    }
    return file
  }

  /// Returns the picture reduced to a size by averaging. Pixels are premultiplied blue, green, red, alpha, 0 to 255.
  func averages(width newWidth: Int, height newHeight: Int) -> [SIMD4<Double>] {
    var result: [SIMD4<Double>] = []
    for row in 0..<newHeight {
      for column in 0..<newWidth {
        let across = Self.weights(of: column, parts: newWidth, count: width)
        let down = Self.weights(of: row, parts: newHeight, count: height)
        var (sum, area) = (SIMD4<Double>.zero, 0.0)
        for (y, weightY) in down {
          for (x, weightX) in across {
            sum += premultiplied(x, y) * weightX * weightY
            area += weightX * weightY
          }
        }
        result.append(sum / area)
      }
    }
    return result
  }

  private func premultiplied(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let color = bytes[((y * width + x) * 4)...].prefix(4).map(Double.init)
    return SIMD4(color[2], color[1], color[0], 255) * (color[3] / 255)
  }

  private static func weights(of part: Int, parts: Int, count: Int) -> [(Int, Double)] {
    let (start, end) = (Double(part * count) / Double(parts), Double((part + 1) * count) / Double(parts))
    return (0..<count).compactMap { index in
      let overlap = min(end, Double(index + 1)) - max(start, Double(index))
      return overlap > 0 ? (index, overlap) : nil
    }
  }

  private func little(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// A writer of PNG files that are not compressed.
enum TestPNG {
  static func file(
    width: Int, height: Int, colorType: UInt8, depth: UInt8, rows: [UInt8], isInterlaced: Bool = false
  ) -> [UInt8] {
    signature + header(width: width, height: height, colorType: colorType, depth: depth, isInterlaced: isInterlaced)
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func header(
    width: Int, height: Int, colorType: UInt8 = 6, depth: UInt8 = 8, isInterlaced: Bool = false
  ) -> [UInt8] {
    chunk("IHDR", big(width) + big(height) + [depth, colorType, 0, 0, isInterlaced ? 1 : 0])
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(data.count) + body + big(Int(checksum(body)))
  }

  /// Returns data as a zlib stream of stored blocks.
  static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(65_535, data.count - start)
      let isLast: UInt8 = start + count == data.count ? 1 : 0
      stream += [isLast, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      stream += data[start..<start + count]
      start += count
    } while start < data.count
    var (low, high) = (1, 0)
    for byte in data {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + big(high << 16 | low)
  }

  static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var checksum = UInt32.max
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~checksum
  }
}

extension Bitmap {
  /// Returns blue, green, red and alpha of a pixel.
  func color(_ x: Int, _ y: Int) -> SIMD4<Int> {
    let pixel = Int(pixels[y * width + x])
    return SIMD4(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24)
  }

  /// Returns the initial of the colour nearest to a pixel, among red, green, blue and white.
  func letter(_ x: Int, _ y: Int) -> Character {
    let color = color(x, y)
    let isBright = [color.z > 128, color.y > 128, color.x > 128]
    return switch isBright {
    case [true, false, false]: "r"
    case [false, true, false]: "g"
    case [false, false, true]: "b"
    case [true, true, true]: "w"
    default: "?"
    }
  }

  /// The initials of the quarters' colours: top left, top right, bottom left, bottom right.
  var quarters: String {
    let (left, right, top, bottom) = (width / 4, width * 3 / 4, height / 4, height * 3 / 4)
    return String([letter(left, top), letter(right, top), letter(left, bottom), letter(right, bottom)])
  }
}

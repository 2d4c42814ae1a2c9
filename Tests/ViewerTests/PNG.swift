import Foundation

/// Makes PNG files for tests.
enum PNG {
  /// Makes a PNG of one colour. Its data are stored blocks, which need no compressor.
  /// - Parameter announced: The size to write into the header, if it is to be wrong.
  static func plain(_ color: UInt32, width: Int = 8, height: Int = 6, announced: (Int, Int)? = nil) -> [UInt8] {
    file(Array(repeating: color, count: height), width: width, announced: announced ?? (width, height))
  }

  /// Makes a PNG of horizontal bands of equal height.
  static func bands(_ colors: [UInt32], width: Int, height: Int) -> [UInt8] {
    file((0..<height).map { colors[$0 * colors.count / height] }, width: width, announced: (width, height))
  }

  /// Makes a PNG whose rows have one colour each.
  /// - Parameter rows: The colour of each row.
  private static func file(_ rows: [UInt32], width: Int, announced: (Int, Int)) -> [UInt8] {
    let (w, h) = announced
    var raw: [UInt8] = []
    for color in rows { raw += [0] + Array(repeating: big(color).dropFirst(), count: width).joined() }
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: raw.count, by: 65_535) {
      let block = raw[start..<min(raw.count, start + 65_535)]
      let length = UInt16(block.count)
      stream.append(block.endIndex == raw.count ? 1 : 0)
      for number in [length, ~length] { stream += [UInt8(number & 255), UInt8(number >> 8)] }
      stream += block
    }
    stream += big(adler(raw))
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", big(UInt32(w)) + big(UInt32(h)) + [8, 2, 0, 0, 0])
    file += chunk("IDAT", stream)
    file += chunk("IEND", [])
    return file
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return big(UInt32(data.count)) + body + big(crc(body))
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { (shift: UInt32) -> UInt8 in UInt8(value >> shift & 255) }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}

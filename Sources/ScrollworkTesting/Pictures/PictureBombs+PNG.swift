extension PictureBombs {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns a PNG file whose pixels are all zero, which compresses well at any size.
  /// - Parameter colorType: The number in the PNG specification: 0 for gray, 2 for colour, 6 for colour with alpha.
  package static func png(
    width: Int, height: Int, colorType: Int = 6, depth: Int = 8, isInterlaced: Bool = false
  ) -> [UInt8] {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
    var count = height * ((width * channels * depth + 7) / 8 + 1)
    if isInterlaced {
      count = passes.reduce(0) { sum, pass in
        let columns = (width - pass.x + pass.stepX - 1) / pass.stepX
        let rows = (height - pass.y + pass.stepY - 1) / pass.stepY
        return sum + rows * ((columns * channels * depth + 7) / 8 + 1)
      }
    }
    let header = big(width, 4) + big(height, 4) + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
    return signature + pngChunk("IHDR", header) + pngChunk("IDAT", zeros(count)) + pngChunk("IEND", [])
  }

  /// Returns a small PNG file with many compressed texts.
  /// - Parameter length: The length of each text when decompressed, in bytes.
  package static func pngWithTexts(count: Int, length: Int) -> [UInt8] {
    let text = pngChunk("zTXt", Array("Comment".utf8) + [0, 0] + zeros(length))
    let header = big(64, 4) + big(64, 4) + [8, 0, 0, 0, 0]
    var file = signature + pngChunk("IHDR", header)
    for _ in 0..<count { file += text }
    return file + pngChunk("IDAT", zeros(64 * 65)) + pngChunk("IEND", [])
  }

  /// The passes of Adam7 interlacing (PNG specification, 8.2).
  private static let passes: [(x: Int, y: Int, stepX: Int, stepY: Int)] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  /// Returns a zlib stream of zeros (RFC 1950, 1951): one literal, then copies of 258 bytes in 13 bits each.
  private static func zeros(_ count: Int) -> [UInt8] {
    var bits = LowBits()
    // The header of the last block, with fixed codes, and a literal zero.
    bits.put(0b011, 3)
    bits.put(reversed(0x30, 8), 8)
    let (copies, rest) = (count - 1).quotientAndRemainder(dividingBy: 258)
    // Eight copies make up whole bytes, but need not begin at a byte boundary. So they are prepared once and appended
    // by the byte.
    for _ in 0..<copies % 8 { putCopy(&bits) }
    var eight = LowBits()
    for _ in 0..<8 { putCopy(&eight) }
    for _ in 0..<copies / 8 { for byte in eight.bytes { bits.put(Int(byte), 8) } }
    for _ in 0..<rest { bits.put(reversed(0x30, 8), 8) }
    bits.put(0, 7)
    return [0x78, 0x01] + bits.bytes + big((count % 65_521) << 16 | 1, 4)
  }

  /// Appends the code for a copy of 258 bytes from distance 1.
  private static func putCopy(_ bits: inout LowBits) { bits.put(reversed(0xC5, 8), 13) }

  /// Returns the lower `count` bits of a code in reverse order, as DEFLATE stores codes.
  private static func reversed(_ code: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | (code >> $1 & 1) << (count - 1 - $1) }
  }

  /// Returns a chunk: length, name, data and checksum.
  private static func pngChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(data.count, 4) + body + big(Int(checksum(body)), 4)
  }

  /// Returns the CRC-32 of the bytes. The data are long, so a table speeds it up.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table = (0..<UInt32(256)).map { first in
      (0..<8).reduce(first) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 255)] }
  }
}

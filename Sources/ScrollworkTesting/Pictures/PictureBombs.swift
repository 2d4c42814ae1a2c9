/// Small picture files that demand much memory or time from a decoder. Tests and benchmarks use them to check its
/// limits.
package enum PictureBombs {
  /// Returns the lower `count` bytes of a number, least significant first.
  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Returns the lower `count` bytes of a number, most significant first.
  static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

  // MARK: - BMP

  /// Returns a BMP file whose pixels are all zero.
  /// - Parameter byteCount: The number of bytes of pixel data that the file contains, whatever its size in pixels
  ///   demands.
  package static func bmp(width: Int, height: Int, depth: Int, byteCount: Int) -> [UInt8] {
    let colors = depth <= 8 ? 1 << depth : 0
    let start = 54 + colors * 4
    var file = Array("BM".utf8) + little(start + byteCount, 4) + little(0, 4) + little(start, 4)
    file += little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(depth, 2) + little(0, 4)
    file += little(byteCount, 4) + little(2835, 4) + little(2835, 4) + little(colors, 4) + little(0, 4)
    return file + [UInt8](repeating: 0x40, count: colors * 4) + [UInt8](repeating: 0, count: byteCount)
  }

  // MARK: - WebP

  /// Returns a lossless WebP picture of one colour. It takes about twenty bytes at any size.
  package static func webP(width: Int, height: Int) -> [UInt8] { riff(losslessChunk(width: width, height: height)) }

  /// Returns a WebP animation whose frames have one colour.
  /// - Parameters:
  ///   - canvasSide: The side of the canvas in pixels.
  ///   - frameSide: The side of each frame in pixels.
  package static func webP(canvasSide: Int, frameSide: Int, frameCount: Int) -> [UInt8] {
    let side = little(canvasSide - 1, 3)
    let data = losslessChunk(width: frameSide, height: frameSide)
    let size = little(frameSide - 1, 3)
    let frame = chunk("ANMF", little(0, 6) + size + size + little(20, 3) + [0] + data)
    var body = chunk("VP8X", [2, 0, 0, 0] + side + side) + chunk("ANIM", little(0, 6))
    for _ in 0..<frameCount { body += frame }
    return riff(body)
  }

  /// Returns a RIFF file of type WEBP with the chunks `body`.
  private static func riff(_ body: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body
  }

  /// Returns a chunk: name, length and data, padded to an even length.
  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// Returns the data of a lossless picture. Each of its prefix codes has one symbol, so that a pixel takes no bits.
  private static func losslessChunk(width: Int, height: Int) -> [UInt8] {
    var bits = LowBits()
    bits.put(width - 1, 14)
    bits.put(height - 1, 14)
    bits.put(0, 4)
    // No transform, no colour cache, no groups of codes.
    bits.put(0, 3)
    for symbol in [0x40, 0x80, 0xC0, 0xFF] {
      bits.put(0b101, 3)
      bits.put(symbol, 8)
    }
    bits.put(0b0001, 4)
    return chunk("VP8L", [0x2F] + bits.bytes + [0])
  }

  // MARK: - TIFF

  /// Returns a square TIFF picture, all of whose tiles share the same data.
  /// - Parameters:
  ///   - tileSide: The side of a tile in pixels.
  ///   - compression: The number of the compression in the TIFF specification; 32,773 is PackBits.
  ///   - data: The compressed data of every tile. The default is too little for any tile.
  ///   - types: For each tag whose number has an unusual type, the code of that type. Only tags with a single number
  ///     may be listed.
  package static func tiff(
    side: Int, tileSide: Int, samples: Int = 3, compression: Int = 32_773, data: [UInt8] = [0x81, 0],
    types: [Int: Int] = [:]
  ) -> [UInt8] {
    let tiles = ((side + tileSide - 1) / tileSide) * ((side + tileSide - 1) / tileSide)
    let data = data + [UInt8](repeating: 0, count: data.count & 1)
    // A list of a single number stands in its entry, a longer one at an offset.
    let (offsets, lengths) = tiles == 1 ? (8, data.count) : (8 + data.count, 8 + data.count + tiles * 4)
    let lists = tiles == 1 ? [] : [8, data.count].flatMap { number in (0..<tiles).flatMap { _ in little(number, 4) } }
    let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
      (256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8), (259, 3, 1, compression), (262, 3, 1, samples < 3 ? 1 : 2),
      (277, 3, 1, samples), (322, 4, 1, tileSide), (323, 4, 1, tileSide), (324, 4, tiles, offsets),
      (325, 4, tiles, lengths),
    ]
    var file = Array("II".utf8) + little(42, 2) + little(8 + data.count + lists.count, 4) + data + lists
    file += little(entries.count, 2)
    // Numbers of eight bytes follow the directory.
    let end = file.count + entries.count * 12 + 4
    var long: [UInt8] = []
    for entry in entries {
      let type = types[entry.tag] ?? entry.type
      file += little(entry.tag, 2) + little(type, 2) + little(entry.count, 4)
      file += little(type < 16 ? entry.value : end + long.count, 4)
      if type >= 16 { long += little(entry.value, 8) }
    }
    return file + little(0, 4) + long
  }
}

/// A writer that packs bits into bytes, the least significant bit of each byte first.
struct LowBits {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  /// Appends the lower `count` bits of a number, the least significant first.
  mutating func put(_ value: Int, _ count: Int) {
    for bit in 0..<count {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(used)
      used += 1
    }
  }
}

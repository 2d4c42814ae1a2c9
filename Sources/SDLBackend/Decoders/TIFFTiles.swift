/// Uncompressed tiles of a TIFF file.
///
/// The libtiff of Debian 12 refuses tiles whose length is not a multiple of 1,024 bytes, such as tiles of 16 x 16
/// pixels with three bytes each. Their rows are therefore combined into one strip.
struct TIFFTiles {
  private let size, tile: (width: Int, height: Int)
  private let bitsPerPixel: Int
  private let offsets: [Int]
  private let columns: Int
  /// The length of a row of a tile and of a row of the picture, in bytes.
  private let tileRow, row: Int

  /// The largest strip, in bytes: 16 MB, or `growth` times the length of the file if that is more.
  private static let (smallStrip, growth) = (1 << 24, 4)

  /// Returns a file in which a strip replaces tiles that libtiff refuses; returns any other file unchanged.
  /// - Complexity: O(*n*) in the length of the file and of the strip.
  static func readable(_ bytes: [UInt8]) -> [UInt8] {
    guard let directory = TIFFDirectory(ByteReader(bytes: bytes), base: 0), let tiles = TIFFTiles(directory),
      tiles.row * tiles.size.height <= max(smallStrip, bytes.count * growth)
    else { return bytes }
    let strip = tiles.strip(bytes)
    var result = bytes + [UInt8](repeating: 0, count: bytes.count % 2)
    let start = result.count
    result += strip
    // The tag of the tiles' width becomes one without a meaning.
    let unused = 65_000
    for (former, tag, value) in [
      (0x142, unused, 0), (0x143, 0x116, tiles.size.height), (0x144, 0x111, start), (0x145, 0x117, strip.count),
    ] {
      guard let entry = directory.entry(ofTag: former) else { return bytes }
      let (long, count) = (4, 1)
      put(tag, 2, at: entry, in: &result, directory.isLittle)
      put(long, 2, at: entry + 2, in: &result, directory.isLittle)
      put(count, 4, at: entry + 4, in: &result, directory.isLittle)
      put(value, 4, at: entry + 8, in: &result, directory.isLittle)
    }
    return result
  }

  /// Reads the directory; `nil` if libtiff can read the tiles, or if this type cannot convert them.
  private init?(_ directory: TIFFDirectory) {
    func number(_ tag: Int, _ otherwise: Int? = nil, in range: ClosedRange<Int>) -> Int? {
      (directory.number(ofTag: tag) ?? otherwise).flatMap { range.contains($0) ? $0 : nil }
    }
    let (sides, none, subsampled, together) = (1...DecodeLimits.side, 1, 6, 1)
    guard number(0x103, none, in: none...none) != nil, number(0x11C, together, in: together...together) != nil,
      directory.number(ofTag: 0x106) != subsampled, directory.has(0x145),
      let width = number(0x100, in: sides), let height = number(0x101, in: sides),
      let tileWidth = number(0x142, in: sides), let tileHeight = number(0x143, in: sides),
      let bits = number(0x102, 1, in: 1...64), let samples = number(0x115, 1, in: 1...64)
    else { return nil }
    (size, tile, bitsPerPixel) = ((width, height), (tileWidth, tileHeight), bits * samples)
    tileRow = tileWidth * bitsPerPixel / 8
    row = (width * bitsPerPixel + 7) / 8
    columns = (width + tileWidth - 1) / tileWidth
    guard tileWidth * bitsPerPixel % 8 == 0, tileRow * tileHeight % 1024 != 0 else { return nil }
    offsets = directory.numbers(ofTag: 0x144, limit: columns * ((height + tileHeight - 1) / tileHeight))
  }

  /// Returns the rows of the picture. Those of tiles that are cut off are zero.
  private func strip(_ bytes: [UInt8]) -> [UInt8] {
    var strip = [UInt8](repeating: 0, count: row * size.height)
    for (index, offset) in offsets.enumerated() where offset < bytes.count {
      let (x, y) = (index % columns * tileRow, index / columns * tile.height)
      let count = min(tileRow, row - x)
      for line in 0..<min(tile.height, size.height - y) {
        let source = offset + line * tileRow
        guard source + count <= bytes.count else { break }
        let target = (y + line) * row + x
        strip.replaceSubrange(target..<target + count, with: bytes[source..<source + count])
      }
    }
    return strip
  }

  private static func put(_ value: Int, _ width: Int, at place: Int, in bytes: inout [UInt8], _ isLittle: Bool) {
    for index in 0..<width {
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * (isLittle ? index : width - 1 - index)))
    }
  }
}

import ScrollworkHostInterface

/// An icon file: one picture in several sizes, of which the largest is shown.
struct ICOFile {
  /// The size of the largest picture, in pixels.
  private(set) var size: PixelSize
  /// The byte range of the largest picture in the file.
  private let content: Range<Int>
  private let isPNG: Bool

  /// The length of an entry of the directory, in bytes.
  private static let entryLength = 16

  /// Reads the directory; `nil` if the file is no icon. Entries beyond the end of the file are left out.
  /// - Parameter isPart: Whether pictures that are cut off are left out too.
  init?(_ reader: ByteReader, isPart: Bool = false) {
    guard reader.number16(at: 0, isLittle: true) == 0, [1, 2].contains(reader.number16(at: 2, isLittle: true)),
      let count = reader.number16(at: 4, isLittle: true), (1...1024).contains(count)
    else { return nil }
    let all = (0..<count).compactMap { Self.entry(reader, at: 6 + $0 * Self.entryLength, after: count) }
    let kept = isPart ? all.filter { $0.content.upperBound <= reader.count } : all
    let best = kept.max { ($0.size.width * $0.size.height, $0.depth) < ($1.size.width * $1.size.height, $1.depth) }
    guard let best else { return nil }
    (size, content, isPNG) = (best.size, best.content, best.isPNG)
  }

  private struct Entry {
    var size: PixelSize
    var depth: Int
    var content: Range<Int>
    var isPNG: Bool
  }

  private static func entry(_ reader: ByteReader, at offset: Int, after count: Int) -> Entry? {
    guard let length = reader.number32(at: offset + 8, isLittle: true), length >= 40,
      let start = reader.number32(at: offset + 12, isLittle: true), start >= 6 + count * entryLength,
      start + 40 <= reader.count
    else { return nil }
    let content = start..<start + length
    if reader.number32(at: start, isLittle: false) == 0x8950_4E47 {
      guard reader.has("IHDR", at: start + 12), let width = reader.number32(at: start + 16, isLittle: false),
        let height = reader.number32(at: start + 20, isLittle: false),
        (1...DecodeLimits.side).contains(width), (1...DecodeLimits.side).contains(height)
      else { return nil }
      return Entry(size: PixelSize(width: width, height: height), depth: 32, content: content, isPNG: true)
    }
    guard let picture = IconBitmap(reader, content) else { return nil }
    return Entry(size: picture.size, depth: picture.depth, content: content, isPNG: false)
  }

  /// Returns the largest picture of a file reduced to `size`.
  /// - Parameter isPart: Whether to consider only the complete pictures of a damaged file.
  static func decode(_ bytes: [UInt8], to size: PixelSize, isPart: Bool = false) throws(ImageError) -> [UInt32] {
    let reader = ByteReader(bytes: bytes)
    guard let icon = ICOFile(reader, isPart: isPart), icon.content.upperBound <= bytes.count else {
      throw .corrupt("the ICO file ends early")
    }
    if icon.isPNG { return try PNGDecoder.decode(PNGChunks.withoutTexts(Array(bytes[icon.content])), to: size) }
    guard let picture = IconBitmap(reader, icon.content), let pixels = picture.pixels(reader) else {
      throw .corrupt("the ICO file ends early")
    }
    return pixels.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return [] }
      return DecodedPixels(
        base: base, width: icon.size.width, height: icon.size.height, stride: icon.size.width * 4, layout: .bgra
      ).reduced(to: size)
    }
  }
}

/// A picture of an icon file in the form of BMP: a header, a palette, the colours, and a mask of transparent pixels.
private struct IconBitmap {
  private(set) var size: PixelSize
  /// Bits per pixel.
  private(set) var depth: Int
  /// The offsets of the palette, the colours and the mask.
  private let palette, colors, mask: Int
  private let colorStride, maskStride: Int
  private let paletteCount: Int
  private let end: Int

  /// Reads the header; `nil` if it is damaged, or of a kind that icons do not have.
  init?(_ reader: ByteReader, _ content: Range<Int>) {
    let start = content.lowerBound
    guard let length = reader.number32(at: start, isLittle: true), (40...124).contains(length),
      let width = reader.number32(at: start + 4, isLittle: true),
      let both = reader.number32(at: start + 8, isLittle: true), both % 2 == 0,
      (1...4096).contains(width), (2...8192).contains(both),
      let depth = reader.number16(at: start + 14, isLittle: true), [1, 4, 8, 24, 32].contains(depth),
      reader.number32(at: start + 16, isLittle: true) == 0,
      let used = reader.number32(at: start + 32, isLittle: true), used <= 256
    else { return nil }
    // The height counts the mask too.
    size = PixelSize(width: width, height: both / 2)
    self.depth = depth
    paletteCount = depth <= 8 ? (used == 0 ? 1 << depth : used) : 0
    palette = start + length
    colors = palette + paletteCount * 4
    (colorStride, maskStride) = ((width * depth + 31) / 32 * 4, (width + 31) / 32 * 4)
    mask = colors + colorStride * size.height
    end = content.upperBound
  }

  /// Returns blue, green, red and alpha of each pixel, from the top; `nil` if the file ends before the last colour.
  func pixels(_ reader: ByteReader) -> [UInt8]? {
    guard mask <= min(end, reader.count) else { return nil }
    let bytes = reader.bytes
    var result = [UInt8](repeating: 0, count: size.width * size.height * 4)
    var hasAlpha = false
    for y in 0..<size.height {
      let row = colors + (size.height - 1 - y) * colorStride
      for x in 0..<size.width {
        let out = (y * size.width + x) * 4
        guard let color = color(bytes, row, x) else { continue }
        for part in 0..<3 { result[out + part] = bytes[color + part] }
        result[out + 3] = depth == 32 ? bytes[color + 3] : 255
        if depth == 32, bytes[color + 3] != 0 { hasAlpha = true }
      }
    }
    // Old icons of 32 bits have no alpha, but a mask.
    if !hasAlpha { applyMask(bytes, to: &result) }
    return result
  }

  /// Returns the offset of the colour of a pixel; `nil` if the pixel's index is not in the palette.
  private func color(_ bytes: [UInt8], _ row: Int, _ x: Int) -> Int? {
    if depth >= 24 { return row + x * depth / 8 }
    let byte = Int(bytes[row + x * depth / 8])
    let index = byte >> (8 - depth - x * depth % 8) & (1 << depth - 1)
    return index < paletteCount ? palette + index * 4 : nil
  }

  /// Sets the alpha of all pixels from the mask; without a mask, all are opaque.
  private func applyMask(_ bytes: [UInt8], to result: inout [UInt8]) {
    let hasMask = mask + maskStride * size.height <= min(end, bytes.count)
    for y in 0..<size.height {
      let row = mask + (size.height - 1 - y) * maskStride
      for x in 0..<size.width {
        let isClear = hasMask && bytes[row + x / 8] >> UInt8(7 - x % 8) & 1 == 1
        result[(y * size.width + x) * 4 + 3] = isClear ? 0 : 255
      }
    }
  }
}

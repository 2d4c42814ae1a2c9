/// Edits the chunks of a PNG file without decoding them.
enum PNGChunks {
  /// Returns the file without its compressed texts. libpng would decompress each of them twice, and some kilobytes can
  /// become megabytes.
  ///
  /// A file with at most four texts is returned unchanged.
  static func withoutTexts(_ file: [UInt8]) -> [UInt8] {
    let reader = ByteReader(bytes: file)
    let (start, few) = (8, 4)
    var (offset, texts) = (start, [Range<Int>]())
    while let length = reader.number32(at: offset, isLittle: false) {
      let end = min(file.count, offset + 12 + length)
      if reader.has("zTXt", at: offset + 4) || reader.has("iTXt", at: offset + 4) { texts.append(offset..<end) }
      offset = end
    }
    guard texts.count > few else { return file }
    var (result, kept) = ([UInt8](), 0)
    for text in texts {
      result += file[kept..<text.lowerBound]
      kept = text.upperBound
    }
    return result + file[kept...]
  }

  /// Shortens the last chunk of a file that ends inside its pixel data to the bytes that exist. libpng decodes only
  /// complete chunks, or complete blocks of 8,192 bytes of a chunk. The new checksum of the chunk is wrong.
  static func withPlainEnd(_ file: [UInt8]) -> [UInt8] {
    let reader = ByteReader(bytes: file)
    var offset = 8
    while let length = reader.number32(at: offset, isLittle: false), offset + 8 <= file.count {
      let rest = file.count - offset - 8
      if length + 4 > rest, reader.has("IDAT", at: offset + 4) {
        let kept = min(length, rest)
        var result = Array(file.prefix(offset + 8 + kept))
        for index in 0..<4 { result[offset + index] = UInt8(truncatingIfNeeded: kept >> (24 - 8 * index)) }
        return result + [0, 0, 0, 0]
      }
      offset += 12 + length
    }
    return file
  }

  /// Whether the file is incomplete: it has no chunk IEND.
  static func lacksEnd(_ reader: ByteReader) -> Bool {
    var offset = 8
    while let length = reader.number32(at: offset, isLittle: false) {
      if reader.has("IEND", at: offset + 4) { return false }
      offset += 12 + length
    }
    return true
  }
}

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
}

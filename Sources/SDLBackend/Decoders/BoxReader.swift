/// Reads the boxes of the ISO base media file format, of which HEIF, AVIF and JPEG XL files consist.
struct BoxReader {
  /// A box: its type and the offsets of its content.
  struct Box {
    var type: String
    var content: Range<Int>
  }

  let reader: ByteReader
  /// The largest number of boxes that are read at one level.
  private static let most = 4096

  /// Returns the boxes in a range of the file. The content of a box that exceeds `range` is cut off at the end of
  /// `range`.
  func boxes(in range: Range<Int>) -> [Box] {
    var (result, offset) = ([Box](), range.lowerBound)
    while offset + 8 <= range.upperBound, result.count < Self.most,
      let size = reader.number32(at: offset, isLittle: false), let type = text(at: offset + 4)
    {
      var (start, length) = (offset + 8, size)
      if size == 1 {
        guard let high = reader.number32(at: offset + 8, isLittle: false), high == 0,
          let low = reader.number32(at: offset + 12, isLittle: false)
        else { break }
        (start, length) = (offset + 16, low)
      } else if size == 0 {
        length = range.upperBound - offset
      }
      guard length >= start - offset, start <= range.upperBound else { break }
      result.append(Box(type: type, content: start..<min(range.upperBound, offset + length)))
      offset += length
    }
    return result
  }

  /// Returns the boxes of a file.
  var all: [Box] { boxes(in: 0..<reader.count) }

  /// Whether the file is incomplete: its last box extends beyond the end of the file.
  var isCut: Bool {
    var offset = 0
    while let size = reader.number32(at: offset, isLittle: false), size >= 8 {
      offset += size
      if offset > reader.count { return true }
    }
    // A size of 0 or 1 stands for the rest of the file, or for a long size.
    return offset < reader.count && offset + 8 > reader.count
  }

  /// Returns the four letters at an offset; `nil` past the end.
  func text(at offset: Int) -> String? {
    guard offset >= 0, offset + 4 <= reader.count else { return nil }
    return String(decoding: reader.bytes[offset..<offset + 4], as: UTF8.self)
  }
}

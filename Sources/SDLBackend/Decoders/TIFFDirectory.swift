/// The first directory of TIFF data, in a TIFF file or in the EXIF data of another format (TIFF 6.0, section 2).
struct TIFFDirectory {
  private let reader: ByteReader
  /// Whether numbers are little-endian.
  let isLittle: Bool
  private let base: Int
  /// The offset of the first entry; each has 12 bytes.
  private let firstEntry: Int
  private let entryCount: Int

  /// Locates the directory; returns `nil` if the data are not valid.
  /// - Parameter base: The offset of the TIFF data in the file; the offsets inside the data count from there.
  init?(_ reader: ByteReader, base: Int) {
    isLittle = reader.has("II", at: base)
    guard isLittle || reader.has("MM", at: base),
      reader.number16(at: base + 2, isLittle: isLittle) == 42,
      let offset = reader.number32(at: base + 4, isLittle: isLittle),
      let count = reader.number16(at: base + offset, isLittle: isLittle)
    else { return nil }
    (self.reader, self.base) = (reader, base)
    firstEntry = base + offset + 2
    entryCount = count
  }

  /// Whether the file is incomplete: its first directory lies beyond its end or is cut off by it.
  static func isBehindEnd(_ reader: ByteReader) -> Bool {
    let isLittle = reader.has("II")
    guard let offset = reader.number32(at: 4, isLittle: isLittle),
      let count = reader.number16(at: offset, isLittle: isLittle)
    else { return true }
    return offset + 2 + count * 12 > reader.count
  }

  /// Returns the first number of an entry with whole numbers; `nil` if there is none.
  func number(ofTag tag: Int) -> Int? { numbers(ofTag: tag, limit: 1).first }

  /// Whether the directory has an entry for `tag`.
  func has(_ tag: Int) -> Bool { entry(ofTag: tag) != nil }

  /// Returns the count that an entry declares for its numbers; `nil` if there is no entry.
  func count(ofTag tag: Int) -> Int? {
    entry(ofTag: tag).flatMap { reader.number32(at: $0 + 4, isLittle: isLittle) }
  }

  /// Returns the numbers of an entry with whole numbers, up to the first that is negative or not in the file.
  /// - Parameter limit: The largest length of the result.
  /// - Complexity: O(*n*) in the number of entries and of numbers.
  func numbers(ofTag tag: Int, limit: Int = .max) -> [Int] {
    guard let entry = entry(ofTag: tag), let count = reader.number32(at: entry + 4, isLittle: isLittle),
      let type = reader.number16(at: entry + 2, isLittle: isLittle).flatMap(NumberType.init)
    else { return [] }
    // Up to four bytes are in the entry itself; for more bytes, it holds their offset.
    let isInside = count * type.width <= 4
    guard let start = isInside ? entry + 8 : reader.number32(at: entry + 8, isLittle: isLittle).map({ base + $0 })
    else { return [] }
    var numbers: [Int] = []
    for place in stride(from: start, to: min(start + min(count, limit) * type.width, reader.count), by: type.width) {
      guard let number = number(at: place, type), number >= 0 else { break }
      numbers.append(number)
    }
    return numbers
  }

  /// Reads one number; returns `nil` past the end or if the number is too large.
  private func number(at place: Int, _ type: NumberType) -> Int? {
    var bits: UInt64 = 0
    for index in 0..<type.width {
      guard let byte = reader.byte(at: place + (isLittle ? type.width - 1 - index : index)) else { return nil }
      bits = bits << 8 | UInt64(byte)
    }
    guard type.isSigned else { return Int(exactly: bits) }
    let unused = 64 - type.width * 8
    return Int(Int64(bitPattern: bits << UInt64(unused)) >> Int64(unused))
  }

  /// The location of a number in a file.
  struct Place {
    var offset: Int
    var width: Int
    var isLittle: Bool
  }

  /// Returns the location of the single number of an entry; `nil` if there is none, or if it is outside of the entry.
  func place(ofTag tag: Int) -> Place? {
    guard let entry = entry(ofTag: tag), reader.number32(at: entry + 4, isLittle: isLittle) == 1,
      let type = reader.number16(at: entry + 2, isLittle: isLittle).flatMap(NumberType.init), type.width <= 4,
      entry + 8 + type.width <= reader.count
    else { return nil }
    return Place(offset: entry + 8, width: type.width, isLittle: isLittle)
  }

  /// Returns the offset of an entry; `nil` if there is none.
  func entry(ofTag tag: Int) -> Int? {
    for index in 0..<entryCount {
      let entry = firstEntry + index * 12
      guard let found = reader.number16(at: entry, isLittle: isLittle) else { return nil }
      if found == tag { return entry }
    }
    return nil
  }
}

/// A type of whole numbers in a directory. Like libtiff, the reader accepts each of these types for every tag.
private struct NumberType {
  /// The number of bytes of a number of this type.
  let width: Int
  let isSigned: Bool

  /// Interprets the code in an entry; returns `nil` for other types.
  init?(_ code: Int) {
    switch code {
    // BYTE, SHORT, LONG and LONG8.
    case 1: (width, isSigned) = (1, false)
    case 3: (width, isSigned) = (2, false)
    case 4: (width, isSigned) = (4, false)
    case 16: (width, isSigned) = (8, false)
    // SBYTE, SSHORT, SLONG and SLONG8.
    case 6: (width, isSigned) = (1, true)
    case 8: (width, isSigned) = (2, true)
    case 9: (width, isSigned) = (4, true)
    case 17: (width, isSigned) = (8, true)
    default: return nil
    }
  }
}

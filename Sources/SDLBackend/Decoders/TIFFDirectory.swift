/// The first directory of TIFF data, in a TIFF file or in the EXIF data of another format (TIFF 6.0, section 2).
struct TIFFDirectory {
  private let reader: ByteReader
  /// Whether numbers are little-endian.
  private let isLittle: Bool
  private let base: Int
  /// The offset of the first entry; each has 12 bytes.
  private let firstEntry: Int
  private let entryCount: Int

  /// Locates the directory; returns `nil` if the data are not valid.
  /// - Parameter base: The offset of the TIFF data, from which their own offsets count.
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

  /// Returns the first number of an entry with 16-bit or 32-bit numbers; `nil` if there is none.
  func number(ofTag tag: Int) -> Int? { numbers(ofTag: tag, limit: 1).first }

  /// Returns the numbers of an entry with 16-bit or 32-bit numbers, as far as the file has them.
  /// - Parameter limit: The largest length of the result.
  /// - Complexity: O(*n*) in the number of entries and of numbers.
  func numbers(ofTag tag: Int, limit: Int = .max) -> [Int] {
    guard let entry = entry(ofTag: tag), let count = reader.number32(at: entry + 4, isLittle: isLittle) else {
      return []
    }
    let isShort = reader.number16(at: entry + 2, isLittle: isLittle) == 3
    guard isShort || reader.number16(at: entry + 2, isLittle: isLittle) == 4 else { return [] }
    let width = isShort ? 2 : 4
    // Up to four bytes are in the entry itself; for more bytes, it holds their offset.
    let isInside = count * width <= 4
    guard let start = isInside ? entry + 8 : reader.number32(at: entry + 8, isLittle: isLittle).map({ base + $0 })
    else { return [] }
    var numbers: [Int] = []
    for place in stride(from: start, to: min(start + min(count, limit) * width, reader.count), by: width) {
      let number =
        isShort ? reader.number16(at: place, isLittle: isLittle) : reader.number32(at: place, isLittle: isLittle)
      guard let number else { break }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns the offset of an entry; `nil` if there is none.
  private func entry(ofTag tag: Int) -> Int? {
    for index in 0..<entryCount {
      let entry = firstEntry + index * 12
      guard let found = reader.number16(at: entry, isLittle: isLittle) else { return nil }
      if found == tag { return entry }
    }
    return nil
  }
}

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
  func number(ofTag tag: Int) -> Int? {
    for index in 0..<entryCount {
      let entry = firstEntry + index * 12
      guard let found = reader.number16(at: entry, isLittle: isLittle) else { return nil }
      guard found == tag else { continue }
      switch reader.number16(at: entry + 2, isLittle: isLittle) {
      case 3:
        let count = reader.number32(at: entry + 4, isLittle: isLittle) ?? 1
        // At most two 16-bit numbers fit into the entry; otherwise it holds their offset.
        let place = count > 2 ? reader.number32(at: entry + 8, isLittle: isLittle).map { base + $0 } : entry + 8
        return place.flatMap { reader.number16(at: $0, isLittle: isLittle) }
      case 4: return reader.number32(at: entry + 8, isLittle: isLittle)
      default: return nil
      }
    }
    return nil
  }
}

/// The first directory of numbers in TIFF data: of a TIFF file, or of the EXIF data in a JPEG.
struct TIFFDirectory {
  private let reader: ByteReader
  private let isLittle: Bool
  private let base: Int
  private let firstEntry: Int
  private let entryCount: Int

  /// - Parameter base: Where the TIFF data begin; their own offsets count from there.
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

  /// The first number of an entry of 16-bit or 32-bit numbers.
  func number(ofTag tag: Int) -> Int? {
    for index in 0..<entryCount {
      let entry = firstEntry + index * 12
      guard let found = reader.number16(at: entry, isLittle: isLittle) else { return nil }
      guard found == tag else { continue }
      switch reader.number16(at: entry + 2, isLittle: isLittle) {
      case 3:
        let count = reader.number32(at: entry + 4, isLittle: isLittle) ?? 1
        // More than two do not fit into the entry, which then says where they are.
        let place = count > 2 ? reader.number32(at: entry + 8, isLittle: isLittle).map { base + $0 } : entry + 8
        return place.flatMap { reader.number16(at: $0, isLittle: isLittle) }
      case 4: return reader.number32(at: entry + 8, isLittle: isLittle)
      default: return nil
      }
    }
    return nil
  }
}

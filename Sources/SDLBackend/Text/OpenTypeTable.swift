/// Bytes of a table of a font, read with bounds checks.
struct OpenTypeTable {
  var bytes: UnsafeRawBufferPointer

  func word(at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  /// The place that an offset field points to, counted from `base`.
  func offset(at field: Int, from base: Int) -> Int? {
    word(at: field).flatMap { $0 == 0 ? nil : base + $0 }
  }
}

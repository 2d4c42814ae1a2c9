/// The bytes of an OpenType table, read with bounds checks.
struct OpenTypeTable {
  var bytes: UnsafeRawBufferPointer

  /// Returns the big-endian 16-bit number at `offset`; `nil` past the end.
  func word(at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  /// Returns the position that an offset field points to; `nil` for an empty field or one past the end.
  /// - Parameter base: The position from which the field's offset counts.
  func offset(at field: Int, from base: Int) -> Int? {
    word(at: field).flatMap { $0 == 0 ? nil : base + $0 }
  }
}

/// What a line says, cut off where it is unreasonably long.
package struct LineText: Sendable {
  /// The bytes as they stand in the file, without the line's end; at most `LineText.byteLimit`.
  package let bytes: ArraySlice<UInt8>
  /// How long the line is in the file, without its end. It may be more than `bytes` has.
  package let byteCount: Int

  /// No more of a line is ever brought into memory to be shown.
  package static let byteLimit = 16_384

  package static let empty = LineText(bytes: [], byteCount: 0)

  package init(bytes: ArraySlice<UInt8>, byteCount: Int) {
    self.bytes = bytes
    self.byteCount = byteCount
  }

  /// True if there is more of the line than `bytes` holds.
  package var isCut: Bool { byteCount > bytes.count }

  /// The line as text; what is no UTF-8 becomes the replacement character.
  /// - Complexity: O(*n*) in the bytes of the line, which are limited.
  package var string: String { String(decoding: bytes, as: UTF8.self) }
}

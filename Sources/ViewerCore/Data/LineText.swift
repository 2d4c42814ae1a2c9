/// The text of a line, or of a part of one that is very long; see `LongLines`.
package struct LineText: Sendable {
  /// The text in UTF-8 without its newline.
  package let bytes: ArraySlice<UInt8>
  /// The length in the file without the newline, in bytes.
  package let byteCount: Int

  /// The number of bytes from which a line is divided into parts.
  package static let byteLimit = 16_384

  package static let empty = LineText(bytes: [], byteCount: 0)

  /// The text without escape sequences; invalid UTF-8 is replaced by U+FFFD.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package var string: String { shown.string }

  /// The text with the styles that escape sequences set.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package var shown: TerminalText { bytes.withUnsafeBytes { TerminalText($0) } }
}

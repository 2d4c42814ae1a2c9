/// The text of a line, truncated if the line is very long.
package struct LineText: Sendable {
  /// The bytes of the line without its newline; at most `byteLimit`.
  package let bytes: ArraySlice<UInt8>
  /// The length in the file of the line without its newline, in bytes. It may exceed that of `bytes`.
  package let byteCount: Int

  /// The number of bytes of a line that are read to show it.
  package static let byteLimit = 16_384

  package static let empty = LineText(bytes: [], byteCount: 0)

  package init(bytes: ArraySlice<UInt8>, byteCount: Int) {
    self.bytes = bytes
    self.byteCount = byteCount
  }

  /// Whether the line is truncated.
  package var isCut: Bool { byteCount > bytes.count }

  /// The text without escape sequences; invalid UTF-8 is replaced by U+FFFD.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package var string: String { shown.string }

  /// The text with the styles that escape sequences set.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package var shown: TerminalText { bytes.withUnsafeBytes { TerminalText($0) } }
}

/// The text of a line, truncated if the line is very long.
package struct LineText: Sendable {
  /// The text of the line in UTF-8 without its newline, of at most `byteLimit` bytes of the file.
  package let bytes: ArraySlice<UInt8>
  /// The length in the file of the line without its newline, in bytes. It may exceed that of `bytes`.
  package let byteCount: Int

  /// The number of bytes of a line that are read to show it.
  package static let byteLimit = 16_384

  package static let empty = LineText(bytes: [], byteCount: 0)

  /// Whether the line is truncated.
  package let isCut: Bool

  /// Creates the text of a line.
  /// - Parameter isCut: Whether the line is truncated; `nil` if it is when `bytes` are fewer than in the file.
  package init(bytes: ArraySlice<UInt8>, byteCount: Int, isCut: Bool? = nil) {
    self.bytes = bytes
    self.byteCount = byteCount
    self.isCut = isCut ?? (byteCount > bytes.count)
  }

  /// The text without escape sequences; invalid UTF-8 is replaced by U+FFFD.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package var string: String { shown.string }

  /// The text with the styles that escape sequences set.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package var shown: TerminalText { bytes.withUnsafeBytes { TerminalText($0) } }
}

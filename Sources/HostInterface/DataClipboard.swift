/// The content of the clipboard in one format.
package struct ClipboardItem: Hashable, Sendable {
  /// The format: a MIME type, such as `text/uri-list`.
  package var type: String
  /// The content in that format.
  package var bytes: [UInt8]

  /// The type of plain text in UTF-8.
  package static let plainText = "text/plain;charset=utf-8"

  /// Creates the content in one format.
  package init(type: String, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  /// Creates plain text.
  package init(text: String) {
    self.init(type: Self.plainText, bytes: Array(text.utf8))
  }
}

/// A clipboard that exchanges data of any format, such as lists of files.
@MainActor
package protocol DataClipboard: ClipboardAccess {
  /// Puts content on the clipboard.
  /// - Parameter items: The same content in several formats, the most exact one first.
  func offer(_ items: [ClipboardItem])

  /// Asks for the content, which another program may have to send first.
  /// - Parameters:
  ///   - types: The accepted formats, the preferred one first.
  ///   - completion: Called once, now or later, with the content in the first of these formats that is available; `nil`
  ///     if there is none, or if the other program does not answer.
  func read(_ types: [String], then completion: @escaping @MainActor @Sendable (ClipboardItem?) -> Void)
}

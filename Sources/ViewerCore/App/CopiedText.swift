/// The text that copying a selection puts on the clipboard, one line per item.
///
/// It is limited: a selection may hold millions of items, and other programs become slow or fail with a clipboard of
/// that size.
struct CopiedText: Equatable {
  /// The lines of the copied items.
  private(set) var text = ""
  /// The message for the status line: the number of items copied.
  let message: String

  /// The largest number of items copied.
  static let maximumItemCount = 50_000
  /// The largest size of `text`, in bytes of UTF-8.
  static let maximumByteCount = 1 << 23

  /// Copies items until a limit is reached.
  /// - Parameters:
  ///   - items: The texts of the selected items. Only as many are read as are copied.
  ///   - count: The number of selected items.
  ///   - noun: The singular word for an item in the message, such as "path".
  /// - Complexity: O(*k*), where *k* is the number of bytes copied.
  init(_ items: some Sequence<String>, count: Int, noun: String) {
    var copied = 0
    for item in items {
      guard copied < Self.maximumItemCount, text.utf8.count + item.utf8.count < Self.maximumByteCount else { break }
      if copied > 0 { text += "\n" }
      text += item
      copied += 1
    }
    let number = Formats.count(copied)
    message =
      copied < count
      ? "Copied the first \(number) of \(Formats.count(count)) \(Words.count(noun, count))"
      : "Copied \(number) \(Words.count(noun, count))"
  }
}

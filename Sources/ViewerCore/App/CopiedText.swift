/// The text that copying a selection puts on the clipboard, one line per item.
///
/// It is limited: a selection may hold millions of items, and other programs become slow or fail with a clipboard of
/// that size.
struct CopiedText: Equatable {
  /// The lines of the copied items.
  private(set) var text = ""
  /// The message for the status line, with the number of copied items.
  let message: String

  /// The largest number of items copied.
  static let maximumItemCount = 50_000
  /// The largest size of `text` with several items, in bytes of UTF-8.
  static let maximumByteCount = 1 << 23
  /// The largest size of the first item, in bytes of UTF-8. A single long item is copied whole.
  static let maximumItemSize = 1 << 26

  /// Copies items until a limit is reached.
  /// - Parameters:
  ///   - items: The texts of the selected items. Only as many are read as are copied.
  ///   - count: The number of selected items.
  ///   - noun: The singular word for an item in the message, such as "path".
  ///   - parts: The words for the parts of an item that are copied, such as "3 cells"; `nil` if it is copied whole.
  /// - Complexity: O(*k*), where *k* is the number of bytes copied.
  init(_ items: some Sequence<String>, count: Int, noun: String, of parts: String? = nil) {
    self.init(items.lazy.map { ($0, "\n") }, count: count, noun: noun, of: parts)
  }

  /// Copies items until a limit is reached. The second text of an item is the line end or separator after it.
  init(_ items: some Sequence<(String, String)>, count: Int, noun: String, of parts: String? = nil) {
    let copied: Int
    (text, copied) = Self.joined(items)
    let number = Formats.count(copied)
    let words = Words.count(noun, count) + (parts.map { " of \($0)" } ?? "")
    message =
      copied < count
      ? "Copied the first \(number) of \(Formats.count(count)) \(words)" : "Copied \(number) \(words)"
  }

  /// Copies a part of a line.
  init(of text: String) {
    self.text = text
    message = "Copied \(Formats.count(text.count)) \(Words.count("character", text.count))"
  }

  /// Copies a text that begins and ends inside lines, until a limit is reached.
  /// - Parameters:
  ///   - lines: The selected part of each line, with the line end. Only as many are read as are copied.
  ///   - count: The number of lines.
  init(lines: some Sequence<(text: String, end: String)>, count: Int) {
    let copied: Int
    (text, copied) = Self.joined(lines.lazy.map { ($0.text, $0.end) })
    let number = Formats.count(count)
    message =
      copied < count
      ? "Copied the first \(Formats.count(copied)) of \(number) lines"
      : "Copied text of \(number) \(Words.count("line", count))"
  }

  /// Joins items until a limit is reached, and returns the text and the number of items in it. The second text of an
  /// item is the line end or separator after it.
  private static func joined(_ items: some Sequence<(String, String)>) -> (text: String, count: Int) {
    var (text, copied, end) = ("", 0, "")
    for (item, nextEnd) in items {
      let limit = copied == 0 ? maximumItemSize : maximumByteCount
      guard copied < maximumItemCount, text.utf8.count + item.utf8.count <= limit else { break }
      text += end
      text += item
      (copied, end) = (copied + 1, nextEnd)
    }
    return (text, copied)
  }
}

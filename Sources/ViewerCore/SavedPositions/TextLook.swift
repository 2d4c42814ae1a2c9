/// The look of a text that is saved with its place: its bookmarks.
struct TextLook: Hashable, Sendable {
  var bookmarks = Bookmarks()

  var isDefault: Bool { self == TextLook() }

  init() {}
}

// A word with a value, as of a table.
extension TextLook {
  /// The look as text.
  var text: String { bookmarks.isEmpty ? "" : "bookmarks=" + bookmarks.text }

  /// Parses a text written by `text`.
  /// - Returns: `nil` if a word is invalid.
  init?(text: String) {
    self.init()
    for word in text.split(separator: " ") {
      guard let equals = word.firstIndex(of: "="), word[..<equals] == "bookmarks",
        let bookmarks = Bookmarks(text: word[word.index(after: equals)...])
      else { return nil }
      self.bookmarks = bookmarks
    }
  }
}

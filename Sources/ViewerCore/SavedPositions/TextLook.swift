/// The choices of the user for a text that are saved with the scroll position: its bookmarks and its encoding.
struct TextLook: Hashable, Sendable {
  var bookmarks = Bookmarks()
  var encoding: CharacterEncoding?

  var isDefault: Bool { self == TextLook() }

  init() {}
}

// Words with values, as of a table.
extension TextLook {
  /// The bookmarks and the chosen encoding in the form that `init(text:)` parses; empty without either.
  var text: String {
    var words = bookmarks.isEmpty ? [] : ["bookmarks=" + bookmarks.text]
    if let encoding { words.append("decoded=" + TableLook.escaped(encoding.name)) }
    return words.joined(separator: " ")
  }

  /// Parses a text written by `text`.
  /// - Returns: `nil` if a word is invalid.
  init?(text: String) {
    self.init()
    for word in text.split(separator: " ") {
      guard let equals = word.firstIndex(of: "=") else { return nil }
      let value = word[word.index(after: equals)...]
      switch word[..<equals] {
      case "bookmarks":
        guard let bookmarks = Bookmarks(text: value) else { return nil }
        self.bookmarks = bookmarks
      case "decoded":
        encoding = TableLook.unescaped(value).flatMap { CharacterEncoding(named: $0) }
        if encoding == nil { return nil }
      default: return nil
      }
    }
  }
}

/// A field to sort by, with its direction.
package struct SortKey: Hashable, Sendable, CustomStringConvertible {
  /// A field to sort by. `line` and `text` are for the lines of a text; the others are for the files of a folder.
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case name, size, date, kind
    /// The width or the height of a picture in pixels.
    case width, height
    /// The tag that the user gave a file.
    case tag
    /// The position of a line in its file.
    case line
    /// The text of a line.
    case text

    /// Whether the values come from the headers of pictures, not from the file system.
    var isOfPixels: Bool { self == .width || self == .height }
  }

  package var field: Field
  /// Whether larger values come first.
  package var isDescending: Bool

  package init(_ field: Field, descending: Bool = false) {
    self.field = field
    isDescending = descending
  }

  /// Parses keys such as `size:desc,name`.
  /// - Returns: At least one key.
  /// - Throws: `ExpressionError` for an unknown key or direction.
  package static func parse(_ text: String) throws(ExpressionError) -> [SortKey] {
    var keys: [SortKey] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ":", omittingEmptySubsequences: false).map { trimmed($0).lowercased() }
      guard let first = words.first, let field = Field(rawValue: first) else {
        let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw ExpressionError("Unknown sort key “\(trimmed(part))”; known are \(known)")
      }
      guard words.count == 1 || (words.count == 2 && ["asc", "desc"].contains(words[1])) else {
        throw ExpressionError("The direction in “\(trimmed(part))” must be asc or desc")
      }
      keys.append(SortKey(field, descending: words.last == "desc"))
    }
    return keys
  }

  /// The kind of rows that are sorted; each kind has its own fields.
  package enum Subject: Sendable {
    case files, lines

    fileprivate var fields: [Field] {
      switch self {
      case .files: [.name, .size, .date, .kind, .width, .height, .tag]
      case .lines: [.line, .text]
      }
    }
  }

  /// Checks that the fields of all keys are valid for the kind of rows.
  /// - Throws: `ExpressionError` that names the valid fields.
  package static func check(_ keys: [SortKey], for subject: Subject) throws(ExpressionError) {
    for key in keys where !subject.fields.contains(key.field) {
      let (things, known) = (subject == .files ? "Files" : "Lines", subject.fields.map(\.rawValue))
      throw ExpressionError(
        "\(things) cannot be sorted by \(key.field.rawValue); known are \(known.joined(separator: ", "))")
    }
  }

  /// The key as the user types it.
  package var description: String { field.rawValue + (isDescending ? ":desc" : "") }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// An invalid filter or sort key, with a message for the user.
package struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }

  static let tooLarge = ExpressionError("The expression is too large; use a shorter one")
}

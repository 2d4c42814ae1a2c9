/// What rows are sorted by.
package struct SortKey: Hashable, Sendable, CustomStringConvertible {
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case name, size, date, kind
    /// The order of a file's lines.
    case line
    /// Lines by what they say.
    case text
  }

  package var field: Field
  package var isDescending: Bool

  package init(_ field: Field, descending: Bool = false) {
    self.field = field
    isDescending = descending
  }

  /// Reads keys as a person writes them: `size:desc,name`.
  /// - Returns: At least one key.
  package static func parse(_ text: String) throws(ExpressionError) -> [SortKey] {
    var keys: [SortKey] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ":", omittingEmptySubsequences: false).map { trimmed($0).lowercased() }
      guard let first = words.first, let field = Field(rawValue: first) else {
        let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw ExpressionError("there is no sort key “\(trimmed(part))”; known are \(known)")
      }
      guard words.count == 1 || (words.count == 2 && ["asc", "desc"].contains(words[1])) else {
        throw ExpressionError("the direction in “\(trimmed(part))” is neither asc nor desc")
      }
      keys.append(SortKey(field, descending: words.last == "desc"))
    }
    return keys
  }

  /// What rows are: that decides what they can be sorted by.
  package enum Subject: Sendable {
    case files, lines

    fileprivate var fields: [Field] {
      switch self {
      case .files: [.name, .size, .date, .kind]
      case .lines: [.line, .text]
      }
    }
  }

  /// - Throws: If a key has no meaning for what is sorted, in words that name those that have.
  package static func check(_ keys: [SortKey], for subject: Subject) throws(ExpressionError) {
    for key in keys where !subject.fields.contains(key.field) {
      let (things, known) = (subject == .files ? "files" : "lines", subject.fields.map(\.rawValue))
      throw ExpressionError(
        "\(things) cannot be sorted by \(key.field.rawValue); they can by \(known.joined(separator: ", "))")
    }
  }

  package var description: String { field.rawValue + (isDescending ? ":desc" : "") }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// What is wrong with a filter or sort key that a person typed, in words.
package struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }

  static let tooLarge = ExpressionError("the expression is too large")
}

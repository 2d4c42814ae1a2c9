import ScrollworkPlatform

/// The form of a CSV file: its delimiter, quotes, header and encoding.
package struct CSVDialect: Hashable, Sendable {
  /// The byte between two fields.
  package var delimiter: UInt8
  /// The byte around quoted fields; `nil` if no field is quoted.
  package var quote: UInt8?
  /// Whether the first row has the names of the columns.
  package var hasHeader: Bool
  package var encoding: CharacterEncoding
  /// The form of the rows. Rows of JSON have neither delimiter nor quote nor header.
  package var form = RowForm.fields
  /// The length in bytes of a first line such as `sep=;` with its line end; 0 without one. It names the delimiter.
  package var separatorLine = 0
  /// The line end of the first row. Only for display: a row may end with any of them, as in Python's `csv` module.
  package var lineEnd: LineEnd

  /// The ends of rows.
  package enum LineEnd: String, Hashable, Sendable {
    case lineFeed = "LF"
    case both = "CRLF"
    case carriageReturn = "CR"
  }

  package init(
    delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8? = UInt8(ascii: "\""), hasHeader: Bool = true,
    encoding: CharacterEncoding = .utf8, lineEnd: LineEnd = .lineFeed
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.hasHeader = hasHeader
    self.encoding = encoding
    self.lineEnd = lineEnd
  }

  /// The parts of a dialect that the user has chosen; `nil` for those that are detected.
  package struct Choice: Hashable, Sendable {
    package var delimiter: UInt8?
    /// The quote; the inner `nil` means that no field is quoted.
    package var quote: UInt8??
    package var hasHeader: Bool?
    package var encoding: CharacterEncoding?
    /// The format of the rows, which is not saved with the scroll position.
    package var form: RowForm?

    package init(
      delimiter: UInt8? = nil, quote: UInt8?? = nil, hasHeader: Bool? = nil, encoding: CharacterEncoding? = nil,
      form: RowForm? = nil
    ) {
      self.form = form
      self.delimiter = delimiter
      self.quote = quote
      self.hasHeader = hasHeader
      self.encoding = encoding
    }
  }

  /// The byte between the values of a JSON row when it is shown as text.
  static let cellSeparator: UInt8 = 0x09

  /// Whether a file with this name is read as a table.
  package static func isTable(named name: String) -> Bool {
    ["csv", "tsv", "tab", "psv"].contains(EntryKind.fileExtension(of: FilePath.lastComponent(of: name)))
  }

  /// Whether a text that contains `byte` may occur in a field but not in the bytes of its row.
  func alters(_ byte: UInt8) -> Bool {
    form == .fields ? byte == quote : [0x22, 0x2C, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D].contains(byte)
  }

  /// Whether a text that contains `byte` may occur in a row as shown but not in its bytes, as at the end of a quoted
  /// field.
  func altersRow(_ byte: UInt8) -> Bool {
    form == .fields ? byte == quote || quote != nil && byte == delimiter : alters(byte) || byte == Self.cellSeparator
  }

  /// The number of bytes before the first row: the byte order mark and the `sep=` line.
  var start: Int { encoding.mark.count + separatorLine }

  var bytes: CSVBytes { CSVBytes(delimiter: delimiter, quote: quote, form: form, encoding) }

  /// The delimiters that are detected, with their names.
  package static let delimiters: [(byte: UInt8, name: String)] = [
    (UInt8(ascii: ","), "Comma"), (0x09, "Tab"), (UInt8(ascii: ";"), "Semicolon"), (UInt8(ascii: "|"), "Pipe"),
  ]

  /// The delimiters that the user can choose, with their names.
  static let offeredDelimiters =
    delimiters + [(UInt8(ascii: ":"), "Colon"), (UInt8(ascii: " "), "Space"), (0x1F, "Unit separator")]

  /// The name of the delimiter.
  package var delimiterWords: String {
    Self.offeredDelimiters.first { $0.byte == delimiter }?.name ?? "“\(Character(Unicode.Scalar(delimiter)))”"
  }

  /// The words about the header for the status line.
  package var headerWords: String { hasHeader ? "Header found" : "No header" }

  /// The words about the quote for the status line; empty for the usual quote.
  var quoteWords: [String] {
    switch quote {
    case UInt8(ascii: "\""): []
    case UInt8(ascii: "'"): ["Single quotes"]
    default: ["No quotes"]
    }
  }

  /// The words for the status line, such as "Comma", "UTF-8" and "Header found".
  package var words: [String] {
    form == .fields ? [delimiterWords, encoding.name, headerWords] + quoteWords : [encoding.name]
  }
}

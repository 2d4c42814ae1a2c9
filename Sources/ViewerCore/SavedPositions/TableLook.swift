import Scrollwork

/// The choices of the user for a table that are saved with the scroll position: columns, order, row height and dialect.
struct TableLook: Hashable, Sendable {
  /// The columns in their order; empty if all are as declared.
  var columns: [TableColumnLook] = []
  /// The columns by which a table file is sorted, the most important one first.
  var sort: [TableSortKey] = []
  /// The index of the row height among the possible ones; `nil` for the default.
  var height: Int?
  var dialect = CSVDialect.Choice()

  /// The largest number of columns that are saved.
  private static let maximumColumns = 500

  var isDefault: Bool { self == TableLook() }

  /// The value without its columns if there are too many to save.
  var limited: TableLook {
    var look = self
    if columns.count > Self.maximumColumns { look.columns = [] }
    return look
  }
}

// Words with values, such as `height=2 sort=name:desc columns=name:120,note:hidden`. Characters that stand for something
// are written as in addresses.
extension TableLook {
  /// The text form of the choices, as `init(text:)` parses it.
  var text: String {
    var words: [(String, String)] = []
    if let height { words.append(("height", String(height))) }
    if !sort.isEmpty {
      words.append(
        ("sort", sort.map { Self.escaped($0.column) + ($0.isDescending ? ":desc" : "") }.joined(separator: ",")))
    }
    if !columns.isEmpty {
      let columns = columns.map { column in
        ([Self.escaped(column.column)] + (column.isHidden ? ["hidden"] : [])
          + (column.width.map { [String($0)] } ?? [])).joined(separator: ":")
      }
      words.append(("columns", columns.joined(separator: ",")))
    }
    if let delimiter = dialect.delimiter { words.append(("delimiter", String(delimiter))) }
    if let quote = dialect.quote { words.append(("quote", quote.map { String($0) } ?? "none")) }
    if let hasHeader = dialect.hasHeader { words.append(("header", hasHeader ? "yes" : "no")) }
    if let encoding = dialect.encoding { words.append(("encoding", Self.escaped(encoding.name))) }
    return words.map { $0.0 + "=" + $0.1 }.joined(separator: " ")
  }

  /// Parses a text written by `text`.
  /// - Returns: `nil` if a word is invalid.
  init?(text: String) {
    self.init()
    for word in text.split(separator: " ") {
      guard let equals = word.firstIndex(of: "=") else { return nil }
      let value = word[word.index(after: equals)...]
      guard set(String(word[..<equals]), to: value) else { return nil }
    }
  }

  /// Sets the value of one word. Returns whether the word and the value are valid.
  private mutating func set(_ word: String, to value: Substring) -> Bool {
    switch word {
    case "height":
      height = Int(value).flatMap { TablePictures.heights.indices.contains($0) ? $0 : nil }
      return height != nil
    case "sort":
      for part in value.split(separator: ",") {
        let fields = part.split(separator: ":")
        guard let name = fields.first.flatMap(Self.unescaped), fields.count == 1 || fields.dropFirst() == ["desc"]
        else { return false }
        sort.append(TableSortKey(name, isDescending: fields.count > 1))
      }
      return true
    case "columns":
      for part in value.split(separator: ",") {
        guard let column = Self.column(part) else { return false }
        columns.append(column)
      }
      return true
    default: return setDialect(word, to: value)
    }
  }

  private static func column(_ text: Substring) -> TableColumnLook? {
    var fields = text.split(separator: ":")[...]
    guard let name = fields.popFirst().flatMap(unescaped) else { return nil }
    let isHidden = fields.first == "hidden"
    if isHidden { fields.removeFirst() }
    guard let width = fields.popFirst() else { return TableColumnLook(column: name, width: nil, isHidden: isHidden) }
    guard fields.isEmpty, let number = Double(width), number.isFinite else { return nil }
    return TableColumnLook(column: name, width: number, isHidden: isHidden)
  }

  private mutating func setDialect(_ word: String, to value: Substring) -> Bool {
    switch word {
    case "delimiter":
      dialect.delimiter = UInt8(value)
      return dialect.delimiter != nil
    case "quote":
      guard value == "none" || UInt8(value) != nil else { return false }
      dialect.quote = .some(UInt8(value))
      return true
    case "header":
      dialect.hasHeader = value == "yes"
      return value == "yes" || value == "no"
    case "encoding":
      dialect.encoding = Self.unescaped(value).flatMap { CharacterEncoding(named: $0) }
      return dialect.encoding != nil
    default: return false
    }
  }

  /// Returns a name as letters, digits and a few punctuation marks; all other characters are escaped.
  static func escaped(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80,
        scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
      {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    // An empty name would be no part of a list.
    return text.isEmpty ? "%" : text
  }

  /// Returns the name that `escaped` wrote; `nil` for another text.
  static func unescaped(_ text: Substring) -> String? {
    if text == "%" { return "" }
    var (bytes, rest) = ([UInt8](), text.utf8)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

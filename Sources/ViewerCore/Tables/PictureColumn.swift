import ScrollworkPlatform

/// The reference to a picture in a table cell.
package enum TablePicture: Hashable, Sendable {
  /// An `http` or `https` address.
  case address(String)
  /// A picture in a `data:` address.
  case data(String)
  /// A path as it stands in the cell, absolute or relative to the folder of the table.
  case path(String)

  /// The number of rows that are examined to find the picture column; `sampleColumns` is the number of columns.
  private static let sampleRows = 200
  private static let sampleColumns = 1_000
  /// The number of files whose existence is checked for a column.
  private static let checkedFiles = 8

  /// Parses a value that looks like a picture: an address, a path that ends in the extension of a picture, or data.
  /// Returns `nil` for other values.
  package init?(_ value: String) {
    let start = value.prefix(11).lowercased()
    if start.hasPrefix("data:image/") {
      self = .data(value)
    } else if start.hasPrefix("http://") || start.hasPrefix("https://") {
      guard !value.contains(where: \.isWhitespace) else { return nil }
      self = .address(value)
    } else {
      guard !value.isEmpty, Self.endsInFormat(value[...]) else { return nil }
      self = .path(value)
    }
  }

  /// Whether the reference itself shows that it is a picture. Addresses often do not.
  private var namesFormat: Bool {
    switch self {
    case .data, .path: true
    case .address(let address): Self.endsInFormat(address.prefix { $0 != "?" && $0 != "#" })
    }
  }

  private static func endsInFormat(_ name: Substring) -> Bool {
    let last = name.lastIndex { $0 == "/" || $0 == "\\" }.map { name[name.index(after: $0)...] } ?? name
    return EntryKind(name: String(last), kind: .regular) == .picture
  }

  /// Returns the column whose values refer to pictures; `nil` if there is none.
  ///
  /// Most values of the column must refer to a picture, and at least one of the first paths must exist.
  /// - Parameters:
  ///   - table: The table, of which the first rows are examined.
  ///   - exists: Returns whether a path, as written in the cell, is that of a file that may be shown. It should accept
  ///     only regular files, because the table may name devices and pipes.
  package static func pictureColumn(in table: some TableSnapshot, exists: (String) -> Bool) -> Int? {
    let columns = 0..<min(table.columns.count, sampleColumns)
    var values = [[String]](repeating: [], count: columns.count)
    for row in 0..<min(table.rowCount, sampleRows) {
      for (column, field) in table.fields(of: row, columns: columns).enumerated() {
        if let text = field?.text, !text.isEmpty { values[column].append(text) }
      }
    }
    let scores = values.map { values in
      let pictures = values.compactMap { TablePicture($0) }.filter(\.namesFormat)
      guard !pictures.isEmpty, pictures.count * 2 > values.count else { return 0 }
      let paths = pictures.compactMap { if case .path(let path) = $0 { path } else { nil } }.prefix(checkedFiles)
      let found = paths.count(where: exists)
      return paths.isEmpty ? values.count : found > 0 ? values.count + found : 0
    }
    guard let best = scores.max(), best > 0 else { return nil }
    return scores.firstIndex(of: best)
  }
}

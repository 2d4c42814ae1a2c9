package import ScrollworkPlatform

/// Saves rows of a table to a file: byte for byte if the file name has the extension of the table, else in the format
/// of the extension.
package struct RowSaver: Sendable {
  let snapshot: CSVSnapshot
  /// The numbers of the rows to save, in their order; `nil` for all rows.
  let rows: [Int32]?
  /// The tags that become a last column; `nil` for none.
  let tags: RowTags?

  package init(_ snapshot: CSVSnapshot, rows: [Int32]?, tags: RowTags? = nil) {
    (self.snapshot, self.rows, self.tags) = (snapshot, rows, tags)
  }

  /// The extensions of formats that files cannot be saved in, although names with them would promise it.
  private static let otherFormats: Set<String> = [
    "json", "xml", "html", "yaml", "yml", "xlsx", "xls", "ods", "parquet", "sqlite", "db",
  ]

  /// Returns the format in which rows are saved to a file.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - source: The name of the table, which may be compressed.
  ///   - hasTags: Whether the rows get a column of tags, so that they cannot be copied.
  /// - Throws: If the extension is that of a format in which rows cannot be saved.
  package static func format(
    of path: String, source: String, hasTags: Bool = false
  ) throws(FileError) -> PrintFormat {
    let source = Compression.plainName(of: source)
    let ending = EntryKind.fileExtension(of: path)
    guard ending != EntryKind.fileExtension(of: source) else { return hasTags ? tagged(ending) : .text }
    guard !otherFormats.contains(ending) else {
      throw FileError(path: path, reason: .content("rows are saved as csv, tsv or ndjson"), action: .write)
    }
    switch ending {
    case "csv": return .csv
    case "tsv", "tab": return .tsv
    case "ndjson", "jsonl": return .ndjson
    default: return hasTags ? .csv : .text
    }
  }

  /// Returns the format of rows with tags, for a file with the extension of the table.
  private static func tagged(_ ending: String) -> PrintFormat {
    switch ending {
    case "tsv", "tab": .tsv
    case "json", "ndjson", "jsonl": .ndjson
    default: .csv
    }
  }

  /// Saves the rows.
  /// - Throws: If the file cannot be written, or exists and `replaces` is `false`. An existing file is then unchanged.
  package func save(as format: PrintFormat, to path: String, replacing replaces: Bool) throws(FileError) {
    try OutputFile.save(to: path, replacing: replaces) { output throws(FileError) in
      try write(as: format, to: &output)
    }
  }

  /// Writes the rows.
  /// - Parameter hasHeader: Whether the names of the columns are written first.
  package func write(
    as format: PrintFormat, header hasHeader: Bool = true, to output: inout OutputWriter
  ) throws(FileError) {
    var printer = CSVPrinter(format: format, snapshot: snapshot)
    // The user saves the rows that are shown, also those before damage.
    (printer.rows, printer.hasHeader, printer.needsAllRows) = (rows, hasHeader, false)
    (printer.includesTags, printer.tags) = (tags != nil, tags ?? RowTags())
    do {
      _ = try printer.print(to: &output)
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(path: "", reason: .content("\(error)"), action: .write)
    }
  }
}

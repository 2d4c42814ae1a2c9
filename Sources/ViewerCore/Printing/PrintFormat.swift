/// The format of rows on standard output.
package enum PrintFormat: String, Hashable, Sendable, CaseIterable {
  case text, csv, tsv, ndjson
}

/// The result of printing.
package enum PrintOutcome: Hashable, Sendable {
  /// All rows were printed.
  case printed(rows: Int)
  /// No row matched the filter.
  case noMatch
  /// The reader closed the pipe, as `head` does.
  case readerLeft

  /// The exit code of the program.
  package var exitCode: Int32 {
    switch self {
    case .printed, .readerLeft: 0
    case .noMatch: 1
    }
  }
}

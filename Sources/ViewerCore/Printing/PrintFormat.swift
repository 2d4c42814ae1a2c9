/// The form in which rows are written to standard output.
package enum PrintFormat: String, Hashable, Sendable, CaseIterable {
  case text, csv, tsv, ndjson
}

/// What came of printing.
package enum PrintOutcome: Hashable, Sendable {
  case printed(rows: Int)
  /// A filter was given and no row passed it.
  case noMatch
  /// Whoever read the output went away, having seen enough.
  case readerLeft

  /// How the program ends.
  package var exitCode: Int32 {
    switch self {
    case .printed, .readerLeft: 0
    case .noMatch: 1
    }
  }
}

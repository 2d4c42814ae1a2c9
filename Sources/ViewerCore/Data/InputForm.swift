/// The form in which an input is read, if the user does not leave that to its name and its content: option `--as`.
package enum InputForm: String, Hashable, Sendable, CaseIterable {
  case text, csv, tsv, jsonl

  /// The parts of a table's dialect that the form decides; `nil` for lines of text.
  var dialect: CSVDialect.Choice? {
    switch self {
    case .text: nil
    case .csv: CSVDialect.Choice(form: .fields)
    case .tsv: CSVDialect.Choice(delimiter: 0x09, form: .fields)
    case .jsonl: CSVDialect.Choice(form: .jsonLines)
    }
  }
}

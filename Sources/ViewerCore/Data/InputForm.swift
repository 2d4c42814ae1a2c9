/// The format in which the user wants an input to be read: option `--as`. Without it, name and content decide.
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

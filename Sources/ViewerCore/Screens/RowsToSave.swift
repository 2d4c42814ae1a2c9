import Scrollwork
import ScrollworkPlatform

/// A screen whose rows can be saved to a file.
@MainActor
protocol SavingScreen: ViewerScreen {
  /// The rows that would be saved now; `nil` before they are known.
  var rowsToSave: RowsToSave? { get }
}

/// Rows that the user may save to a file.
struct RowsToSave {
  /// The singular word for a row.
  var noun: String
  var count: Int
  /// Whether the rows are only the selected ones.
  var isSelection: Bool
  /// The proposed file name.
  var name: String
  /// The folder that names are relative to.
  var folder: String
  /// The file that contains the rows, which must not be replaced; `nil` for none.
  var source: String?
  /// The reason why the rows cannot be saved yet; `nil` if they can.
  var objection: String?
  /// Saves the rows to a path, in the format that its extension names.
  var save: @Sendable (_ path: String, _ replaces: Bool) throws(FileError) -> Void

  /// Returns a name with the given base and extension that no file in a folder has.
  static func freeName(_ base: String, _ ending: String, in folder: String) -> String {
    let names = [base + ending] + (2...99).map { "\(base)-\($0)\(ending)" }
    return names.first { !OutputFile.exists(folder + "/" + $0) } ?? names[0]
  }
}

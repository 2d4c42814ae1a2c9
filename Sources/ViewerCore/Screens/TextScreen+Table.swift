import Scrollwork
import ScrollworkPlatform

/// A stream whose lines turn out to be the rows of a table.
extension TextScreen {
  /// The number of lines after which the lines are known to be no table.
  private static let decidingLines = 50

  /// Reports a table as soon as the first lines show that they are one. A user who reads already keeps the lines.
  func lookForTable(_ snapshot: LineIndexSnapshot) {
    guard let report = onTableFound, case .spool(let spool) = source else { return }
    let isUsed =
      sortKey != nil || list.selectedCount > 0 || lines.selector.selection != nil
      || !(list.isAtStart || list.isAtEnd)
    guard !isUsed, let start = try? spool.file.bytes(at: 0, count: RowForm.sampleSize) else {
      onTableFound = nil
      return
    }
    let isWhole = snapshot.isEnded && snapshot.isCaughtUp
    let form = TableContent.form(of: start, isWhole: isWhole && start.count < RowForm.sampleSize)
    if form != nil || isWhole || start.count == RowForm.sampleSize || snapshot.count >= Self.decidingLines {
      onTableFound = nil
    }
    if let form { return report(form) }
    guard onTableFound == nil, let order = tableOrder else { return }
    holder.showBar(
      Notice(
        symbol: .warning, title: "The lines are not sorted", detail: "They are no table with a column “\(order)”.",
        isFailure: true))
  }
}

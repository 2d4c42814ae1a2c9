import Scrollwork
import ScrollworkPlatform

/// Detection of a table in a stream.
extension TextScreen {
  /// The number of lines after which a stream is not checked for a table any more.
  private static let decidingLines = 50

  /// Reports a table once the first lines are recognized as one. Keeps the lines if the user has already scrolled,
  /// selected or sorted them.
  func lookForTable(_ snapshot: LineIndexSnapshot) {
    guard let report = onTableFound else { return }
    let isUsed =
      sortKey != nil || list.selectedCount > 0 || lines.selector.selection != nil
      || !(list.isAtStart || list.isAtEnd)
    guard !isUsed, let start = try? snapshot.files.newest.bytes(at: 0, count: RowForm.sampleSize) else {
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

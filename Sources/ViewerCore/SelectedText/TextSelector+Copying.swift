/// Reading and copying the selected text.
extension TextSelector {
  /// The rows that contain the selection, in the current order of lines.
  private var rows: Range<Int> {
    guard let selection, let shown = screen?.shown else { return 0..<0 }
    let (start, end) = (selection.start, selection.end)
    switch shown {
    case .all(let count): return start.line..<max(start.line, min(count, end.line + 1))
    case .matches(let lines): return lines.position(of: start.line)..<lines.position(of: end.line + 1)
    case .backwards(let count, let lines):
      let lower = lines?.position(of: end.line) ?? min(count, end.line)
      let upper = lines?.position(of: start.line + 1) ?? min(count, start.line + 1)
      return shown.count - upper..<shown.count - lower
    case .sorted(let lines): return start.rank..<max(start.rank, min(lines.count, end.rank + 1))
    }
  }

  /// The selected text if it is in one line; `nil` for several lines.
  var textInOneLine: String? {
    guard let selection, selection.isInOneLine, let snapshot = screen?.snapshot,
      selection.anchor.line < snapshot.count
    else { return nil }
    let text = snapshot.string(at: selection.anchor.line)
    let bytes = selection.start.bytes.lowerBound..<selection.end.bytes.lowerBound
    return String(LogLine.text(bytes.clamped(to: 0..<text.utf8.count), of: text))
  }

  /// The size of the selection for the status line, with the noun of the unit; `nil` without a selection.
  var size: (count: Int, noun: String)? {
    guard selection != nil else { return nil }
    if let text = textInOneLine { return (text.count, "character") }
    return (lineCount, "line")
  }

  /// The number of rows that contain the selection. Lines between two files do not count.
  private var lineCount: Int {
    guard let snapshot = screen?.snapshot, let shown = screen?.shown else { return 0 }
    return snapshot.fileRowCount(of: [rows], in: shown)
  }

  /// The selected characters with the ends of lines that the file has, up to the limits of `CopiedText`; `nil` without a
  /// selection.
  var copied: CopiedText? {
    guard let selection, let snapshot = screen?.snapshot, let shown = screen?.shown else { return nil }
    if let text = textInOneLine { return CopiedText(of: text) }
    let rows = rows
    let lines = rows.lazy.compactMap { row -> (text: String, end: String)? in
      guard let line = shown.line(at: row), line < snapshot.count, !snapshot.isBreak(line) else { return nil }
      let text = snapshot.string(at: line)
      let rank = self.rank(of: line, row: row) ?? line
      let bytes = selection.bytes(ofLine: line, rank: rank, count: text.utf8.count) ?? 0..<0
      let end = snapshot.lineEnd(of: line)
      // Only the next part of the same line follows without a line end.
      return (String(LogLine.text(bytes, of: text)), end.isEmpty && shown.line(at: row + 1) != line + 1 ? "\n" : end)
    }
    return CopiedText(lines: lines, count: lineCount)
  }
}

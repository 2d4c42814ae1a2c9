/// The appearance of all rows, and the column of line numbers.
extension TextScreen {
  /// The properties that determine the appearance of all rows.
  struct RowStyle: Equatable {
    var gutter = 0.0
    var height = Density.comfortable.line
    var kind = TextKind.text
    var columns = LogColumns()
    var wraps = false
    var language: Int?
  }

  /// Returns the width of the number column for a number of lines, in logical pixels.
  func gutter(for count: Int) -> Double {
    // In a narrow window the time of a log is worth more than the numbers of its lines.
    let edge = WindowWidth.margin(isNarrow: holder.isNarrow)
    guard showsNumbers, !(holder.isNarrow && kind == .log) else { return edge }
    let glyphs = Double(Formats.count(max(1, count)).count)
    return (edge + glyphs * TextLineView.advance + 16).rounded(.up)
  }
}

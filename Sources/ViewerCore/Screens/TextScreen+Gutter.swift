/// The column with the numbers of lines.
extension TextScreen {
  /// Returns the width of the number column, in logical pixels.
  func gutter(for count: Int) -> Double {
    // In a narrow window the time of a log is worth more than the numbers of its lines.
    guard showsNumbers, !(holder.isNarrow && kind == .log) else { return TextLineView.edge }
    let glyphs = Double(Formats.count(max(1, count)).count)
    return (TextLineView.edge + glyphs * TextLineView.advance + 16).rounded(.up)
  }
}

/// A measured character of a text that is broken into lines.
struct WrapCell {
  /// Where it ends, in bytes from the start of the line.
  var end: Int
  /// Width in device pixels.
  var advance: Double
  var first: UInt32
  var last: UInt32
}

/// Where a text is broken to fit into a width.
struct Wrap {
  /// Number of characters up to the break, with the spaces before it.
  private(set) var count: Int
  /// Bytes up to the break, without the spaces before it.
  private(set) var shown: Int
  /// Bytes up to the break, with them.
  private(set) var used: Int

  /// Finds the last place that fits; a word longer than a line is broken anywhere. One character is always taken.
  /// - Parameter most: The most characters to take.
  init(_ cells: [WrapCell], in limit: LineLimit, most: Int) {
    var x = 0.0
    var fitting = 0
    var best = 0
    var index = 0
    while index < cells.count {
      let isSpace = LineBreaks.isSpace(cells[index].first)
      x += cells[index].advance
      // Spaces hang over the edge.
      if !isSpace {
        guard limit.holds(x), index < most else { break }
        fitting = index + 1
      }
      index += 1
      guard index < cells.count else { break }
      let previous = index > 1 ? cells[index - 2].last : 0x20
      if LineBreaks.canBreak(after: cells[index - 1].last, before: cells[index].first, previous: previous) {
        best = index
      }
    }
    let isAll = index == cells.count
    count = isAll ? index : best > 0 ? best : max(1, fitting)
    count = min(count, cells.count)
    used = count > 0 ? cells[count - 1].end : 0
    var last = count
    while last > 0, LineBreaks.isSpace(cells[last - 1].first) { last -= 1 }
    shown = last > 0 ? cells[last - 1].end : 0
  }
}

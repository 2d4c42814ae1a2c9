/// A measured character of a text that is to be broken into lines.
struct WrapCell {
  /// The end of the character, in bytes from the start of the line.
  var end: Int
  /// The width in device pixels.
  var advance: Double
  // The first and last scalar.
  var first: UInt32
  var last: UInt32
}

/// The first line break of a text for a width.
struct Wrap {
  /// The number of characters in the line, including trailing spaces.
  private(set) var count: Int
  /// The number of bytes in the line, without trailing spaces.
  private(set) var shown: Int
  /// The number of bytes in the line, including trailing spaces.
  private(set) var used: Int

  /// Finds the last possible break in the limit. A word longer than the line is broken anywhere. The line has at least
  /// one character.
  /// - Parameter most: The largest number of characters in the line.
  /// - Complexity: O(*n*) in the characters that fit.
  init(_ cells: [WrapCell], in limit: LineLimit, most: Int) {
    var x = 0.0
    var fitting = 0
    var best = 0
    var index = 0
    while index < cells.count {
      let isSpace = LineBreaks.isSpace(cells[index].first)
      x += cells[index].advance
      // Trailing spaces may extend beyond the limit.
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

/// The line that starts with one cell.
struct Line: Sendable, Equatable {
  /// At least one; zero stands for more than a ``LineTree`` stores.
  var cells: Int32
  /// In subpixels; -1 where nothing in it is measured.
  var height: Int32

  init(cells: Int, height: Int64?) {
    self.cells = Int32(clamping: cells)
    self.height = height.map { Int32(clamping: $0) } ?? -1
  }
}

/// Decides which cells stand in a line: one after the other as long as the next one fits.
///
/// A line may depend on its own cells, on the cell behind it and on the end of the section, and on nothing else.
protocol LineBreaker {
  /// The number of cells.
  var count: Int { get }

  /// The line that would start with a cell; nil if it has more cells than `most`.
  mutating func line(from start: Int, atMost most: Int) -> Line?

  /// The end of the unmeasured cells that begin with `start`, which is `start` where that one is measured.
  func endOfUnmeasured(from start: Int) -> Int
}

/// Sums over the lines that start in a stretch of cells.
struct LineSums: Sendable, Equatable {
  var lines = 0
  var unmeasured = 0
  /// Of the measured lines, in subpixels.
  var height: Int64 = 0
  /// The largest height of a measured line; -1 if there is none.
  var tallest: Int32 = -1
  /// The number of cells between the end of the stretch and the start of the first line behind it.
  var exit: Int32 = 0

  /// Stands for sums that no table holds, because a line is longer than tables are wide.
  static let unknown = LineSums(lines: -1)

  @inline(__always)
  var isKnown: Bool { lines >= 0 }

  /// The sums of a stretch in which no line starts.
  @inline(__always)
  static func passing(_ exit: Int) -> LineSums { LineSums(exit: Int32(clamping: exit)) }

  @inline(__always)
  mutating func add(_ line: Line, number: Int = 1) {
    lines += number
    if line.height < 0 { unmeasured += number } else { height += Int64(number) * Int64(line.height) }
    tallest = max(tallest, line.height)
  }

  /// Adds the sums of the stretch that follows.
  @inline(__always)
  mutating func add(_ next: LineSums) {
    lines += next.lines
    unmeasured += next.unmeasured
    height += next.height
    tallest = max(tallest, next.tallest)
    exit = next.exit
  }

  /// The same, where either may be unknown.
  @inline(__always)
  mutating func follow(_ next: LineSums) {
    if lines | next.lines < 0 { self = .unknown } else { add(next) }
  }

  /// The height of the lines with the spacing after each.
  /// - Parameter guess: The height of an unmeasured line.
  func length(guess: Int64, gap: Int64) -> Int64 { height + Int64(unmeasured) * guess + Int64(lines) * gap }
}

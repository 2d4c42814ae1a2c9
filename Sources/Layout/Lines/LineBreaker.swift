/// The line that starts with a given item.
struct Line: Sendable, Equatable {
  /// The number of items, at least one; zero stands for more than a ``LineTree`` stores.
  var cells: Int32
  /// The height in subpixels; -1 if no item in the line is measured.
  var height: Int32

  init(cells: Int, height: Int64?) {
    self.cells = Int32(clamping: cells)
    self.height = height.map { Int32(clamping: $0) } ?? -1
  }
}

/// Decides which items are in a line: one after the other as long as the next one fits.
///
/// A line may depend on its own items, on the item after it and on the end of the section, and on nothing else.
protocol LineBreaker {
  /// The number of items.
  var count: Int { get }

  /// Returns the line that would start with an item; nil if it has more than `most` items.
  mutating func line(from start: Int, atMost most: Int) -> Line?

  /// Returns the end of the unmeasured items that begin with `start`; `start` itself if that one is measured.
  func endOfUnmeasured(from start: Int) -> Int
}

/// The sums over the lines that start in a stretch of items.
struct LineSums: Sendable, Equatable {
  var lines = 0
  var unmeasured = 0
  /// The sum of the heights of measured lines, in subpixels.
  var height: Int64 = 0
  /// The largest height of a measured line, in subpixels; -1 if there is none.
  var tallest: Int32 = -1
  /// The number of items between the end of the stretch and the start of the first line after it.
  var exit: Int32 = 0

  /// The value for sums that no table holds, because a line is longer than the tables are wide.
  static let unknown = LineSums(lines: -1)

  @inline(__always)
  var isKnown: Bool { lines >= 0 }

  /// Returns the sums over a stretch in which no line starts.
  @inline(__always)
  static func passing(_ exit: Int) -> LineSums { LineSums(exit: Int32(clamping: exit)) }

  @inline(__always)
  mutating func add(_ line: Line, number: Int = 1) {
    lines += number
    if line.height < 0 { unmeasured += number } else { height += Int64(number) * Int64(line.height) }
    tallest = max(tallest, line.height)
  }

  /// Adds the sums over the stretch that follows.
  @inline(__always)
  mutating func add(_ next: LineSums) {
    lines += next.lines
    unmeasured += next.unmeasured
    height += next.height
    tallest = max(tallest, next.tallest)
    exit = next.exit
  }

  /// Adds the sums over the stretch that follows; the result is unknown if either is.
  @inline(__always)
  mutating func follow(_ next: LineSums) {
    if lines | next.lines < 0 { self = .unknown } else { add(next) }
  }

  /// Returns the height of the lines including the spacing after each.
  /// - Parameter guess: The height of an unmeasured line.
  func length(guess: Int64, gap: Int64) -> Int64 { height + Int64(unmeasured) * guess + Int64(lines) * gap }
}

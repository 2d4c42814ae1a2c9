/// A line, described by its number of items and its height.
struct Line: Sendable, Equatable {
  /// The number of items, at least one. Zero stands for a line that is longer than a ``LineTree`` stores.
  var cells: Int32
  /// The height in subpixels; -1 if the line is left out of the sums of heights.
  var height: Int32

  init(cells: Int, height: Int64?) {
    self.cells = Int32(clamping: cells)
    self.height = height.map { Int32(clamping: max(0, $0)) } ?? -1
  }

  /// Decodes a line that `word` encoded.
  @inline(__always)
  init(word: Int64) {
    (cells, height) = (Int32(truncatingIfNeeded: word >> 32), Int32(truncatingIfNeeded: word))
  }

  /// The line encoded in one word, never negative: the number of items in the upper half, the height in the lower.
  @inline(__always)
  var word: Int64 { Int64(cells) << 32 | Int64(UInt32(bitPattern: height)) }
}

/// The rule that divides items into lines: a line takes items in order until the next one does not fit.
///
/// A line may depend only on its own items, on the item after it, and on the end of the section.
protocol LineBreaker {
  /// The number of items.
  var count: Int { get }

  /// A buffer for the sizes of the items that were read last.
  var window: CellWindow { get set }

  /// Returns the line whose first item is `start`; nil if the line has more than `limit` items.
  mutating func line(from start: Int, atMost limit: Int) -> Line?

  /// Returns the end of the run of unmeasured items that starts with `start`; `start` itself if that item is measured.
  func endOfUnmeasured(from start: Int) -> Int
}

/// The number of lines that start in a range of items, and the sums over them.
struct LineSums: Sendable, Equatable {
  var lines = 0
  /// The sum of the heights of the lines, except those that are left out, in subpixels.
  var height: Int64 = 0
  /// The largest height of any line, in subpixels; -1 if no line counts in the sums.
  var tallest: Int32 = -1
  /// The number of items from the end of the range to the start of the first line after it.
  var exit: Int32 = 0

  /// A mark for missing sums: the range has a line that is longer than a ``LineTree`` stores, or the tree has not
  /// computed them yet.
  static let unknown = LineSums(lines: -1)

  @inline(__always)
  var isKnown: Bool { lines >= 0 }

  /// Returns the sums over a range in which no line starts. The next line starts `exit` items after the range.
  @inline(__always)
  static func passing(_ exit: Int) -> LineSums { LineSums(exit: Int32(clamping: exit)) }

  @inline(__always)
  mutating func add(_ line: Line, number: Int = 1) {
    lines += number
    height += Int64(number) * Int64(max(0, line.height))
    tallest = max(tallest, line.height)
  }

  /// Adds the sums over the range that directly follows this one.
  @inline(__always)
  mutating func add(_ next: LineSums) {
    lines += next.lines
    height += next.height
    tallest = max(tallest, next.tallest)
    exit = next.exit
  }

  /// Adds the sums over the range that directly follows this one; the result is unknown if either is unknown.
  @inline(__always)
  mutating func follow(_ next: LineSums) {
    if lines | next.lines < 0 { self = .unknown } else { add(next) }
  }

  /// Returns the total height of the lines, including the spacing after each.
  func length(gap: Int64) -> Int64 { height + Int64(lines) * gap }
}

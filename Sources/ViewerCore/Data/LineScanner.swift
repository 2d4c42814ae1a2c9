import Glibc

/// A place in a file where a line begins.
struct LinePoint: Hashable, Sendable {
  /// The number of the line, from 0.
  var line: Int
  /// Its first byte.
  var offset: Int
}

/// Finds where lines begin in bytes that come piece by piece.
///
/// Not every start is kept: a point is set every `linesPerPoint` lines or `bytesPerPoint` bytes, whichever comes first. So each
/// line begins less than `bytesPerPoint` after the point before it, however long lines are, and any line is found by
/// reading that much.
struct LineScanner: Sendable {
  static let linesPerPoint = 256
  static let bytesPerPoint = 65_536

  private(set) var points: ChunkedList<LinePoint>
  /// Newlines seen.
  private(set) var newlines = 0
  /// Bytes seen.
  private(set) var scanned = 0
  /// Where the line begins that was not ended yet.
  private(set) var openLine = 0
  private var last = LinePoint(line: 0, offset: 0)

  init() {
    points = ChunkedList()
    points.append(last)
  }

  /// Lines so far. A line without an end counts if it has a byte.
  var count: Int { newlines + (scanned > openLine ? 1 : 0) }

  /// Takes the bytes that follow those seen before.
  /// - Complexity: O(*n*) in the number of bytes; one call of `memchr` a line.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    var (newlines, openLine, nextLine, nextOffset) = (newlines, openLine, limitLine, limitOffset)
    var position = 0
    while let found = memchr(start + position, 0x0A, bytes.count - position) {
      position = start.distance(to: UnsafeRawPointer(found)) + 1
      newlines += 1
      openLine = scanned + position
      if newlines >= nextLine || openLine >= nextOffset {
        last = LinePoint(line: newlines, offset: openLine)
        points.append(last)
        (nextLine, nextOffset) = (limitLine, limitOffset)
      }
    }
    self.newlines = newlines
    self.openLine = openLine
    scanned += bytes.count
  }

  private var limitLine: Int { last.line + Self.linesPerPoint }
  private var limitOffset: Int { last.offset + Self.bytesPerPoint }
}

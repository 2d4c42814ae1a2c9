import ScrollworkDiffing

/// The levels and states of the visible rows of an outline, in their order.
///
/// The parent of a row is the nearest row before it with a smaller level, so the levels alone describe the tree. The
/// marks are stored in chunks of about a thousand, which a copy shares with its original. Each chunk knows its smallest
/// level and how many rows it has of each level, so a search or a count skips whole chunks in one step.
package struct OutlineShape: Sendable {
  /// The level and the states of one row, packed in one word.
  package struct Mark: Hashable, Sendable {
    fileprivate var bits: Int32

    /// Creates a mark.
    /// - Parameter level: The number of ancestors; zero for a root.
    package init(level: Int, isExpandable: Bool = false, isExpanded: Bool = false, isLoading: Bool = false) {
      bits = Int32(level) << 3 | (isExpandable ? 1 : 0) | (isExpanded ? 2 : 0) | (isLoading ? 4 : 0)
    }

    /// The number of ancestors; zero for a root.
    package var level: Int { Int(bits >> 3) }
    /// Whether the row has children, loaded or not.
    package var isExpandable: Bool { bits & 1 != 0 }
    /// Whether the row shows its children.
    package var isExpanded: Bool { bits & 2 != 0 }
    /// Whether the children of the row are being loaded.
    package var isLoading: Bool { bits & 4 != 0 }
  }

  /// Consecutive rows with a summary of their levels.
  private struct Chunk: Sendable {
    private(set) var marks: [Mark]
    private(set) var lowest = 0
    /// The number of rows of each level, starting with `lowest`; empty if the levels differ too much for a table.
    private var counts: [Int32] = []

    /// The largest number of levels in `counts`.
    private static let widest = 256

    init(_ marks: some Sequence<Mark>) {
      self.marks = Array(marks)
      var highest = Int.min
      lowest = .max
      for mark in self.marks {
        lowest = min(lowest, mark.level)
        highest = max(highest, mark.level)
      }
      guard highest >= lowest, highest - lowest < Self.widest else { return }
      counts = Array(repeating: 0, count: highest - lowest + 1)
      for mark in self.marks { counts[mark.level - lowest] += 1 }
    }

    var count: Int { marks.count }

    /// Replaces the states of a row; the level must stay the same.
    mutating func set(_ mark: Mark, at index: Int) { marks[index] = mark }

    /// Returns the number of rows in the chunk that have a level.
    func count(ofLevel level: Int) -> Int {
      if counts.isEmpty { return marks.count { $0.level == level } }
      return counts.indices.contains(level - lowest) ? Int(counts[level - lowest]) : 0
    }
  }

  private static let chunkSize = 1024
  /// The chunks, none of them empty.
  private var chunks: [Chunk] = []
  /// The index of the first row of each chunk, then the number of all rows.
  private var starts = [0]

  /// Creates a shape without rows.
  package init() {}

  /// The number of rows.
  package var count: Int { starts[chunks.count] }

  /// The level and the states of a row.
  /// - Complexity: O(log *n*).
  package subscript(row: Int) -> Mark {
    let place = place(of: row)
    return chunks[place.chunk].marks[place.index]
  }

  // MARK: Changes

  /// Replaces the states of a row.
  /// - Precondition: The level of the mark is that of the row.
  /// - Complexity: O(log *n*), and one chunk is copied if an older value shares it.
  package mutating func set(_ mark: Mark, at row: Int) {
    let place = place(of: row)
    precondition(chunks[place.chunk].marks[place.index].level == mark.level, "row \(row) would change its level")
    chunks[place.chunk].set(mark, at: place.index)
  }

  /// Replaces the rows in a range.
  /// - Complexity: O(*m* + *n* / 1000) in the number of new rows and of all rows.
  package mutating func replaceSubrange(_ range: Range<Int>, with marks: some Collection<Mark>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "rows \(range) of \(count)")
    if range.isEmpty, marks.isEmpty { return }
    var (first, head) = (0, [Mark]())
    var (last, tail) = (chunks.count, ArraySlice<Mark>())
    if range.lowerBound < count {
      let place = place(of: range.lowerBound)
      (first, head) = (place.chunk, Array(chunks[place.chunk].marks[..<place.index]))
    } else if !chunks.isEmpty {
      (first, head) = (chunks.count - 1, chunks[chunks.count - 1].marks)
    }
    if range.upperBound < count {
      let place = place(of: range.upperBound)
      (last, tail) = (place.chunk + 1, chunks[place.chunk].marks[place.index...])
    }
    head.append(contentsOf: marks)
    head.append(contentsOf: tail)
    // A small remainder joins its neighbour, so that many changes do not leave many small chunks.
    if head.count < Self.chunkSize / 4, first > 0 {
      first -= 1
      head = chunks[first].marks + head
    }
    let new = stride(from: 0, to: head.count, by: Self.chunkSize).map { start in
      Chunk(head[start..<min(start + Self.chunkSize, head.count)])
    }
    chunks.replaceSubrange(first..<last, with: new)
    starts.removeSubrange((first + 1)...)
    for chunk in chunks[first...] { starts.append(starts[starts.count - 1] + chunk.count) }
  }

  // MARK: Relatives

  /// Returns the row that is the parent of a row; `nil` for a root.
  /// - Complexity: O(log *n*), a thousand rows and *n* / 1000 chunks at most.
  package func parent(of row: Int) -> Int? { lastRow(upTo: row, ofLevel: self[row].level - 1) }

  /// Returns the last row, up to and including `row`, whose level is at most `level`; `nil` if there is none. If the
  /// level of `row` is not smaller than `level`, the result is the row itself or its ancestor of that level.
  /// - Complexity: As ``parent(of:)``.
  package func lastRow(upTo row: Int, ofLevel level: Int) -> Int? {
    guard level >= 0 else { return nil }
    let place = place(of: row)
    var end = place.index + 1
    for chunk in chunks[...place.chunk].indices.reversed() {
      if chunks[chunk].lowest <= level,
        let index = chunks[chunk].marks[..<min(end, chunks[chunk].count)].lastIndex(where: { $0.level <= level })
      {
        return starts[chunk] + index
      }
      end = .max
    }
    return nil
  }

  /// Returns the end of a row's descendants: the first row after it that is not one of them, or the number of all rows.
  /// - Complexity: As ``parent(of:)``.
  package func end(of row: Int) -> Int {
    let (level, place) = (self[row].level, place(of: row))
    var start = place.index + 1
    for chunk in chunks[place.chunk...].indices {
      if chunks[chunk].lowest <= level,
        let index = chunks[chunk].marks[start...].firstIndex(where: { $0.level <= level })
      {
        return starts[chunk] + index
      }
      start = 0
    }
    return count
  }

  /// Returns the row after a row if that is its child; `nil` if the row shows no children.
  package func firstChild(of row: Int) -> Int? {
    row + 1 < count && self[row + 1].level > self[row].level ? row + 1 : nil
  }

  /// Returns the range of a row, its siblings and the descendants of all of these: all rows below the same parent.
  package func siblings(of row: Int) -> Range<Int> {
    guard let parent = parent(of: row) else { return 0..<count }
    return parent + 1..<end(of: parent)
  }

  /// Returns the position of a row among its siblings, and the number of siblings including the row.
  /// - Complexity: As ``parent(of:)``.
  package func place(amongSiblings row: Int) -> (position: Int, count: Int) {
    let (siblings, level) = (siblings(of: row), self[row].level)
    let before = count(ofLevel: level, in: siblings.lowerBound..<row)
    return (before, before + count(ofLevel: level, in: row..<siblings.upperBound))
  }

  /// Returns the row of a child, given its position among the children of its parent.
  /// - Parameters:
  ///   - index: The position of the child among its siblings.
  ///   - parent: The row of the parent; `nil` for a root.
  /// - Returns: The row; the end of the parent's descendants if there are fewer children.
  /// - Complexity: As ``parent(of:)``.
  package func row(ofChild index: Int, of parent: Int?) -> Int {
    let level = parent.map { self[$0].level + 1 } ?? 0
    let range = parent.map { $0 + 1..<end(of: $0) } ?? 0..<count
    var (left, result) = (index, range.upperBound)
    forEachPart(in: range) { chunk, part in
      let isWhole = part.count == chunks[chunk].count
      let number = isWhole ? chunks[chunk].count(ofLevel: level) : Self.count(level, chunks[chunk].marks[part])
      guard number > left else {
        left -= number
        return true
      }
      for index in part where chunks[chunk].marks[index].level == level {
        if left == 0 {
          result = starts[chunk] + index
          break
        }
        left -= 1
      }
      return false
    }
    return result
  }

  /// Returns the number of rows in a range that have a level.
  private func count(ofLevel level: Int, in range: Range<Int>) -> Int {
    var sum = 0
    forEachPart(in: range) { chunk, part in
      let isWhole = part.count == chunks[chunk].count
      sum += isWhole ? chunks[chunk].count(ofLevel: level) : Self.count(level, chunks[chunk].marks[part])
      return true
    }
    return sum
  }

  private static func count(_ level: Int, _ marks: ArraySlice<Mark>) -> Int { marks.count { $0.level == level } }

  /// Visits the chunks that a range intersects, with the intersected part of each, until `body` returns false.
  private func forEachPart(in range: Range<Int>, _ body: (_ chunk: Int, _ part: Range<Int>) -> Bool) {
    guard !range.isEmpty else { return }
    var place = place(of: range.lowerBound)
    var left = range.count
    while left > 0 {
      let part = place.index..<min(chunks[place.chunk].count, place.index + left)
      guard body(place.chunk, part) else { return }
      left -= part.count
      place = (place.chunk + 1, 0)
    }
  }

  private func place(of row: Int) -> (chunk: Int, index: Int) {
    precondition(row >= 0 && row < count, "row \(row) of \(count)")
    let chunk = starts.partitioningIndex { $0 > row } - 1
    return (chunk, row - starts[chunk])
  }

  /// Traps if the tables contradict the rows.
  /// - Complexity: O(*n*).
  package func checkInvariants() {
    precondition(starts.count == chunks.count + 1 && starts[0] == 0, "\(starts.count) starts of \(chunks.count) chunks")
    var level = -1
    for (index, chunk) in chunks.enumerated() {
      precondition(chunk.count > 0 && starts[index + 1] - starts[index] == chunk.count, "chunk \(index) is miscounted")
      for mark in chunk.marks {
        precondition(mark.level >= 0 && mark.level <= level + 1, "level \(mark.level) follows level \(level)")
        level = mark.level
      }
    }
  }
}

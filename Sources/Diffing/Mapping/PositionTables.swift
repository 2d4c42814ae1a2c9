/// The tables of a ``PositionMapping`` while they are filled: the pairs between prefix and suffix, in both directions.
@usableFromInline
struct PositionTables: ~Copyable {
  /// The position of the first entry of both tables.
  private let start: Int
  private let oldOfNew: UnsafeMutableBufferPointer<Int32>
  private let newOfOld: UnsafeMutableBufferPointer<Int32>

  /// Creates tables without pairs, in given memory.
  /// - Parameters:
  ///   - newCount: The number of entries of `oldOfNew`; the rest of the memory is `newOfOld`.
  ///   - memory: Outlives the tables; -1 everywhere.
  init(start: Int, newCount: Int, memory: UnsafeMutableBufferPointer<Int32>) {
    self.start = start
    oldOfNew = UnsafeMutableBufferPointer(rebasing: memory[..<newCount])
    newOfOld = UnsafeMutableBufferPointer(rebasing: memory[newCount...])
  }

  /// Pairs an old with a new position.
  @inline(__always)
  func link(old: Int, new: Int) {
    oldOfNew[new &- start] = Int32(truncatingIfNeeded: old)
    newOfOld[old &- start] = Int32(truncatingIfNeeded: new)
  }

  /// Pairs each old position of a run with the new position.
  @inline(__always)
  func link(_ run: PositionRun) {
    for offset in 0..<run.count { link(old: run.old &+ offset, new: run.new &+ offset) }
  }

  /// Returns the entries of both tables, as a ``PositionMapping`` stores them.
  /// - Parameters:
  ///   - old: The old positions between prefix and suffix.
  ///   - new: The new positions between prefix and suffix.
  ///   - fill: Links the pairs.
  static func make(old: Range<Int>, new: Range<Int>, _ fill: (borrowing PositionTables) -> Void) -> [Int32] {
    var tables = [Int32](repeating: -1, count: new.count + old.count)
    tables.withUnsafeMutableBufferPointer { memory in
      fill(PositionTables(start: new.lowerBound, newCount: new.count, memory: memory))
    }
    return tables
  }

  /// Returns the entries of both tables, filled from runs and from pairs of the elements between the runs.
  /// - Parameter positions: The positions of the elements between the runs, the old ones first.
  @usableFromInline
  static func make(
    of runs: [PositionRun], _ pairs: UnmatchedPairs, positions: UnsafeMutableBufferPointer<Int32>, old: Range<Int>,
    new: Range<Int>
  ) -> [Int32] {
    if runs.isEmpty {
      // Then the partners are numbered from the start of the middle, and have the form of the tables.
      let start = Int32(truncatingIfNeeded: new.lowerBound)
      var tables = pairs.partners
      if start > 0 { for index in tables.indices where tables[index] >= 0 { tables[index] &+= start } }
      return tables
    }
    let oldCount = positions.count - pairs.newCount
    return make(old: old, new: new) { tables in
      for run in runs { tables.link(run) }
      pairs.partners.withUnsafeBufferPointer { partners in
        for number in 0..<pairs.newCount where partners[number] >= 0 {
          tables.link(old: Int(positions[Int(partners[number])]), new: Int(positions[oldCount + number]))
        }
      }
    }
  }
}

extension [PositionRun] {
  /// Returns these runs together with the pairs of elements between them, by ascending new position.
  /// - Parameter positions: The positions of the elements between the runs, the old ones first.
  @usableFromInline
  func merged(
    with pairs: UnmatchedPairs, positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int
  ) -> [PositionRun] {
    if pairs.count == 0 { return self }
    var runs = RunCollector()
    for (number, partner) in pairs.oldOfNew.enumerated() where partner >= 0 {
      runs.add(old: Int(positions[Int(partner)]), new: Int(positions[oldCount + number]))
    }
    return (self + runs.finished()).sorted { $0.new < $1.new }
  }
}

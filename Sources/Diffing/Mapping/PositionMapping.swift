/// The mapping of one list to another: from each new position to the old one, and back.
///
/// The common start and the common end are stored as two numbers. Only the elements between them take memory: a table
/// with two numbers for each position or, if few runs cover all survivors, a list of these runs.
public struct PositionMapping: Sendable {
  /// The number of elements in the old list.
  package let oldCount: Int
  /// The number of elements in the new list.
  package let newCount: Int
  /// The number of equal elements at the start of both lists.
  package let commonPrefix: Int
  /// The number of equal elements at the end of both lists, without overlap with the prefix.
  package let commonSuffix: Int
  /// Two new positions with the same identity; `nil` if the diff met none. See ``RepeatedIdentity``.
  @usableFromInline package let repetition: Repetition?
  /// The number of elements that are in both lists.
  package let survivorCount: Int
  private let middle: Middle

  /// The survivors between common start and common end. Holds at most one reference, because a list has a mapping for
  /// each section, and mappings are copied often.
  private enum Middle {
    case empty
    /// The old position of each new position, or -1; then the new position of each old position, or -1.
    case tables([Int32])
    /// Runs sorted by new position, and so by old position too.
    case runsInOrder([PositionRun])
    /// Runs sorted by new position, then the same runs sorted by old position.
    case movedRuns([PositionRun])
    /// The survivors, found through an index of the integers in each list.
    case integers(IntegerPairs)
  }

  /// A repeated identity, as the two positions that have it.
  @usableFromInline package struct Repetition: Hashable, Sendable {
    /// The smaller position.
    @usableFromInline package var first: Int
    /// The larger position.
    @usableFromInline package var second: Int

    /// Creates a repetition from two positions with the same identity, the smaller one first.
    @usableFromInline
    package init(first: Int, second: Int) {
      self.first = first
      self.second = second
    }
  }

  /// Creates a mapping from known positions.
  /// - Parameter oldOfNew: The old positions, or -1, of the new positions from `commonPrefix` up to
  ///   `newCount - commonSuffix`.
  /// - Precondition: The old positions lie between common start and common end, and none repeats.
  /// - Complexity: O(*m*) in the number of elements between the common ends.
  package init(oldCount: Int, newCount: Int, commonPrefix: Int, commonSuffix: Int, oldOfNew: [Int32]) {
    precondition(
      oldOfNew.count == newCount - commonPrefix - commonSuffix,
      "\(oldOfNew.count) positions for \(newCount) less \(commonPrefix) and \(commonSuffix)")
    var tables = oldOfNew + [Int32](repeating: -1, count: oldCount - commonPrefix - commonSuffix)
    for (offset, old) in oldOfNew.enumerated() where old >= 0 {
      precondition(
        old >= commonPrefix && old < oldCount - commonSuffix,
        "old position \(old) outside \(commonPrefix)..<\(oldCount - commonSuffix)")
      let place = oldOfNew.count + Int(old) - commonPrefix
      precondition(tables[place] < 0, "old position \(old) became two new ones")
      tables[place] = Int32(truncatingIfNeeded: commonPrefix + offset)
    }
    self.init(
      oldCount: oldCount, newCount: newCount, commonPrefix: commonPrefix, commonSuffix: commonSuffix, tables: tables)
  }

  /// Creates a mapping that stores the elements between the common ends as tables.
  /// - Parameter tables: For each new position between the common ends the old one, or -1; then for each old position
  ///   between them the new one, or -1.
  @usableFromInline
  init(
    oldCount: Int, newCount: Int, commonPrefix: Int, commonSuffix: Int, tables: [Int32], repetition: Repetition? = nil
  ) {
    self.repetition = repetition
    let matched = tables.withUnsafeBufferPointer { tables in
      // The sum of the signs, because the compiler can add four of them at once.
      var unmatched: Int32 = 0
      for index in 0..<newCount - commonPrefix - commonSuffix { unmatched &+= tables[index] &>> 31 }
      return newCount - commonPrefix - commonSuffix + Int(unmatched)
    }
    self.oldCount = oldCount
    self.newCount = newCount
    self.commonPrefix = commonPrefix
    self.commonSuffix = commonSuffix
    survivorCount = commonPrefix + matched + commonSuffix
    middle = matched == 0 ? .empty : .tables(tables)
  }

  /// Creates a mapping that stores the survivors between the common ends as runs.
  /// - Parameter runs: The survivors between prefix and suffix, sorted by new position, without overlaps.
  /// - Complexity: O(*r* log *r*) in the number of runs.
  @usableFromInline
  init(
    oldCount: Int, newCount: Int, commonPrefix: Int, commonSuffix: Int, runs: [PositionRun],
    repetition: Repetition? = nil
  ) {
    self.repetition = repetition
    self.oldCount = oldCount
    self.newCount = newCount
    self.commonPrefix = commonPrefix
    self.commonSuffix = commonSuffix
    survivorCount = runs.reduce(commonPrefix + commonSuffix) { $0 + $1.count }
    if runs.isEmpty {
      middle = .empty
    } else if Self.areSortedByOld(runs) {
      middle = .runsInOrder(runs)
    } else {
      middle = .movedRuns(runs + runs.sorted { $0.old < $1.old })
    }
  }

  /// Creates a mapping of lists of integers whose positions are found through an index.
  init(
    oldCount: Int, newCount: Int, commonPrefix: Int, commonSuffix: Int, survivorCount: Int, pairs: IntegerPairs
  ) {
    (self.oldCount, self.newCount, self.survivorCount) = (oldCount, newCount, survivorCount)
    (self.commonPrefix, self.commonSuffix, repetition) = (commonPrefix, commonSuffix, nil)
    middle = survivorCount == commonPrefix + commonSuffix ? .empty : .integers(pairs)
  }

  /// Whether the runs, sorted by new position, are also sorted by old position, so that none moves.
  private static func areSortedByOld(_ runs: [PositionRun]) -> Bool {
    var last = -1
    for run in runs {
      if run.old < last { return false }
      last = run.old
    }
    return true
  }

  /// Creates a mapping from runs in any order, and finds common start and common end among them.
  /// - Parameter runs: All survivors, without overlaps.
  /// - Complexity: O(*r* log *r*) in the number of runs.
  init(oldCount: Int, newCount: Int, runs: [PositionRun], repetition: Repetition? = nil) {
    var collected = RunCollector()
    for run in runs.sorted(by: { $0.new < $1.new }) { collected.add(old: run.old, new: run.new, count: run.count) }
    var merged = collected.finished()
    var (prefix, suffix) = (0, 0)
    if let first = merged.first, first.old == 0, first.new == 0 {
      prefix = first.count
      merged.removeFirst()
    }
    if let last = merged.last, last.old + last.count == oldCount, last.new + last.count == newCount {
      suffix = last.count
      merged.removeLast()
    }
    self.init(
      oldCount: oldCount, newCount: newCount, commonPrefix: prefix, commonSuffix: suffix, runs: merged,
      repetition: repetition)
  }

  /// Returns the mapping of a list to a rearranged one, without a diff.
  /// - Parameter runs: The survivors as runs whose elements stay consecutive, in any order, without overlaps.
  /// - Complexity: O(*r* log *r*) in the number of runs.
  package static func rearranged(oldCount: Int, newCount: Int, runs: [PositionRun]) -> PositionMapping {
    PositionMapping(oldCount: oldCount, newCount: newCount, runs: runs)
  }

  /// Returns a mapping in which every element keeps its position.
  package static func identity(count: Int) -> PositionMapping {
    PositionMapping(oldCount: count, newCount: count, commonPrefix: count, commonSuffix: 0, runs: [])
  }

  /// Returns a mapping without survivors.
  @usableFromInline package static func disjoint(oldCount: Int, newCount: Int) -> PositionMapping {
    PositionMapping(oldCount: oldCount, newCount: newCount, commonPrefix: 0, commonSuffix: 0, runs: [])
  }

  /// Whether nothing was inserted, deleted or moved.
  package var isIdentity: Bool { oldCount == newCount && commonPrefix + commonSuffix == newCount }

  /// Whether the survivors between the common ends are stored as runs that did not move. Also true if there are no
  /// survivors between them.
  var hasRunsInOrder: Bool {
    switch middle {
    case .empty, .runsInOrder: true
    case .tables, .movedRuns, .integers: false
    }
  }

  /// Whether the survivors between the common ends are stored as tables with one entry for each position, not as runs.
  var hasTables: Bool {
    if case .tables = middle { true } else { false }
  }

  /// The pairs of integers in which the mapping finds its survivors; `nil` for a mapping that stores tables or runs.
  var integers: IntegerPairs? {
    if case .integers(let pairs) = middle { pairs } else { nil }
  }

  /// The new positions between prefix and suffix.
  var newMiddle: Range<Int> { commonPrefix..<newCount - commonSuffix }

  /// The old positions between prefix and suffix.
  var oldMiddle: Range<Int> { commonPrefix..<oldCount - commonSuffix }

  private var tables: [Int32] {
    if case .tables(let tables) = middle { tables } else { [] }
  }

  /// The old position, or -1, of each new position between prefix and suffix.
  var oldOfNew: ArraySlice<Int32> { tables.prefix(newCount - commonPrefix - commonSuffix) }

  /// Calls the body with the tables of a mapping that stores its survivors as tables.
  @inline(__always)
  func withTables(_ body: (BorrowedTables) -> Void) {
    tables.withUnsafeBufferPointer { tables in
      let newMiddle = newCount - commonPrefix - commonSuffix
      body(
        BorrowedTables(
          commonPrefix: commonPrefix, oldOfNew: UnsafeBufferPointer(rebasing: tables[..<newMiddle]),
          newOfOld: UnsafeBufferPointer(rebasing: tables[newMiddle...])))
    }
  }

  /// The survivors between the common ends as runs, sorted by new position; empty if they are not stored as runs.
  var runsByNew: ArraySlice<PositionRun> {
    switch middle {
    case .empty, .tables, .integers: []
    case .runsInOrder(let runs): runs[...]
    case .movedRuns(let runs): runs.prefix(runs.count / 2)
    }
  }

  /// The survivors between the common ends as runs, sorted by old position; empty if they are not stored as runs.
  var runsByOld: ArraySlice<PositionRun> {
    if case .movedRuns(let runs) = middle { runs.suffix(runs.count / 2) } else { runsByNew }
  }

  /// The number of inserted elements.
  package var insertCount: Int { newCount - survivorCount }

  /// The number of deleted elements.
  package var deleteCount: Int { oldCount - survivorCount }

  /// Returns the new position of an old element; `nil` if it was deleted.
  /// - Complexity: O(1), or O(log *r*) if the elements between the common ends are stored as *r* runs.
  public func newPosition(ofOld old: Int) -> Int? {
    precondition(old >= 0 && old < oldCount, "old position \(old) of \(oldCount)")
    if old < commonPrefix { return old }
    if old >= oldCount - commonSuffix { return old + newCount - oldCount }
    if case .tables(let tables) = middle {
      // The entry lies behind the other table, which begins at the common prefix too.
      let new = tables[newCount - commonSuffix - 2 * commonPrefix + old]
      return new < 0 ? nil : Int(new)
    }
    if case .integers(let pairs) = middle { return pairs.newPosition(ofOld: old) }
    guard let run = runsByOld.lastRun(unless: { $0.old > old }), old < run.old + run.count else { return nil }
    return old - run.old + run.new
  }

  /// Returns the old position of a new element; `nil` if it was inserted.
  /// - Complexity: O(1), or O(log *r*) if the elements between the common ends are stored as *r* runs.
  public func oldPosition(ofNew new: Int) -> Int? {
    precondition(new >= 0 && new < newCount, "new position \(new) of \(newCount)")
    if new < commonPrefix { return new }
    if new >= newCount - commonSuffix { return new + oldCount - newCount }
    if case .tables(let tables) = middle {
      let old = tables[new - commonPrefix]
      return old < 0 ? nil : Int(old)
    }
    if case .integers(let pairs) = middle { return pairs.oldPosition(ofNew: new) }
    guard let run = runsByNew.lastRun(unless: { $0.new > new }), new < run.new + run.count else { return nil }
    return new - run.new + run.old
  }
}

extension PositionMapping: Hashable {
  /// Whether two mappings pair the same positions, however they are stored.
  /// - Complexity: O(*m*) in the number of elements between the common ends.
  public static func == (a: PositionMapping, b: PositionMapping) -> Bool {
    a.oldCount == b.oldCount && a.newCount == b.newCount && a.survivorCount == b.survivorCount && a.runs() == b.runs()
  }

  /// Hashes only the numbers of old, new and surviving elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(oldCount)
    hasher.combine(newCount)
    hasher.combine(survivorCount)
  }
}

extension PositionMapping: CustomStringConvertible {
  /// One line: `12 -> 14, 10 stay, 2 deleted, 4 inserted`.
  public var description: String {
    "\(oldCount) -> \(newCount), \(survivorCount) stay, \(deleteCount) deleted, \(insertCount) inserted"
  }
}

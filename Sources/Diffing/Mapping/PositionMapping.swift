/// The old position of each new one and back, for one sequence that became another.
///
/// What both share at the start and at the end is stored as two numbers; only the middle takes memory: either two
/// numbers for each position, or, where a log of edits is the source, a list of runs that takes memory only for each
/// edit.
public struct PositionMapping: Sendable {
  public let oldCount: Int
  public let newCount: Int
  /// So many elements at the start are the same, in the same order.
  public let commonPrefix: Int
  /// So many elements at the end are the same, in the same order; they do not overlap with the prefix.
  public let commonSuffix: Int
  /// Two new positions that have one identity, if the diff met some; ``RepeatedIdentity`` tells when it is sure to.
  public let repetition: Repetition?
  /// How many elements are in both.
  public let survivorCount: Int
  private let middle: Middle

  /// Who survived between common start and end: one reference at most, and mostly none, because mappings of sections are
  /// many and are handed around.
  private enum Middle {
    case nobody
    /// For the new positions the old position, or -1; then for the old positions the new one.
    case tables([Int32])
    /// Sorted by new position, and so by old position too.
    case runsInOrder([PositionRun])
    /// Sorted by new position, then the same sorted by old position.
    case movedRuns([PositionRun])
  }

  /// An identity that is there more than once.
  public struct Repetition: Hashable, Sendable {
    /// The earlier position.
    public var first: Int
    /// The later position.
    public var second: Int

    public init(first: Int, second: Int) {
      self.first = first
      self.second = second
    }
  }

  /// - Parameter oldOfNew: Old positions of the new positions from `commonPrefix` up to `newCount - commonSuffix`, or
  ///   -1.
  /// - Precondition: The old positions lie between common start and end, none is there twice.
  /// - Complexity: O(*m*) in the length of the two middles.
  public init(oldCount: Int, newCount: Int, commonPrefix: Int, commonSuffix: Int, oldOfNew: [Int32]) {
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

  /// - Parameter tables: Those of the middle, as they are stored, each the other's inverse.
  @usableFromInline
  init(
    oldCount: Int, newCount: Int, commonPrefix: Int, commonSuffix: Int, tables: [Int32], repetition: Repetition? = nil
  ) {
    self.repetition = repetition
    let matched = tables.withUnsafeBufferPointer { tables in
      // Half a word is enough, and counts four at a time.
      var unmatched: Int32 = 0
      for index in 0..<newCount - commonPrefix - commonSuffix { unmatched &+= tables[index] &>> 31 }
      return newCount - commonPrefix - commonSuffix + Int(unmatched)
    }
    self.oldCount = oldCount
    self.newCount = newCount
    self.commonPrefix = commonPrefix
    self.commonSuffix = commonSuffix
    survivorCount = commonPrefix + matched + commonSuffix
    middle = matched == 0 ? .nobody : .tables(tables)
  }

  /// - Parameter tables: Those of all behind the prefix, each the other's inverse; they are changed. What is common at the
  ///   end is found.
  @usableFromInline
  init(
    oldCount: Int, newCount: Int, commonPrefix: Int, tables: UnsafeMutablePointer<Int32>, repetition: Repetition?
  ) {
    var (oldMiddle, newMiddle) = (oldCount - commonPrefix, newCount - commonPrefix)
    let oldTable = tables + newMiddle
    var last = Int32(truncatingIfNeeded: oldCount - 1)
    while oldMiddle > 0, newMiddle > 0, tables[newMiddle - 1] == last {
      (oldMiddle, newMiddle, last) = (oldMiddle - 1, newMiddle - 1, last - 1)
    }
    var matched = 0
    for index in 0..<newMiddle { matched += tables[index] < 0 ? 0 : 1 }
    self.oldCount = oldCount
    self.newCount = newCount
    self.commonPrefix = commonPrefix
    commonSuffix = newCount - commonPrefix - newMiddle
    survivorCount = commonPrefix + matched + commonSuffix
    self.repetition = repetition
    if matched == 0 {
      middle = .nobody
      return
    }
    (tables + newMiddle).update(from: oldTable, count: oldMiddle)
    var copy: [Int32] = []
    copy.append(contentsOf: UnsafeBufferPointer(start: tables, count: newMiddle + oldMiddle))
    middle = .tables(copy)
  }

  /// A mapping that takes memory only for each run.
  /// - Parameter runs: What survived, sorted by new position, without prefix and suffix; nothing twice.
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
      middle = .nobody
    } else if Self.areSortedByOld(runs) {
      middle = .runsInOrder(runs)
    } else {
      middle = .movedRuns(runs + runs.sorted { $0.old < $1.old })
    }
  }

  private static func areSortedByOld(_ runs: [PositionRun]) -> Bool {
    var last = -1
    for run in runs {
      if run.old < last { return false }
      last = run.old
    }
    return true
  }

  /// A mapping made of runs in any order; what is common at the start and at the end is found.
  /// - Parameter runs: What survived; nothing twice.
  /// - Complexity: O(*r* log *r*) in the number of runs.
  init(oldCount: Int, newCount: Int, runs: [PositionRun], repetition: Repetition? = nil) {
    var merged: [PositionRun] = []
    for run in runs.sorted(by: { $0.new < $1.new }) where run.count > 0 {
      if let last = merged.last, last.old + last.count == run.old, last.new + last.count == run.new {
        merged[merged.count - 1].count += run.count
      } else {
        merged.append(run)
      }
    }
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

  /// Every element stays where it is.
  public static func identity(count: Int) -> PositionMapping {
    PositionMapping(oldCount: count, newCount: count, commonPrefix: count, commonSuffix: 0, runs: [])
  }

  /// No element survives.
  public static func disjoint(oldCount: Int, newCount: Int) -> PositionMapping {
    PositionMapping(oldCount: oldCount, newCount: newCount, commonPrefix: 0, commonSuffix: 0, runs: [])
  }

  /// True if nothing was inserted, deleted or moved.
  public var isIdentity: Bool { oldCount == newCount && commonPrefix + commonSuffix == newCount }

  /// True if the middle is empty or held as runs, none of which moved.
  var hasRunsInOrder: Bool {
    switch middle {
    case .nobody, .runsInOrder: true
    case .tables, .movedRuns: false
    }
  }

  /// True if the middle is held position by position.
  var hasTables: Bool {
    if case .tables = middle { true } else { false }
  }

  private var tables: [Int32] {
    if case .tables(let tables) = middle { tables } else { [] }
  }

  /// For the new positions between prefix and suffix the old position, or -1; counted from zero.
  var oldOfNew: ArraySlice<Int32> { tables.prefix(newCount - commonPrefix - commonSuffix) }

  /// Lends the tables of a middle that is held position by position.
  @inline(__always)
  func withTables(_ body: (LentTables) -> Void) {
    tables.withUnsafeBufferPointer { tables in
      let newMiddle = newCount - commonPrefix - commonSuffix
      body(
        LentTables(
          commonPrefix: commonPrefix, oldOfNew: UnsafeBufferPointer(rebasing: tables[..<newMiddle]),
          newOfOld: UnsafeBufferPointer(rebasing: tables[newMiddle...])))
    }
  }

  /// The survivors of a middle that is held as runs, sorted by new position.
  var runsByNew: ArraySlice<PositionRun> {
    switch middle {
    case .nobody, .tables: []
    case .runsInOrder(let runs): runs[...]
    case .movedRuns(let runs): runs.prefix(runs.count / 2)
    }
  }

  /// The same sorted by old position.
  var runsByOld: ArraySlice<PositionRun> {
    if case .movedRuns(let runs) = middle { runs.suffix(runs.count / 2) } else { runsByNew }
  }

  /// How many elements are new.
  public var insertCount: Int { newCount - survivorCount }

  /// How many elements are gone.
  public var deleteCount: Int { oldCount - survivorCount }

  /// Where the element at an old position is now; `nil` if it is gone.
  /// - Complexity: O(1), or O(log *e*) in the number of edits if the mapping comes from a log of edits.
  public func newPosition(ofOld old: Int) -> Int? {
    precondition(old >= 0 && old < oldCount, "old position \(old) of \(oldCount)")
    if old < commonPrefix { return old }
    if old >= oldCount - commonSuffix { return old + newCount - oldCount }
    if case .tables(let tables) = middle {
      // Behind the other table, which begins at the common prefix too.
      let new = tables[newCount - commonSuffix - 2 * commonPrefix + old]
      return new < 0 ? nil : Int(new)
    }
    guard let run = runsByOld.last(startingAtOrBeforeOld: old), old < run.old + run.count else { return nil }
    return old - run.old + run.new
  }

  /// Where the element at a new position was before; `nil` if it is new.
  /// - Complexity: O(1), or O(log *e*) in the number of edits if the mapping comes from a log of edits.
  public func oldPosition(ofNew new: Int) -> Int? {
    precondition(new >= 0 && new < newCount, "new position \(new) of \(newCount)")
    if new < commonPrefix { return new }
    if new >= newCount - commonSuffix { return new + oldCount - newCount }
    if case .tables(let tables) = middle {
      let old = tables[new - commonPrefix]
      return old < 0 ? nil : Int(old)
    }
    guard let run = runsByNew.last(startingAtOrBeforeNew: new), new < run.new + run.count else { return nil }
    return new - run.new + run.old
  }
}

extension PositionMapping: Hashable {
  /// Two mappings are equal if they send every position to the same one, however they are stored.
  /// - Complexity: O(*m*) in the length of the middle.
  public static func == (a: PositionMapping, b: PositionMapping) -> Bool {
    a.oldCount == b.oldCount && a.newCount == b.newCount && a.survivorCount == b.survivorCount && a.runs() == b.runs()
  }

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

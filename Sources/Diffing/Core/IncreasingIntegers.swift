/// Identities that are integers in increasing order, as the numbers of lines are: which became which is found by one walk
/// along both sides, without a hash.
@usableFromInline
enum IncreasingIntegers {
  /// What a run costs in memory, both ways, over an entry of the tables.
  private static let runCost = 12

  /// - Returns: `nil` if the new identities do not increase.
  /// - Complexity: O(*m*) in the number of new identities; the length of the range counts only where it is not much
  ///   larger than the number of gaps in them.
  static func mapping(from old: Range<Int>, to new: IdentityView<Int>) -> PositionMapping? {
    guard let runCount = runCount(of: new, in: old) else { return nil }
    guard runCount * runCost <= old.count + new.count else {
      return tables(oldCount: old.count, newCount: new.count) { tables in
        forEachPlace(of: new, in: old) { tables.link(old: $0, new: $1) }
      }
    }
    let runs = runs(runCount, of: new, in: old)
    return PositionMapping(oldCount: old.count, newCount: new.count, runs: runs)
  }

  /// - Returns: `nil` if the old identities do not increase.
  /// - Complexity: As from a range.
  static func mapping(from old: IdentityView<Int>, to new: Range<Int>) -> PositionMapping? {
    guard let runCount = runCount(of: old, in: new) else { return nil }
    guard runCount * runCost <= old.count + new.count else {
      return tables(oldCount: old.count, newCount: new.count) { tables in
        forEachPlace(of: old, in: new) { tables.link(old: $1, new: $0) }
      }
    }
    let runs = runs(runCount, of: old, in: new).map { PositionRun(old: $0.new, new: $0.old, count: $0.count) }
    return PositionMapping(oldCount: old.count, newCount: new.count, runs: runs)
  }

  /// Finds the pairs of what lies between a common start and a common end.
  /// - Returns: `nil` if one side does not increase behind the common start: then an identity may be there twice.
  /// - Complexity: O(*n*).
  @usableFromInline
  static func mapping(
    from old: IdentityView<Int>, to new: IdentityView<Int>, prefix: Int, suffix: Int
  ) -> PositionMapping? {
    guard increases(old, from: prefix), increases(new, from: prefix) else { return nil }
    let (oldMiddle, newMiddle) = (prefix..<old.count - suffix, prefix..<new.count - suffix)
    let runs = runs(old: old, oldMiddle, new: new, newMiddle)
    if runs.count * runCost <= oldMiddle.count + newMiddle.count {
      return PositionMapping(
        oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, runs: runs)
    }
    return tables(runs, oldMiddle, newMiddle, suffix: suffix)
  }

  /// The same pairs position by position, where there are so many runs that this is smaller.
  private static func tables(
    _ runs: [PositionRun], _ old: Range<Int>, _ new: Range<Int>, suffix: Int
  ) -> PositionMapping {
    let prefix = new.lowerBound
    return tables(oldCount: old.upperBound, newCount: new.upperBound, prefix: prefix, suffix: suffix) { tables in
      for run in runs {
        for offset in 0..<run.count { tables.link(old: run.old + offset, new: run.new + offset) }
      }
    }
  }

  private static func tables(
    oldCount: Int, newCount: Int, prefix: Int = 0, suffix: Int = 0, _ link: (borrowing PositionTables) -> Void
  ) -> PositionMapping {
    let newMiddle = newCount - prefix
    var tables = [Int32](repeating: -1, count: newMiddle + oldCount - prefix)
    tables.withUnsafeMutableBufferPointer { memory in
      link(PositionTables(start: prefix, newCount: newMiddle, memory: memory))
    }
    return PositionMapping(
      oldCount: oldCount + suffix, newCount: newCount + suffix, commonPrefix: prefix, commonSuffix: suffix,
      tables: tables)
  }

  /// How many runs the integers of a view have in a range.
  /// - Returns: `nil` if they do not increase.
  private static func runCount(of view: IdentityView<Int>, in range: Range<Int>) -> Int? {
    guard max(view.count, range.count) < Int(Int32.max) else { return nil }
    var count = 0
    var last = Int.min
    var isInside = false
    for position in 0..<view.count {
      let value = view.id(at: position)
      if value <= last, position > 0 { return nil }
      let wasInside = isInside
      isInside = value >= range.lowerBound && value < range.upperBound
      count += isInside && !(wasInside && value == last &+ 1) ? 1 : 0
      last = value
    }
    return count
  }

  /// Calls the body with the place in a range of each integer of a view that is in it, and its place in the view.
  @inline(__always)
  private static func forEachPlace(of view: IdentityView<Int>, in range: Range<Int>, _ body: (Int, Int) -> Void) {
    for position in 0..<view.count {
      let value = view.id(at: position)
      if value >= range.lowerBound, value < range.upperBound { body(value - range.lowerBound, position) }
    }
  }

  /// The places of integers in a range: `old` counts in the range, `new` in the view.
  private static func runs(_ count: Int, of view: IdentityView<Int>, in range: Range<Int>) -> [PositionRun] {
    var runs: [PositionRun] = []
    runs.reserveCapacity(count)
    var run = PositionRun(old: 0, new: 0, count: 0)
    forEachPlace(of: view, in: range) { place, position in
      if run.count > 0, run.old + run.count == place, run.new + run.count == position {
        run.count += 1
      } else {
        if run.count > 0 { runs.append(run) }
        run = PositionRun(old: place, new: position, count: 1)
      }
    }
    if run.count > 0 { runs.append(run) }
    return runs
  }

  /// The pairs of two increasing sequences; each step goes on by what is smaller, without a branch that has to be guessed.
  private static func runs(
    old: IdentityView<Int>, _ oldRange: Range<Int>, new: IdentityView<Int>, _ newRange: Range<Int>
  ) -> [PositionRun] {
    var runs: [PositionRun] = []
    var run = PositionRun(old: 0, new: 0, count: 0)
    var (i, j) = (oldRange.lowerBound, newRange.lowerBound)
    while i < oldRange.upperBound, j < newRange.upperBound {
      let (a, b) = (old.id(at: i), new.id(at: j))
      if a == b {
        if run.count > 0, run.old + run.count == i, run.new + run.count == j {
          run.count += 1
        } else {
          if run.count > 0 { runs.append(run) }
          run = PositionRun(old: i, new: j, count: 1)
        }
      }
      i += a <= b ? 1 : 0
      j += b <= a ? 1 : 0
    }
    if run.count > 0 { runs.append(run) }
    return runs
  }

  private static func increases(_ view: IdentityView<Int>, from start: Int) -> Bool {
    for position in (start..<view.count).dropFirst() where view.id(at: position) <= view.id(at: position - 1) {
      return false
    }
    return true
  }
}

extension IdentityColumn {
  /// Where one side is a range of integers, which takes no memory and should not be written out to be compared.
  /// - Returns: `nil` if the other side does not increase, or neither is a range.
  func integerMapping(to new: IdentityColumn) -> PositionMapping? {
    var mapping: PositionMapping?
    switch (shape, new.shape) {
    case (.integers(let old), _):
      TypedColumns<Int>.typed(new.identities).withIdentities { new in
        mapping = IncreasingIntegers.mapping(from: old, to: new)
      }
    case (_, .integers(let new)):
      TypedColumns<Int>.typed(identities).withIdentities { old in
        mapping = IncreasingIntegers.mapping(from: old, to: new)
      }
    default: break
    }
    return mapping
  }
}

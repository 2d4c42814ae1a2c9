/// Maps lists of integers in increasing order, such as line numbers: one walk along both lists pairs equal integers,
/// without a hash.
@usableFromInline
enum IncreasingIntegers {
  /// The cost of a run when runs are weighed against tables, in table entries: twice the memory of a run.
  static let runCost = 12

  /// Maps between a range and integers in memory. The result holds runs if they are few, and tables otherwise; see
  /// `runCost`.
  /// - Parameter isFromRange: Whether the range is the old side.
  /// - Returns: `nil` if the integers in memory do not increase.
  /// - Complexity: O(*m*) in the number of integers in memory, however long the range is.
  static func mapping(of view: IdentityView<Int>, in range: Range<Int>, isFromRange: Bool) -> PositionMapping? {
    guard let runCount = runCount(of: view, in: range) else { return nil }
    let (old, new) = isFromRange ? (range.count, view.count) : (view.count, range.count)
    if runCount * runCost <= old + new {
      let runs = runs(of: view, in: range)
      return PositionMapping(
        oldCount: old, newCount: new,
        runs: isFromRange ? runs : runs.map { PositionRun(old: $0.new, new: $0.old, count: $0.count) })
    }
    return PositionMapping(
      oldCount: old, newCount: new, commonPrefix: 0, commonSuffix: 0,
      tables: PositionTables.make(old: 0..<old, new: 0..<new) { tables in
        forEachPlace(of: view, in: range) { place, position in
          isFromRange ? tables.link(old: place, new: position) : tables.link(old: position, new: place)
        }
      })
  }

  /// Maps the elements between a common start and a common end.
  /// - Returns: `nil` if the identities after the common start do not increase on both sides, because an identity may
  ///   then repeat.
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
    return PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix,
      tables: PositionTables.make(old: oldMiddle, new: newMiddle) { tables in for run in runs { tables.link(run) } })
  }

  /// Returns the number of runs: stretches of the view, as long as possible, that hold consecutive integers of the
  /// range. `nil` if the integers of the view do not increase, or if 32 bits cannot number all elements.
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

  /// Calls the body for each integer of the view that is in the range, with its position in the range and its position
  /// in the view.
  @inline(__always)
  private static func forEachPlace(of view: IdentityView<Int>, in range: Range<Int>, _ body: (Int, Int) -> Void) {
    for position in 0..<view.count {
      let value = view.id(at: position)
      if value >= range.lowerBound, value < range.upperBound { body(value - range.lowerBound, position) }
    }
  }

  /// Returns the runs: stretches of the view, as long as possible, that hold consecutive integers of the range. In a
  /// run, `old` is a position in the range and `new` a position in the view.
  private static func runs(of view: IdentityView<Int>, in range: Range<Int>) -> [PositionRun] {
    var runs = RunCollector()
    forEachPlace(of: view, in: range) { runs.add(old: $0, new: $1) }
    return runs.finished()
  }

  /// Returns the runs of equal integers in two increasing sequences. Each step of the loop advances the side with the
  /// smaller integer, without a branch that the processor could mispredict.
  private static func runs(
    old: IdentityView<Int>, _ oldRange: Range<Int>, new: IdentityView<Int>, _ newRange: Range<Int>
  ) -> [PositionRun] {
    var runs = RunCollector()
    var (i, j) = (oldRange.lowerBound, newRange.lowerBound)
    while i < oldRange.upperBound, j < newRange.upperBound {
      let (a, b) = (old.id(at: i), new.id(at: j))
      if a == b { runs.add(old: i, new: j) }
      i += a <= b ? 1 : 0
      j += b <= a ? 1 : 0
    }
    return runs.finished()
  }

  /// Whether the identities increase from a position on.
  private static func increases(_ view: IdentityView<Int>, from start: Int) -> Bool {
    for position in (start..<view.count).dropFirst() where view.id(at: position) <= view.id(at: position - 1) {
      return false
    }
    return true
  }
}

extension IdentityColumn {
  /// Returns the mapping to a newer column if one of the two columns is a range of integers. The range is not expanded
  /// into single integers.
  /// - Returns: `nil` if neither column is a range, or if the identities of the other one do not increase.
  func integerMapping(to new: IdentityColumn) -> PositionMapping? {
    var mapping: PositionMapping?
    switch (shape, new.shape) {
    case (.integers(let old), _):
      TypedColumns<Int>.typed(new.identities).withIdentities {
        mapping = IncreasingIntegers.mapping(of: $0, in: old, isFromRange: true)
      }
    case (_, .integers(let new)):
      TypedColumns<Int>.typed(identities).withIdentities {
        mapping = IncreasingIntegers.mapping(of: $0, in: new, isFromRange: false)
      }
    default: break
    }
    return mapping
  }
}

/// The old position of each new one and back, for one sequence that became another.
///
/// What both share at the start and at the end is stored as two numbers; only the middle takes memory.
public struct PositionMapping: Hashable, Sendable {
  public let oldCount: Int
  public let newCount: Int
  /// So many elements at the start are the same, in the same order.
  public let commonPrefix: Int
  /// So many elements at the end are the same, in the same order; they do not overlap with the prefix.
  public let commonSuffix: Int
  /// For the new positions between prefix and suffix: the old position, or -1.
  private let oldOfNew: [Int32]
  /// For the old positions between prefix and suffix: the new position, or -1.
  private let newOfOld: [Int32]

  /// - Parameter oldOfNew: Old positions of the new positions from `commonPrefix` up to `newCount - commonSuffix`, or -1;
  ///   no old position twice.
  /// - Complexity: O(*m*) in the length of the two middles.
  public init(oldCount: Int, newCount: Int, commonPrefix: Int, commonSuffix: Int, oldOfNew: [Int32]) {
    precondition(
      oldOfNew.count == newCount - commonPrefix - commonSuffix,
      "\(oldOfNew.count) positions for \(newCount) less \(commonPrefix) and \(commonSuffix)")
    self.oldCount = oldCount
    self.newCount = newCount
    self.commonPrefix = commonPrefix
    self.commonSuffix = commonSuffix
    self.oldOfNew = oldOfNew
    var newOfOld = [Int32](repeating: -1, count: oldCount - commonPrefix - commonSuffix)
    for (offset, old) in oldOfNew.enumerated() where old >= 0 {
      newOfOld[Int(old) - commonPrefix] = Int32(truncatingIfNeeded: commonPrefix + offset)
    }
    self.newOfOld = newOfOld
  }

  /// Every element stays where it is.
  public static func identity(count: Int) -> PositionMapping {
    PositionMapping(oldCount: count, newCount: count, commonPrefix: count, commonSuffix: 0, oldOfNew: [])
  }

  /// No element survives.
  public static func disjoint(oldCount: Int, newCount: Int) -> PositionMapping {
    PositionMapping(
      oldCount: oldCount, newCount: newCount, commonPrefix: 0, commonSuffix: 0,
      oldOfNew: [Int32](repeating: -1, count: newCount))
  }

  /// True if nothing was inserted, deleted or moved.
  public var isIdentity: Bool { oldCount == newCount && commonPrefix + commonSuffix == newCount }

  /// Where the element at an old position is now; `nil` if it is gone.
  public func newPosition(ofOld old: Int) -> Int? {
    precondition(old >= 0 && old < oldCount, "old position \(old) of \(oldCount)")
    if old < commonPrefix { return old }
    if old >= oldCount - commonSuffix { return old + newCount - oldCount }
    let new = newOfOld[old - commonPrefix]
    return new < 0 ? nil : Int(new)
  }

  /// Where the element at a new position was before; `nil` if it is new.
  public func oldPosition(ofNew new: Int) -> Int? {
    precondition(new >= 0 && new < newCount, "new position \(new) of \(newCount)")
    if new < commonPrefix { return new }
    if new >= newCount - commonSuffix { return new + oldCount - newCount }
    let old = oldOfNew[new - commonPrefix]
    return old < 0 ? nil : Int(old)
  }
}

import Glibc

/// The positions of the integers of a column, found by value. No integer repeats, and they lie close together.
///
/// Consecutive integers need no memory. Increasing ones need a bit and a half for each integer between the smallest and
/// the largest. Integers in another order need four bytes more, for a table of the positions.
@usableFromInline
final class IntegerIndex: @unchecked Sendable {
  // Safe to share between threads: only columns that any thread may read have an index, and it never changes.
  /// The integers from the smallest to the largest.
  let bounds: Range<Int>
  /// Whether the integers increase.
  let isAscending: Bool
  /// The integers by position.
  let identities: Identities<Int>
  /// The integers as a set; `nil` if they are consecutive.
  private let members: IntegerBits?
  /// For each integer between the bounds its position plus one, or 0; `nil` if the integers increase.
  ///
  /// The memory is zero from the start, so pages without an integer are never touched.
  private let positions: UnsafeMutablePointer<UInt32>?

  /// Creates an index.
  /// - Parameter limit: The largest distance from the smallest to the largest integer.
  /// - Returns: `nil` if an integer repeats, if the integers lie too far apart, or if there are none.
  /// - Complexity: O(*n*).
  init?(_ identities: Identities<Int>, limit: Int) {
    guard identities.count > 0, identities.count < Int(Int32.max),
      let survey = Self.survey(identities, limit: limit)
    else { return nil }
    (self.identities, bounds, isAscending) = (identities, survey.bounds, survey.isAscending)
    if isAscending, bounds.count == identities.count {
      (members, positions) = (nil, nil)
      return
    }
    let members = IntegerBits(bounds)
    self.members = members
    let memory = isAscending ? nil : calloc(bounds.count, MemoryLayout<UInt32>.stride)
    positions = memory?.bindMemory(to: UInt32.self, capacity: bounds.count)
    if !isAscending, positions == nil || !fill(members) { return nil }
    if isAscending, !fill(members) { return nil }
    if isAscending { members.countRanks() }
  }

  deinit { free(positions) }

  /// Returns the bounds of the integers, and whether they increase; `nil` if they lie too far apart.
  private static func survey(_ identities: Identities<Int>, limit: Int) -> (bounds: Range<Int>, isAscending: Bool)? {
    var (low, high, last, isAscending) = (Int.max, Int.min, Int.min, true)
    let isClose = identities.forEachPiece(of: 0..<identities.count) { start, piece in
      for value in piece {
        low = min(low, value)
        high = max(high, value)
        isAscending = isAscending && value > last
        last = value
      }
      let (distance, isTooLarge) = high.subtractingReportingOverflow(low)
      return !isTooLarge && distance < limit && low > Int.min && high < Int.max - 64
    }
    return isClose ? (low..<high + 1, isAscending) : nil
  }

  /// Fills the set and the table of positions. Returns false if an integer repeats.
  private func fill(_ members: IntegerBits) -> Bool {
    let low = bounds.lowerBound
    return identities.forEachPiece(of: 0..<count) { start, piece in
      var areDistinct = true
      for index in 0..<piece.count {
        areDistinct = members.insert(piece[index]) && areDistinct
        if let positions { positions[piece[index] &- low] = UInt32(truncatingIfNeeded: start &+ index &+ 1) }
      }
      return areDistinct
    }
  }

  /// The number of integers.
  var count: Int { identities.count }

  /// Whether an integer is in the column.
  @inline(__always)
  func contains(_ value: Int) -> Bool { members?.contains(value) ?? bounds.contains(value) }

  /// Returns the position of an integer; `nil` if the column does not have it.
  /// - Complexity: O(1).
  @inline(__always)
  func position(of value: Int) -> Int? {
    guard bounds.contains(value) else { return nil }
    if let positions {
      let entry = positions[value &- bounds.lowerBound]
      return entry == 0 ? nil : Int(entry) &- 1
    }
    guard let members else { return value &- bounds.lowerBound }
    return members.contains(value) ? members.rank(of: value) : nil
  }

  /// Returns the integer at a position.
  func value(at position: Int) -> Int {
    members == nil ? bounds.lowerBound + position : identities.value(at: position)
  }

  /// Returns the number of integers that are in both columns.
  /// - Complexity: O(*n* / 64) in the number of integers between the bounds.
  func commonCount(_ other: IntegerIndex) -> Int {
    switch (members, other.members) {
    case (let members?, let others?): members.commonCount(others)
    case (let members?, nil): members.count(in: other.bounds)
    case (nil, let others?): others.count(in: bounds)
    case (nil, nil): bounds.clamped(to: other.bounds).count
    }
  }
}

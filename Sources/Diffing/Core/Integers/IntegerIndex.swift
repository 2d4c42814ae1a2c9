import Glibc

/// The positions of the integers of a column, found by value. No integer repeats, and they lie close together.
///
/// Consecutive integers need no memory. Other increasing ones need a bit and a half for each integer between the
/// smallest and the largest. Integers in another order need four bytes for each, for a table of the positions.
@usableFromInline
final class IntegerIndex: @unchecked Sendable {
  // Safe to share between threads: only columns that any thread may read have an index, and it never changes.
  /// The integers from the smallest to the largest.
  let bounds: Range<Int>
  /// Whether the integers increase.
  let isAscending: Bool
  /// The integers by position.
  let identities: Identities<Int>
  /// The integers as a set; `nil` if they are consecutive or do not increase.
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
    members = isAscending && bounds.count > identities.count ? IntegerBits(bounds) : nil
    let memory = isAscending ? nil : calloc(bounds.count, MemoryLayout<UInt32>.stride)
    positions = memory?.bindMemory(to: UInt32.self, capacity: bounds.count)
    if !isAscending, !fillPositions() { return nil }
    if let members {
      identities.forEachPiece(of: 0..<count) { _, piece in
        for value in piece { members.insert(value) }
        return true
      }
      members.countRanks()
    }
  }

  deinit { free(positions) }

  /// Returns the bounds of the integers, and whether they increase; `nil` if they lie too far apart.
  private static func survey(_ identities: Identities<Int>, limit: Int) -> (bounds: Range<Int>, isAscending: Bool)? {
    var (low, high, last, isAscending, isClose) = (Int.max, Int.min, Int.min, true, true)
    identities.forEachPiece(of: 0..<identities.count) { start, piece in
      for value in piece {
        low = min(low, value)
        high = max(high, value)
        isAscending = isAscending && value > last
        last = value
      }
      let (distance, isTooLarge) = high.subtractingReportingOverflow(low)
      isClose = !isTooLarge && distance < limit && low > Int.min && high < Int.max - 64
      return isClose
    }
    return isClose ? (low..<high + 1, isAscending) : nil
  }

  /// Fills the table. Returns whether there was memory for it and no integer repeats.
  private func fillPositions() -> Bool {
    guard let positions else { return false }
    let low = bounds.lowerBound
    var areDistinct = true
    identities.forEachPiece(of: 0..<count) { start, piece in
      for index in 0..<piece.count {
        areDistinct = areDistinct && positions[piece[index] &- low] == 0
        positions[piece[index] &- low] = UInt32(truncatingIfNeeded: start &+ index &+ 1)
      }
      return areDistinct
    }
    return areDistinct
  }

  /// The number of integers.
  var count: Int { identities.count }

  /// Whether the column has all integers between the bounds.
  var isComplete: Bool { bounds.count == count }

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
    isAscending && isComplete ? bounds.lowerBound + position : identities.value(at: position)
  }
}

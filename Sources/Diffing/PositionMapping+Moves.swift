/// The survivors that have to move, the fewest possible: all that are not in a longest increasing subsequence.
public struct MovedPositions: Hashable, Sendable {
  /// How many elements move.
  public let count: Int
  /// Their new positions, ascending, without overlaps.
  public let newRanges: [Range<Int>]

  init(newRanges: [Range<Int>]) {
    self.newRanges = newRanges
    count = newRanges.reduce(0) { $0 + $1.count }
  }

  /// True if the element at a new position moves.
  /// - Complexity: O(log *n*).
  public func contains(new position: Int) -> Bool {
    let index = newRanges.partitioningIndex { $0.lowerBound > position }
    return index > 0 && newRanges[index - 1].contains(position)
  }
}

extension PositionMapping {
  /// The fewest survivors that have to move so that the others keep their order.
  /// - Complexity: O(*r* log *r*), where *r* is the number of runs of neighbours that stayed neighbours.
  /// - Note: Everything outside of a heaviest increasing subsequence of runs; of equally heavy ones, one is taken
  ///   deterministically. With runs of one element this is the longest increasing subsequence of Fredman, "On computing
  ///   the length of longest increasing subsequences", Discrete Mathematics 11 (1975).
  public func moves() -> MovedPositions {
    let runs = runs()
    let isIncreasing = zip(runs, runs.dropFirst()).allSatisfy { $0.old < $1.old }
    if isIncreasing { return MovedPositions(newRanges: []) }
    let stays =
      runs.count > survivorCount / 4 && oldCount <= Int(Int32.max)
      ? IncreasingSubsequence.longest(of: Self.singles(runs))
      : IncreasingSubsequence.heaviest(ofStarts: runs.map(\.old), weights: runs.map(\.count))
    if stays.count == runs.count {
      return MovedPositions(newRanges: zip(runs, stays).compactMap { run, stays in stays ? nil : run.newRange })
    }
    return MovedPositions(newRanges: Self.movedRanges(runs, elementStays: stays))
  }

  /// How many survivors have to move.
  /// - Complexity: as ``moves()``, which is the one to call if the positions are of interest too.
  public var moveCount: Int { moves().count }

  private static func singles(_ runs: [PositionRun]) -> [Int32] {
    var positions: [Int32] = []
    for run in runs {
      for old in run.oldRange { positions.append(Int32(truncatingIfNeeded: old)) }
    }
    return positions
  }

  private static func movedRanges(_ runs: [PositionRun], elementStays: [Bool]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    for run in runs {
      for new in run.newRange {
        defer { index += 1 }
        if elementStays[index] { continue }
        if let last = ranges.last, last.upperBound == new {
          ranges[ranges.count - 1] = last.lowerBound..<new + 1
        } else {
          ranges.append(new..<new + 1)
        }
      }
    }
    return ranges
  }
}

/// Reorders collections by changes: positions that a change names go to their target, all others keep their order.
@usableFromInline
enum Replay {
  /// Returns the elements in a range of positions that count from zero.
  @inlinable
  static func elements<Elements: RandomAccessCollection>(
    _ range: Range<Int>, of elements: Elements
  ) -> Elements.SubSequence {
    let start = elements.index(elements.startIndex, offsetBy: range.lowerBound)
    return elements[start..<elements.index(start, offsetBy: range.count)]
  }

  /// Returns the old position of each new position; `nil` for an insertion.
  /// - Parameter sourceCount: The number of positions before.
  /// - Complexity: O(*n*).
  static func origins(
    sourceCount: Int, deleted: some Sequence<Int>, inserted: some Sequence<Int>,
    moved: some Sequence<PositionChange<Int>>
  ) -> [Int?] {
    var isRest = [Bool](repeating: true, count: sourceCount)
    func take(_ position: Int) {
      precondition(position >= 0 && position < sourceCount, "position \(position) of \(sourceCount)")
      precondition(isRest[position], "position \(position) is deleted or moved twice")
      isRest[position] = false
    }
    for position in deleted { take(position) }
    var named = inserted.map { (target: $0, source: Int?.none) }
    for change in moved {
      take(change.source)
      named.append((change.target, change.source))
    }
    named.sort { $0.target < $1.target }
    var origins: [Int?] = []
    origins.reserveCapacity(sourceCount + named.count)
    var next = 0
    func addRest(upTo target: Int) {
      while origins.count < target, next < sourceCount {
        if isRest[next] { origins.append(next) }
        next += 1
      }
    }
    for place in named {
      addRest(upTo: place.target)
      precondition(origins.count == place.target, "nothing comes before \(place.target) but \(origins.count)")
      origins.append(place.source)
    }
    addRest(upTo: Int.max)
    return origins
  }
}

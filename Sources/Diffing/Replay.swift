/// Puts things in a new order as changes say it: what is named goes to its place, the rest keeps its order.
enum Replay {
  /// For each position after the changes the one before them; `nil` for what is inserted.
  /// - Parameter sourceCount: How many there are before.
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

/// The changes of elements, section by section.
struct ElementReplay {
  /// What happens in one section.
  private struct Part {
    var deleted: [Int] = []
    /// Elements that leave the place they have in this section, also for another one in it.
    var left: [Int] = []
    var inserted: [Int] = []
    var arrived: [PositionChange<ElementPath>] = []
    var updated: Set<Int> = []
  }

  private var bySource: [Int: Part] = [:]
  private var byTarget: [Int: Part] = [:]

  init(_ changes: ChangePositions) {
    for path in changes.elementDeleted { bySource[path.section, default: Part()].deleted.append(path.item) }
    for path in changes.elementInserted { byTarget[path.section, default: Part()].inserted.append(path.item) }
    for change in changes.elementMoved {
      bySource[change.source.section, default: Part()].left.append(change.source.item)
      byTarget[change.target.section, default: Part()].arrived.append(change)
    }
    for change in changes.elementUpdated {
      byTarget[change.target.section, default: Part()].updated.insert(change.target.item)
    }
  }

  init(deleting paths: [ElementPath]) {
    for path in paths { bySource[path.section, default: Part()].deleted.append(path.item) }
  }

  /// For each element of a section after the changes where it was before; `nil` if it is to be taken from the new data.
  /// - Parameters:
  ///   - source: Where the section was.
  ///   - count: How many elements it had.
  func origins(ofSection target: Int, from source: Int, count: Int) -> [ElementPath?] {
    let (before, after) = (bySource[source] ?? Part(), byTarget[target] ?? Part())
    // What leaves is no longer there; what arrives is put in, and found again by its place.
    let origins = Replay.origins(
      sourceCount: count, deleted: before.deleted + before.left,
      inserted: after.inserted + after.arrived.map(\.target.item), moved: EmptyCollection())
    let arrived = Dictionary(uniqueKeysWithValues: after.arrived.map { ($0.target.item, $0.source) })
    return origins.enumerated().map { item, origin in
      after.updated.contains(item)
        ? nil : arrived[item] ?? origin.map { ElementPath(section: source, item: $0) }
    }
  }

  /// The same for a section that is inserted: all that does not come from elsewhere is in the new data.
  func origins(ofInsertedSection target: Int, count: Int) -> [ElementPath?] {
    let after = byTarget[target] ?? Part()
    var origins = [ElementPath?](repeating: nil, count: count)
    for change in after.arrived where !after.updated.contains(change.target.item) {
      origins[change.target.item] = change.source
    }
    return origins
  }
}

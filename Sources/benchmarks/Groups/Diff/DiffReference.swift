import Scrollwork

/// A plain form of staged changes: Heckel's tables, one walk over each list, and a copy of the list for each step.
///
/// It stands for DifferenceKit 1.3, which works in the same way and was measured beside it; see
/// ``DiffCeiling/ofReference(_:_:)``.
struct DiffReference<Element: Differentiable> {
  typealias ID = Element.DifferenceIdentifier

  /// The state of an element of the source.
  private struct Trace {
    /// The element's position in the target; `nil` if it is deleted.
    var target: Int?
    /// The number of deleted elements before the element.
    var deletedBefore = 0
    /// Whether the element needs no more work: it is deleted, or its position in the target was passed.
    var isDone = false
  }

  /// The positions of an identity in the source.
  private enum Place {
    case once(Int)
    case often(ArraySlice<Int>)
  }

  private(set) var updated: [Int] = []
  private(set) var deleted: [Int] = []
  private(set) var inserted: [Int] = []
  private(set) var moved: [(source: Int, target: Int)] = []
  /// The data after each step. The steps are the updates, the deletions, and the insertions with the moves; a step
  /// without changes is left out.
  private(set) var stages: [[Element]] = []

  init(source: [Element], target: [Element]) {
    var traces = [Trace](repeating: Trace(), count: source.count)
    let origins = Self.origins(source, target, &traces)
    var (updates, rest) = (source, [Element]())
    for position in source.indices {
      traces[position].deletedBefore = deleted.count
      if let survivor = traces[position].target {
        updates[position] = target[survivor]
        rest.append(target[survivor])
      } else {
        traces[position].isDone = true
        deleted.append(position)
      }
    }
    var next = 0
    for (position, origin) in origins.enumerated() {
      while next < traces.count, traces[next].isDone { next += 1 }
      guard let origin else {
        inserted.append(position)
        continue
      }
      traces[origin].isDone = true
      if !target[position].isContentEqual(to: source[origin]) { updated.append(origin) }
      if origin != next { moved.append((origin - traces[origin].deletedBefore, position)) }
    }
    if !updated.isEmpty { stages.append(updates) }
    if !deleted.isEmpty { stages.append(rest) }
    if !inserted.isEmpty || !moved.isEmpty { stages.append(target) }
  }

  /// Returns, for each element of the target, the position of the first unmatched element with its identity, or `nil`.
  private static func origins(_ source: [Element], _ target: [Element], _ traces: inout [Trace]) -> [Int?] {
    let identities = source.map(\.differenceIdentifier)
    var places = [ID: Place](minimumCapacity: source.count)
    for (position, id) in identities.enumerated() {
      switch places[id] {
      case nil: places[id] = .once(position)
      case .once(let first): places[id] = .often(ArraySlice([first, position]))
      case .often(let positions): places[id] = .often(positions + [position])
      }
    }
    return target.indices.map { position in
      let id = target[position].differenceIdentifier
      var origin: Int?
      switch places[id] {
      case nil: break
      case .once(let place): origin = traces[place].target == nil ? place : nil
      case .often(let positions):
        origin = positions.first
        places[id] = .often(positions.dropFirst())
      }
      if let origin { traces[origin].target = position }
      return origin
    }
  }

  var changeCount: Int { updated.count + deleted.count + inserted.count + moved.count }
}

/// Which items are in which ring around a viewport that moves: a pure value that is told what is near, and answers what is
/// to be begun and what is to be given up.
///
/// The rings are wider in the direction of travel, and the faster the motion the further ahead. In a fling nothing is begun
/// but what will be in sight where it ends; what was begun goes on as long as its item is in a ring and was not passed by.
///
/// It looks at each item near the viewport many times a second, so all of it can be specialised for the caller's keys.
public struct PrefetchRings<ID: Hashable> {
  public var configuration: PrefetchConfiguration
  @usableFromInline var places: [ID: PrefetchRingPlace] = [:]
  /// How many there were.
  @usableFromInline var updates = 0
  /// The side that was last moved to: 1 for the end, -1 for the start.
  @usableFromInline var side = 1.0
  /// Used again, so that an update that changes nothing makes no storage.
  @usableFromInline var outer: [PrefetchCandidate] = []

  @inlinable
  public init(configuration: PrefetchConfiguration = PrefetchConfiguration()) {
    self.configuration = configuration
  }

  /// Items in any ring.
  @inlinable public var count: Int { places.count }

  @inlinable
  public func ring(of id: ID) -> PrefetchRing? { places[id]?.ring }

  /// Where it moves or, at rest, last moved: 1 for the end, -1 for the start.
  @inlinable
  public func direction(_ motion: PrefetchMotion) -> Double {
    motion.velocity == 0 ? side : motion.velocity > 0 ? 1 : -1
  }

  /// How far before and after the viewport items have to be listed for `update`, in its lengths.
  public func reach(_ motion: PrefetchMotion) -> (before: Double, after: Double) {
    let bytes = extents(motion).bytes
    return direction(motion) > 0 ? (bytes.trailing, bytes.leading) : (bytes.leading, bytes.trailing)
  }

  /// The viewport, the items or the motion have changed.
  /// - Parameter items: Those within `reach`, and those in sight at rest if that is further, in any order. Of several with
  ///   one identity the first in the innermost ring counts.
  /// - Complexity: O(*k*) in the number of items listed, whatever the length of the list, and O(*c* log *c*) in the number
  ///   of those in the outer ring and those that change their ring.
  @inlinable
  public mutating func update(_ items: [PrefetchItem<ID>], motion: PrefetchMotion) -> PrefetchChanges<ID> {
    side = direction(motion)
    updates += 1
    outer.removeAll(keepingCapacity: true)
    let extents = extents(motion)
    var notes = PrefetchNotes<ID>()
    for (index, item) in items.enumerated() {
      guard let ring = ring(for: item, extents, motion) else { continue }
      let candidate = PrefetchCandidate(urgency: urgency(item, motion), index: index)
      if ring == .bytes { outer.append(candidate) } else { note(item.id, ring, candidate, &notes) }
    }
    let limit = max(0, configuration.outerLimit)
    if outer.count > limit { outer.sort() }
    for candidate in outer.prefix(limit) { note(items[candidate.index].id, .bytes, candidate, &notes) }
    var changes = notes.changes()
    if notes.count < places.count {
      changes.cancelled = places.filter { $0.value.update != updates }.map(\.key)
      for id in changes.cancelled { places[id] = nil }
    }
    return changes
  }

  /// The items are known by other keys from now on.
  /// - Parameter newKey: The new key of an item that was in a ring; `nil` if it is gone. No two may have the same.
  /// - Returns: The keys of those that are gone, which are in no ring any more.
  @inlinable
  public mutating func rename(_ newKey: (ID) -> ID?) -> [ID] {
    var gone: [ID] = []
    var renamed: [ID: PrefetchRingPlace] = [:]
    renamed.reserveCapacity(places.count)
    for (id, place) in places {
      if let key = newKey(id) { renamed[key] = place } else { gone.append(id) }
    }
    places = renamed
    return gone
  }

  /// Empties all rings, as when the view leaves the screen.
  @inlinable
  public mutating func removeAll() -> [ID] {
    defer { places.removeAll() }
    return Array(places.keys)
  }

  @inlinable
  mutating func note(
    _ id: ID, _ ring: PrefetchRing, _ candidate: PrefetchCandidate, _ notes: inout PrefetchNotes<ID>
  ) {
    let former = places[id]
    guard former?.update != updates else { return }
    places[id] = PrefetchRingPlace(ring: ring, update: updates)
    notes.count += 1
    guard let former else {
      notes.started.append((candidate, id, ring))
      return
    }
    if former.ring != ring { notes.moved.append((candidate, id, former.ring, ring)) }
  }

  @inlinable
  func ring(
    for item: PrefetchItem<ID>, _ extents: (picture: PrefetchExtent, bytes: PrefetchExtent), _ motion: PrefetchMotion
  ) -> PrefetchRing? {
    if item.distance == 0 { return .visible }
    if motion.isMemoryShort { return nil }
    let isFlung = abs(motion.velocity) > configuration.flingSpeed
    if isFlung, isInSightAtRest(item, motion) { return .picture }
    let distance = abs(item.distance)
    let isAhead = item.distance * side > 0
    guard distance <= (isAhead ? extents.bytes.leading : extents.bytes.trailing) else { return nil }
    let isNear = distance <= (isAhead ? extents.picture.leading : extents.picture.trailing)
    let ring: PrefetchRing = isNear ? .picture : .bytes
    guard isFlung else { return ring }
    // What was begun goes on, but nothing more is done for it, nor anything for what was passed by.
    guard let former = places[item.id]?.ring, former != .visible else { return nil }
    return min(former, ring)
  }

  @usableFromInline
  func extents(_ motion: PrefetchMotion) -> (picture: PrefetchExtent, bytes: PrefetchExtent) {
    guard !motion.isMemoryShort else {
      return (PrefetchExtent(leading: 0, trailing: 0), PrefetchExtent(leading: 0, trailing: 0))
    }
    guard motion.hasScrolled else { return (configuration.initialPicture, configuration.initialBytes) }
    let lead = min(configuration.largestLead, abs(motion.velocity) * configuration.leadTime)
    var (picture, bytes) = (configuration.picture, configuration.bytes)
    picture.leading += lead
    bytes.leading += lead
    return (picture, bytes)
  }

  /// Smaller is sooner: the distance to the viewport where it will rest, with what is in sight now before all.
  @inlinable
  func urgency(_ item: PrefetchItem<ID>, _ motion: PrefetchMotion) -> Double {
    if item.distance == 0 { return -1 }
    if isInSightAtRest(item, motion) { return 0 }
    let distance = abs(item.distance - (motion.remaining ?? 0))
    return item.distance * side > 0 ? distance : distance + 0.25
  }

  @inlinable
  func isInSightAtRest(_ item: PrefetchItem<ID>, _ motion: PrefetchMotion) -> Bool {
    guard let remaining = motion.remaining, item.distance * remaining > 0 else { return false }
    let gap = (item.distance - remaining) * (remaining > 0 ? 1 : -1)
    return gap <= 0 && gap > -1
  }
}

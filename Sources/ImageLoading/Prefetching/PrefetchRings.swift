/// The rings around a moving viewport, which decide what to load ahead and what to cancel. It is a pure value.
///
/// The rings are wider in the direction of motion, and reach further at a higher speed. During a fast fling, an item
/// enters a ring only if it is visible or will be visible when the fling ends. Work that was started earlier continues
/// while its item is in a ring, and ends once the item has passed through the viewport.
///
/// Updates examine each item near the viewport many times a second, so the type is specialisable for the caller's keys.
@usableFromInline package struct PrefetchRings<ID: Hashable> {
  /// The parameters; a change takes effect with the next update.
  @usableFromInline package var configuration: PrefetchConfiguration
  @usableFromInline var places: [ID: PrefetchRingPlace] = [:]
  /// The number of updates so far.
  @usableFromInline var updates = 0
  /// The direction of the last motion: 1 towards the end, -1 towards the start.
  @usableFromInline var side = 1.0
  /// The candidates for the outer ring in one update. The array is reused, so that an update without changes does not
  /// allocate.
  @usableFromInline var outer: [PrefetchCandidate] = []

  /// Creates empty rings.
  @inlinable
  package init(configuration: PrefetchConfiguration = PrefetchConfiguration()) {
    self.configuration = configuration
  }

  /// The number of items in the rings.
  @inlinable package var count: Int { places.count }

  /// Returns the ring of an item; `nil` if it is in none.
  @inlinable
  package func ring(of id: ID) -> PrefetchRing? { places[id]?.ring }

  /// Returns the direction of the motion or, at rest, of the last motion: 1 towards the end, -1 towards the start.
  @inlinable
  package func direction(_ motion: PrefetchMotion) -> Double {
    motion.velocity == 0 ? side : motion.velocity > 0 ? 1 : -1
  }

  /// Returns the distances before and after the viewport within which `update` needs all items, in viewport lengths.
  package func reach(_ motion: PrefetchMotion) -> (before: Double, after: Double) {
    let bytes = extents(motion).bytes
    return direction(motion) > 0 ? (bytes.trailing, bytes.leading) : (bytes.leading, bytes.trailing)
  }

  /// Updates the rings after a change of the viewport, the items or the motion.
  /// - Parameter items: The items within `reach`, and those that will be visible at rest if they are farther, in any
  ///   order. If several have the same key, only one in the innermost ring counts.
  /// - Complexity: O(*k*) in the number of listed items, whatever the length of the list, and O(*c* log *c*) in the
  ///   number of items in the outer ring and items that change their ring.
  @inlinable
  package mutating func update(_ items: [PrefetchItem<ID>], motion: PrefetchMotion) -> PrefetchChanges<ID> {
    side = direction(motion)
    updates += 1
    outer.removeAll(keepingCapacity: true)
    let extents = extents(motion)
    var findings = PrefetchFindings<ID>()
    for (index, item) in items.enumerated() {
      guard let ring = ring(for: item, extents, motion) else { continue }
      let candidate = PrefetchCandidate(urgency: urgency(item, motion), index: index)
      if ring == .bytes { outer.append(candidate) } else { record(item.id, ring, candidate, &findings) }
    }
    let limit = max(0, configuration.outerLimit)
    if outer.count > limit { outer.sort() }
    for candidate in outer.prefix(limit) { record(items[candidate.index].id, .bytes, candidate, &findings) }
    var changes = findings.changes()
    if findings.count < places.count {
      changes.cancelled = places.filter { $0.value.update != updates }.map(\.key)
      for id in changes.cancelled { places[id] = nil }
    }
    return changes
  }

  /// Replaces the keys of the items in rings, for example after an update of the list.
  /// - Parameter newKey: Returns the new key for an old one; `nil` if the item was deleted. New keys must be distinct.
  /// - Returns: The old keys of the deleted items, which leave their rings.
  /// - Complexity: O(*n*) in the number of items in rings.
  @inlinable
  package mutating func rename(_ newKey: (ID) -> ID?) -> [ID] {
    var gone: [ID] = []
    var renamed: [ID: PrefetchRingPlace] = [:]
    renamed.reserveCapacity(places.count)
    for (id, place) in places {
      if let key = newKey(id) { renamed[key] = place } else { gone.append(id) }
    }
    places = renamed
    return gone
  }

  /// Empties all rings, for example when the view leaves the screen.
  /// - Returns: The keys of the items that were in them.
  @inlinable
  package mutating func removeAll() -> [ID] {
    defer { places.removeAll() }
    return Array(places.keys)
  }

  /// Records an item's ring, unless this update has already recorded the item.
  @inlinable
  mutating func record(
    _ id: ID, _ ring: PrefetchRing, _ candidate: PrefetchCandidate, _ findings: inout PrefetchFindings<ID>
  ) {
    let former = places[id]
    guard former?.update != updates else { return }
    places[id] = PrefetchRingPlace(ring: ring, update: updates)
    findings.count += 1
    guard let former else {
      findings.started.append((candidate, id, ring))
      return
    }
    if former.ring != ring { findings.moved.append((candidate, id, former.ring, ring)) }
  }

  /// Returns the ring of an item at its distance; `nil` if it belongs to none.
  @inlinable
  func ring(
    for item: PrefetchItem<ID>, _ extents: (picture: PrefetchExtent, bytes: PrefetchExtent), _ motion: PrefetchMotion
  ) -> PrefetchRing? {
    if item.distance == 0 { return .visible }
    if motion.isMemoryShort { return nil }
    let isFlung = abs(motion.velocity) > configuration.flingSpeed
    if isFlung, isVisibleAtRest(item, motion) { return .picture }
    let distance = abs(item.distance)
    let isAhead = item.distance * side > 0
    guard distance <= (isAhead ? extents.bytes.leading : extents.bytes.trailing) else { return nil }
    let isNear = distance <= (isAhead ? extents.picture.leading : extents.picture.trailing)
    let ring: PrefetchRing = isNear ? .picture : .bytes
    guard isFlung else { return ring }
    // During a fling, work that was started continues. No item is added, and work for items that were passed ends.
    guard let former = places[item.id]?.ring, former != .visible else { return nil }
    return min(former, ring)
  }

  /// Returns the widths of both rings for a motion.
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

  /// Returns the urgency of an item; less is more urgent. Visible items come first, then those that will be visible at
  /// rest, then the others by their distance from the viewport at rest. An item on the side that the viewport moves
  /// away from counts as a quarter of the viewport farther.
  @inlinable
  func urgency(_ item: PrefetchItem<ID>, _ motion: PrefetchMotion) -> Double {
    if item.distance == 0 { return -1 }
    if isVisibleAtRest(item, motion) { return 0 }
    let distance = abs(item.distance - (motion.remaining ?? 0))
    return item.distance * side > 0 ? distance : distance + 0.25
  }

  /// Whether the item will be visible when the motion ends.
  @inlinable
  func isVisibleAtRest(_ item: PrefetchItem<ID>, _ motion: PrefetchMotion) -> Bool {
    guard let remaining = motion.remaining, item.distance * remaining > 0 else { return false }
    let gap = (item.distance - remaining) * (remaining > 0 ? 1 : -1)
    return gap <= 0 && gap > -1
  }
}

/// Which items are in which ring around a viewport that moves: a pure value that is told what is near, and answers what is
/// to be begun and what is to be given up. Items are known by their identities, so an update of the list moves nothing.
///
/// The rings are wider in the direction of travel, and the faster the motion the further ahead. In a fling nothing is begun
/// but what will be in sight where it ends; what was begun goes on as long as its item is in a ring and was not passed by.
public struct PrefetchRings<ID: Hashable> {
  public var configuration: PrefetchConfiguration
  private var rings: [ID: PrefetchRing] = [:]
  private var nextRings: [ID: PrefetchRing] = [:]
  /// The side that was last moved to: 1 for the end, -1 for the start.
  private var side = 1.0

  public init(configuration: PrefetchConfiguration = PrefetchConfiguration()) {
    self.configuration = configuration
  }

  /// Items in any ring.
  public var count: Int { rings.count }

  public func ring(of id: ID) -> PrefetchRing? { rings[id] }

  /// Where it moves or, at rest, last moved: 1 for the end, -1 for the start.
  public func direction(_ motion: PrefetchMotion) -> Double {
    motion.velocity == 0 ? side : motion.velocity > 0 ? 1 : -1
  }

  /// How far before and after the viewport items have to be listed for `update`, in its lengths.
  public func reach(_ motion: PrefetchMotion) -> (before: Double, after: Double) {
    let extents = extents(motion)
    let (ahead, behind) = (extents.bytes.leading, extents.bytes.trailing)
    return direction(motion) > 0 ? (behind, ahead) : (ahead, behind)
  }

  /// The viewport, the items or the motion have changed.
  /// - Parameter items: Those within `reach`, and those in sight at rest if that is further; each once, in any order.
  /// - Complexity: O(*k* log *k*) in the number of items listed, whatever the length of the list.
  public mutating func update(
    _ items: some Sequence<PrefetchItem<ID>>, motion: PrefetchMotion
  ) -> PrefetchChanges<ID> {
    side = direction(motion)
    nextRings.removeAll(keepingCapacity: true)
    var changes = PrefetchChanges<ID>()
    let extents = extents(motion)
    let ordered = items.sorted { urgency($0, motion) < urgency($1, motion) }
    var outerCount = 0
    for item in ordered {
      guard let ring = ring(for: item, extents, motion) else { continue }
      if ring == .bytes {
        outerCount += 1
        if outerCount > configuration.outerLimit { continue }
      }
      note(item.id, ring, &changes)
    }
    for id in rings.keys where nextRings[id] == nil { changes.cancelled.append(id) }
    swap(&rings, &nextRings)
    return changes
  }

  /// Empties all rings, as when the view leaves the screen.
  public mutating func removeAll() -> [ID] {
    defer { rings.removeAll() }
    return Array(rings.keys)
  }

  private mutating func note(_ id: ID, _ ring: PrefetchRing, _ changes: inout PrefetchChanges<ID>) {
    guard nextRings.updateValue(ring, forKey: id) == nil else { return }
    guard let former = rings[id] else {
      changes.started.append((id, ring))
      return
    }
    if former != ring { changes.moved.append((id, former, ring)) }
  }

  private func ring(
    for item: PrefetchItem<ID>, _ extents: (picture: PrefetchExtent, bytes: PrefetchExtent), _ motion: PrefetchMotion
  ) -> PrefetchRing? {
    if item.distance == 0 { return .visible }
    if motion.isMemoryShort { return nil }
    let isFlung = abs(motion.velocity) > configuration.flingSpeed
    if isFlung, isInSightAtRest(item, motion) { return .picture }
    let distance = abs(item.distance)
    let isAhead = item.distance * side > 0
    func isWithin(_ extent: PrefetchExtent) -> Bool { distance <= (isAhead ? extent.leading : extent.trailing) }
    guard isWithin(extents.bytes) else { return nil }
    let ring: PrefetchRing = isWithin(extents.picture) ? .picture : .bytes
    guard isFlung else { return ring }
    // What was begun goes on, but nothing more is done for it, nor anything for what was passed by.
    guard let former = rings[item.id], former != .visible else { return nil }
    return min(former, ring)
  }

  private func extents(_ motion: PrefetchMotion) -> (picture: PrefetchExtent, bytes: PrefetchExtent) {
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
  private func urgency(_ item: PrefetchItem<ID>, _ motion: PrefetchMotion) -> Double {
    if item.distance == 0 { return -1 }
    if isInSightAtRest(item, motion) { return 0 }
    let distance = abs(item.distance - (motion.remaining ?? 0))
    return item.distance * side > 0 ? distance : distance + 0.25
  }

  private func isInSightAtRest(_ item: PrefetchItem<ID>, _ motion: PrefetchMotion) -> Bool {
    guard let remaining = motion.remaining, item.distance * remaining > 0 else { return false }
    let gap = (item.distance - remaining) * (remaining > 0 ? 1 : -1)
    return gap <= 0 && gap > -1
  }
}

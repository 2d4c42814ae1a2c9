/// The ring of an item, and the number of the last update that found the item.
@usableFromInline
struct PrefetchRingPlace {
  @usableFromInline var ring: PrefetchRing
  @usableFromInline var update: Int

  @inlinable
  init(ring: PrefetchRing, update: Int) {
    self.ring = ring
    self.update = update
  }
}

/// The index of an item in an update's list. The order is by urgency (less is more urgent), then by index.
@usableFromInline
struct PrefetchCandidate: Comparable {
  @usableFromInline var urgency: Double
  @usableFromInline var index: Int

  @inlinable
  init(urgency: Double, index: Int) {
    self.urgency = urgency
    self.index = index
  }

  @inlinable
  static func < (a: PrefetchCandidate, b: PrefetchCandidate) -> Bool {
    a.urgency == b.urgency ? a.index < b.index : a.urgency < b.urgency
  }
}

/// The items that one update found to enter or change their ring, in the order in which they were examined.
@usableFromInline
struct PrefetchFindings<ID: Hashable> {
  @usableFromInline var started: [(candidate: PrefetchCandidate, id: ID, ring: PrefetchRing)] = []
  @usableFromInline var moved: [(candidate: PrefetchCandidate, id: ID, from: PrefetchRing, to: PrefetchRing)] = []
  /// The number of items that the update found in any ring.
  @usableFromInline var count = 0

  @inlinable
  init() {}

  /// Returns the changes for the caller, sorted by urgency.
  @inlinable
  mutating func changes() -> PrefetchChanges<ID> {
    started.sort { $0.candidate < $1.candidate }
    moved.sort { $0.candidate < $1.candidate }
    var changes = PrefetchChanges<ID>()
    changes.started = started.map { ($0.id, $0.ring) }
    changes.moved = moved.map { ($0.id, $0.from, $0.to) }
    return changes
  }
}

/// In which ring an item is, and which update saw it there last.
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

/// An item by its position in what was listed. The most urgent is the least; of equally urgent ones the first.
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

/// What one update of the rings has found so far, in the order in which the items were listed.
@usableFromInline
struct PrefetchNotes<ID: Hashable> {
  @usableFromInline var started: [(candidate: PrefetchCandidate, id: ID, ring: PrefetchRing)] = []
  @usableFromInline var moved: [(candidate: PrefetchCandidate, id: ID, from: PrefetchRing, to: PrefetchRing)] = []
  /// Items that are in a ring.
  @usableFromInline var count = 0

  @inlinable
  init() {}

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

/// The bound items: visible ones, exiting ones, and those in the pool.
@MainActor
struct ItemStore: ~Copyable {
  /// Visible items and those bound for a running animation, in reading order.
  var bound: [BoundItem] = []
  /// Deleted items that are still visible.
  var exiting: [BoundItem] = []
  var pool = ContentPool()
  /// Scratch: the items that replace `bound` in the current round.
  var nextBound: [BoundItem] = []
  /// Animating items that a round of the frame no longer needs; a later round may take them back.
  var recycleCandidates: [BoundItem] = []
  /// Whether a content view asked for another size since the last frame.
  var contentNeedsMeasure = false

  /// Makes the items of the current round the bound ones.
  mutating func adoptNext() { swap(&bound, &nextBound) }
}

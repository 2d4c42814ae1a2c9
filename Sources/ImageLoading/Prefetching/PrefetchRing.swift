/// A zone around the viewport, which decides how much is loaded ahead for its items. Nearer rings are greater.
public enum PrefetchRing: Comparable, Sendable {
  /// Far: the bytes should be on this machine.
  case bytes
  /// Near: the picture should be in memory.
  case picture
  /// Visible: the item loads its picture itself.
  case visible
}

/// An item near the viewport.
@usableFromInline package struct PrefetchItem<ID: Hashable> {
  /// The key of the item.
  @usableFromInline package var id: ID
  /// The gap between the item and the viewport, in viewport lengths: 0 if visible, positive after the viewport's end,
  /// negative before its start.
  @usableFromInline package var distance: Double

  /// Creates an item.
  @usableFromInline package init(id: ID, distance: Double) {
    self.id = id
    self.distance = distance
  }
}

extension PrefetchItem: Sendable where ID: Sendable {}

/// The motion of the viewport.
@usableFromInline package struct PrefetchMotion: Hashable, Sendable {
  /// The velocity in viewport lengths per second, positive towards the end.
  @usableFromInline package var velocity = 0.0
  /// The remaining distance until rest, in viewport lengths and with the sign of the velocity; `nil` if unknown.
  @usableFromInline package var remaining: Double?
  /// Whether the user has scrolled since the list appeared; before, less is loaded ahead.
  @usableFromInline package var hasScrolled = true
  /// Whether memory is short; then nothing is loaded ahead.
  @usableFromInline package var isMemoryShort = false

  /// Creates a motion; the default is a viewport at rest.
  @usableFromInline package init(
    velocity: Double = 0, remaining: Double? = nil, hasScrolled: Bool = true, isMemoryShort: Bool = false
  ) {
    self.velocity = velocity
    self.remaining = remaining
    self.hasScrolled = hasScrolled
    self.isMemoryShort = isMemoryShort
  }
}

/// The width of a ring, in viewport lengths from the viewport's edge.
public struct PrefetchExtent: Hashable, Sendable {
  /// The width on the side towards which the viewport moves.
  @usableFromInline package var leading: Double
  /// The width on the side that the viewport moves away from.
  @usableFromInline package var trailing: Double

  /// Creates an extent.
  public init(leading: Double, trailing: Double) {
    self.leading = leading
    self.trailing = trailing
  }
}

/// The parameters of prefetching.
public struct PrefetchConfiguration: Hashable, Sendable {
  /// The width of the ring ``PrefetchRing/picture``, for whose items decoded pictures are prepared.
  public var picture = PrefetchExtent(leading: 1, trailing: 0.5)
  /// The width of the ring ``PrefetchRing/bytes``, for whose items encoded bytes are loaded.
  public var bytes = PrefetchExtent(leading: 2.5, trailing: 1.5)
  /// The width of the ring ``PrefetchRing/picture`` before the first scroll.
  @usableFromInline package var initialPicture = PrefetchExtent(leading: 0.25, trailing: 0.25)
  /// The width of the ring ``PrefetchRing/bytes`` before the first scroll.
  @usableFromInline package var initialBytes = PrefetchExtent(leading: 0.5, trailing: 0.25)
  /// The time by which the rings reach ahead of the motion, in seconds: the leading width grows by the distance covered
  /// in this time.
  package var leadTime = 0.3
  /// The limit of the growth by `leadTime`, in viewport lengths.
  @usableFromInline package var largestLead = 2.0
  /// The speed, in viewport lengths per second, above which an item outside all rings enters one only if it is visible,
  /// or will be visible when the scroll ends.
  @usableFromInline package var flingSpeed = 4.0
  /// The largest number of items in the ring ``PrefetchRing/bytes``. If more items lie in it, the most urgent ones are
  /// chosen.
  @usableFromInline package var outerLimit = 64

  /// Creates a configuration with the defaults.
  public init() {}
}

/// The work to start, continue and cancel after an update of the rings.
@usableFromInline package struct PrefetchChanges<ID: Hashable> {
  /// Items that entered a ring, the most urgent first.
  @usableFromInline package var started: [(id: ID, ring: PrefetchRing)] = []
  /// Items that changed from one ring to another, the most urgent first. Work already done for them stays valid.
  @usableFromInline package var moved: [(id: ID, from: PrefetchRing, to: PrefetchRing)] = []
  /// Items that left all rings.
  @usableFromInline package var cancelled: [ID] = []

  /// Creates an empty change.
  @usableFromInline package init() {}

  /// Whether there is nothing to do.
  @usableFromInline package var isEmpty: Bool { started.isEmpty && moved.isEmpty && cancelled.isEmpty }
}

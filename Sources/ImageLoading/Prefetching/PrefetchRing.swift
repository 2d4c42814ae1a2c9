/// The nearness of an item to the viewport, which decides how much is loaded ahead for it. Nearer rings are greater.
public enum PrefetchRing: Int, Comparable, Sendable {
  /// Far: the bytes should be on this machine.
  case bytes
  /// Near: the picture should be in memory.
  case picture
  /// Visible: the item loads its picture itself.
  case visible

  /// Whether `a` is farther from the viewport than `b`.
  public static func < (a: PrefetchRing, b: PrefetchRing) -> Bool { a.rawValue < b.rawValue }
}

/// An item near the viewport.
public struct PrefetchItem<ID: Hashable> {
  /// The item's key.
  public var id: ID
  /// The gap between the item and the viewport, in viewport lengths: 0 if visible, positive after the viewport's end,
  /// negative before its start.
  public var distance: Double

  /// Creates an item.
  public init(id: ID, distance: Double) {
    self.id = id
    self.distance = distance
  }
}

extension PrefetchItem: Sendable where ID: Sendable {}

/// The motion of the viewport.
public struct PrefetchMotion: Hashable, Sendable {
  /// The velocity in viewport lengths per second, positive towards the end.
  public var velocity = 0.0
  /// The remaining distance until rest, in viewport lengths and with the sign of the velocity; `nil` if unknown.
  public var remaining: Double?
  /// Whether the user has scrolled yet; before that, less is loaded ahead.
  public var hasScrolled = true
  /// Whether memory is short; then nothing is loaded ahead.
  public var isMemoryShort = false

  /// Creates a motion; the default is a viewport at rest.
  public init(velocity: Double = 0, remaining: Double? = nil, hasScrolled: Bool = true, isMemoryShort: Bool = false) {
    self.velocity = velocity
    self.remaining = remaining
    self.hasScrolled = hasScrolled
    self.isMemoryShort = isMemoryShort
  }
}

/// The width of a ring, in viewport lengths.
public struct PrefetchExtent: Hashable, Sendable {
  /// The width on the side of the motion.
  public var leading: Double
  /// The width on the other side.
  public var trailing: Double

  /// Creates an extent.
  public init(leading: Double, trailing: Double) {
    self.leading = leading
    self.trailing = trailing
  }
}

/// The parameters of prefetching.
public struct PrefetchConfiguration: Hashable, Sendable {
  /// The ring whose pictures are decoded ahead.
  public var picture = PrefetchExtent(leading: 1, trailing: 0.5)
  /// The ring whose bytes are loaded ahead.
  public var bytes = PrefetchExtent(leading: 2.5, trailing: 1.5)
  /// The inner ring before the first scroll.
  public var initialPicture = PrefetchExtent(leading: 0.25, trailing: 0.25)
  /// The outer ring before the first scroll.
  public var initialBytes = PrefetchExtent(leading: 0.5, trailing: 0.25)
  /// The time by which the rings extend ahead of the motion, in seconds.
  public var leadTime = 0.3
  /// The limit on that extension, in viewport lengths.
  public var largestLead = 2.0
  /// The speed in viewport lengths per second above which only items that will be visible at rest are started.
  public var flingSpeed = 4.0
  /// The largest number of items in the outer ring; the nearest ones count.
  public var outerLimit = 64

  /// Creates a configuration with the defaults.
  public init() {}
}

/// The work that follows from a change of the viewport.
public struct PrefetchChanges<ID: Hashable> {
  /// Items that entered a ring, the most urgent first.
  public var started: [(id: ID, ring: PrefetchRing)] = []
  /// Items that went from one ring to another, the most urgent first. Work done for them stays valid.
  public var moved: [(id: ID, from: PrefetchRing, to: PrefetchRing)] = []
  /// Items that left all rings.
  public var cancelled: [ID] = []

  /// Creates an empty change.
  public init() {}

  /// Whether there is nothing to do.
  public var isEmpty: Bool { started.isEmpty && moved.isEmpty && cancelled.isEmpty }
}

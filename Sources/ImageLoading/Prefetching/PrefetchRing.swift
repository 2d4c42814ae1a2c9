/// How near to being seen an item is, and so how much is done for it ahead. The nearer, the greater.
public enum PrefetchRing: Int, Comparable, Sendable {
  /// Far: its bytes are to be on this machine.
  case bytes
  /// Near: its picture is to be in memory.
  case picture
  /// On screen: it looks after itself.
  case visible

  public static func < (a: PrefetchRing, b: PrefetchRing) -> Bool { a.rawValue < b.rawValue }
}

/// An item near the viewport.
public struct PrefetchItem<ID: Hashable> {
  public var id: ID
  /// The gap between it and the viewport in lengths of the viewport: 0 for what is in sight, positive for what lies
  /// towards the end, negative towards the start.
  public var distance: Double

  public init(id: ID, distance: Double) {
    self.id = id
    self.distance = distance
  }
}

extension PrefetchItem: Sendable where ID: Sendable {}

/// How the viewport moves.
public struct PrefetchMotion: Hashable, Sendable {
  /// Lengths of the viewport a second, positive towards the end.
  public var velocity = 0.0
  /// How far it will still go until it rests, in its own lengths with the sign of the velocity; `nil` if nobody knows.
  public var remaining: Double?
  /// False until it was scrolled for the first time: then little is done ahead.
  public var hasScrolled = true
  /// True if memory is short: then nothing is done ahead.
  public var isMemoryShort = false

  public init(velocity: Double = 0, remaining: Double? = nil, hasScrolled: Bool = true, isMemoryShort: Bool = false) {
    self.velocity = velocity
    self.remaining = remaining
    self.hasScrolled = hasScrolled
    self.isMemoryShort = isMemoryShort
  }
}

/// How wide the rings are, in lengths of the viewport on the side it moves to and on the other.
public struct PrefetchExtent: Hashable, Sendable {
  public var leading: Double
  public var trailing: Double

  public init(leading: Double, trailing: Double) {
    self.leading = leading
    self.trailing = trailing
  }
}

/// The numbers of prefetching.
public struct PrefetchConfiguration: Hashable, Sendable {
  public var picture = PrefetchExtent(leading: 1, trailing: 0.5)
  public var bytes = PrefetchExtent(leading: 2.5, trailing: 1.5)
  /// Before the first scroll.
  public var initialPicture = PrefetchExtent(leading: 0.25, trailing: 0.25)
  public var initialBytes = PrefetchExtent(leading: 0.5, trailing: 0.25)
  /// The rings reach so many seconds of motion further ahead, but at most `largestLead` lengths.
  public var leadTime = 0.3
  public var largestLead = 2.0
  /// Faster than this, in lengths a second, only what will be in sight at rest is begun.
  public var flingSpeed = 4.0
  /// The most items in the outer ring: those nearest.
  public var outerLimit = 64

  public init() {}
}

/// What there is to do after the viewport moved.
public struct PrefetchChanges<ID: Hashable> {
  /// Items that came into a ring, with the ring, the most urgent first.
  public var started: [(id: ID, ring: PrefetchRing)] = []
  /// Items that went from one ring to another, the most urgent first. What was done for them stays until they are gone.
  public var moved: [(id: ID, from: PrefetchRing, to: PrefetchRing)] = []
  /// Items that are in no ring any more.
  public var cancelled: [ID] = []

  public init() {}

  public var isEmpty: Bool { started.isEmpty && moved.isEmpty && cancelled.isEmpty }
}

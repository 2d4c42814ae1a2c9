public import ScrollworkGeometry

/// Says how the cells of a list come, go, move and look on the way.
///
/// An animator has no clock and moves nothing itself: it answers with values, and the list's frames follow them. So
/// everything can be interrupted, replayed and looked at frame by frame. It is asked only for what is on screen. The first
/// that is there counts: that of the content (``View/collectionAnimator``), of the cell, of the section, of the list.
///
/// Where a person asked for less motion, what comes and goes only fades, and the rest is in place at once.
@MainActor
public protocol Animator {
  /// A cell comes into the list: how it looks when it begins to, and how it gets to look as it is.
  func insert(_ context: AnimationContext) -> Entrance

  /// A cell leaves the list: how it looks when it is gone, and how it gets there.
  func delete(_ context: AnimationContext) -> Entrance

  /// A cell goes from one place to another because the list has changed; `nil` leaves it to the list.
  func move(_ context: AnimationContext) -> MotionTiming?

  /// How a cell looks where it is now. Asked for each frame in which it is seen, so that a cell may look different near an
  /// edge.
  func update(_ context: AnimationContext) -> CellAppearance

  /// The content is scrolled: how far the cell stays behind, in logical pixels, from where it then comes after by
  /// ``move(_:)``.
  func shift(_ context: AnimationContext, by delta: Point) -> Point
}

extension Animator {
  public func move(_ context: AnimationContext) -> MotionTiming? { nil }
  public func update(_ context: AnimationContext) -> CellAppearance { .plain }
  public func shift(_ context: AnimationContext, by delta: Point) -> Point { .zero }
}

/// What an animator is told of a cell.
public struct AnimationContext: Hashable, Sendable {
  /// Where the cell belongs, in the list's own coordinates: the viewport's top left is the origin.
  public var frame: Rect
  /// What of the list is seen.
  public var viewport: Size
  /// How many cells came, or went, before this one by the same update, in the order of the list.
  public var order: Int
  /// True if the whole section comes or goes.
  public var isSectionChange: Bool
  /// True for tiles, which grow and shrink a little where rows do not.
  public var isTile: Bool

  public init(
    frame: Rect, viewport: Size, order: Int = 0, isSectionChange: Bool = false, isTile: Bool = false
  ) {
    self.frame = frame
    self.viewport = viewport
    self.order = order
    self.isSectionChange = isSectionChange
    self.isTile = isTile
  }
}

/// How a cell looks, other than plainly in its place.
public struct CellAppearance: Hashable, Sendable {
  /// 0 to 1.
  public var alpha: Double
  /// About the middle of the cell.
  public var scale: Double
  /// Distance from its place, in logical pixels.
  public var offset: Point
  /// How much of its height is seen, from its middle, 0 to 1.
  public var opening: Double

  public init(alpha: Double = 1, scale: Double = 1, offset: Point = .zero, opening: Double = 1) {
    self.alpha = alpha
    self.scale = scale
    self.offset = offset
    self.opening = opening
  }

  public static let plain = CellAppearance()
}

/// How a cell looks at the far end of its coming or going, and how it gets from or to there.
public struct Entrance: Hashable, Sendable {
  public var appearance: CellAppearance
  public var timing: MotionTiming
  /// Fading may take its own time.
  public var fade: MotionTiming

  public init(_ appearance: CellAppearance, timing: MotionTiming, fade: MotionTiming? = nil) {
    self.appearance = appearance
    self.timing = timing
    self.fade = fade ?? timing
  }
}

public import ScrollworkGeometry

/// A rule for the animations of the cells of a list: insertion, deletion, moves and appearance while scrolling.
///
/// An animator has no clock and moves nothing itself. It returns values and the frames of the list follow them, so
/// every animation can be interrupted, retargeted and tested frame by frame. The list calls it for visible cells only.
///
/// The list uses the first animator that it finds: that of the content view (``View/collectionAnimator``), of the cell,
/// of the section, of the list. If the user prefers reduced motion, insertions and deletions only fade and every other
/// change is immediate.
@MainActor
public protocol Animator {
  /// Returns the initial appearance of an inserted cell and the timing of its way to the plain appearance.
  func insert(_ context: AnimationContext) -> Entrance

  /// Returns the final appearance of a deleted cell and the timing of its way from the plain appearance.
  func delete(_ context: AnimationContext) -> Entrance

  /// Returns the timing of the move animation of a cell that an update moved; `nil` for the timing of the list.
  ///
  /// The default returns `nil`.
  func move(_ context: AnimationContext) -> MotionTiming?

  /// Returns the appearance of a cell at its current position, for example smaller near an edge.
  ///
  /// The list calls it for each visible cell in each frame. The default returns the plain appearance.
  func update(_ context: AnimationContext) -> CellAppearance

  /// Returns the distance that a cell lags behind when the content scrolls, in logical pixels.
  ///
  /// The cell then returns to its target frame with the timing of ``move(_:)``. The default returns zero.
  /// - Parameter delta: The distance that the content was scrolled since the previous frame.
  func shift(_ context: AnimationContext, by delta: Point) -> Point
}

extension Animator {
  /// Returns `nil`: the list chooses the timing of moves.
  public func move(_ context: AnimationContext) -> MotionTiming? { nil }
  /// Returns the plain appearance.
  public func update(_ context: AnimationContext) -> CellAppearance { .plain }
  /// Returns zero: cells scroll together with the content.
  public func shift(_ context: AnimationContext, by delta: Point) -> Point { .zero }
}

/// The facts about a cell that an animator may use.
public struct AnimationContext: Hashable, Sendable {
  /// The target frame in logical pixels, relative to the upper left corner of the viewport.
  public var frame: Rect
  /// The size of the viewport in logical pixels.
  public var viewport: Size
  /// The number of cells before this one that the same update inserts or deletes, in list order.
  public var order: Int
  /// Whether the update inserts or deletes the whole section.
  public var isSectionChange: Bool
  /// Whether the cell is a tile of a grid. Tiles change size during an animation, full-width rows do not.
  public var isTile: Bool

  /// Creates a context. The defaults describe a single row.
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

/// A temporary change of a cell's appearance.
public struct CellAppearance: Hashable, Sendable {
  /// Opacity: 0 (invisible) to 1.
  public var alpha: Double
  /// Magnification about the centre of the cell; 1 is the normal size.
  public var scale: Double
  /// Distance from the target frame in logical pixels.
  public var offset: Point
  /// The share of its height that the cell has, around its centre, 0 to 1. Its content is laid out for that height.
  public var opening: Double

  /// Creates an appearance. The defaults change nothing.
  public init(alpha: Double = 1, scale: Double = 1, offset: Point = .zero, opening: Double = 1) {
    self.alpha = alpha
    self.scale = scale
    self.offset = offset
    self.opening = opening
  }

  /// The unchanged appearance.
  public static let plain = CellAppearance()
}

/// The appearance of a cell before its insertion or after its deletion, and the timing of the animation between that
/// and the plain appearance.
public struct Entrance: Hashable, Sendable {
  /// The appearance at the invisible end of the animation.
  public var appearance: CellAppearance
  /// The timing of scale, offset and opening.
  public var timing: MotionTiming
  /// The timing of the opacity, which may be shorter, so that cells do not overlap for long.
  public var fade: MotionTiming

  /// Creates an entrance.
  /// - Parameter fade: The timing of the opacity; `nil` for the same timing.
  public init(_ appearance: CellAppearance, timing: MotionTiming, fade: MotionTiming? = nil) {
    self.appearance = appearance
    self.timing = timing
    self.fade = fade ?? timing
  }
}

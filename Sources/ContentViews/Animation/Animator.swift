public import ScrollworkGeometry

/// The appearance and timing of a list's cell animations: insertion, deletion, moves and scrolling.
///
/// An animator has no clock and moves nothing itself: it returns values, which the list applies in each frame. So every
/// animation can be interrupted, retargeted and tested frame by frame. Its methods are called for visible cells only.
///
/// A cell uses the first animator that is set, in this order: on its content view (``View/collectionAnimator``), on the
/// cell, on its section, on the list. If the user prefers reduced motion, insertions and deletions only fade and every
/// other change is immediate.
@MainActor
public protocol Animator {
  /// Returns the appearance that an inserted cell starts with, and the timing of the change to the plain appearance.
  ///
  /// The default fades the cell in, and a tile grows slightly.
  func insert(_ context: AnimationContext) -> Entrance

  /// Returns the appearance that a deleted cell ends with, and the timing of the change from the plain appearance.
  ///
  /// The default fades the cell out, and a tile shrinks slightly.
  func delete(_ context: AnimationContext) -> Entrance

  /// Returns the timing for a cell that an update moved; `nil` to use the list's timing.
  ///
  /// The default returns `nil`.
  func move(_ context: AnimationContext) -> MotionTiming?

  /// Returns the appearance of a cell at its current position, for example smaller near an edge.
  ///
  /// Called for each visible cell in each frame. The default returns the plain appearance.
  func update(_ context: AnimationContext) -> CellAppearance

  /// Returns the distance by which a cell lags behind the scrolled content, in logical pixels.
  ///
  /// The cell then returns to its target frame with the timing of ``move(_:)``. The default returns zero.
  /// - Parameter delta: The distance that the content was scrolled since the previous frame.
  func shift(_ context: AnimationContext, by delta: Point) -> Point
}

extension Animator {
  /// Returns an insertion that starts transparent. The fade waits 40 ms, so that moving neighbours make room first.
  public func insert(_ context: AnimationContext) -> Entrance { .standard(context, fade: .timed(0.16, delay: 0.04)) }
  /// Returns a deletion that ends transparent. The fade is shorter than that of an insertion, so that deleted cells
  /// soon stop covering others.
  public func delete(_ context: AnimationContext) -> Entrance { .standard(context, fade: .timed(0.12)) }
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
  /// For an inserted cell, its index among the insertions that the update animates. For a deleted cell, its index among
  /// the deletions that the update animates.
  public var order: Int
  /// Whether the update inserts or deletes the cell's whole section.
  public var isSectionChange: Bool
  /// Whether the cell is a tile of a grid. Tiles change size during an animation, full-width rows do not.
  package var isTile: Bool
  /// In an outline, the frame of the parent that the update expands or collapses, relative to the viewport like
  /// ``frame``; `nil` for other cells.
  package var parent: Rect?

  /// Creates a context. The defaults describe a single row.
  package init(
    frame: Rect, viewport: Size, order: Int = 0, isSectionChange: Bool = false, isTile: Bool = false,
    parent: Rect? = nil
  ) {
    self.frame = frame
    self.viewport = viewport
    self.order = order
    self.isSectionChange = isSectionChange
    self.isTile = isTile
    self.parent = parent
  }
}

/// A temporary change of a cell's appearance.
public struct CellAppearance: Hashable, Sendable {
  /// Opacity: 0 (invisible) to 1.
  package var alpha: Double
  /// Magnification about the centre of the cell; 1 is the normal size.
  package var scale: Double
  /// Distance from the target frame in logical pixels.
  package var offset: Point
  /// The height of the cell as a share of its full height, 0 to 1. While it is less than 1, the cell is centred in its
  /// full frame, and its content is laid out for the reduced height.
  package var opening: Double

  /// Creates an appearance. The defaults change nothing.
  public init(alpha: Double = 1, scale: Double = 1, offset: Point = .zero, opening: Double = 1) {
    self.alpha = alpha
    self.scale = scale
    self.offset = offset
    self.opening = opening
  }

  /// The unchanged appearance.
  package static let plain = CellAppearance()
}

/// The appearance of a cell before its insertion or after its deletion, and the timing of the animation between this
/// appearance and the plain one.
public struct Entrance: Hashable, Sendable {
  /// The appearance at the start of an insertion or at the end of a deletion.
  package var appearance: CellAppearance
  /// The timing of the scale, offset and opening of the appearance. Its opacity follows ``fade``.
  package var timing: MotionTiming
  /// The timing of the opacity. A fade that is shorter than ``timing`` keeps cells from overlapping for long.
  package var fade: MotionTiming

  /// Creates an entrance.
  /// - Parameter fade: The timing of the opacity; `nil` to use `timing`.
  public init(_ appearance: CellAppearance, timing: MotionTiming, fade: MotionTiming? = nil) {
    self.appearance = appearance
    self.timing = timing
    self.fade = fade ?? timing
  }

  /// Returns a transparent appearance, in which a tile is slightly smaller.
  fileprivate static func standard(_ context: AnimationContext, fade: MotionTiming) -> Entrance {
    Entrance(
      CellAppearance(alpha: 0, scale: context.isTile ? 0.96 : 1), timing: .spring(response: 0.30, damping: 0.9),
      fade: fade)
  }
}

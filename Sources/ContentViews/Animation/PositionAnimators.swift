public import ScrollworkGeometry

/// An animator whose cells lag behind the scrolled content and swing into place.
public struct WobbleAnimator: Animator {
  /// The largest lag of a cell for each axis, as a share of the scrolled distance.
  package var sensitivity: Point
  /// The timing of insertions, deletions, moves and swings.
  package var timing: MotionTiming

  /// Creates an animator.
  /// - Parameter sensitivity: The largest lag of a cell for each axis, as a share of the scrolled distance.
  public init(
    sensitivity: Point = Point(x: 0.4, y: 0.4), timing: MotionTiming = .spring(response: 0.5, damping: 0.5)
  ) {
    self.sensitivity = sensitivity
    self.timing = timing
  }

  /// Returns an insertion that starts transparent and slightly smaller.
  public func insert(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0, scale: 0.8), timing: timing, fade: .timed(0.16))
  }

  /// Returns a deletion that ends transparent and slightly smaller.
  public func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0, scale: 0.8), timing: timing, fade: .timed(0.12))
  }

  /// Returns `timing`.
  public func move(_ context: AnimationContext) -> MotionTiming? { timing }

  /// Returns a lag that depends on the cell's position. It is zero at the edge where cells leave the viewport, and
  /// grows to the full `sensitivity` at the opposite edge, where cells enter.
  public func shift(_ context: AnimationContext, by delta: Point) -> Point {
    func share(_ middle: Double, _ length: Double) -> Double { length > 0 ? min(1, max(0, middle / length)) : 0 }
    // Cells lag more the later they enter, which looks as if each cell pulled the next one by a spring.
    let y = share(context.frame.midY, context.viewport.height)
    let x = share(context.frame.midX, context.viewport.width)
    return Point(
      x: delta.x * sensitivity.x * (delta.x > 0 ? x : 1 - x), y: delta.y * sensitivity.y * (delta.y > 0 ? y : 1 - y))
  }
}

/// An animator whose cells are largest in the middle of the viewport and smaller towards its upper and lower edge.
public struct ZoomAnimator: Animator {
  /// The magnification at an edge of the viewport.
  package var smallest: Double

  /// Creates an animator.
  /// - Parameter smallest: The magnification at an edge of the viewport.
  public init(smallest: Double = 0.6) {
    self.smallest = smallest
  }

  /// Returns a magnification that falls with the square of the distance between the cell's centre and the middle of the
  /// viewport.
  public func update(_ context: AnimationContext) -> CellAppearance {
    guard context.viewport.height > 0 else { return .plain }
    let distance = min(1, abs(context.frame.midY / context.viewport.height - 0.5) * 2)
    return CellAppearance(scale: 1 - (1 - smallest) * distance * distance)
  }
}

/// An animator whose cells shrink and fade while they leave the viewport over its upper or lower edge.
public struct EdgeShrinkAnimator: Animator {
  /// The magnification of a cell that is completely outside the viewport.
  package var smallest: Double

  /// Creates an animator.
  /// - Parameter smallest: The magnification of a cell that is completely outside the viewport.
  public init(smallest: Double = 0.5) {
    self.smallest = smallest
  }

  /// Returns an appearance that becomes smaller and fainter as more of the cell's height leaves the viewport.
  public func update(_ context: AnimationContext) -> CellAppearance {
    let height = context.frame.height
    guard height > 0 else { return .plain }
    let above = max(0, -context.frame.minY)
    let below = max(0, context.frame.maxY - context.viewport.height)
    guard above > 0 || below > 0 else { return .plain }
    let hidden = min(1, max(above, below) / height)
    // Scaling about the centre moves both edges inwards. The offset moves the cell back into the viewport by half of
    // its hidden height.
    let scale = 1 - (1 - smallest) * hidden
    return CellAppearance(
      alpha: 1 - hidden, scale: scale, offset: Point(x: 0, y: (above > 0 ? 1 : -1) * hidden * height / 2))
  }
}

/// An animator with the row styles of table views. Rows and sections, insertions and deletions each have their own
/// style.
public struct RowAnimator: Animator {
  /// The way in which rows appear or disappear.
  public enum Style: Hashable, Sendable {
    /// The row fades in place.
    case fade
    /// The row slides in or out. Left and right move it by the width of the viewport, top and bottom by its own height.
    case left, right, top, bottom
    /// The row grows in height from its centre line, and shrinks to that line.
    case middle
    /// The change is immediate.
    case none
  }

  /// The style of rows inserted into a section that stays.
  package var insertRows: Style
  /// The style of rows deleted from a section that stays.
  package var deleteRows: Style
  /// The style of the rows of an inserted section.
  package var insertSections: Style
  /// The style of the rows of a deleted section.
  package var deleteSections: Style
  /// The timing of all styles and of moves.
  package var timing: MotionTiming

  /// Creates an animator.
  /// - Parameter all: The initial style of all four kinds of change.
  public init(_ all: Style = .fade, timing: MotionTiming = .timed(0.3)) {
    (insertRows, deleteRows, insertSections, deleteSections) = (all, all, all, all)
    self.timing = timing
  }

  /// Returns the start of an insertion, in the style of sections if the whole section is new, else in that of rows.
  public func insert(_ context: AnimationContext) -> Entrance {
    entrance(context.isSectionChange ? insertSections : insertRows, context)
  }

  /// Returns the end of a deletion, in the style of sections if the whole section is gone, else in that of rows.
  public func delete(_ context: AnimationContext) -> Entrance {
    entrance(context.isSectionChange ? deleteSections : deleteRows, context)
  }

  /// Returns `timing`.
  public func move(_ context: AnimationContext) -> MotionTiming? { timing }

  /// Returns the appearance in `style` before an insertion or after a deletion.
  private func entrance(_ style: Style, _ context: AnimationContext) -> Entrance {
    let (width, height) = (context.viewport.width, context.frame.height)
    switch style {
    case .fade: return Entrance(CellAppearance(alpha: 0), timing: timing)
    case .left: return Entrance(CellAppearance(offset: Point(x: -width, y: 0)), timing: timing)
    case .right: return Entrance(CellAppearance(offset: Point(x: width, y: 0)), timing: timing)
    case .top: return Entrance(CellAppearance(alpha: 0, offset: Point(x: 0, y: -height)), timing: timing)
    case .bottom: return Entrance(CellAppearance(alpha: 0, offset: Point(x: 0, y: height)), timing: timing)
    case .middle: return Entrance(CellAppearance(opening: 0), timing: timing)
    case .none: return Entrance(.plain, timing: .timed(0))
    }
  }
}

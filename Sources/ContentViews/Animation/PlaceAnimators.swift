public import ScrollworkGeometry

/// Cells stay behind a little when the content is scrolled, and swing into place.
public struct WobbleAnimator: Animator {
  /// How much of a scrolled pixel a cell at the far edge stays behind, along each axis.
  public var sensitivity: Point
  public var timing: MotionTiming

  public init(
    sensitivity: Point = Point(x: 0.4, y: 0.4), timing: MotionTiming = .spring(response: 0.5, damping: 0.5)
  ) {
    self.sensitivity = sensitivity
    self.timing = timing
  }

  public func insert(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0, scale: 0.8), timing: timing, fade: .timed(0.16))
  }

  public func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0, scale: 0.8), timing: timing, fade: .timed(0.12))
  }

  public func move(_ context: AnimationContext) -> MotionTiming? { timing }

  public func shift(_ context: AnimationContext, by delta: Point) -> Point {
    func share(_ middle: Double, _ length: Double) -> Double { length > 0 ? min(1, max(0, middle / length)) : 0 }
    // What enters by the scrolling is furthest behind.
    let y = share(context.frame.midY, context.viewport.height)
    let x = share(context.frame.midX, context.viewport.width)
    return Point(
      x: delta.x * sensitivity.x * (delta.x > 0 ? x : 1 - x), y: delta.y * sensitivity.y * (delta.y > 0 ? y : 1 - y))
  }
}

/// Cells are largest in the middle of the view and smaller towards its edges.
public struct ZoomAnimator: Animator {
  /// At an edge.
  public var smallest: Double
  private let standard = StandardAnimator()

  public init(smallest: Double = 0.6) {
    self.smallest = smallest
  }

  public func insert(_ context: AnimationContext) -> Entrance { standard.insert(context) }
  public func delete(_ context: AnimationContext) -> Entrance { standard.delete(context) }

  public func update(_ context: AnimationContext) -> CellAppearance {
    guard context.viewport.height > 0 else { return .plain }
    let distance = min(1, abs(context.frame.midY / context.viewport.height - 0.5) * 2)
    return CellAppearance(scale: 1 - (1 - smallest) * distance * distance)
  }
}

/// Cells shrink and fade at the edge over which they leave the view, and stay inside of it meanwhile.
public struct EdgeShrinkAnimator: Animator {
  /// At the very edge.
  public var smallest: Double
  private let standard = StandardAnimator()

  public init(smallest: Double = 0.5) {
    self.smallest = smallest
  }

  public func insert(_ context: AnimationContext) -> Entrance { standard.insert(context) }
  public func delete(_ context: AnimationContext) -> Entrance { standard.delete(context) }

  public func update(_ context: AnimationContext) -> CellAppearance {
    let height = context.frame.height
    guard height > 0 else { return .plain }
    let above = max(0, -context.frame.minY)
    let below = max(0, context.frame.maxY - context.viewport.height)
    guard above > 0 || below > 0 else { return .plain }
    let hidden = min(1, max(above, below) / height)
    // Scaled about its middle and moved back in by the same, so that the far side stays where it is.
    let scale = 1 - (1 - smallest) * hidden
    return CellAppearance(
      alpha: 1 - hidden, scale: scale, offset: Point(x: 0, y: (above > 0 ? 1 : -1) * hidden * height / 2))
  }
}

/// Rows come and go as in a table: in one of a few styles for each kind of change.
public struct RowAnimator: Animator {
  public enum Style: Hashable, Sendable {
    case fade
    /// From and to a side of the list.
    case left, right, top, bottom
    /// Opens from its middle and closes there.
    case middle
    /// At once.
    case none
  }

  public var insertRows: Style
  public var deleteRows: Style
  public var insertSections: Style
  public var deleteSections: Style
  public var timing: MotionTiming

  /// - Parameter all: The style of all changes; each can be set apart.
  public init(_ all: Style = .fade, timing: MotionTiming = .timed(0.3)) {
    (insertRows, deleteRows, insertSections, deleteSections) = (all, all, all, all)
    self.timing = timing
  }

  public func insert(_ context: AnimationContext) -> Entrance {
    entrance(context.isSectionChange ? insertSections : insertRows, context)
  }

  public func delete(_ context: AnimationContext) -> Entrance {
    entrance(context.isSectionChange ? deleteSections : deleteRows, context)
  }

  public func move(_ context: AnimationContext) -> MotionTiming? { timing }

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

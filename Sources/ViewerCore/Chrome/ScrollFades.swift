import Scrollwork

/// The fades at the top and bottom of a list in a panel, which show that the list continues there.
final class ScrollFades: View {
  private static let extent = 28.0

  private weak var list: CollectionView?
  /// The strength of the fades, 0 to 1.
  private var (start, end) = (0.0, 0.0)

  init(of list: CollectionView) {
    self.list = list
    super.init()
  }

  /// Drawn above the list.
  override var isComposited: Bool { true }

  /// Events go to the list below.
  override func hitTest(_ point: Point) -> View? { nil }

  override func emit(into context: FrameContext) {
    let offset = list?.contentOffset.y ?? 0
    let rest = (list?.contentSize.height ?? 0) - bounds.height - offset
    let (start, end) = (Self.strength(offset), Self.strength(rest))
    if start != self.start || end != self.end {
      (self.start, self.end) = (start, end)
      setNeedsDisplay()
    }
    super.emit(into: context)
  }

  /// Returns the strength of a fade for the extent of the content beyond the edge.
  private static func strength(_ hidden: Double) -> Double { min(1, max(0, hidden.rounded() / extent)) }

  override func draw(in canvas: Canvas, environment: Environment) {
    let (ground, height) = (environment.color(.raised), min(Self.extent, bounds.height / 2))
    let place = Rect(x: 0, y: 0, width: bounds.width, height: height)
    if start > 0 {
      canvas.gradient(place, along: .vertical, from: ground.opacity(start), to: ground.opacity(0))
    }
    if end > 0 {
      let last = place.offset(x: 0, y: bounds.height - height)
      canvas.gradient(last, along: .vertical, from: ground.opacity(0), to: ground.opacity(end))
    }
  }
}

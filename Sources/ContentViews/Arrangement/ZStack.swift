public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A view that lays its children on top of each other, the first one at the bottom: a caption over a picture, a badge
/// on a symbol.
@MainActor
open class ZStack: View {
  /// A child with its alignment on both axes.
  private struct Item {
    let view: View
    var horizontal: Stack.Alignment
    var vertical: Stack.Alignment
  }

  /// Distances between the edges of the stack and its children. Children that are stretched on both axes ignore them.
  public var insets = Insets.zero {
    didSet { if insets != oldValue { setNeedsMeasure() } }
  }

  private var items: [Item] = []

  /// Creates a stack of views that fill it.
  public convenience init(_ views: View...) {
    self.init()
    for view in views { add(view) }
  }

  /// Creates a stack without views.
  public override init() { super.init() }

  /// Adds a view on top of the others.
  /// - Parameters:
  ///   - horizontal: The position from left to right, or from right to left where text runs that way. The view is as
  ///     wide as its content, or as the stack for `stretch`.
  ///   - vertical: The position from top to bottom. The view is as tall as its content, or as the stack for `stretch`.
  public func add(_ view: View, _ horizontal: Stack.Alignment = .stretch, _ vertical: Stack.Alignment = .stretch) {
    items.append(Item(view: view, horizontal: horizontal, vertical: vertical))
    addChild(view)
    setNeedsMeasure()
  }

  /// Returns the size of the largest child with its insets.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    var size = Size.zero
    for item in items where !item.view.isHidden {
      let insets = insets(of: item)
      let inner = item.view.sizeThatFits(proposal.inset(by: insets), environment: environment)
      size.width = max(size.width, inner.width + insets.horizontal)
      size.height = max(size.height, inner.height + insets.vertical)
    }
    return size
  }

  package override func childVisibilityDidChange() { setNeedsMeasure() }

  open override func layout(environment: Environment) {
    for item in items where item.view.parent === self {
      let room = bounds.inset(by: insets(of: item))
      let fills = item.horizontal == .stretch && item.vertical == .stretch
      let natural = fills ? room.size : item.view.sizeThatFits(room.size, environment: environment)
      let (x, width) = Self.place(item.horizontal, natural.width, in: room.width)
      let (y, height) = Self.place(item.vertical, natural.height, in: room.height)
      let frame = Rect(x: room.minX + x, y: room.minY + y, width: width, height: height)
      item.view.frame = environment.direction == .rightToLeft ? frame.mirrored(inWidth: bounds.width) : frame
    }
  }

  private func insets(of item: Item) -> Insets {
    item.horizontal == .stretch && item.vertical == .stretch ? .zero : insets
  }

  /// Returns the offset and the length, in `room`, of a child that asks for the length `natural`.
  private static func place(_ alignment: Stack.Alignment, _ natural: Double, in room: Double) -> (Double, Double) {
    let length = min(natural, room)
    return switch alignment {
    case .start: (0, length)
    case .center: ((room - length) / 2, length)
    case .end: (room - length, length)
    case .stretch: (0, room)
    }
  }
}

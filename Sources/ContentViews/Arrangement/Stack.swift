public import ScrollworkGeometry
public import ScrollworkHostInterface

/// Views side by side or one below the other.
///
/// Lengths are given out in this order: fixed ones, natural ones, then flexible ones share what is left. Where the
/// natural ones do not fit, the longest of them give way first, so that icons and buttons beside a long text stay
/// whole. Hidden views take no room. In an environment that runs right to left a row begins at the right.
@MainActor
open class Stack: View {
  public var axis: Axis {
    didSet { if axis != oldValue { setNeedsMeasure() } }
  }

  /// Distance between neighbours in logical pixels.
  public var spacing: Double {
    didSet { if spacing != oldValue { setNeedsMeasure() } }
  }

  public var alignment: Alignment {
    didSet { if alignment != oldValue { setNeedsMeasure() } }
  }

  public var distribution = Distribution.start {
    didSet { if distribution != oldValue { setNeedsLayout() } }
  }

  /// Room between the stack's edges and its views.
  public var insets = Insets.zero {
    didSet { if insets != oldValue { setNeedsMeasure() } }
  }

  /// What the stack holds, first to last; its children follow.
  public var items: [Item] {
    didSet { itemsDidChange(from: oldValue) }
  }

  /// The last lengths, kept for their storage.
  private var solution = StackSolution()

  /// - Parameter alignment: `nil` centres the views of a row and stretches those of a column.
  public init(_ axis: Axis, spacing: Double = 0, alignment: Alignment? = nil, items: [Item] = []) {
    self.axis = axis
    self.spacing = spacing
    self.alignment = alignment ?? (axis == .horizontal ? .center : .stretch)
    self.items = items
    super.init()
    for item in items { addChild(item.view) }
  }

  public convenience init(_ axis: Axis, spacing: Double = 0, alignment: Alignment? = nil, _ views: View...) {
    self.init(axis, spacing: spacing, alignment: alignment, items: views.map { Item($0) })
  }

  /// Adds a view at the end.
  public func add(_ view: View, _ length: Length? = nil) {
    items.append(Item(view, length))
  }

  /// The room that the views would like, no more than proposed along the axis.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let room = proposal.inset(by: insets)
    let (used, solution) = solve(room, needsCross: true, environment)
    self.solution = solution
    var size = Size.zero
    size[axis] = min(used, room[axis])
    size[axis.cross] = solution.longestAcross
    return Size(width: size.width + insets.horizontal, height: size.height + insets.vertical)
  }

  open override func layout(environment: Environment) {
    let room = bounds.inset(by: insets)
    let (used, solution) = solve(room.size, needsCross: alignment != .stretch, environment)
    defer { self.solution = solution }
    let rest = max(0, room.size[axis] - used)
    var gap = spacing
    var position = room.lower(axis)
    switch distribution {
    case .start: break
    case .center: position += rest / 2
    case .end: position += rest
    case .spaceBetween: gap += rest / Double(max(1, visibleCount - 1))
    }
    for (index, item) in items.enumerated() where !item.view.isHidden {
      let length = solution.lengths[index]
      var place = Rect.zero
      place.origin[axis] = position
      place.size[axis] = length
      alignAcross(&place, room, solution.crossLengths[index])
      position += length + gap
      let mirrored = environment.direction == .rightToLeft ? place.mirrored(inWidth: bounds.width) : place
      item.view.frame = mirrored.snapped(scale: environment.scale)
    }
  }

  private var visibleCount: Int { items.count { !$0.view.isHidden } }

  private func alignAcross(_ place: inout Rect, _ room: Rect, _ natural: Double) {
    let cross = axis.cross
    let length = alignment == .stretch ? room.size[cross] : min(natural, room.size[cross])
    place.size[cross] = length
    let rest = room.size[cross] - length
    place.origin[cross] = room.lower(cross)
    switch alignment {
    case .start, .stretch: break
    case .center: place.origin[cross] += rest / 2
    case .end: place.origin[cross] += rest
    }
  }

  private func itemsDidChange(from old: [Item]) {
    for item in old where !items.contains(where: { $0.view === item.view }) && item.view.parent === self {
      item.view.removeFromParent()
    }
    for (index, item) in items.enumerated() where !(index < children.count && children[index] === item.view) {
      insertChild(item.view, at: min(index, children.count - (item.view.parent === self ? 1 : 0)))
    }
    setNeedsMeasure()
  }

  /// - Returns: What the views take along the axis, with the gaps, and the length of each.
  private func solve(_ room: Size, needsCross: Bool, _ environment: Environment) -> (Double, StackSolution) {
    // Taken out while views are asked for their sizes: its storage is used again, and no access to it stays open.
    var solution = self.solution
    self.solution = StackSolution()
    let used = solution.solve(
      items, StackSolution.Problem(axis: axis, spacing: spacing, room: room, needsCross: needsCross), environment)
    return (used, solution)
  }
}

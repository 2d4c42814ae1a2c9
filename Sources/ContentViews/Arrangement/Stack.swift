public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A view that arranges its children in a row or a column.
///
/// Fixed lengths get their space first, then natural lengths; flexible lengths share the rest. If the natural lengths
/// do not fit, the longest become shorter first, so that icons and buttons beside a long text keep their size. Hidden
/// views take no space. In a right-to-left environment a row starts at the right.
@MainActor
open class Stack: View {
  /// The direction in which the children follow each other.
  public var axis: Axis {
    didSet { if axis != oldValue { setNeedsMeasure() } }
  }

  /// Distance between neighbours in logical pixels.
  public var spacing: Double {
    didSet { if spacing != oldValue { setNeedsMeasure() } }
  }

  /// The position of the children on the cross axis.
  public var alignment: Alignment {
    didSet { if alignment != oldValue { setNeedsMeasure() } }
  }

  /// The position of the children on the main axis if space remains.
  package var distribution = Distribution.start {
    didSet { if distribution != oldValue { setNeedsLayout() } }
  }

  /// Distances between the edges of the stack and its children.
  public var insets = Insets.zero {
    didSet { if insets != oldValue { setNeedsMeasure() } }
  }

  /// The views in order. Setting this also adds and removes children.
  public var items: [Item] {
    didSet { itemsDidChange(from: oldValue) }
  }

  /// The lengths of the last layout. The next layout reuses their storage.
  private var solution = StackSolution()

  /// Creates a stack from items.
  /// - Parameters:
  ///   - spacing: Distance between neighbours in logical pixels.
  ///   - alignment: `nil` to centre the views of a row and to stretch those of a column.
  public init(_ axis: Axis, spacing: Double = 0, alignment: Alignment? = nil, items: [Item] = []) {
    self.axis = axis
    self.spacing = spacing
    self.alignment = alignment ?? (axis == .horizontal ? .center : .stretch)
    self.items = items
    super.init()
    for item in items { addChild(item.view) }
  }

  /// Creates a stack of views with their natural lengths; spacers share the rest.
  public init(_ axis: Axis, spacing: Double = 0, alignment: Alignment? = nil, _ views: View...) {
    (self.axis, self.spacing) = (axis, spacing)
    self.alignment = alignment ?? (axis == .horizontal ? .center : .stretch)
    items = views.map { Item($0) }
    super.init()
    for view in views { addChild(view) }
  }

  /// Adds a view at the end.
  /// - Parameter length: `nil` for the natural length, or the rest if `view` is a ``Spacer``.
  public func add(_ view: View, _ length: Length? = nil) {
    items.append(Item(view, length))
  }

  /// Returns the size that the views need. On the main axis it is at most the proposed length.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let room = proposal.inset(by: insets)
    let (used, solution) = solve(room, needsCross: true, environment)
    self.solution = solution
    var size = Size.zero
    size[axis] = min(used, room[axis])
    size[axis.cross] = solution.crossExtent
    return Size(width: size.width + insets.horizontal, height: size.height + insets.vertical)
  }

  package override func childVisibilityDidChange() { setNeedsMeasure() }

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
      alignOnCrossAxis(&place, room, solution.crossLengths[index])
      position += length + gap
      let mirrored = environment.direction == .rightToLeft ? place.mirrored(inWidth: bounds.width) : place
      item.view.frame = mirrored.snapped(scale: environment.scale)
    }
  }

  /// The number of views that take space.
  private var visibleCount: Int { items.count { !$0.view.isHidden } }

  /// Aligns the frame `place` on the cross axis inside `room`, the area of the stack without its insets.
  /// - Parameter natural: The extent that the view asks for on the cross axis, in logical pixels.
  private func alignOnCrossAxis(_ place: inout Rect, _ room: Rect, _ natural: Double) {
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

  /// Adds and removes children so that they match ``items`` in number and order.
  private func itemsDidChange(from old: [Item]) {
    // A view that is still among the items is not removed and added again, so it keeps focus and running animations.
    for item in old where !items.contains(where: { $0.view === item.view }) && item.view.parent === self {
      item.view.removeFromParent()
    }
    for (index, item) in items.enumerated() where !(index < children.count && children[index] === item.view) {
      insertChild(item.view, at: min(index, children.count - (item.view.parent === self ? 1 : 0)))
    }
    setNeedsMeasure()
  }

  /// Computes the lengths of all items.
  /// - Returns: The used length on the main axis including the gaps, and the lengths.
  private func solve(_ room: Size, needsCross: Bool, _ environment: Environment) -> (Double, StackSolution) {
    // Views run their own code when they are measured and may measure this stack again. Computing in a copy avoids
    // overlapping access to the property, and clearing the property keeps the copy's buffers unshared.
    var solution = self.solution
    self.solution = StackSolution()
    let used = solution.solve(
      items, StackSolution.Problem(axis: axis, spacing: spacing, room: room, needsCross: needsCross), environment)
    return (used, solution)
  }
}

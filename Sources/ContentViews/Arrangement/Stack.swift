public import ScrollworkGeometry
public import ScrollworkHostInterface

/// Views side by side or one below the other.
///
/// Lengths are given out in this order: fixed ones, natural ones, then flexible ones share what is left. Where the natural
/// ones do not fit, the longest of them give way first, so that icons and buttons beside a long text stay whole. Hidden
/// views take no room. In an environment that runs right to left a row begins at the right.
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

  // Results of the last `solve`, one for each item; kept so that layout allocates nothing.
  private var lengths: [Double] = []
  private var crossLengths: [Double] = []

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
    let used = solve(room, needsCross: true, environment)
    var size = Size.zero
    size[axis] = min(used, room[axis])
    size[axis.cross] = crossLengths.reduce(0, max)
    return Size(width: size.width + insets.horizontal, height: size.height + insets.vertical)
  }

  open override func layout(environment: Environment) {
    let room = bounds.inset(by: insets)
    let used = solve(room.size, needsCross: alignment != .stretch, environment)
    let rest = max(0, room.size[axis] - used)
    var gap = spacing
    var position = room.lower(axis)
    switch distribution {
    case .start: break
    case .center: position += rest / 2
    case .end: position += rest
    case .spaceBetween: gap += rest / Double(max(1, visibleCount - 1))
    }
    for index in items.indices where !items[index].view.isHidden {
      var place = Rect.zero
      place.origin[axis] = position
      place.size[axis] = lengths[index]
      alignAcross(&place, room, crossLengths[index])
      position += lengths[index] + gap
      let mirrored = environment.direction == .rightToLeft ? place.mirrored(inWidth: bounds.width) : place
      items[index].view.frame = mirrored.snapped(scale: environment.scale)
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

  // MARK: Lengths

  /// Finds the length of every visible view along the axis and, if asked, across it.
  /// - Returns: What they take along the axis, with the gaps.
  /// - Complexity: O(*n*) in the number of views, beside what measuring them takes.
  private func solve(_ room: Size, needsCross: Bool, _ environment: Environment) -> Double {
    lengths.removeAll(keepingCapacity: true)
    crossLengths.removeAll(keepingCapacity: true)
    let gaps = spacing * Double(max(0, visibleCount - 1))
    let available = max(0, room[axis] - gaps)
    var (used, natural, weights) = (0.0, 0.0, 0.0)
    for item in items {
      var size = Size.zero
      if !item.view.isHidden {
        switch item.length {
        case .natural:
          size = measure(item.view, available, room, environment)
          natural += size[axis]
        case .fixed(let length):
          size[axis] = length
          used += length
        case .flexible(let weight): weights += max(0, weight)
        }
      }
      lengths.append(size[axis])
      crossLengths.append(size[axis.cross])
    }
    if natural > available - used { natural = shrink(to: max(0, available - used), room, environment) }
    used += natural
    used += giveOut(available - used, weights: weights, room, environment)
    if needsCross { measureAcross(room, environment) }
    return used + gaps
  }

  private func measure(_ view: View, _ length: Double, _ room: Size, _ environment: Environment) -> Size {
    var proposal = room
    proposal[axis] = length
    return view.sizeThatFits(proposal, environment: environment)
  }

  /// Makes the longest natural lengths equal so that all together take `available`.
  private func shrink(to available: Double, _ room: Size, _ environment: Environment) -> Double {
    var level = 0.0
    while true {
      var (short, long) = (0.0, 0)
      for index in items.indices where items[index].length == .natural && !items[index].view.isHidden {
        if lengths[index] <= level { short += lengths[index] } else { long += 1 }
      }
      guard long > 0 else { break }
      let next = max(0, available - short) / Double(long)
      guard next > level else { break }
      level = next
    }
    var total = 0.0
    for index in items.indices where items[index].length == .natural && !items[index].view.isHidden {
      if lengths[index] > level {
        lengths[index] = level
        crossLengths[index] = measure(items[index].view, level, room, environment)[axis.cross]
      }
      total += lengths[index]
    }
    return total
  }

  /// Shares `rest` among the flexible views; where there is no end to it they take their natural lengths.
  private func giveOut(_ rest: Double, weights: Double, _ room: Size, _ environment: Environment) -> Double {
    guard weights > 0 else { return 0 }
    var total = 0.0
    for index in items.indices where !items[index].view.isHidden {
      guard case .flexible(let weight) = items[index].length else { continue }
      if rest.isFinite {
        lengths[index] = max(0, rest) * max(0, weight) / weights
      } else {
        lengths[index] = measure(items[index].view, .infinity, room, environment)[axis]
      }
      total += lengths[index]
    }
    return total
  }

  private func measureAcross(_ room: Size, _ environment: Environment) {
    for index in items.indices where items[index].length != .natural && !items[index].view.isHidden {
      crossLengths[index] = measure(items[index].view, lengths[index], room, environment)[axis.cross]
    }
  }
}

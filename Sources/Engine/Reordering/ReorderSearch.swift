import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The search for the position among its neighbours at which a drop would put a dragged item.
///
/// An item makes way when an edge of the dragged item passes the middle of the item's target frame. That holds in both
/// directions with sizes of any kind, so the result depends on the dragged item's position only, not on its way.
@MainActor
struct ReorderSearch {
  let list: List
  /// The path of the dragged item.
  let dragged: ElementPath
  /// Whether the dragged item belongs to the subsection of the item before it, not to that of the item after it.
  let isAfter: Bool
  /// The frame in which the dragged item is drawn, in content coordinates.
  let frame: Rect
  /// The target frame of the dragged item, in content coordinates.
  let gap: Rect
  /// The visible rectangle, in content coordinates.
  let viewport: Rect
  let axis: Axis

  /// A position in the list for the dragged item.
  struct Place: Equatable {
    /// The path of the dragged item in the list that is shown.
    var path: ElementPath
    /// Whether the item belongs to the subsection of the item before it, if a subsection ends there and another begins.
    var isAfter: Bool
  }

  /// Returns the position at which an item of another list enters a list: before or after the item that is nearest to a
  /// point; `nil` if no item is near, or if the nearest one is in a section with subsections.
  static func entry(at point: Point, _ items: [BoundItem], in list: List, along axis: Axis) -> Place? {
    guard let item = items.neighbour(at: point) ?? items.neighbour(nearest: point),
      list.sections.indices.contains(item.key.section), list.sections[item.key.section].composition == nil
    else { return nil }
    let (section, isBehind) = (item.key.section, point[axis] > item.target.center[axis])
    switch item.key.kind {
    case .item:
      return Place(
        path: ElementPath(section: section, item: item.key.item + (isBehind ? 1 : 0)), isAfter: isBehind)
    case .footer: return Place(path: ElementPath(section: section, item: list.sections[section].count), isAfter: true)
    case .header, .listBoundary, .decoration, .badge, .boundary:
      return Place(path: ElementPath(section: section, item: 0), isAfter: false)
    }
  }

  /// Returns the new position of the dragged item; `nil` if it stays where it is.
  func target(among items: [BoundItem]) -> Place? {
    guard var place = place(among: items) else { return nil }
    // Only the ends of subsections need the side.
    if list.sections[place.path.section].composition == nil { place.isAfter = true }
    return isOther(place) ? place : nil
  }

  private func place(among items: [BoundItem]) -> Place? {
    var isOverItem = false
    for (index, probe) in probes.enumerated() {
      guard let item = items.neighbour(at: probe) else { continue }
      isOverItem = true
      if let place = place(beside: item, allowsNearSide: index == 0), isOther(place) { return place }
    }
    guard !isOverItem, let item = items.neighbour(nearest: frame.center) else { return nil }
    return place(beside: item, allowsNearSide: true)
  }

  /// Whether a position differs from the current one. At the ends of subsections, two positions have the same path.
  private func isOther(_ place: Place) -> Bool {
    place.path != dragged || list.sections[dragged.section].composition != nil && place.isAfter != isAfter
  }

  /// The points of the dragged item at which its neighbours are looked for: the centre and the middles of its edges, as
  /// far as they are visible.
  private var probes: [Point] {
    let (x, y) = (max(0, frame.width / 2 - 1), max(0, frame.height / 2 - 1))
    let center = frame.center
    let points = [
      center, center + Point(x: 0, y: y), center - Point(x: 0, y: y), center + Point(x: x, y: 0),
      center - Point(x: x, y: 0),
    ]
    return points.map { point in
      Point(
        x: min(max(point.x, viewport.minX), viewport.maxX - 1), y: min(max(point.y, viewport.minY), viewport.maxY - 1))
    }
  }

  /// Returns the position before or after an item, counted without the dragged item; `nil` if the dragged item cannot
  /// go there.
  /// - Parameter allowsNearSide: Whether the result may be on the side of the item where the dragged one is, because
  ///   the dragged one has reached the item but not passed its middle. It may only for an item that is wider than half
  ///   the view.
  private func place(beside item: BoundItem, allowsNearSide: Bool) -> Place? {
    let section = item.key.section
    guard item.key.path != dragged, list.sections.indices.contains(section) else { return nil }
    let passes = passes(item.target)
    let isInColumn = item.target.size[axis.cross] * 2 > viewport.size[axis.cross]
    guard passes || allowsNearSide && isInColumn else { return nil }
    switch item.key.kind {
    case .item:
      guard let path = item.key.path else { return nil }
      let isAfter = path > dragged
      let goesBehind = isAfter == passes
      // Without the dragged item, the items after it in its section count one less.
      let position = path.section == dragged.section && isAfter ? path.item - 1 : path.item
      return place(at: path, position, goesBehind: goesBehind)
    case .header:
      let isAfter = section > dragged.section
      if isAfter == passes { return Place(path: ElementPath(section: section, item: 0), isAfter: false) }
      return section > 0 ? end(of: section - 1) : nil
    case .footer: return end(of: section)
    case .listBoundary, .decoration, .badge, .boundary: return nil
    }
  }

  /// Returns the position before or after a cell, or a header or footer of a subsection. Before a header is the end of
  /// the subsection before it; `nil` if there is none. After a footer counts as before it.
  /// - Parameter position: The position of the item at `path`, counted without the dragged item.
  private func place(at path: ElementPath, _ position: Int, goesBehind: Bool) -> Place? {
    let section = list.sections[path.section]
    let (own, item) = section.innermost(holding: path.item)
    if own.rows.indices.contains(item) {
      return Place(
        path: ElementPath(section: path.section, item: goesBehind ? position + 1 : position), isAfter: goesBehind)
    }
    if item >= 0 { return Place(path: ElementPath(section: path.section, item: position), isAfter: true) }
    if goesBehind { return Place(path: ElementPath(section: path.section, item: position + 1), isAfter: false) }
    guard position > 0 else { return nil }
    // Before the header is the end of the subsection before it, which may have a footer.
    let before = section.innermost(holding: path.item - 1)
    let hasFooter = before.item >= before.section.count
    return Place(path: ElementPath(section: path.section, item: hasFooter ? position - 1 : position), isAfter: true)
  }

  private func end(of section: Int) -> Place {
    Place(
      path: ElementPath(section: section, item: list.sections[section].count - (section == dragged.section ? 1 : 0)),
      isAfter: true)
  }

  /// Whether an edge of the dragged item has passed the middle of another item's frame.
  private func passes(_ other: Rect) -> Bool {
    let isBeside = gap.lower(axis) < other.upper(axis) && other.lower(axis) < gap.upper(axis)
    let axis = isBeside ? axis.cross : axis
    let middle = other.center[axis]
    return middle >= gap.center[axis] ? frame.upper(axis) > middle : frame.lower(axis) < middle
  }
}

extension [BoundItem] {
  /// Returns the cell, header or footer at a point. Pinned items are skipped, because they hide the positions below
  /// them.
  @MainActor
  fileprivate func neighbour(at place: Point) -> BoundItem? { first { $0.isNeighbour && $0.isHit(at: place) } }

  /// Returns the cell, header or footer whose frame is nearest to a point.
  @MainActor
  fileprivate func neighbour(nearest place: Point) -> BoundItem? {
    func squaredDistance(_ frame: Rect) -> Double {
      let x = Swift.max(frame.minX - place.x, place.x - frame.maxX, 0)
      let y = Swift.max(frame.minY - place.y, place.y - frame.maxY, 0)
      return x * x + y * y
    }
    return lazy.filter(\.isNeighbour).min { squaredDistance($0.target) < squaredDistance($1.target) }
  }
}

extension BoundItem {
  fileprivate var isNeighbour: Bool {
    switch key.kind {
    case .item: true
    case .header, .footer: pinnedBy == 0
    case .listBoundary, .decoration, .badge, .boundary: false
    }
  }
}

package import ScrollworkDiffing
import ScrollworkGeometry

/// Finds the item to which an arrow key moves the focus.
extension LayoutSolver {
  /// The direction of an arrow key on the screen.
  package enum Direction: Hashable, Sendable, CaseIterable {
    case up, down, left, right
  }

  /// Returns the item to which an arrow key moves the focus from `path`; nil if there is none.
  ///
  /// Up and down find the nearest row and in it the item nearest to `goalX`, so that a path through a short row returns
  /// to its column. Left and right go to the previous or next item, across the ends of rows; in a single column they
  /// find none. In a list that scrolls horizontally the axes change roles.
  /// - Parameters:
  ///   - goalX: The x coordinate that up and down keep, in content coordinates; nil for the middle of the item.
  ///   - isPassedOver: Returns whether the movement skips an item.
  /// - Complexity: O(log *S* + log *n* + *L*), and O(1) for each empty section passed.
  package func neighbour(
    of path: ElementPath, direction: Direction, goalX: Double? = nil,
    passingOver isPassedOver: (ElementPath) -> Bool = { _ in false }
  ) -> ElementPath? {
    let direction = inner(direction)
    switch direction {
    case .left, .right:
      guard
        states.template(of: path.section)?.rows?.leafCount != 1
          || states.template(of: path.section)?.rows?.breaksLines ?? false
          || states.template(of: path.section)?.isOrthogonal ?? false
      else { return nil }
      return horizontal(from: path, isRight: direction == .right, isPassedOver)
    case .up, .down:
      return vertical(from: path, isDown: direction == .down, goalX: goalX.map(inner), isPassedOver)
    }
  }

  /// Returns the item through which an arrow key enters a section from above or below.
  /// - Parameters:
  ///   - goalX: The x coordinate that the movement keeps, in content coordinates.
  ///   - isPassedOver: Returns whether the movement skips an item.
  func entry(
    ofSection section: Int, direction: Direction, goalX: Double,
    passingOver isPassedOver: (ElementPath) -> Bool
  ) -> ElementPath? {
    nearest(in: section, beyond: nil, isDown: inner(direction) == .down, inner(goalX), isPassedOver)
  }

  private func inner(_ goal: Double) -> Double { inner(Rect(x: goal, y: goal, width: 0, height: 0)).minX }

  /// Converts a direction on the screen to the plane of the solver.
  private func inner(_ direction: Direction) -> Direction {
    var direction = direction
    if environment.isRightToLeft {
      switch direction {
      case .left: direction = .right
      case .right: direction = .left
      case .up, .down: break
      }
    }
    guard configuration.scrollDirection == .horizontal else { return direction }
    return switch direction {
    case .left: .up
    case .right: .down
    case .up: .left
    case .down: .right
    }
  }

  /// Returns the next item in reading order; nil after the last.
  package func item(after path: ElementPath) -> ElementPath? {
    if path.item + 1 < states.itemCount(of: path.section) {
      return ElementPath(section: path.section, item: path.item + 1)
    }
    return sectionWithItems(from: path.section, isDown: true).map { ElementPath(section: $0, item: 0) }
  }

  /// Returns the previous item in reading order; nil before the first.
  package func item(before path: ElementPath) -> ElementPath? {
    if path.item > 0 { return ElementPath(section: path.section, item: path.item - 1) }
    return sectionWithItems(from: path.section, isDown: false).map {
      ElementPath(section: $0, item: states.itemCount(of: $0) - 1)
    }
  }

  /// Returns the next or previous item in reading order. In a section with several rows that scrolls on the cross axis,
  /// it prefers an item of the adjacent column.
  private func horizontal(
    from path: ElementPath, isRight: Bool, _ isPassedOver: (ElementPath) -> Bool
  ) -> ElementPath? {
    var path = path
    let geometry = geometry(path.section)
    if geometry.template.isOrthogonal, geometry.rows?.template.leafCount ?? 1 > 1,
      path.item < geometry.itemCount
    {
      if let found = aside(from: path, geometry, isRight: isRight, isPassedOver) { return found }
      path.item = isRight ? geometry.itemCount - 1 : 0
    }
    repeat {
      guard let next = isRight ? item(after: path) : item(before: path) else { return nil }
      path = next
    } while isPassedOver(path)
    return path
  }

  /// Returns the nearest item in the adjacent column of a section that scrolls on the cross axis; nil if there is none.
  private func aside(
    from path: ElementPath, _ geometry: SectionGeometry, isRight: Bool,
    _ isPassedOver: (ElementPath) -> Bool
  ) -> ElementPath? {
    let own = geometry.slot(of: path.item)
    let middle = Subpixels.pixels((own.minY + own.maxY) / 2)
    var best = Best(isDown: isRight, goal: middle, own: own.transposed, tolerance: snapMargin)
    let (first, last) = (
      geometry.placed(geometry.rows?.slot(of: 0).transposed), geometry.bodyWidth - geometry.offset
    )
    var width = 512.0
    while true {
      let across = isRight ? own.maxX - 1...own.maxX + width : own.minX - width...own.minX + 1
      geometry.forEachSlot(in: 0..<geometry.extent, across: across) { slot in
        guard !slot.isGroup, !isPassedOver(ElementPath(section: path.section, item: slot.leaf))
        else { return }
        best.consider(slot.transposed, 0)
      }
      if let item = best.item { return ElementPath(section: path.section, item: item) }
      guard isRight ? across.upperBound < last : across.lowerBound > first.minX else { return nil }
      width *= 4
    }
  }

  private func vertical(
    from path: ElementPath, isDown: Bool, goalX: Double?, _ isPassedOver: (ElementPath) -> Bool
  ) -> ElementPath? {
    let (start, geometry) = (start(of: path.section), geometry(path.section))
    var goal = goalX ?? 0
    if path.item < geometry.itemCount {
      var own = geometry.slot(of: path.item)
      own.minY += start
      own.maxY += start
      goal = goalX ?? (own.minX + own.maxX) / 2
      // Subsections are searched first: inside them, an incomplete row may come before the item straight ahead.
      let inside = geometry.store?.arranged?.neighbour(
        of: path.item, isDown: isDown, from: goal - geometry.template.leading + geometry.offset
      ) { isPassedOver(ElementPath(section: path.section, item: $0)) }
      if let inside { return ElementPath(section: path.section, item: inside) }
      if let found = nearest(in: path.section, beyond: own, isDown: isDown, goal, isPassedOver) { return found }
    }
    var section = path.section
    while let next = sectionWithItems(from: section, isDown: isDown) {
      if let found = nearest(in: next, beyond: nil, isDown: isDown, goal, isPassedOver) { return found }
      section = next
    }
    return nil
  }

  private func sectionWithItems(from section: Int, isDown: Bool) -> Int? {
    var section = section
    repeat {
      section += isDown ? 1 : -1
      guard section >= 0, section < states.count else { return nil }
    } while states.itemCount(of: section) == 0
    return section
  }

  /// Returns the item to which the focus moves in a section; nil if there is none. If the section consists of
  /// consecutive rows, the item is in the nearest row with an item beyond `own`. Otherwise all items nearby are
  /// candidates.
  /// - Parameter own: The frame of the focused item; nil if the focus enters the section through its upper or lower
  ///   edge.
  private func nearest(
    in section: Int, beyond own: LeafSlot?, isDown: Bool, _ goal: Double, _ isPassedOver: (ElementPath) -> Bool
  ) -> ElementPath? {
    let geometry = geometry(section)
    let start = start(of: section)
    var best = Best(isDown: isDown, goal: goal, own: own, tolerance: snapMargin)
    guard case .rows = geometry.template.body, let rows = geometry.rows else {
      if own == nil, let cell = entry(geometry, section, isDown, goal, isPassedOver) { return cell }
      return nearest(inStretchOf: section, geometry, start, &best, isPassedOver)
    }
    var row = own.map { rows.row(ofItem: $0.leaf) } ?? (isDown ? 0 : rows.rowCount - 1)
    while row >= 0, row < rows.rowCount {
      rows.forEachSlot(ofRow: row, startingAt: rows.start(ofRow: row)) { slot in
        guard slot.leaf != own?.leaf, !isPassedOver(ElementPath(section: section, item: slot.leaf)) else { return }
        best.consider(geometry.placed(slot), start)
      }
      if let item = best.item { return ElementPath(section: section, item: item) }
      row += isDown ? 1 : -1
      if best.own != nil { best.enterFromEdge() }
    }
    return nil
  }

  /// Returns the item through which an arrow key enters the subsections of a section.
  private func entry(
    _ geometry: SectionGeometry, _ section: Int, _ isDown: Bool, _ goal: Double,
    _ isPassedOver: (ElementPath) -> Bool
  ) -> ElementPath? {
    let x = goal - geometry.template.leading + geometry.offset
    let item = geometry.store?.arranged?.neighbour(of: nil, isDown: isDown, from: x) {
      isPassedOver(ElementPath(section: section, item: $0))
    }
    return item.map { ElementPath(section: section, item: $0) }
  }

  /// Returns the nearest item in a section whose items do not form consecutive rows. The searched range grows until it
  /// contains an item.
  private func nearest(
    inStretchOf section: Int, _ geometry: SectionGeometry, _ start: Int64, _ best: inout Best,
    _ isPassedOver: (ElementPath) -> Bool
  ) -> ElementPath? {
    let (top, bottom) = (geometry.bodyStart, geometry.contentEnd)
    var length = Subpixels.nearest(512)
    // In a scroll container, only its visible items are candidates.
    let width = innerEnvironment.container.width
    let across = geometry.template.isOrthogonal ? 0...max(0, width) : -Subpixels.longest...Subpixels.longest
    while true {
      let from =
        best.own.map { best.isDown ? $0.maxY - start - snapMargin : $0.minY - start + snapMargin }
        ?? (best.isDown ? top : bottom)
      let range = best.isDown ? from..<from + length : from - length..<from
      geometry.forEachSlot(in: range, across: across) { slot in
        guard !slot.isGroup, !isPassedOver(ElementPath(section: section, item: slot.leaf)),
          let seen = geometry.clipped(slot)
        else { return }
        best.consider(seen, start)
      }
      if let item = best.item { return ElementPath(section: section, item: item) }
      guard best.isDown ? range.upperBound < bottom : range.lowerBound > top else { return nil }
      length *= 4
    }
  }

  /// The best candidate so far for a movement up or down.
  ///
  /// Only items beyond `own` count. Those whose horizontal range contains `goal` come first, and of these the nearest
  /// is best. If there is none, the best item is on the nearest line, and there nearest to `goal`. If `own` is nil, the
  /// movement enters the section through its upper or lower edge.
  private struct Best {
    let isDown: Bool
    let goal: Double
    var own: LeafSlot?
    /// The overlap with `own` that is ignored, in subpixels: snapping can make adjacent items overlap.
    let tolerance: Int64
    var item: Int?
    private var rank = (aside: 0.0, distance: Int64.max, off: 0.0)

    init(isDown: Bool, goal: Double, own: LeafSlot?, tolerance: Int64) {
      self.isDown = isDown
      self.goal = goal
      self.own = own
      self.tolerance = tolerance
    }

    mutating func enterFromEdge() { own = nil }

    mutating func consider(_ slot: LeafSlot, _ start: Int64) {
      guard !slot.isGroup else { return }
      let (minY, maxY) = (slot.minY + start, slot.maxY + start)
      var distance = isDown ? minY : -maxY
      if let own {
        distance = isDown ? minY - own.maxY : own.minY - maxY
        let isBeyond = isDown ? minY + maxY > own.minY + own.maxY : minY + maxY < own.minY + own.maxY
        guard distance > -tolerance, isBeyond else { return }
      }
      let off = max(0, slot.minX - goal, goal - slot.maxX)
      let candidate = (aside: off > 0 ? 1.0 : 0.0, distance: distance, off: off)
      guard item == nil || candidate < rank else { return }
      (item, rank) = (slot.leaf, candidate)
    }
  }
}

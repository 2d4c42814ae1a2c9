/// Places the cells inside a node.
extension ResolvedNode {
  /// Passes the frame of each cell of one instance, and of each group with badges, to `emit`.
  /// - Parameters:
  ///   - origin: The top leading corner of this node in the instance, inside its edge spacing and outside its own
  ///     insets.
  ///   - size: The size that its parent gives it.
  ///   - first: The index of its first leaf.
  /// - Complexity: O(*L* · depth)
  func place(
    at origin: (x: Double, y: Int64), size: (width: Double, height: Int64), first: Int, _ cells: LeafSizes,
    emit: (LeafSlot) -> Void
  ) {
    if isLeaf || !badges.isEmpty {
      let (minX, minY) = (origin.x + leading, origin.y + top)
      emit(
        LeafSlot(
          leaf: first, minX: minX, maxX: max(minX, origin.x + size.width - trailing), minY: minY,
          maxY: max(minY, origin.y + size.height - bottom), zIndex: zIndex, isGroup: !isLeaf, badges: badges))
    }
    let content = (
      x: origin.x + leading, y: origin.y + top, width: max(0, size.width - leading - trailing),
      height: max(0, size.height - top - bottom)
    )
    switch arrangement {
    case .leaf: break
    case .free: placeFreely(in: content, first: first, cells, emit: emit)
    case .row: placeRow(in: content, first: first, cells, emit: emit)
    case .column: placeColumn(in: content, first: first, cells, emit: emit)
    }
  }

  private typealias Content = (x: Double, y: Int64, width: Double, height: Int64)

  private func placeFreely(in content: Content, first: Int, _ cells: LeafSizes, emit: (LeafSlot) -> Void) {
    var leaf = first
    for child in children where leaf < cells.limit {
      child.place(
        at: (content.x + child.x, content.y + child.y), size: (child.width, child.extent), first: leaf, cells,
        emit: emit)
      leaf += child.leafCount
    }
  }

  private func placeRow(in content: Content, first: Int, _ cells: LeafSizes, emit: (LeafSlot) -> Void) {
    let uniform = max(uniformHeight(first: first, cells), isUniform ? content.height : 0)
    let level = hasIntrinsicWidths ? rowLevel(in: content.width, first: first, cells) : 0
    let uniformWidth = hasIntrinsicWidths ? uniformWidth(first: first, cells) : 0
    var (leaf, x) = (first, 0.0)
    for index in members(cells) where leaf < cells.limit {
      let child = children[index]
      let height = child.isUniform ? uniform : child.height(first: leaf, cells)
      var (width, start) = (child.width, child.x)
      if hasIntrinsicWidths {
        width = child.isUniformWidth ? uniformWidth : child.width(first: leaf, cells)
        start = x + (child.edges?.across.atStart(level) ?? 0)
        x = start + (width + (isFlexible ? max(rowGap, level) : rowGap)) + (child.edges?.across.atEnd(level) ?? 0)
      }
      child.place(
        at: (content.x + start, content.y + (child.edges?.along.shift(available: content.height - height) ?? 0)),
        size: (width, height), first: leaf, cells, emit: emit)
      leaf += child.leafCount
    }
  }

  private func placeColumn(in content: Content, first: Int, _ cells: LeafSizes, emit: (LeafSlot) -> Void) {
    let uniform = uniformHeight(first: first, cells)
    let uniformWidth =
      hasIntrinsicWidths ? max(uniformWidth(first: first, cells), isUniformWidth ? content.width : 0) : 0
    let level = columnLevel(in: content.height, first: first, cells)
    let between = isFlexible ? max(gap, level) : gap
    var (leaf, y) = (first, content.y)
    for child in children where leaf < cells.limit {
      let height = child.isUniform ? uniform : child.height(first: leaf, cells)
      let width =
        child.isUniformWidth ? uniformWidth : hasIntrinsicWidths ? child.width(first: leaf, cells) : child.width
      y += child.edges?.along.atStart(level) ?? 0
      child.place(
        at: (content.x + (child.edges?.across.shift(available: content.width - width) ?? 0), y), size: (width, height),
        first: leaf, cells, emit: emit)
      y += height + between + (child.edges?.along.atEnd(level) ?? 0)
      leaf += child.leafCount
    }
  }
}

/// Shares remaining space among flexible gaps and edges.
extension ResolvedNode {
  /// Whether the group distributes remaining space along its axis: it has a flexible gap, or a child with a flexible
  /// edge, and its content does not decide its extent on this axis.
  private var sharesLeftOver: Bool {
    guard arrangement == .row ? !hasIntrinsicWidth : !isEstimated else { return false }
    if isFlexible, children.count > 1 || openRoom != nil { return true }
    return children.contains { child in
      guard let edges = child.edges else { return false }
      return arrangement == .row
        ? edges.across.isStartFlexible || edges.across.isEndFlexible
        : edges.along.isStartFlexible || edges.along.isEndFlexible
    }
  }

  /// Returns the extent of each flexible gap and edge along the group's axis.
  /// - Parameters:
  ///   - room: The extent of the content of the group.
  ///   - sides: Returns the edges of a child along the axis.
  ///   - extent: Returns the extent of a child, in the order of the members.
  private func flexLevel<Length: LayoutLength>(
    in room: Length, gap: Length, _ members: Members, sides: (Edges) -> Sides<Length>,
    extent: (ResolvedNode) -> Length
  ) -> Length {
    func forEachSides(_ body: (Sides<Length>) -> Void) {
      for index in members { if let edges = children[index].edges { body(sides(edges)) } }
    }
    var left = room
    for index in members { left = left - extent(children[index]) }
    if !isFlexible { left = left - gap * Length(members.count - 1) }
    forEachSides { sides in
      left = left - ((sides.isStartFlexible ? 0 : sides.start) + (sides.isEndFlexible ? 0 : sides.end))
    }
    return FlexDistribution.level(available: left) { minimum in
      if isFlexible { for _ in 1..<max(1, members.count) { minimum(gap) } }
      forEachSides { sides in
        if sides.isStartFlexible { minimum(sides.start) }
        if sides.isEndFlexible { minimum(sides.end) }
      }
    }
  }

  /// Returns the extent of each flexible gap and edge of a column, in subpixels. Missing cells count too, so that the
  /// cells of an incomplete last group have the same positions as in other groups.
  private func columnLevel(in height: Int64, first: Int, _ cells: LeafSizes) -> Int64 {
    guard sharesLeftOver else { return 0 }
    let uniform = uniformHeight(first: first, cells.full)
    var leaf = first
    return flexLevel(in: height, gap: gap, members(cells), sides: \.along) { child in
      defer { leaf += child.leafCount }
      return child.isUniform ? uniform : child.height(first: leaf, cells.full)
    }
  }

  /// Returns the extent of each flexible gap and edge of a row, in logical pixels. Missing cells count too, except in a
  /// line that takes as many cells as fit.
  private func rowLevel(in width: Double, first: Int, _ cells: LeafSizes) -> Double {
    guard sharesLeftOver else { return 0 }
    let cells = openRoom == nil ? cells.full : cells
    let uniform = uniformWidth(first: first, cells)
    var leaf = first
    return flexLevel(in: width, gap: rowGap, members(cells), sides: \.across) { child in
      defer { leaf += child.leafCount }
      return child.isUniformWidth ? uniform : child.width(first: leaf, cells)
    }
  }

  /// Places the children of a row in which no content decides a width, once for all instances.
  mutating func spread(over width: Double) {
    let members = Members(of: children.count, count: children.count)
    let level = sharesLeftOver ? flexLevel(in: width, gap: rowGap, members, sides: \.across) { $0.width } : 0
    let between = isFlexible ? max(rowGap, level) : rowGap
    var x = 0.0
    for index in children.indices {
      let sides = children[index].edges?.across
      x += sides?.atStart(level) ?? 0
      children[index].x = x
      x += children[index].width + between
      x += sides?.atEnd(level) ?? 0
    }
  }
}

/// The distribution of remaining space among flexible gaps and edges. All get the same extent, except those with a
/// larger minimum.
enum FlexDistribution {
  /// Returns the extent that flexible gaps and edges get; those with a larger minimum get their minimum. If lengths are
  /// whole subpixels, the remainder of the division is not distributed.
  /// - Parameters:
  ///   - available: The total extent to distribute, including the minima.
  ///   - minima: Calls its argument with each minimum.
  /// - Complexity: O(*k*²) in the number of different minima at worst, O(*k*) as a rule.
  static func level<Length: LayoutLength>(available: Length, minima: ((Length) -> Void) -> Void) -> Length {
    var (level, last): (Length, Length) = (0, -1)
    while true {
      var (count, left): (Length, Length) = (0, available)
      minima { minimum in
        if last >= 0, minimum > level { left = left - minimum } else { count = count + 1 }
      }
      guard count > 0, count != last else { return level }
      (level, last) = (max(0, left / count), count)
    }
  }
}

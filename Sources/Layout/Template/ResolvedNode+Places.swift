/// Places the cells inside a node.
extension ResolvedNode {
  /// Passes the place of each cell of one instance, and of each group with badges, to `emit`.
  /// - Parameters:
  ///   - origin: The top leading corner of this node in the instance, after the room outside it and before its own
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
    let uniform = max(
      uniformHeight(first: first, cells), isUniform ? content.height : 0)
    let level = hasIntrinsicWidths ? rowLevel(in: content.width, first: first, cells) : 0
    let uniformWidth = hasIntrinsicWidths ? uniformWidth(first: first, cells) : 0
    var (leaf, x) = (first, 0.0)
    for index in members(cells) where leaf < cells.limit {
      let child = children[index]
      let height =
        child.isUniform ? uniform : child.height(first: leaf, cells)
      var (width, start) = (child.width, child.x)
      if hasIntrinsicWidths {
        width = child.isUniformWidth ? uniformWidth : child.width(first: leaf, cells)
        start = x + (child.edges.map { $0.isLeadingFlexible ? max($0.leading, level) : $0.leading } ?? 0)
        let end = child.edges.map { $0.isTrailingFlexible ? max($0.trailing, level) : $0.trailing } ?? 0
        x = start + (width + (isFlexible ? max(rowGap, level) : rowGap)) + end
      }
      child.place(
        at: (content.x + start, content.y + child.shiftDown(height: height, in: content.height)),
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
      let height =
        child.isUniform ? uniform : child.height(first: leaf, cells)
      let width =
        child.isUniformWidth ? uniformWidth : hasIntrinsicWidths ? child.width(first: leaf, cells) : child.width
      if let edges = child.edges { y += edges.isTopFlexible ? max(edges.top, level) : edges.top }
      child.place(
        at: (content.x + child.shiftAcross(width: width, in: content.width), y), size: (width, height),
        first: leaf, cells, emit: emit)
      y += height + between
      if let edges = child.edges { y += edges.isBottomFlexible ? max(edges.bottom, level) : edges.bottom }
      leaf += child.leafCount
    }
  }

  /// Returns the distance of this node from the top of the row that contains it, according to the node's edges, in
  /// subpixels.
  private func shiftDown(height: Int64, in room: Int64) -> Int64 {
    guard let edges else { return 0 }
    return FlexDistribution.shift(
      edges.top, edges.isTopFlexible, edges.bottom, edges.isBottomFlexible, available: room - height)
  }

  /// Returns the distance of this node from the leading side of the column that contains it, according to the node's
  /// edges, in logical pixels.
  private func shiftAcross(width: Double, in room: Double) -> Double {
    guard let edges else { return 0 }
    return FlexDistribution.shift(
      edges.leading, edges.isLeadingFlexible, edges.trailing, edges.isTrailingFlexible, available: room - width)
  }
}

/// Shares remaining space among flexible gaps and edges.
extension ResolvedNode {
  /// Whether the group has a flexible gap, or a child with a flexible edge, along its axis.
  private var sharesLeftOver: Bool {
    if isFlexible, children.count > 1 || openRoom != nil { return true }
    return children.contains { child in
      guard let edges = child.edges else { return false }
      return arrangement == .row
        ? edges.isLeadingFlexible || edges.isTrailingFlexible : edges.isTopFlexible || edges.isBottomFlexible
    }
  }

  /// Returns the extent of each flexible gap and edge of a column, in subpixels. Every place counts as taken, so that
  /// in an incomplete last group the cells have the same places as in others.
  private func columnLevel(in height: Int64, first: Int, _ cells: LeafSizes) -> Int64 {
    guard !isEstimated, sharesLeftOver else { return 0 }
    let uniform = uniformHeight(first: first, cells.full)
    var (leaf, left) = (first, height)
    for child in children {
      left -= child.isUniform ? uniform : child.height(first: leaf, cells.full)
      leaf += child.leafCount
    }
    if !isFlexible { left -= gap * Int64(children.count - 1) }
    for edges in children.lazy.compactMap(\.edges) {
      left -= (edges.isTopFlexible ? 0 : edges.top) + (edges.isBottomFlexible ? 0 : edges.bottom)
    }
    return FlexDistribution.level(available: left) { minimum in
      if isFlexible { for _ in 1..<max(1, children.count) { minimum(gap) } }
      for edges in children.lazy.compactMap(\.edges) {
        if edges.isTopFlexible { minimum(edges.top) }
        if edges.isBottomFlexible { minimum(edges.bottom) }
      }
    }
  }

  /// Returns the extent of each flexible gap and edge of a row, in logical pixels. Every place counts as taken; in a
  /// line that takes as many cells as fit, only the existing cells count.
  private func rowLevel(in width: Double, first: Int, _ cells: LeafSizes) -> Double {
    let (members, cells) = allMembers(cells)
    let uniform = uniformWidth(first: first, cells)
    var leaf = first
    return rowLevel(in: width, members) { child in
      defer { leaf += child.leafCount }
      return child.isUniformWidth ? uniform : child.width(first: leaf, cells)
    }
  }

  private func rowLevel(in width: Double, _ members: Members, widthOf: (ResolvedNode) -> Double) -> Double {
    guard sharesLeftOver, !hasIntrinsicWidth else { return 0 }
    var left = width
    for index in members { left -= widthOf(children[index]) }
    if !isFlexible { left -= rowGap * Double(members.count - 1) }
    for edges in members.lazy.compactMap({ children[$0].edges }) {
      left -= (edges.isLeadingFlexible ? 0 : edges.leading) + (edges.isTrailingFlexible ? 0 : edges.trailing)
    }
    return FlexDistribution.level(available: left) { minimum in
      if isFlexible { for _ in 1..<max(1, members.count) { minimum(rowGap) } }
      for edges in members.lazy.compactMap({ children[$0].edges }) {
        if edges.isLeadingFlexible { minimum(edges.leading) }
        if edges.isTrailingFlexible { minimum(edges.trailing) }
      }
    }
  }

  /// Places the children of a row in which no content decides a width, once for all instances.
  mutating func spread(over width: Double) {
    let level = rowLevel(in: width, Members(of: children.count, count: children.count)) { $0.width }
    let between = isFlexible ? max(rowGap, level) : rowGap
    var x = 0.0
    for index in children.indices {
      let edges = children[index].edges
      x += edges.map { $0.isLeadingFlexible ? max($0.leading, level) : $0.leading } ?? 0
      children[index].x = x
      x += children[index].width + between
      x += edges.map { $0.isTrailingFlexible ? max($0.trailing, level) : $0.trailing } ?? 0
    }
  }
}

/// The distribution of remaining space among flexible gaps and edges. All get the same extent, except those whose
/// minimum is larger.
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

  /// Returns the distance of a node from the start of its parent, according to its edges on both sides.
  /// - Parameter available: The extent to distribute among the edges.
  static func shift<Length: LayoutLength>(
    _ start: Length, _ isStartFlexible: Bool, _ end: Length, _ isEndFlexible: Bool, available: Length
  ) -> Length {
    guard isStartFlexible else { return start }
    guard isEndFlexible else { return max(start, available - end) }
    let level = level(available: available) { minimum in
      minimum(start)
      minimum(end)
    }
    return max(start, level)
  }
}

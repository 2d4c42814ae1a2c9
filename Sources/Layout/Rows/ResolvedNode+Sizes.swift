/// The size of a node with the measured sizes of its cells.
///
/// In all functions `first` is the node's first leaf. Complexity: O(*L*) in the number of leaves.
extension ResolvedNode {
  /// Returns the height in subpixels, before the node is made as tall as its siblings.
  func height(first: Int, _ cells: LeafSizes) -> Int64 {
    guard isEstimated else { return extent }
    switch arrangement {
    case .leaf: return cells.extent(first) ?? extent
    case .free: return extent
    case .row: return rowHeight(first: first, cells)
    case .column: return columnHeight(first: first, cells)
    }
  }

  private func rowHeight(first: Int, _ cells: LeafSizes) -> Int64 {
    var (leaf, result) = (first, Int64(0))
    let uniform = hasUniformChildren ? uniformHeight(first: first, cells) : 0
    for child in members(cells) where leaf < cells.limit {
      let height = child.isUniform ? uniform : child.height(first: leaf, cells)
      result = max(result, height + (child.edges?.height ?? 0))
      leaf += child.leafCount
    }
    return result
  }

  func columnHeight(first: Int, _ cells: LeafSizes) -> Int64 {
    var (leaf, result) = (first, Int64(0))
    let uniform = hasUniformChildren ? uniformHeight(first: first, cells) : 0
    for (index, child) in children.enumerated() where leaf < cells.limit {
      let height = child.isUniform ? uniform : child.height(first: leaf, cells)
      result += height + (child.edges?.height ?? 0) + (index > 0 ? gap : 0)
      leaf += child.leafCount
    }
    return result
  }

  private var hasUniformChildren: Bool { children.contains(where: \.isUniform) }

  /// Returns the largest height of the uniform children, in subpixels.
  func uniformHeight(first: Int, _ cells: LeafSizes) -> Int64 {
    var (leaf, result) = (first, Int64(0))
    for child in members(cells) where leaf < cells.limit {
      if child.isUniform { result = max(result, child.height(first: leaf, cells)) }
      leaf += child.leafCount
    }
    return result
  }

  /// Returns the width in logical pixels, before the node is made as wide as its siblings.
  func width(first: Int, _ cells: LeafSizes) -> Double {
    guard isFreeWidth else { return width }
    switch arrangement {
    case .leaf: return cells.width(first) ?? width
    case .free: return width
    case .row, .column:
      var (leaf, result) = (first, 0.0)
      let uniform = uniformWidth(first: first, cells)
      for (index, child) in children.enumerated() where leaf < cells.limit {
        let width = child.isUniformWidth ? uniform : child.width(first: leaf, cells)
        let outer = width + (child.edges?.width ?? 0)
        result = arrangement == .row ? result + outer + (index > 0 ? rowGap : 0) : max(result, outer)
        leaf += child.leafCount
      }
      return result
    }
  }

  /// Returns the largest width of the uniformly wide children, in logical pixels.
  func uniformWidth(first: Int, _ cells: LeafSizes) -> Double {
    var (leaf, result) = (first, 0.0)
    for child in children where leaf < cells.limit {
      if child.isUniformWidth { result = max(result, child.width(first: leaf, cells)) }
      leaf += child.leafCount
    }
    return result
  }
}

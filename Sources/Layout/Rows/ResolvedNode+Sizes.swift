/// The size of a node with the measured sizes of its cells.
///
/// In all functions `first` is the node's first leaf. Complexity: O(*L*) in the number of leaves. Loops go over indices,
/// because a loop over nodes copies each of them.
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
    for index in members(cells) where leaf < cells.limit {
      let height = children[index].isUniform ? uniform : children[index].height(first: leaf, cells)
      result = max(result, height + (children[index].edges?.height ?? 0))
      leaf += children[index].leafCount
    }
    return result
  }

  func columnHeight(first: Int, _ cells: LeafSizes) -> Int64 {
    var (leaf, result) = (first, Int64(0))
    let uniform = hasUniformChildren ? uniformHeight(first: first, cells) : 0
    for index in children.indices where leaf < cells.limit {
      let height = children[index].isUniform ? uniform : children[index].height(first: leaf, cells)
      result += height + (children[index].edges?.height ?? 0) + (index > 0 ? gap : 0)
      leaf += children[index].leafCount
    }
    return result
  }

  private var hasUniformChildren: Bool { children.indices.contains { children[$0].isUniform } }

  /// Returns the largest height of the uniform children, in subpixels.
  func uniformHeight(first: Int, _ cells: LeafSizes) -> Int64 {
    var (leaf, result) = (first, Int64(0))
    for index in members(cells) where leaf < cells.limit {
      if children[index].isUniform { result = max(result, children[index].height(first: leaf, cells)) }
      leaf += children[index].leafCount
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
      for index in children.indices where leaf < cells.limit {
        let width = children[index].isUniformWidth ? uniform : children[index].width(first: leaf, cells)
        let outer = width + (children[index].edges?.width ?? 0)
        result = arrangement == .row ? result + outer + (index > 0 ? rowGap : 0) : max(result, outer)
        leaf += children[index].leafCount
      }
      return result
    }
  }

  /// Returns the largest width of the uniformly wide children, in logical pixels.
  func uniformWidth(first: Int, _ cells: LeafSizes) -> Double {
    var (leaf, result) = (first, 0.0)
    for index in children.indices where leaf < cells.limit {
      if children[index].isUniformWidth { result = max(result, children[index].width(first: leaf, cells)) }
      leaf += children[index].leafCount
    }
    return result
  }
}

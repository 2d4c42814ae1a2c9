/// Computes the size of a node from the measured sizes of its cells.
///
/// In all functions `first` is the index of the node's first leaf. Each takes O(*L*), where *L* is the number of
/// leaves. Loops go over indices, because a loop over nodes would copy each of them.
extension ResolvedNode {
  /// Returns the node's own height in subpixels, before a uniform node gets that of its tallest sibling.
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
    // Unlike an element of an array, one of a buffer is not copied for a call.
    children.withUnsafeBufferPointer { children in
      for index in members(cells) where leaf < cells.limit {
        let height = children[index].isUniform ? uniform : children[index].height(first: leaf, cells)
        result = max(result, height + (children[index].edges?.height ?? 0))
        leaf += children[index].leafCount
      }
    }
    return result
  }

  func columnHeight(first: Int, _ cells: LeafSizes) -> Int64 {
    var (leaf, result) = (first, Int64(0))
    let uniform = hasUniformChildren ? uniformHeight(first: first, cells) : 0
    children.withUnsafeBufferPointer { children in
      for index in children.indices where leaf < cells.limit {
        let height = children[index].isUniform ? uniform : children[index].height(first: leaf, cells)
        result += height + (children[index].edges?.height ?? 0) + (index > 0 ? gap : 0)
        leaf += children[index].leafCount
      }
    }
    return result
  }

  private var hasUniformChildren: Bool {
    children.withUnsafeBufferPointer { children in children.indices.contains { children[$0].isUniform } }
  }

  /// Returns the largest own height of the uniform children, in subpixels.
  func uniformHeight(first: Int, _ cells: LeafSizes) -> Int64 {
    var (leaf, result) = (first, Int64(0))
    for index in members(cells) where leaf < cells.limit {
      if children[index].isUniform { result = max(result, children[index].height(first: leaf, cells)) }
      leaf += children[index].leafCount
    }
    return result
  }

  /// Returns the node's own width in logical pixels, before a uniform node gets that of its widest sibling.
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

  /// Returns the largest own width of the children that are uniform in width, in logical pixels.
  func uniformWidth(first: Int, _ cells: LeafSizes) -> Double {
    var (leaf, result) = (first, 0.0)
    for index in children.indices where leaf < cells.limit {
      if children[index].isUniformWidth { result = max(result, children[index].width(first: leaf, cells)) }
      leaf += children[index].leafCount
    }
    return result
  }
}

/// Computes the size of a node from the measured sizes of its cells.
///
/// In all functions `first` is the index of the node's first leaf. Each takes O(*L*), where *L* is the number of
/// leaves. Loops go over indices, because a loop over nodes would copy each of them.
extension ResolvedNode {
  /// Returns the node's own height in subpixels, before a uniform node gets that of its tallest sibling.
  func height(first: Int, _ cells: LeafSizes) -> Int64 {
    guard isEstimated else { return extent }
    return withUnsafePointer(to: self) { Self.height($0, first: first, cells) }
  }

  // These functions receive pointers, because a call of a method would copy the node.

  private static func height(_ node: UnsafePointer<Self>, first: Int, _ cells: LeafSizes) -> Int64 {
    guard node.pointee.isEstimated else { return node.pointee.extent }
    switch node.pointee.arrangement {
    case .leaf: return cells.extent(first) ?? node.pointee.extent
    case .free: return node.pointee.extent
    case .row, .column: return contentHeight(node, first: first, cells)
    }
  }

  /// Returns the height of the tallest child of a row, or the height of all children of a column.
  private static func contentHeight(_ node: UnsafePointer<Self>, first: Int, _ cells: LeafSizes) -> Int64 {
    let (isRow, gap) = (node.pointee.arrangement == .row, node.pointee.gap)
    let members = isRow && node.pointee.openRoom != nil ? node.pointee.members(cells) : nil
    let uniform = node.pointee.hasUniformChildren ? node.pointee.uniformHeight(first: first, cells) : 0
    var (leaf, result) = (first, Int64(0))
    return node.pointee.children.withUnsafeBufferPointer { children in
      guard let base = children.baseAddress else { return 0 }
      func add(_ index: Int) {
        let child = base + index
        let own = child.pointee.isUniform ? uniform : height(child, first: leaf, cells)
        let outer = own + (child.pointee.edges?.height ?? 0)
        result = isRow ? max(result, outer) : result + outer + (index > 0 ? gap : 0)
        leaf += child.pointee.leafCount
      }
      if let members {
        for index in members where leaf < cells.limit { add(index) }
      } else {
        for index in children.indices where leaf < cells.limit { add(index) }
      }
      return result
    }
  }

  func columnHeight(first: Int, _ cells: LeafSizes) -> Int64 {
    withUnsafePointer(to: self) { Self.contentHeight($0, first: first, cells) }
  }

  /// Returns the largest own height of the uniform children, in subpixels.
  func uniformHeight(first: Int, _ cells: LeafSizes) -> Int64 {
    var (leaf, result) = (first, Int64(0))
    children.withUnsafeBufferPointer { children in
      for index in members(cells) where leaf < cells.limit {
        if children[index].isUniform { result = max(result, children[index].height(first: leaf, cells)) }
        leaf += children[index].leafCount
      }
    }
    return result
  }

  /// Returns the node's own width in logical pixels, before a uniform node gets that of its widest sibling.
  func width(first: Int, _ cells: LeafSizes) -> Double {
    guard hasIntrinsicWidth else { return width }
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

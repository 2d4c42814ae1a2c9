extension Outline {
  /// Shows the children of a node. Children that must be loaded are shown when they arrive: see
  /// ``setChildren(_:of:)``. Does nothing if the node is a leaf, expanded already, or unknown.
  /// - Returns: Whether the node was collapsed and is expanded now.
  /// - Complexity: O(*m* + log *n*) for *m* rows that appear.
  @discardableResult
  public mutating func expand(_ id: Node.ID) -> Bool {
    guard let slot = nodes.slot(of: id), nodes[slot].isExpandable, !nodes[slot].isExpanded else { return false }
    nodes[slot].isExpanded = true
    readChildren(of: slot)
    renewRows(below: slot)
    return nodes[slot].isExpanded
  }

  /// Hides the children of a node. They keep their own states. Does nothing if the node is not expanded.
  /// - Returns: Whether the node was expanded.
  /// - Complexity: O(*m* + log *n*) for *m* rows that disappear.
  @discardableResult
  public mutating func collapse(_ id: Node.ID) -> Bool {
    guard let slot = nodes.slot(of: id), nodes[slot].isExpanded else { return false }
    nodes[slot].isExpanded = false
    renewRows(below: slot)
    return true
  }

  /// Expands a collapsed node, and collapses an expanded one.
  /// - Complexity: O(*m* + log *n*) for *m* rows that appear or disappear.
  package mutating func toggle(_ id: Node.ID) {
    if !collapse(id) { expand(id) }
  }

  /// The largest number of nodes that are expanded one by one. For more, all rows below the parent are rebuilt once.
  private static var singleNodeLimit: Int { 64 }

  /// Expands a node and all its siblings.
  package mutating func expandSiblings(of id: Node.ID) {
    guard let slot = nodes.slot(of: id) else { return }
    let parent = nodes[slot].parent
    let collapsed = nodes.children(of: parent).filter { nodes[$0].isExpandable && !nodes[$0].isExpanded }
    if collapsed.count <= Self.singleNodeLimit {
      for sibling in collapsed { expand(nodes[sibling].node.id) }
    } else {
      for sibling in collapsed { open(sibling) }
      renewRows(below: parent)
    }
  }

  /// Expands a node and all its descendants; all nodes for `nil`. Nodes whose children must be loaded stay collapsed.
  ///
  /// Call it only for a finite tree: the program is asked for the children of every descendant.
  /// - Complexity: O(*m*) in the number of descendants.
  public mutating func expandAll(under id: Node.ID? = nil) {
    forEachDescendant(of: id) { outline, slot in
      if case .unloaded = outline.nodes[slot].children { return }
      if outline.nodes[slot].isExpandable, !outline.nodes[slot].isExpanded { outline.open(slot) }
    }
  }

  /// Collapses a node and all its descendants; all nodes for `nil`.
  /// - Complexity: O(*m*) in the number of descendants.
  public mutating func collapseAll(under id: Node.ID? = nil) {
    if id == nil { nodes.forgetExpanded() }
    forEachDescendant(of: id) { outline, slot in outline.nodes[slot].isExpanded = false }
  }

  /// Expands the ancestors of a node, so that its row is visible.
  /// - Returns: Whether the outline knows the node.
  @discardableResult
  public mutating func reveal(_ id: Node.ID) -> Bool {
    guard let slot = nodes.slot(of: id) else { return false }
    let ancestors = nodes.path(to: slot).dropLast()
    // The outermost collapsed ancestor shows the rows of all others, so it is expanded last.
    for ancestor in ancestors.reversed() { expand(nodes[ancestor].node.id) }
    return true
  }

  /// Applies a change that the user made.
  public mutating func perform(_ change: OutlineChange<Node.ID>) {
    switch change {
    case .expand(let id): expand(id)
    case .collapse(let id): collapse(id)
    case .expandSiblings(let id): expandSiblings(of: id)
    }
  }

  /// Marks a node as expanded and reads its children, without inserting their rows.
  private mutating func open(_ slot: Slot) {
    nodes[slot].isExpanded = true
    readChildren(of: slot)
  }

  /// Visits a node and its descendants, parents first, then renews their rows.
  private mutating func forEachDescendant(of id: Node.ID?, _ body: (inout Outline, Slot) -> Void) {
    let top = id.flatMap { nodes.slot(of: $0) }
    if id != nil, top == nil { return }
    // Parents come first, and siblings in their order, so that of equal nodes the first one in the outline is kept.
    var stack = top.map { [$0] } ?? nodes.roots.reversed()
    while let slot = stack.popLast() {
      body(&self, slot)
      stack += nodes.children(of: slot).reversed()
    }
    renewRows(below: top)
  }
}

import ScrollworkDiffing
import ScrollworkLayout

extension Outline {
  /// Sets the children of a node, or the roots. Nodes that stay keep their own children and states.
  ///
  /// Call it also to deliver children that were loaded. If the node was collapsed meanwhile, they are shown when it is
  /// expanded.
  /// - Parameters:
  ///   - children: The new children; `nil` makes the node a leaf.
  ///   - id: The node; `nil` for the roots.
  /// - Returns: Whether the outline has the node. If it has not, for example because the node was removed during the
  ///   load, nothing changes.
  /// - Complexity: O(*m*) in the number of old and new children and of the rows below the node.
  @discardableResult
  public mutating func setChildren(_ children: [Node]?, of id: Node.ID?) -> Bool {
    let parent = id.flatMap { nodes.slot(of: $0) }
    if id != nil, parent == nil { return false }
    let kept = Set((children ?? []).lazy.map(\.id))
    var before: [Node.ID: Slot] = [:]
    for slot in nodes.children(of: parent) {
      if kept.contains(nodes[slot].node.id) { before[nodes[slot].node.id] = slot } else { nodes.remove(slot) }
    }
    var slots: [Slot] = []
    var new: [Slot] = []
    for node in children ?? [] {
      if let slot = before.removeValue(forKey: node.id) {
        nodes[slot].node = node
        slots.append(slot)
      } else {
        let added = add([node], under: parent)
        slots += added
        new += added
      }
    }
    nodes.setChildren(slots, of: parent)
    if children == nil, let parent {
      nodes[parent].children = .none
      nodes[parent].isExpanded = false
    }
    expandAgain(new)
    renewRows(below: parent)
    return true
  }

  /// Collapses a node whose children could not be loaded. They are loaded again when it is expanded again.
  package mutating func loadingFailed(_ id: Node.ID) {
    guard let slot = nodes.slot(of: id), nodes[slot].isLoading else { return }
    nodes[slot].children = .unloaded
    nodes[slot].isExpanded = false
    renewMark(of: slot)
  }

  /// Replaces the value of a node. Its children and its state stay.
  /// - Returns: Whether the outline has the node.
  /// - Complexity: O(*d* log *n*) at level *d*.
  @discardableResult
  public mutating func update(_ node: Node) -> Bool {
    guard let slot = nodes.slot(of: node.id) else { return false }
    nodes[slot].node = node
    if let row = row(of: slot) { rows[row] = node }
    return true
  }

  /// Inserts nodes among the children of a node, or among the roots. A leaf becomes a node with children.
  /// - Parameters:
  ///   - parent: The parent; `nil` for roots.
  ///   - index: The position of the first new node among its siblings; `nil` for the end.
  /// - Returns: `false` if the children of the parent are not loaded yet; then nothing is inserted.
  /// - Precondition: `index` is at most the number of children.
  /// - Complexity: O(*m* + *s*) for *m* new nodes among *s* siblings.
  @discardableResult
  public mutating func insert(_ new: [Node], under parent: Node.ID? = nil, at index: Int? = nil) -> Bool {
    let slot = parent.flatMap { nodes.slot(of: $0) }
    guard knowsChildren(of: slot, parent) else { return false }
    let count = nodes.children(of: slot).count
    precondition((0...count).contains(index ?? count), "child \(index ?? count) of \(count)")
    let slots = add(new, under: slot)
    for (offset, child) in slots.enumerated() { nodes.insert(child, under: slot, at: (index ?? count) + offset) }
    expandAgain(slots)
    show(slots, under: slot, at: index ?? count)
    return true
  }

  /// Inserts a node among the children of a node, or among the roots. A leaf becomes a node with children.
  /// - Parameters:
  ///   - parent: The parent; `nil` for a root.
  ///   - index: The position of the node among its siblings; `nil` for the end.
  /// - Returns: `false` if the children of the parent are not loaded yet; then nothing is inserted.
  /// - Precondition: `index` is at most the number of children.
  /// - Complexity: O(*s*) in the number of siblings.
  @discardableResult
  public mutating func insert(_ new: Node, under parent: Node.ID? = nil, at index: Int? = nil) -> Bool {
    insert([new], under: parent, at: index)
  }

  /// Removes a node with its descendants. An expanded node is expanded again when it is inserted later.
  /// - Returns: Whether the outline had the node.
  /// - Complexity: O(*m* + *s*) for *m* descendants and *s* siblings.
  @discardableResult
  public mutating func remove(_ id: Node.ID) -> Bool {
    guard let slot = nodes.slot(of: id) else { return false }
    if let row = row(of: slot) { replaceRows(row..<shape.end(of: row), with: ([], [])) }
    nodes.detach(slot)
    nodes.remove(slot)
    return true
  }

  /// Moves a node with its descendants.
  /// - Parameters:
  ///   - parent: The new parent; `nil` for a root.
  ///   - index: The position among the new siblings, counted without the node itself; `nil` for the end.
  /// - Returns: Whether the node was moved. It cannot move below itself, nor to a parent whose children must be loaded.
  /// - Precondition: `index` is at most the number of other children.
  /// - Complexity: O(*m* + *s*) for *m* descendants and *s* old and new siblings.
  @discardableResult
  public mutating func move(_ id: Node.ID, under parent: Node.ID?, at index: Int? = nil) -> Bool {
    guard let slot = nodes.slot(of: id) else { return false }
    let target = parent.flatMap { nodes.slot(of: $0) }
    guard !nodes.isAncestor(slot, of: target) else {
      problems.record(.outlineCycle(ElementID(id)))
      return false
    }
    guard knowsChildren(of: target, parent) else { return false }
    let old = row(of: slot)
    let range = old.map { $0..<shape.end(of: $0) }
    if let range { shape.replaceSubrange(range, with: []) }
    nodes.detach(slot)
    let count = nodes.children(of: target).count
    precondition((0...count).contains(index ?? count), "child \(index ?? count) of \(count)")
    let place = place(forChild: index ?? count, of: target)
    nodes.insert(slot, under: target, at: index ?? count)
    switch (range, place) {
    case (let range?, let place?):
      rows.move(range, to: place.row)
      shape.replaceSubrange(place.row..<place.row, with: block(of: [slot], level: place.level).marks)
    case (let range?, nil): rows.replaceSubrange(range, with: EmptyCollection())
    case (nil, let place?): replaceRows(place.row..<place.row, with: block(of: [slot], level: place.level))
    case (nil, nil): break
    }
    if let target { renewMark(of: target) }
    return true
  }

  /// Returns whether a node's children are known; asks the program if necessary. A leaf gets an empty array of
  /// children.
  private mutating func knowsChildren(of slot: Slot?, _ id: Node.ID?) -> Bool {
    guard let slot else { return id == nil }
    if case .unread = nodes[slot].children { readChildren(of: slot) }
    switch nodes[slot].children {
    case .none:
      nodes.setChildren([], of: slot)
      return true
    case .known: return true
    case .unread, .unloaded, .loading: return false
    }
  }

  /// Returns the row and the level of a child of a node; `nil` if the child is not visible.
  private func place(forChild index: Int, of parent: Slot?) -> (row: Int, level: Int)? {
    guard let parent else { return (shape.row(ofChild: index, of: nil), 0) }
    guard nodes[parent].isExpanded, let row = row(of: parent) else { return nil }
    return (shape.row(ofChild: index, of: row), shape[row].level + 1)
  }

  /// Inserts the rows of new children if the parent is visible and expanded, and updates the row of the parent.
  private mutating func show(_ slots: [Slot], under parent: Slot?, at index: Int) {
    // The children before the new ones have their rows, so the row of the first new one follows from them.
    if let place = place(forChild: index, of: parent) {
      replaceRows(place.row..<place.row, with: block(of: slots, level: place.level))
    }
    if let parent { renewMark(of: parent) }
  }
}

public import ScrollworkDiffing
package import ScrollworkLayout

/// A tree of nodes, of which some are expanded: the data of a ``Section`` that shows it.
///
/// An outline is a value. It keeps the rows that are visible, and each change edits them, so expanding or collapsing a
/// node costs the number of rows that appear or disappear, also in an outline of a million nodes:
///
/// ```swift
/// var outline = Outline(folders) { $0.children }
/// outline.expand("src")
/// list.apply(List { Section(id: "files", outline: outline, onChange: { change in ... }) { Title($0.name) } })
/// ```
///
/// The identity of a node must be unique in the whole outline. A node whose identity is already in use, or that would
/// be its own ancestor, is left out and reported as a ``Problem``. A program that keeps several values should change
/// only one of them: the first change of a copy copies the table of all nodes, which takes O(*n*).
public struct Outline<Node: Identifiable> {
  typealias Slot = OutlineNodes<Node>.Slot

  var nodes: OutlineNodes<Node>
  /// The visible nodes, in the order of their rows.
  public internal(set) var rows = RowStore<Node>()
  /// The levels and states of the visible nodes.
  package internal(set) var shape = OutlineShape()
  /// The nodes whose children must be loaded, as found since the last call of ``takeLoads()``.
  var loads: [Node.ID] = []
  let problems = OutlineProblems()
  private let content: (Node) -> OutlineChildren<Node>

  /// Makes an outline whose nodes may be leaves, have children, or have children that are loaded later.
  /// - Parameters:
  ///   - expanded: The identities of the nodes that are expanded.
  ///   - content: Returns the children of a node. It is called when the row of the node appears, to learn whether
  ///     the node has any, and once more when the node is expanded for the first time.
  /// - Complexity: O(*m*) in the number of roots and of children of expanded nodes.
  public init(
    _ roots: [Node], expanded: Set<Node.ID> = [], content: @escaping (Node) -> OutlineChildren<Node>
  ) {
    self.content = content
    nodes = OutlineNodes(expanded: expanded)
    setChildren(roots, of: nil)
  }

  /// Makes an outline of nodes that return their children.
  /// - Parameter children: Returns the children of a node, `nil` for a leaf.
  /// - Complexity: O(*m*) in the number of roots and of children of expanded nodes.
  public init(_ roots: [Node], expanded: Set<Node.ID> = [], children: @escaping (Node) -> [Node]?) {
    self.init(roots, expanded: expanded) { node in children(node).map { .nodes($0) } ?? .leaf }
  }

  /// Makes an outline of nodes that have their children in a property, which is empty in a leaf.
  /// - Complexity: O(*m*) in the number of roots and of children of expanded nodes.
  public init(_ roots: [Node], expanded: Set<Node.ID> = [], children: KeyPath<Node, [Node]>) {
    self.init(roots, expanded: expanded) { node in
      let children = node[keyPath: children]
      return children.isEmpty ? .leaf : .nodes(children)
    }
  }

  // MARK: Questions

  /// The number of nodes that the outline knows. The children of a node are known once it was expanded.
  package var count: Int { nodes.count }

  /// Returns a node; `nil` if the outline does not know it.
  public func node(_ id: Node.ID) -> Node? { nodes.slot(of: id).map { nodes[$0].node } }

  /// Whether the outline knows a node.
  package func contains(_ id: Node.ID) -> Bool { nodes.slot(of: id) != nil }

  /// Whether a node is expanded, visible or not.
  public func isExpanded(_ id: Node.ID) -> Bool { nodes.slot(of: id).map { nodes[$0].isExpanded } ?? false }

  /// Whether the children of a node are being loaded.
  public func isLoading(_ id: Node.ID) -> Bool { nodes.slot(of: id).map { nodes[$0].isLoading } ?? false }

  /// The identities of the expanded nodes, visible or not. A program can save them to restore the outline later.
  /// - Complexity: O(*n*).
  public var expandedIDs: Set<Node.ID> {
    var ids = nodes.absentExpanded
    for slot in nodes.allSlots where nodes[slot].isExpanded { ids.insert(nodes[slot].node.id) }
    return ids
  }

  /// Returns the parent of a node; `nil` for a root and for an unknown node.
  public func parent(of id: Node.ID) -> Node? {
    nodes.slot(of: id).flatMap { nodes[$0].parent }.map { nodes[$0].node }
  }

  /// Returns the known children of a node; the roots for `nil`.
  public func children(of id: Node.ID?) -> [Node] {
    guard let id else { return nodes.roots.map { nodes[$0].node } }
    return nodes.slot(of: id).map { slot in nodes.children(of: slot).map { nodes[$0].node } } ?? []
  }

  /// Returns the number of ancestors of a node; `nil` for an unknown node.
  package func level(of id: Node.ID) -> Int? { nodes.slot(of: id).map { nodes.path(to: $0).count - 1 } }

  /// Returns the position of a node among its siblings, and their number; `nil` for an unknown node.
  package func place(amongSiblings id: Node.ID) -> (position: Int, count: Int)? {
    nodes.slot(of: id).map { (nodes.position(of: $0), nodes.children(of: nodes[$0].parent).count) }
  }

  /// Returns the row of a node, its position in ``rows``; `nil` if it is not visible.
  /// - Complexity: O(*d* log *n*) at level *d*.
  public func row(of id: Node.ID) -> Int? { nodes.slot(of: id).flatMap(row(of:)) }

  func row(of slot: Slot) -> Int? {
    var row: Int?
    for step in nodes.path(to: slot) {
      if let parent = nodes[step].parent, !nodes[parent].isExpanded { return nil }
      row = shape.row(ofChild: nodes.position(of: step), of: row)
    }
    return row
  }

  // MARK: Reading

  /// Returns the state of a node's children before the node is expanded: no children, not asked for yet, or not loaded.
  private func unknownChildren(of node: Node) -> OutlineNodes<Node>.Children {
    switch content(node) {
    case .leaf: .none
    case .nodes: .unread
    case .unloaded: .unloaded
    }
  }

  /// Adds nodes, but not yet to their parent's list of children. Leaves out and reports nodes that are known already.
  /// - Returns: The slots of the added nodes.
  mutating func add(_ new: [Node], under parent: Slot?) -> [Slot] {
    new.compactMap { node in
      if let slot = nodes.add(node, under: parent, unknownChildren(of: node)) { return slot }
      let isCycle = nodes.slot(of: node.id).map { nodes.isAncestor($0, of: parent) } ?? false
      problems.record(isCycle ? .outlineCycle(ElementID(node.id)) : .repeatedNode(ElementID(node.id)))
      return nil
    }
  }

  /// Asks the program for the children of a node if they are not known, and begins to load them if they must be loaded.
  mutating func readChildren(of slot: Slot) { expandAgain(readNewChildren(of: slot)) }

  /// Reads the children of a node, but not those of the children.
  /// - Returns: The children that were unknown before.
  private mutating func readNewChildren(of slot: Slot) -> [Slot] {
    switch nodes[slot].children {
    case .none, .loading, .known: break
    case .unloaded: beginLoading(slot)
    case .unread:
      switch content(nodes[slot].node) {
      case .leaf:
        nodes[slot].children = .none
        nodes[slot].isExpanded = false
      case .unloaded: beginLoading(slot)
      case .nodes(let children):
        nodes[slot].children = .known([])
        let slots = add(children, under: slot)
        nodes.setChildren(slots, of: slot)
        return slots
      }
    }
    return []
  }

  private mutating func beginLoading(_ slot: Slot) {
    nodes[slot].children = .loading
    loads.append(nodes[slot].node.id)
  }

  /// Expands those of some new nodes, and of their descendants, that were expanded before they were removed. Their rows
  /// must not be visible yet.
  mutating func expandAgain(_ slots: [Slot]) {
    // The nodes wait in a list, because an outline may be deeper than the stack of the process. Parents come first, and
    // siblings in their order, so that of equal nodes the first one in the outline is kept.
    var waiting = Array(slots.reversed())
    while let slot = waiting.popLast() {
      guard nodes.takeExpanded(slot), nodes[slot].isExpandable else { continue }
      nodes[slot].isExpanded = true
      waiting += readNewChildren(of: slot).reversed()
    }
  }

  /// Returns the nodes whose children must be loaded, as found since the last call, and clears that list.
  package mutating func takeLoads() -> [Node.ID] {
    defer { loads = [] }
    return loads
  }

  // MARK: Rows

  /// The rows of some nodes and of their visible descendants.
  typealias Block = (nodes: [Node], marks: [OutlineShape.Mark])

  /// Returns the rows of siblings and of their visible descendants.
  /// - Parameter level: The level of the siblings.
  func block(of slots: [Slot], level: Int) -> Block {
    var block: Block = ([], [])
    // A stack of siblings, because an outline may be deeper than the stack of the process.
    var stack = [slots[...]]
    while let slot = stack[stack.count - 1].popFirst() {
      append(slot, level + stack.count - 1, to: &block)
      if nodes[slot].isExpanded { stack.append(nodes.children(of: slot)[...]) }
      while stack.count > 1, stack[stack.count - 1].isEmpty { stack.removeLast() }
    }
    return block
  }

  private func append(_ slot: Slot, _ level: Int, to block: inout Block) {
    block.nodes.append(nodes[slot].node)
    block.marks.append(mark(of: slot, level: level))
  }

  func mark(of slot: Slot, level: Int) -> OutlineShape.Mark {
    let entry = nodes[slot]
    return OutlineShape.Mark(
      level: level, isExpandable: entry.isExpandable, isExpanded: entry.isExpanded, isLoading: entry.isLoading)
  }

  /// Replaces a range of rows by the rows of a block.
  mutating func replaceRows(_ range: Range<Int>, with block: Block) {
    rows.replaceSubrange(range, with: block.nodes)
    shape.replaceSubrange(range, with: block.marks)
  }

  /// Updates the level and states in a node's row, if the row is visible.
  /// - Returns: The row; `nil` if it is not visible.
  @discardableResult
  mutating func renewMark(of slot: Slot) -> Int? {
    guard let row = row(of: slot) else { return nil }
    shape.set(mark(of: slot, level: shape[row].level), at: row)
    return row
  }

  /// Rebuilds all rows below a node; all rows for `nil`.
  mutating func renewRows(below slot: Slot?) {
    guard let slot else { return replaceRows(0..<rows.count, with: block(of: nodes.roots, level: 0)) }
    guard let row = renewMark(of: slot) else { return }
    let children = nodes[slot].isExpanded ? nodes.children(of: slot) : []
    replaceRows(row + 1..<shape.end(of: row), with: block(of: children, level: shape[row].level + 1))
  }

  /// Traps if the rows contradict the nodes.
  /// - Complexity: O(*n* log *n*).
  package func checkInvariants() {
    shape.checkInvariants()
    let expected = block(of: nodes.roots, level: 0)
    precondition(rows.count == expected.nodes.count && shape.count == rows.count, "\(rows.count) rows")
    for index in rows.indices {
      precondition(rows[index].id == expected.nodes[index].id, "row \(index) shows another node")
      precondition(shape[index] == expected.marks[index], "row \(index) has another level or state")
    }
  }
}

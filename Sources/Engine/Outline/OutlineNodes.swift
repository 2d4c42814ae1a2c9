/// The known nodes of an outline: a table of nodes linked as a tree, and the index of each identity in it.
struct OutlineNodes<Node: Identifiable> {
  /// The index of a node in the table.
  typealias Slot = Int32

  /// The children of a node.
  enum Children {
    /// A leaf: there are no children and there will be none.
    case none
    /// Children that are not read yet: the program is asked for them when the node is expanded.
    case unread
    /// Children that must be loaded when the node is expanded.
    case unloaded
    /// Children that are being loaded.
    case loading
    case known([Slot])
  }

  /// A node and its links in the tree.
  struct Entry {
    var node: Node
    /// The slot of the parent; `nil` for a root.
    var parent: Slot?
    var children: Children
    var isExpanded = false
    /// The position among the siblings when the node was inserted; the search for the current position begins there.
    fileprivate var hint: Int32

    /// Whether the node has children, loaded or not.
    var isExpandable: Bool {
      if case .none = children { return false }
      return true
    }

    /// Whether the children are being loaded.
    var isLoading: Bool {
      if case .loading = children { return true }
      return false
    }
  }

  private var entries: [Entry?] = []
  private var unused: [Slot] = []
  private var slots: [Node.ID: Slot] = [:]
  /// The slots of the roots, in order.
  private(set) var roots: [Slot] = []
  /// The identities of absent nodes that were expanded. The nodes are expanded again if they return.
  private(set) var absentExpanded: Set<Node.ID> = []

  init(expanded: Set<Node.ID>) { absentExpanded = expanded }

  /// The number of nodes.
  var count: Int { slots.count }

  /// The slots of all nodes, in no particular order.
  var allSlots: some Sequence<Slot> { slots.values }

  /// The node in a slot.
  subscript(slot: Slot) -> Entry {
    get {
      guard let entry = entries[Int(slot)] else { preconditionFailure("no node is in slot \(slot)") }
      return entry
    }
    _modify {
      guard var entry = entries[Int(slot)] else { preconditionFailure("no node is in slot \(slot)") }
      // The entry is moved out, so that a change of its children does not copy them.
      entries[Int(slot)] = nil
      defer { entries[Int(slot)] = entry }
      yield &entry
    }
  }

  /// Returns the slot of a node; `nil` if the outline does not know it.
  func slot(of id: Node.ID) -> Slot? { slots[id] }

  /// Returns the slots of a node's known children; those of the roots for `nil`.
  func children(of slot: Slot?) -> [Slot] {
    guard let slot else { return roots }
    if case .known(let children) = self[slot].children { return children }
    return []
  }

  /// Returns the slots on the way from a root to a node, including both.
  func path(to slot: Slot) -> [Slot] {
    var path = [slot]
    while let parent = self[path[path.count - 1]].parent { path.append(parent) }
    return path.reversed()
  }

  /// Whether `slot` is the node `other` or one of its ancestors.
  func isAncestor(_ slot: Slot, of other: Slot?) -> Bool {
    var current = other
    while let next = current {
      if next == slot { return true }
      current = self[next].parent
    }
    return false
  }

  /// Returns the position of a node among its siblings.
  /// - Complexity: O(*d*) in the number of siblings inserted or removed before the node since its own insertion.
  func position(of slot: Slot) -> Int {
    let siblings = children(of: self[slot].parent)
    let hint = min(Int(self[slot].hint), siblings.count - 1)
    for distance in 0...siblings.count {
      if hint - distance >= 0, siblings[hint - distance] == slot { return hint - distance }
      if hint + distance < siblings.count, siblings[hint + distance] == slot { return hint + distance }
    }
    preconditionFailure("a node is not among the children of its parent")
  }

  // MARK: Changes

  /// Sets the children of a node; the roots if `parent` is `nil`.
  mutating func setChildren(_ children: [Slot], of parent: Slot?) {
    for (index, child) in children.enumerated() { self[child].hint = Int32(index) }
    if let parent { self[parent].children = .known(children) } else { roots = children }
  }

  /// Inserts a node among the children of `parent`; among the roots if that is `nil`.
  mutating func insert(_ slot: Slot, under parent: Slot?, at index: Int) {
    self[slot].parent = parent
    self[slot].hint = Int32(index)
    change(parent) { $0.insert(slot, at: index) }
  }

  /// Removes a node from its parent's children. The node keeps its own descendants.
  mutating func detach(_ slot: Slot) {
    let position = position(of: slot)
    change(self[slot].parent) { $0.remove(at: position) }
  }

  private mutating func change(_ parent: Slot?, _ body: (inout [Slot]) -> Void) {
    guard let parent else { return body(&roots) }
    // The array is moved out, so that the change does not copy it.
    var children = children(of: parent)
    self[parent].children = .none
    body(&children)
    self[parent].children = .known(children)
  }

  /// Adds a node, but not yet to its parent's list of children.
  /// - Returns: The slot; `nil` if there is a node with this identity already.
  mutating func add(_ node: Node, under parent: Slot?, _ children: Children) -> Slot? {
    guard slots[node.id] == nil else { return nil }
    let entry = Entry(node: node, parent: parent, children: children, hint: 0)
    if let slot = unused.popLast() {
      entries[Int(slot)] = entry
      slots[node.id] = slot
      return slot
    }
    entries.append(entry)
    slots[node.id] = Slot(entries.count - 1)
    return Slot(entries.count - 1)
  }

  /// Removes a node and its descendants, and remembers which of them were expanded. The caller must remove the node
  /// from its parent's children.
  mutating func remove(_ slot: Slot) {
    var stack = [slot]
    while let next = stack.popLast() {
      stack += children(of: next)
      if self[next].isExpanded { absentExpanded.insert(self[next].node.id) }
      slots[self[next].node.id] = nil
      entries[Int(next)] = nil
      unused.append(next)
    }
  }

  /// Returns whether a node that returned was expanded before, and forgets that.
  mutating func takeExpanded(_ slot: Slot) -> Bool {
    !absentExpanded.isEmpty && absentExpanded.remove(self[slot].node.id) != nil
  }

  /// Forgets which absent nodes were expanded.
  mutating func forgetExpanded() { absentExpanded.removeAll() }
}

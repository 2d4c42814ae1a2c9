/// The children of a node, repeated in lines that break.
extension ResolvedNode {
  /// A sequence of the children in turn. In a line that breaks where the next cell does not fit, the children repeat
  /// until there is one for each cell.
  struct Members: Sequence, IteratorProtocol {
    private let children: [ResolvedNode]
    private var index = 0
    private(set) var count: Int

    init(_ children: [ResolvedNode], count: Int) {
      (self.children, self.count) = (children, children.isEmpty ? 0 : count)
    }

    mutating func next() -> ResolvedNode? {
      guard count > 0 else { return nil }
      if index == children.count { index = 0 }
      defer { (index, count) = (index + 1, count - 1) }
      return children[index]
    }
  }

  func members(_ cells: LeafSizes) -> Members {
    Members(children, count: openRoom == nil ? children.count : cells.limit)
  }

  /// Returns the members and sizes as if every place were taken; in a line that breaks, those of the existing cells.
  func allMembers(_ cells: LeafSizes) -> (members: Members, cells: LeafSizes) {
    openRoom == nil ? (members(cells), cells.full) : (members(cells), cells)
  }

  /// Returns the number of cells in a line that breaks where the next one does not fit. One is placed in any case; if
  /// all subitems together need no room, each is placed once.
  /// - Complexity: O(*k* log *n*), where *k* is that number.
  func memberCount(_ cells: LeafSizes, room: Double) -> Int {
    var (count, used, cycleStart) = (0, 0.0, 0.0)
    while count < min(cells.limit, Template.mostLeaves) {
      let index = count % children.count
      if index == 0, count > 0 {
        if used <= cycleStart { return count }
        cycleStart = used
      }
      let width = children[index].width(first: count, cells) + (children[index].edges?.width ?? 0)
      let end = used + (count > 0 ? rowGap : 0) + width
      if count > 0, end > room { return count }
      (used, count) = (end, count + 1)
    }
    return max(1, count)
  }
}

/// The children of a group, which repeat in a line that takes as many cells as fit.
extension ResolvedNode {
  /// The indices of the children in order. If the group is a line that takes as many cells as fit, the indices start
  /// again until there is one for each cell.
  struct Members: Sequence, IteratorProtocol {
    private let childCount: Int
    private var index = 0
    private(set) var count: Int

    init(of childCount: Int, count: Int) {
      (self.childCount, self.count) = (childCount, childCount == 0 ? 0 : count)
    }

    mutating func next() -> Int? {
      guard count > 0 else { return nil }
      if index == childCount { index = 0 }
      defer { (index, count) = (index + 1, count - 1) }
      return index
    }
  }

  func members(_ cells: LeafSizes) -> Members {
    Members(of: children.count, count: openRoom == nil ? children.count : cells.limit)
  }

  /// Returns the members and sizes of a group in which every place is taken. In a line that takes as many cells as fit,
  /// returns those of the existing cells.
  func allMembers(_ cells: LeafSizes) -> (members: Members, cells: LeafSizes) {
    openRoom == nil ? (members(cells), cells.full) : (members(cells), cells)
  }

  /// Returns the number of cells in a line that takes as many as fit, at least one. If all subitems together have no
  /// width, each is placed once.
  /// - Complexity: O(*k* log *n*), where *k* is the returned number.
  func memberCount(_ cells: LeafSizes, room: Double) -> Int {
    var line = LineFiller(cycle: children.count, gap: rowGap, room: room)
    while line.count < min(cells.limit, Template.mostLeaves), !line.isStuck {
      // The children of such a line are cells whose content decides their width. Calling a method of a child would copy
      // the child.
      let child = line.next
      let width = (cells.width(line.count) ?? children[child].width) + (children[child].edges?.width ?? 0)
      guard line.place(width) else { break }
    }
    return max(1, line.count)
  }
}

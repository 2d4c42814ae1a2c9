/// A line that is filled with the subitems of a group, in order and repeated, while they fit; or with items of
/// different extents. At least one is placed. All lengths have the same unit, logical pixels or subpixels.
///
/// Extents are added up one by one, because a product may be rounded differently from a sum.
struct LineFiller {
  /// The number of subitems.
  private let cycle: Int
  private let gap: Double
  private let room: Double
  /// The number of subitems placed so far.
  private(set) var count = 0
  /// The index of the subitem to place next.
  private(set) var next = 0
  private var used = 0.0
  /// The extent in use when the current repetition began.
  private var cycleStart = 0.0

  /// Creates an empty line.
  /// - Parameters:
  ///   - cycle: The number of subitems after which they repeat, at least 1.
  ///   - gap: The gap between two subitems.
  ///   - room: The extent available to subitems.
  init(cycle: Int = 1, gap: Double, room: Double) {
    (self.cycle, self.gap, self.room) = (cycle, gap, room)
  }

  /// Whether the last complete repetition took no space. Then the line would never be full.
  var isStuck: Bool { next == 0 && count > 0 && used <= cycleStart }

  /// Places the next subitem if it fits.
  /// - Parameter extent: The extent of the subitem, including its edge spacing.
  /// - Returns: Whether it fits.
  @inline(__always)
  mutating func place(_ extent: Double) -> Bool {
    let end = used + (count > 0 ? gap : 0) + extent
    guard count == 0 || end <= room else { return false }
    if next == 0 { cycleStart = used }
    (used, count, next) = (end, count + 1, next + 1 == cycle ? 0 : next + 1)
    return true
  }
}

/// Access to the children of a group. In a line that takes as many cells as fit, the children repeat.
extension ResolvedNode {
  /// The indices of the children in order. If the group is a line that takes as many cells as fit, they are repeated
  /// until there is one for each cell.
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

  /// Returns the number of cells in a line that takes as many as fit, at least one. If all subitems together have no
  /// width, each is placed once.
  /// - Complexity: O(*k* log *n*), where *k* is the returned number.
  func memberCount(_ cells: LeafSizes, room: Double) -> Int {
    var line = LineFiller(cycle: children.count, gap: rowGap, room: room)
    while line.count < min(cells.limit, Template.maxLeafCount), !line.isStuck {
      // The children of such a line are cells whose content decides their width. Calling a method of a child would copy
      // the child.
      let child = line.next
      let width = (cells.width(line.count) ?? children[child].width) + (children[child].edges?.width ?? 0)
      guard line.place(width) else { break }
    }
    return max(1, line.count)
  }
}

/// Repeats the subitems of a group, in order, while they fit in a line. At least one is placed.
///
/// Extents are added up one by one, because sums of fractions may differ from products.
struct LineFiller {
  /// The number of subitems.
  private let cycle: Int
  private let gap: Double
  private let room: Double
  /// The number of subitems placed so far.
  private(set) var count = 0
  private var used = 0.0
  /// The extent in use when the current repetition began.
  private var cycleStart = 0.0

  /// Creates an empty line.
  /// - Parameters:
  ///   - cycle: The number of subitems, at least 1.
  ///   - gap: The gap between two subitems, in logical pixels.
  ///   - room: The extent of the line, in logical pixels.
  init(cycle: Int, gap: Double, room: Double) {
    (self.cycle, self.gap, self.room) = (cycle, gap, room)
  }

  /// Whether the last repetition took no room, so that repeating would never end.
  var isStuck: Bool { count > 0 && count % cycle == 0 && used <= cycleStart }

  /// The index of the subitem to place next.
  var next: Int { count % cycle }

  /// Places the next subitem if it fits.
  /// - Parameter extent: The extent of the subitem, including the room outside it, in logical pixels.
  /// - Returns: Whether it fits.
  mutating func place(_ extent: Double) -> Bool {
    let end = used + (count > 0 ? gap : 0) + extent
    guard count == 0 || end <= room else { return false }
    if next == 0 { cycleStart = used }
    (used, count) = (end, count + 1)
    return true
  }
}

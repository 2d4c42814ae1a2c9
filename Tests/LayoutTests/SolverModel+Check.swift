import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

extension SolverModel {
  mutating func check() throws {
    solver.checkInvariants()
    let naive = naive
    try #require(solver.contentSize[axis] == Double(naive.extent) / 64)
    for element in naive.natural {
      try #require(
        solver.frame(for: element.key) == naive.presented(element),
        "\(element.key) \(element.key.section < 0 ? "" : "\(sections[element.key.section])")")
    }
    for _ in 0..<4 { try checkQuery(naive) }
    try checkSearch(naive)
  }

  private mutating func checkQuery(_ naive: NaiveLayout) throws {
    let length = solver.contentSize[axis]
    func any(_ generator: inout SeededGenerator, _ range: Double) -> Double {
      Double.random(in: -20...max(1, range), using: &generator)
    }
    var visible = Rect(
      x: -100, y: -100, width: environment.container.width + 400, height: environment.container.height + 400)
    visible.origin[axis] = any(&random.generator, length)
    visible.size[axis] = Double(random.generator.below(600)) + 0.5
    if random.generator.chance(30) {
      visible.origin[axis.cross] = 0
      visible.size[axis.cross] = Double(random.generator.below(100)) + 0.5
    }
    let viewport = visible.insetBy(random.generator.chance(50) ? 0 : 20)
    var found: [LayoutElement] = []
    solver.elements(in: visible, pinnedIn: viewport, into: &found)
    let expected = naive.elements(in: visible, viewport: viewport).sorted { $0.key < $1.key }
    try #require(found.map(\.key) == expected.map(\.key), "in \(visible)")
    try #require(found.map(\.frame) == expected.map(\.frame))
    try #require(found.map(\.natural) == expected.map(\.natural))
    try #require(found.map(\.zIndex) == expected.map(\.z))
    for element in found {
      try #require(solver.frame(for: element.key, pinnedIn: viewport) == element.frame)
      try #require(element.isPinned || element.frame == solver.frame(for: element.key))
    }
    try checkRanges(in: visible)
    try checkHit(found, in: visible, viewport)
  }

  /// Checks the ranges of items in a rectangle, and in one that covers about half of the content, against the frames of
  /// all items. Items without area and items in sections that are scroll containers are not compared.
  private func checkRanges(in visible: Rect) throws {
    var half = visible
    half.origin[axis] = visible.origin[axis] - solver.contentSize[axis] / 2
    half.size[axis] = visible.size[axis] + solver.contentSize[axis] / 2
    let compared = solver.hasOwnScrolling ? [] : comparedFrames
    for rect in [visible, half] {
      var found: [ElementPath: Bool] = [:]
      for (section, ranges) in solver.itemRanges(in: rect) {
        try #require(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, "\(ranges)")
        for item in ranges.joined() { found[ElementPath(section: section, item: item)] = true }
      }
      for (path, frame) in compared {
        try #require(found[path, default: false] == frame.intersects(rect), "\(path) at \(frame) in \(rect)")
      }
    }
  }

  /// The frames of all items with an area. Items beyond the sides of the list are left out: a rectangle that covers a
  /// section finds them too, although it does not intersect them.
  private var comparedFrames: [(path: ElementPath, frame: Rect)] {
    (0..<solver.sectionCount).flatMap { section in
      (0..<solver.placeCount(inSection: section)).compactMap { item in
        let path = ElementPath(section: section, item: item)
        let frame = solver.frame(of: path)
        guard !frame.isEmpty, frame.upper(axis) > 0, frame.upper(axis.cross) > 0,
          frame.lower(axis.cross) < environment.container[axis.cross]
        else { return nil }
        return (path, frame)
      }
    }
  }

  /// Checks that the topmost element at a point is the last drawn of those that contain the point.
  private mutating func checkHit(_ found: [LayoutElement], in visible: Rect, _ viewport: Rect) throws {
    let point = Point(
      x: Double.random(in: visible.minX...visible.maxX - 0.1, using: &random.generator),
      y: Double.random(in: visible.minY...visible.maxY - 0.1, using: &random.generator))
    let drawn = found.sorted { $0.isDrawnBefore($1) }
    let topmost = drawn.last { $0.frame.contains(point) }
    try #require(LayoutSolver.topmost(at: point, of: found) == topmost)
    try #require(solver.element(at: point, pinnedIn: viewport) == topmost, "at \(point)")
  }

  private mutating func checkSearch(_ naive: NaiveLayout) throws {
    let position = Double.random(in: -10...(solver.contentSize[axis] + 10), using: &random.generator)
    let cells = naive.natural.filter { $0.key.kind == .item }.sorted { $0.key < $1.key }
      .map { (path: $0.key.path, frame: naive.presented($0)) }
    if axis == .horizontal, environment.isRightToLeft {
      try #require(solver.item(atOrAfter: position) == cells.last { $0.frame.maxX > position }?.path)
      try #require(solver.lastItem(before: position) == cells.first { $0.frame.minX < position }?.path)
    } else {
      try #require(solver.item(atOrAfter: position) == cells.first { $0.frame.upper(axis) > position }?.path)
      try #require(solver.lastItem(before: position) == cells.last { $0.frame.lower(axis) < position }?.path)
    }
  }
}

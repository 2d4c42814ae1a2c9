import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// A layout inside layout modifiers, and a model of its frames.
private struct Model {
  var generator: SeededGenerator
  let tree: NaiveTree
  var cells: NaiveTree.Cells
  var arrangement: any LayoutArrangement

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    tree = Self.tree(&generator)
    let size: LayoutSize = generator.pick([
      size(.estimated(50), .estimated(30)), size(.absolute(47), .absolute(21)),
      size(.fractionalWidth(0.25), .absolute(20)), size(.estimated(60), .fractionalHeight(0.125)),
    ])
    let count = generator.below(40)
    cells = NaiveTree.Cells(
      size: size, measured: Array(repeating: nil, count: count), room: Self.room(&generator))
    arrangement = tree.layout.arrange(Self.items(cells))
    solve()
  }

  private static func room(_ generator: inout SeededGenerator) -> Size {
    Size(width: Double(generator.below(60) * 8 + 80), height: Double(generator.below(60) * 8 + 80))
  }

  private static func items(_ cells: NaiveTree.Cells) -> LayoutItems {
    LayoutItems(count: cells.measured.count, container: cells.room, sizes: .uniform(cells.size)) { "\($0)" }
  }

  private static func insets(_ generator: inout SeededGenerator) -> Insets {
    Insets(
      top: Double(generator.below(30)), leading: Double(generator.below(30)), bottom: Double(generator.below(30)),
      trailing: Double(generator.below(30)))
  }

  /// Returns a random layout with modifiers. Sticky items require a layout whose items follow each other downwards.
  private static func tree(_ generator: inout SeededGenerator) -> NaiveTree {
    let (justify, align) = (
      generator.pick(LayoutJustification.allCases), generator.pick(LayoutItemAlignment.allCases)
    )
    var (tree, isInOrder): (NaiveTree, Bool) =
      switch generator.below(8) {
      case 6, 7:
        (.waterfall(WaterfallLayout(columns: generator.below(4) + 1, spacing: generator.pick([0, 5]))), false)
      case 0, 1:
        (
          .flow(
            FlowLayout(
              lineSpacing: generator.pick([0, 5]), interitemSpacing: generator.pick([0, 4]), justifyContent: justify)),
          true
        )
      case 2: (.overlay, false)
      case 3: (.closure, false)
      case 4: (.indexed, true)
      default:
        (
          .row(
            RowLayout(
              fillIdentifiers: generator.pick([[], ["1"], ["0", "3"]]), spacing: generator.pick([0, 6]),
              justifyContent: justify, alignItems: align, alwaysFillEmptySpaces: generator.chance(50))), false
        )
      }
    for _ in 0..<generator.below(4) {
      switch generator.below(isInOrder ? 5 : 3) {
      case 0: tree = .inset(tree, insets(&generator))
      case 1:
        tree = .transposed(tree)
        isInOrder = false
      case 2:
        let less = insets(&generator)
        tree = .visibleFrame(
          tree,
          generator.chance(50)
            ? less : Insets(top: -less.top, leading: -less.leading, bottom: -less.bottom, trailing: -less.trailing))
      default: tree = .sticky(tree, every: generator.below(7) + 1)
      }
    }
    return tree
  }

  mutating func step() {
    let count = cells.measured.count
    switch generator.below(4) {
    case 0, 1:
      guard count > 0 else { return }
      let item = generator.below(count)
      let size = Size(width: Double(generator.below(120)), height: Double(generator.below(90)))
      let isForgotten = generator.chance(20)
      let free = arrangement.intrinsicAxes(of: item)
      guard free.width || free.height else { return }
      let before = cells.solved
      cells.measured[item] = isForgotten ? nil : size
      let hasMoved = arrangement.setMeasured(isForgotten ? nil : size, of: item)
      solve()
      if cells.solved != before { #expect(hasMoved) }
    case 2: update()
    default:
      cells.room = Self.room(&generator)
      let same = Array(0..<count)
      take(over: SolverModel.positions(same, same))
    }
  }

  private mutating func update() {
    let old = Array(cells.measured.indices)
    var new = old.map { Optional($0) }
    if generator.chance(50), !new.isEmpty { new.remove(at: generator.below(new.count)) }
    if generator.chance(70) { new.insert(nil, at: generator.below(new.count + 1)) }
    if generator.chance(30), new.count > 1 { new.swapAt(0, generator.below(new.count)) }
    let ids = new.enumerated().map { $1 ?? -1 - $0 }
    cells.measured = new.map { $0.flatMap { cells.measured[$0] } }
    let mapping = SolverModel.positions(old, ids)
    take(over: mapping)
  }

  /// Applies an update to the arrangement. In the model, sizes that the arrangement discarded become unmeasured.
  private mutating func take(over mapping: PositionMapping) {
    let items = Self.items(cells)
    if !arrangement.update(to: items, mapping) { arrangement = tree.layout.arrange(items) }
    for item in cells.measured.indices where !arrangement.isMeasured(item) {
      cells.measured[item] = nil
    }
    solve()
  }

  private mutating func solve() { cells.solved = cells.measured.indices.map(arrangement.frame) }

  mutating func check() throws {
    guard tree.tellsColumns(cells) else { return }
    let (frames, size) = tree.place(cells)
    try #require(isNear(arrangement.contentSize.width, size.width), "\(tree)")
    try #require(isNear(arrangement.contentSize.height, size.height), "\(tree)")
    for (item, frame) in frames.enumerated() {
      try #require(isNear(arrangement.frame(of: item), frame), "\(item) \(tree)")
    }
    for _ in 0..<4 { try checkQuery(frames, size) }
  }

  private mutating func checkQuery(_ frames: [Rect], _ size: Size) throws {
    let seen = Rect(
      x: Double.random(in: -50...max(1, size.width), using: &generator),
      y: Double.random(in: -50...max(1, size.height), using: &generator),
      width: Double(generator.below(400) + 1), height: Double(generator.below(400) + 1))
    var found: [Int: Rect] = [:]
    arrangement.forEachItem(in: seen) { item, frame in
      #expect(found[item] == nil)
      found[item] = frame
    }
    for (item, frame) in found { try #require(isNear(frame, frames[item]), "\(item) \(tree)") }
    let asked = tree.asked(seen)
    for (item, frame) in frames.enumerated() {
      let shared = (
        min(frame.maxX, asked.maxX) - max(frame.minX, asked.minX),
        min(frame.maxY, asked.maxY) - max(frame.minY, asked.minY)
      )
      if shared.0 > 0.1, shared.1 > 0.1 { try #require(found[item] != nil, "\(item) in \(seen) \(tree)") }
    }
    var pinned: [(item: Int, frame: Rect)] = []
    arrangement.forEachPinnedItem(in: seen) { pinned.append(($0, $1)) }
    let expected = tree.pinned(cells, in: seen)
    try #require(pinned.map(\.item) == expected.map(\.item), "\(seen) \(tree)")
    for (one, other) in zip(pinned, expected) { try #require(isNear(one.frame, other.frame), "\(seen) \(tree)") }
  }

  /// Returns whether two positions are equal up to rounding to whole subpixels.
  private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1.0 / 16 }

  private func isNear(_ a: Rect, _ b: Rect) -> Bool {
    isNear(a.minX, b.minX) && isNear(a.minY, b.minY) && isNear(a.width, b.width) && isNear(a.height, b.height)
  }
}

@Test(arguments: 0..<rounds)
func `nested layouts place cells where laying out everything does`(seed: UInt64) throws {
  var model = Model(seed: seed)
  try model.check()
  for _ in 0..<10 {
    model.step()
    try model.check()
  }
}

private let followers: [AnyCollectionLayout] = [
  AnyCollectionLayout(FlowLayout(spacing: 4)), AnyCollectionLayout(FlowLayout(spacing: 4).transposed()),
  AnyCollectionLayout(WaterfallLayout(columns: 2, spacing: 4)),
  AnyCollectionLayout(WaterfallLayout(columns: 2, spacing: 4).transposed()), AnyCollectionLayout(RowLayout(spacing: 4)),
  AnyCollectionLayout(OverlayLayout()), AnyCollectionLayout(OverlayLayout().inset(by: Insets(top: 9)).transposed()),
]

private let quarters: [LayoutItemSizes] = [
  .uniform(size(.absolute(50), .fractionalHeight(0.25))), .uniform(size(.estimated(60), .fractionalHeight(0.25))),
  .provided(key: "quarter") { item, room in Size(width: Double(item % 3) * 20 + 40, height: room.height / 4) },
]

@Test(arguments: followers, quarters)
func `cells with fractional heights follow the height of the view`(
  layout: AnyCollectionLayout, sizes: LayoutItemSizes
) {
  func environment(_ height: Double) -> LayoutEnvironment {
    LayoutEnvironment(container: Size(width: 400, height: height))
  }
  let input = LayoutSolver.SectionInput(
    layout: SectionLayout(layout, sizes: sizes), itemCount: 12)
  func measure(_ solver: inout LayoutSolver) {
    for item in 0..<3 {
      let key = LayoutElement.Key.item(.init(section: 0, item: item))
      guard solver.isEstimated(key) else { continue }
      _ = solver.setMeasured(Size(width: 40 + Double(item) * 9, height: 7), for: key)
    }
  }
  var (resized, fresh) = (LayoutSolver.many([input], environment(300)), LayoutSolver.many([input], environment(500)))
  measure(&resized)
  measure(&fresh)
  resized.setEnvironment(environment(500))
  measure(&resized)
  #expect(resized.frames(12) == fresh.frames(12))
  #expect(resized.contentSize == fresh.contentSize)
}

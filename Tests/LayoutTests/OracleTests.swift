import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

private let environment = LayoutEnvironment(container: Size(width: 400, height: 300))

extension Rect {
  fileprivate var swapped: Rect { Rect(x: minY, y: minX, width: height, height: width) }
}

extension LayoutItem {
  fileprivate func swapped() -> LayoutItem {
    LayoutItem(size: LayoutSize(width: swap(size.height), height: swap(size.width)))
  }
}

private func swap(_ dimension: LayoutDimension) -> LayoutDimension {
  switch dimension {
  case .fractionalWidth(let part): .fractionalHeight(part)
  case .fractionalHeight(let part): .fractionalWidth(part)
  default: dimension
  }
}

/// One declaration, written for a list that scrolls vertically and again by hand for one that scrolls horizontally.
@Test(arguments: 0..<rounds)
func `a horizontal list is the vertical one with its axes swapped`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  let items = (0...generator.below(3)).map { _ in
    LayoutItem(
      width: generator.pick([
        .fractionalWidth(0.25), .absolute(Double(generator.below(90) + 9)), .fractionalHeight(0.2),
      ]),
      height: generator.pick([.fractionalHeight(1), .absolute(33), .fractionalWidth(0.1)]))
  }
  let (gap, height, spacing) = (
    Double(generator.below(9)), Double(generator.below(80) + 20), Double(generator.below(7))
  )
  let vertical = SectionLayout(
    group: .horizontal(
      size(.fractionalWidth(1), .absolute(height)), subitems: items, interItemSpacing: .fixed(gap)),
    contentInsets: Insets(top: 1, leading: 2, bottom: 3, trailing: 4), interGroupSpacing: spacing)
  let horizontal = SectionLayout(
    group: .vertical(
      size(.absolute(height), .fractionalHeight(1)), subitems: items.map { $0.swapped() }, interItemSpacing: .fixed(gap)
    ),
    contentInsets: Insets(top: 2, leading: 1, bottom: 4, trailing: 3), interGroupSpacing: spacing)
  let count = generator.below(40) + 1
  let upright = LayoutSolver.one(vertical, count: count, width: 400, height: 300)
  var lying = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: .horizontal))
  lying.reload(
    [.init(layout: horizontal, itemCount: count)],
    environment: LayoutEnvironment(container: Size(width: 300, height: 400)))
  #expect(lying.frames(count) == upright.frames(count).map(\.swapped))
  #expect(lying.contentSize == Size(width: upright.contentSize.height, height: 400))
}

@Test(arguments: 0..<rounds)
func `an earlier section moves a section and changes nothing else`(seed: UInt64) {
  var random = RandomSections(seed: seed)
  let (before, section) = (random.section(), random.section())
  let alone = LayoutSolver.many([section.input], environment)
  let behind = LayoutSolver.many([before.input, section.input], environment)
  let shift = behind.sectionFrame(1).minY
  // Positions are added up before they are snapped, so this holds only if the shift is a whole number of device pixels.
  guard let extent = Optional(behind.sectionFrame(0)), extent.maxY == shift,
    LayoutSolver.many([before.input], environment).contentSize.height == shift
  else { return }
  for item in 0..<alone.itemCount(inSection: 0) {
    #expect(behind.frame(of: .init(section: 1, item: item)) == alone.frame(item).offset(by: Point(x: 0, y: shift)))
  }
}

@Test(arguments: 0..<rounds)
func `a section divided between two groups equals two sections with its spacing between them`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  let columns = generator.below(4) + 1
  let spacing = Double(generator.below(20)) / 4
  let group = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .absolute(Double(generator.below(300)) / 7)), equally: fill, count: columns)
  let layout = SectionLayout(group: group, interGroupSpacing: spacing)
  let (first, second) = (columns * (generator.below(5) + 1), generator.below(30) + 1)
  let whole = LayoutSolver.one(layout, count: first + second)
  let cut = LayoutSolver.many(
    [.init(layout: layout, itemCount: first), .init(layout: layout, itemCount: second)],
    LayoutEnvironment(container: Size(width: 320, height: 480)), spacing: spacing)
  #expect(cut.contentSize == whole.contentSize)
  for item in 0..<second { #expect(cut.frame(of: .init(section: 1, item: item)) == whole.frame(first + item)) }
}

@Test(arguments: 0..<rounds)
func `a query of the whole content finds each visible element exactly once`(seed: UInt64) {
  var random = RandomSections(seed: seed)
  let sections = (0..<3).map { _ in random.section() }
  let solver = LayoutSolver.many(sections.map(\.input), environment)
  let everywhere = rect(-1e5, -1e5, 1e6, 1e6)
  let found = solver.elements(in: everywhere, viewport: Rect(origin: .zero, size: environment.container))
  #expect(Set(found.map(\.key)).count == found.count)
  for (index, section) in sections.enumerated() {
    let cells = (0..<section.cells.count).filter { !solver.frame(of: .init(section: index, item: $0)).isEmpty }
    let items = found.filter { $0.key.section == index && $0.key.kind == .item }.map(\.key.item)
    #expect(items == cells)
  }
}

@Test(arguments: 0..<rounds)
func `tiles without spacing leave no gap and do not overlap at any scale`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  let columns = generator.below(7) + 1
  let scale = generator.pick([1, 1.25, 1.5, 1.75, 2, 3.0])
  let tile = LayoutItem(width: .fractionalWidth(1 / Double(columns)), height: .fractionalHeight(1))
  let group = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .absolute(Double(generator.below(400) + 1) / 7)), subitems: [tile])
  let width = Double(generator.below(500) + 50)
  let solver = LayoutSolver.one(SectionLayout(group: group), count: columns * 20, width: width, scale: scale)
  let frames = solver.frames(columns * 20)
  for item in frames.indices {
    // In device pixels, edges are whole numbers up to the rounding of a rectangle's size.
    func pixel(_ edge: Double) -> Double { (edge * scale).rounded() }
    let frame = frames[item]
    if item % columns > 0 { #expect(pixel(frame.minX) == pixel(frames[item - 1].maxX)) }
    if item >= columns { #expect(pixel(frame.minY) == pixel(frames[item - columns].maxY)) }
    for edge in [frame.minX, frame.maxX, frame.minY, frame.maxY] {
      #expect(abs(pixel(edge) - edge * scale) < 1e-6)
    }
  }
}

@Test(arguments: 0..<rounds)
func `measuring above an anchored row does not change the rows from the anchor on`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  var solver = LayoutSolver.one(.vertical(spacing: 3), count: 1_000, scale: generator.pick([1, 1.5, 2]))
  var offset = 20_000.0
  let anchor = generator.below(200) + 400
  let position = solver.frame(anchor).minY - offset
  for _ in 0..<50 {
    _ = solver.measure(generator.below(anchor), height: Double(generator.below(900)) / 7)
    offset = solver.frame(anchor).minY - position
    #expect(solver.frame(anchor).minY - offset == position)
    #expect(solver.frame(anchor + 1).minY - solver.frame(anchor).maxY == 3 || solver.environment.scale == 1.5)
  }
}

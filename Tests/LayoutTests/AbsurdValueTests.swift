import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private let absurd = [
  Double.nan, .infinity, -.infinity, -1, 0, -0.0, 1e-300, 1e300, .greatestFiniteMagnitude, 1e-307, 16_777_217, 44,
]

/// Declarations of numbers that nobody should write.
private struct AbsurdDeclarations {
  var random: SeededGenerator

  mutating func number() -> Double { random.pick(absurd) }

  mutating func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }

  mutating func dimension() -> LayoutDimension {
    switch random.below(4) {
    case 0: .absolute(number())
    case 1: .estimated(number())
    case 2: .fractionalWidth(number())
    default: .fractionalHeight(number())
    }
  }

  mutating func size() -> LayoutSize { LayoutSize(width: dimension(), height: dimension()) }

  mutating func insets() -> Insets {
    Insets(top: number(), leading: number(), bottom: number(), trailing: number())
  }

  mutating func item() -> LayoutItem { LayoutItem(size: size(), contentInsets: insets()) }

  mutating func group(_ depth: Int) -> LayoutGroup {
    let child: LayoutNode = depth > 0 && random.chance(60) ? .group(group(depth - 1)) : .item(item())
    let arrangement: LayoutGroup.Arrangement =
      switch random.below(4) {
      case 0: .fitting([])
      case 1: .fitting([child, .item(item())])
      case 2: .equally(child, count: random.pick([-1, 0, 1, 3, .max]))
      default: .repeating(child, count: random.pick([-1, 0, 1, 3, .max]))
      }
    return LayoutGroup(
      axis: random.pick([.horizontal, .vertical]), size: size(), arrangement: arrangement,
      interItemSpacing: random.pick([.fixed(number()), .flexible(number())]), contentInsets: insets())
  }

  mutating func section() -> LayoutSolver.SectionInput {
    let layouts: [SectionLayout] = [
      SectionLayout(group: group(2), contentInsets: insets(), interGroupSpacing: number()),
      .grid(minimumItemWidth: number(), itemHeight: number(), spacing: number(), insets: insets()),
      .grid(minimumItemWidth: number(), aspectRatio: number(), extraHeight: number(), spacing: number()),
      .verticalGrid(numberOfItemsInRow: random.pick([-1, 0, 2, .max]), itemSpacing: number(), lineSpacing: number()),
      .list(rowHeight: number()), .list(estimatedRowHeight: number()), .vertical(spacing: number()),
    ]
    let layout = random.pick(layouts).headerSize(size()).headerPinToVisibleBounds().footerPinToVisibleBounds()
    return .init(
      layout: layout, itemCount: random.pick([-5, 0, 1, 7, 100]), hasHeader: random.chance(50),
      hasFooter: random.chance(50))
  }

  mutating func environment() -> LayoutEnvironment {
    LayoutEnvironment(
      container: Size(width: random.chance(50) ? 320 : number(), height: number()), scale: number(), insets: insets())
  }
}

@Test(arguments: 0..<rounds)
func `absurd numbers are survived`(seed: UInt64) {
  var any = AbsurdDeclarations(random: SeededGenerator(seed: seed))
  var solver = LayoutSolver.many(
    (0..<3).map { _ in any.section() }, any.environment(), spacing: any.number())
  for _ in 0..<10 {
    let key = LayoutElement.Key.item(ElementPath(section: any.random.below(3), item: any.random.below(8)))
    _ = solver.setMeasured(Size(width: any.number(), height: any.number()), for: key)
    _ = solver.adoptMeanEstimate(any.random.below(3))
    guard let frame = solver.frame(for: key) else { continue }
    #expect(frame.minY.isFinite && frame.minX.isFinite && frame.width >= 0 && frame.height >= 0)
  }
  solver.checkInvariants()
  #expect(solver.contentSize.height.isFinite && solver.contentSize.height >= 0)
  _ = solver.elements(in: any.rect(), viewport: any.rect())
  for y in absurd {
    _ = solver.item(atOrAfter: y)
    _ = solver.lastItem(before: y)
  }
  solver.setEnvironment(any.environment())
  solver.checkInvariants()
}

@Test func `a list of all integers is cut but not fatal`() {
  let solver = LayoutSolver.one(.list(rowHeight: 44), count: .max)
  #expect(solver.contentSize.height > 1e13)
  #expect(solver.itemCount(inSection: 0) > 1_000_000_000_000)
}

@Test func `a group of very many tiny items is cut`() {
  let item = LayoutItem(width: .absolute(0.0001), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(10)), subitems: [item])
  let nested = LayoutGroup.vertical(size(.fractionalWidth(1), .absolute(1_000)), subitems: [row])
  let solver = LayoutSolver.one(SectionLayout(group: nested), count: 20_001)
  #expect(solver.contentSize.height == 3_000)
}

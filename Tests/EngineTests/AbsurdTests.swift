import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let absurd = [Double.nan, .infinity, -.infinity, -1, 0, 1e300, 1e12, -1e12, 1e-300, 16_777_217, 44]

/// A component that needs an impossible size.
private struct Nonsense: Component, Equatable {
  var size: Size
  var reference: Size?

  func renderContent() -> NonsenseView { NonsenseView() }
  func render(in content: NonsenseView) { content.wanted = size }
  func referenceSize(in bounds: Rect) -> Size? { reference }
}

private final class NonsenseView: View {
  var wanted = Size.zero { didSet { setNeedsMeasure() } }
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size { wanted }
}

/// A running view that shows components of impossible sizes.
@MainActor
private struct AbsurdStage: ListStage {
  var random: SeededGenerator
  let list = CollectionView()
  let harness: ViewHarness

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    harness = ViewHarness(content: list, size: Size(width: 300, height: 200))
    list.onProblem = { _ in }
  }

  mutating func number() -> Double { absurd.randomElement(using: &random) ?? 0 }
  mutating func size() -> Size { Size(width: number(), height: number()) }
  mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }

  mutating func layout() -> SectionLayout {
    let estimate = LayoutItemSizes.estimated(Size(width: 60, height: number()))
    let size = LayoutSize(width: .estimated(number()), height: .estimated(number()))
    let (wild, spacing) = (self.size(), number())
    let layouts: [SectionLayout] = [
      .vertical(spacing: spacing), .list(rowHeight: spacing), .list(estimatedRowHeight: spacing),
      .flow(sizes: estimate, lineSpacing: spacing, interitemSpacing: number()),
      .waterfall(columns: pick([-1, 0, 3, .max]), spacing: spacing, sizes: estimate),
      .waterfall(columns: 3, sizes: .provided(key: "\(wild)") { _, _ in wild }),
      .horizontal(spacing: spacing, scrollingBehavior: pick(OrthogonalScrolling.allCases)),
      SectionLayout(group: .horizontal(size, once: [LayoutItem(size: size)]), interGroupSpacing: spacing)
        .orthogonalScrolling(pick(OrthogonalScrolling.allCases)),
      .grid(minimumItemWidth: spacing, aspectRatio: number(), spacing: number()),
      SectionLayout(
        group: .custom(
          LayoutSize(width: .fractionalWidth(1), height: .absolute(spacing)),
          LayoutCustomArrangement(key: "\(wild)") { _ in [.init(Rect(origin: Point(x: spacing, y: 3), size: wild))] })),
      SectionLayout(ClosureLayout(key: "\(wild)") { _, _ in Rect(origin: .zero, size: wild) }, sizes: estimate),
      SectionLayout(
        NestedLayout(
          WaterfallLayout(columns: 2), subsections: [.init(ChildSection(.vertical(spacing: spacing)), count: 9)]),
        sizes: estimate),
    ]
    return pick(layouts).headerPinToVisibleBounds()
  }

  mutating func apply() {
    let sections = (0..<3).map { section in
      let (one, other, reference) = (size(), size(), pick([nil, nil, size()]))
      return Section(id: section, data: Array(0..<pick([0, 1, 30])), id: \.self) {
        Nonsense(size: $0 % 2 == 0 ? one : other, reference: reference)
      }
      .withHeader(Nonsense(size: size())).withSectionLayout(layout())
    }
    let configuration = LayoutConfiguration(
      scrollDirection: pick([.vertical, .vertical, .horizontal]), interSectionSpacing: number())
    list.apply(List(sections: sections).withLayoutConfiguration(configuration))
  }

  mutating func act() {
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: apply()
    case 2: list.scroll(to: .offset(number()), animated: pick([true, false]))
    case 3: list.scrollSection(pick([-1, 0, 1, 2, 99]), to: number(), animated: pick([true, false]))
    case 4: harness.resize(to: Size(width: pick([0, 1, 300, 5_000]), height: pick([0, 1, 200, 5_000])))
    case 5:
      let delta = WheelDelta(x: pick([0, 1, -1, 1e9]), y: pick([0, 1, -1, -1e9]), isPrecise: pick([true, false]))
      harness.send(.wheel(delta, at: Point(x: 20, y: 20), pick([[], .shift])))
    case 6: harness.key(pick([.end, .home, .down, .right, .pageDown]))
    case 7: harness.drag(from: Point(x: 100, y: 100), to: Point(x: number(), y: number()))
    default: list.restore(list.scrollPosition)
    }
    harness.showIfNeeded()
    harness.advance(by: .milliseconds(40))
  }

  func check() {
    #expect(list.contentOffset.x.isFinite && list.contentOffset.y.isFinite)
    #expect(list.contentSize.width.isFinite && list.contentSize.height.isFinite)
    #expect(harness.frame.groups.allSatisfy { $0.frame.minX.isFinite && $0.frame.maxY.isFinite })
  }
}

@Test(arguments: 0..<rounds)
@MainActor
func `a view survives absurd sizes`(seed: Int) {
  var stage = AbsurdStage(seed: UInt64(seed))
  stage.apply()
  for _ in 0..<15 {
    stage.act()
    stage.check()
  }
  #expect(stage.harness.settle(), "never rests")
}

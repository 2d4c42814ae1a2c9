import Scrollwork
import ScrollworkTesting
import Testing

// The code of the tutorials about sections, layouts and animators.

/// A shop window: a row to swipe, a grid, and tags.
@MainActor
final class ShopScreen {
  let list = CollectionView()
  var news: [String] = []
  var goods: [String] = []
  var tags: [String] = []

  func show() {
    list.apply(
      List {
        Section(id: "news", data: news, id: \.self) { Greeting(name: $0) }
          .withHeader(Greeting(name: "news"))
          .withSectionLayout(cards)
        Section(id: "goods", data: goods, id: \.self) { Greeting(name: $0) }
          .withHeader(Greeting(name: "goods"))
          .withSectionLayout(
            .grid(minimumItemWidth: 120, itemHeight: 90, spacing: 8).insets(Insets(12)).headerPinToVisibleBounds())
        Section(id: "tags", layout: FlowLayout(spacing: 6, justifyContent: .center)) {
          for tag in tags {
            Cell(id: tag, component: FruitRow(name: tag)).size(width: .fit, height: .absolute(28))
          }
        }
      }
      .withLayoutConfiguration(LayoutConfiguration(interSectionSpacing: 16)))
  }

  /// Cards that scroll on their own, one at a time: a large one beside two small ones.
  var cards: SectionLayout {
    let large = LayoutItem(size: LayoutSize(width: .fractionalWidth(0.6), height: .fractionalHeight(1)))
    let small = LayoutItem(size: LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(0.5)))
    let pair = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(0.4), height: .fractionalHeight(1)), equally: small, count: 2)
    let group = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(0.8), height: .absolute(120)), subitems: [large, pair])
    return SectionLayout(group: group, interGroupSpacing: 8).orthogonalScrolling(.groupPaging)
  }
}

/// Cells in steps, each further to the right, until a step would leave the container.
struct StairLayout: SimpleCollectionLayout {
  var step = 40.0

  func frames(of items: LayoutItems) -> [Rect] {
    var (x, y) = (0.0, 0.0)
    return (0..<items.count).map { item in
      let size = items.size(of: item)
      if x + size.width > items.container.width { x = 0 }
      defer { (x, y) = (x + step, y + size.height) }
      return Rect(x: x, y: y, width: size.width, height: size.height)
    }
  }
}

/// The same stairs for cells of one height: a frame is computed when it is needed.
func stairs(step: Double, cell: Size) -> IndexedLayout {
  let stepsInRow = { @Sendable (container: Size) in max(1, Int((container.width - cell.width) / step) + 1) }
  return IndexedLayout(
    key: [step, cell.width, cell.height],
    size: { count, container in Size(width: container.width, height: Double(count) * cell.height) },
    frame: { item, container in
      Rect(
        x: Double(item % stepsInRow(container)) * step, y: Double(item) * cell.height, width: cell.width,
        height: cell.height)
    },
    items: { rect, count, _ in
      let first = min(count, max(0, Int(rect.minY / cell.height)))
      return first..<max(first, min(count, Int((rect.maxY / cell.height).rounded(.up))))
    })
}

/// New cells rise from below while they fade in, one after the other; deleted ones shrink.
struct RisingAnimator: Animator {
  func insert(_ context: AnimationContext) -> Entrance {
    let below = CellAppearance(alpha: 0, offset: Point(x: 0, y: context.isSectionChange ? 80 : 40))
    return Entrance(below, timing: .spring(response: 0.4, damping: 0.8, delay: Double(context.order) * 0.03))
  }

  func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0, scale: 0.7), timing: .timed(0.2))
  }

  func move(_ context: AnimationContext) -> MotionTiming? { .spring(response: 0.35) }
}

/// Animates small changes, and none while the content scrolls.
struct CalmUpdater: Updater {
  func plan(for change: ListChange) -> UpdatePlan {
    var plan = UpdatePlan(strategy: change.strategy)
    if change.isScrolling || change.changeCount > 50 { plan.strategy = .nonanimatedBatchUpdates }
    plan.animator = RisingAnimator()
    return plan
  }
}

@MainActor
private func cells(_ harness: ViewHarness) -> [SemanticsNode] { harness.semantics.filter { $0.role == .cell } }

@MainActor
@Test func `the shop of the tutorial has cards, a grid and tags`() throws {
  let screen = ShopScreen()
  screen.news = ["a", "b", "c", "d"]
  screen.goods = ["e", "f", "g", "h"]
  screen.tags = ["red", "green"]
  let harness = ViewHarness(content: screen.list, size: Size(width: 400, height: 600))
  screen.show()
  harness.settle()
  let frames = cells(harness).map(\.bounds)
  #expect(frames[0].size == Size(width: 192, height: 120) && frames[1].size == Size(width: 128, height: 60))
  let goods = cells(harness).filter { ["e", "f", "g", "h"].contains($0.id) }
  #expect(Set(goods.map(\.bounds.minY)).count == 2 && goods.allSatisfy { $0.bounds.height == 90 })
  let tags = cells(harness).filter { ["red", "green"].contains($0.id) }
  #expect(tags.map(\.bounds.height) == [28, 28] && tags[0].bounds.minX > 0)
}

@MainActor
@Test func `both stairs of the tutorial place cells alike, and one of them a million`() {
  func frames(_ layout: some CollectionLayout, _ count: Int) -> [Rect] {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 300, height: 240))
    let size = LayoutSize(width: .absolute(200), height: .absolute(30))
    list.apply(
      List {
        Section(id: 0, data: 0..<count, id: \.self) { Greeting(name: "\($0)") }
          .withSectionLayout(layout, sizes: .uniform(size))
      })
    harness.settle()
    return cells(harness).map(\.bounds)
  }
  let simple = frames(StairLayout(), 50)
  #expect(simple.map(\.minX).prefix(4) == [0, 40, 80, 0])
  #expect(simple == frames(stairs(step: 40, cell: Size(width: 200, height: 30)), 50))
  #expect(simple == frames(stairs(step: 40, cell: Size(width: 200, height: 30)), 1_000_000))
}

@MainActor
@Test func `the animator and the updater of the tutorial animate small changes at rest`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
  list.updater = CalmUpdater()
  func show(_ numbers: Range<Int>) {
    list.apply(List { Section(id: 0, data: numbers, id: \.self) { FruitRow(name: "\($0)") } })
    harness.showIfNeeded()
  }
  show(1..<3)
  show(0..<3)
  let new = harness.semantics.first { $0.id == "0" }
  #expect(new.map { $0.bounds.minY > $0.target.minY } == true)
  harness.settle()
  show(0..<200)
  #expect(cells(harness).allSatisfy { $0.bounds == $0.target })
}

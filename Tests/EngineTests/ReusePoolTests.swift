import Scrollwork
import ScrollworkTesting
import Testing

/// Counts the content views that it makes.
@MainActor
private final class Maker {
  var made = 0
}

private struct Counted: Component {
  var text: String
  let maker: Maker
  func renderContent() -> Label {
    maker.made += 1
    return Label()
  }
  func render(in content: Label) { content.text = text }
}

@MainActor
struct ReusePoolTests {
  private let maker = Maker()

  private func show(_ list: CollectionView, _ count: Int) -> ViewHarness {
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 400))
    apply(list, count)
    harness.settle()
    return harness
  }

  private func apply(_ list: CollectionView, _ count: Int) {
    let maker = maker
    list.apply(
      List {
        Section(id: 0, data: 0..<count, id: \.self) { Counted(text: "\($0)", maker: maker) }
          .withSectionLayout(.list(rowHeight: 40))
      }, updateStrategy: .reloadData)
  }

  @Test func `a list takes the content views of a list with the same pool`() {
    let pool = ReusePool()
    let (first, second) = (CollectionView(), CollectionView())
    (first.reusePool, second.reusePool) = (pool, pool)
    let harness = show(first, 100)
    let made = maker.made
    apply(first, 0)
    harness.settle()
    #expect(pool.count == made)
    let other = show(second, 100)
    #expect(maker.made == made)
    #expect(other.cells.map(\.text).first == "0")
  }

  @Test func `content views that wait for longer than the life span are released`() {
    let list = CollectionView()
    list.reusePool = ReusePool(lifeSpan: 5)
    let harness = show(list, 100)
    apply(list, 0)
    harness.settle()
    let waiting = list.reusePool.count
    #expect(waiting > 0)
    harness.advance(by: .seconds(4))
    #expect(list.reusePool.count == waiting)
    harness.advance(by: .seconds(2))
    #expect(list.reusePool.count == 0)
  }

  @Test func `a pool keeps no more content views than its capacity, and none after it was emptied`() {
    let list = CollectionView()
    list.reusePool = ReusePool(capacity: 3)
    let harness = show(list, 100)
    apply(list, 0)
    harness.settle()
    #expect(list.reusePool.count == 3)
    list.reusePool.removeAll()
    #expect(list.reusePool.count == 0)
    let made = maker.made
    apply(list, 100)
    harness.settle()
    #expect(maker.made > made)
  }

  @Test func `content views of the former pool stay there`() {
    let list = CollectionView()
    let former = list.reusePool
    let harness = show(list, 100)
    apply(list, 0)
    harness.settle()
    let waiting = former.count
    #expect(waiting > 0)
    list.reusePool = ReusePool()
    apply(list, 2)
    harness.settle()
    #expect(former.count == waiting)
    apply(list, 0)
    harness.settle()
    #expect(list.reusePool.count == 2)
  }
}

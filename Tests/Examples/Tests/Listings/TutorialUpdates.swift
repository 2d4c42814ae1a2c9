import Scrollwork
import ScrollworkTesting
import Testing

// The code of the tutorials about updates, pages and tests.

struct Chore: Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
  var isDone = false
}

struct ChoreRow: Component, Equatable {
  var chore: Chore

  func renderContent() -> Label { Label() }
  func render(in content: Label) {
    content.text = chore.title
    content.color = chore.isDone ? .text3 : .text1
  }
}

/// Two sections; a chore that is opened moves to the other one.
@MainActor
final class ChoreScreen {
  let list = CollectionView()
  var chores: [Chore] = []

  func show(_ strategy: UpdateStrategy = .animatedBatchUpdates) {
    list.apply(
      List {
        section("open", chores.filter { !$0.isDone })
        section("done", chores.filter(\.isDone))
      }
      .withState(chores.isEmpty ? .empty : .ready),
      updateStrategy: strategy)
  }

  private func section(_ id: String, _ chores: [Chore]) -> Section {
    Section(id: id, data: chores) { chore in
      ChoreRow(chore: chore).didActivate { [weak self] _ in self?.toggle(chore.id) }
    }
    .withHeader(Greeting(name: id))
    .withChangeHighlight()
  }

  func toggle(_ id: Int) {
    guard let index = chores.firstIndex(where: { $0.id == id }) else { return }
    chores[index].isDone.toggle()
    show()
  }

  func filter(_ text: String) {
    let found = chores.filter { $0.title.contains(text) }
    list.apply(List { section("open", found) }, reason: text.isEmpty ? .program : .filter)
  }

  func clear() async {
    chores.removeAll(where: \.isDone)
    let update = list.apply(List { section("open", chores) })
    guard await update.outcome == .applied else { return }
    await list.settled()
  }
}

/// A page of results, and whether there are more.
struct ChorePage: Sendable {
  var chores: [Chore]
  var hasMore: Bool
}

/// A list that loads pages from a server.
@MainActor
final class PagedScreen {
  let list = CollectionView()
  let load: @MainActor (_ start: Int) async throws -> ChorePage
  private var chores = RowStore<Chore>()
  private var hasMore = true

  init(load: @escaping @MainActor (_ start: Int) async throws -> ChorePage) {
    self.load = load
    show()
  }

  private func show() {
    list.apply(
      List {
        Section(id: "chores", data: chores) { ChoreRow(chore: $0) }
          .withSectionLayout(.list(rowHeight: 32))
      }
      .onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 1), hasMore: hasMore) { [weak self] _ in
        try await self?.loadMore()
      }
      .onRefresh { [weak self] _ in try await self?.refresh() })
  }

  private func loadMore() async throws {
    let page = try await load(chores.count)
    chores.append(contentsOf: page.chores)
    hasMore = page.hasMore
    show()
  }

  private func refresh() async throws {
    let page = try await load(0)
    chores = RowStore(page.chores)
    hasMore = page.hasMore
    show()
  }
}

@MainActor
struct ChoreTests {
  let screen = ChoreScreen()
  let harness: ViewHarness

  init() {
    harness = ViewHarness(content: screen.list, size: Size(width: 300, height: 200))
    screen.chores = [Chore(id: 1, title: "wash"), Chore(id: 2, title: "cook")]
    screen.show()
    harness.settle()
  }

  var cells: [SemanticsNode] { harness.semantics.filter { $0.role == .cell } }

  @Test func `a double click moves a chore to the chores that are done`() throws {
    let wash = try #require(cells.first { $0.text == "wash" })
    harness.click(at: Point(x: wash.bounds.midX, y: wash.bounds.midY), count: 2)
    harness.settle()
    #expect(cells.map(\.text) == ["cook", "wash"])
  }

  @Test func `a chore that was done travels, and none jumps`() throws {
    screen.toggle(1)
    harness.showIfNeeded()
    let start = try #require(cells.first { $0.text == "wash" })
    #expect(start.bounds != start.target)
    harness.advance(by: .milliseconds(100))
    let later = try #require(cells.first { $0.text == "wash" })
    #expect(later.bounds.minY > start.bounds.minY && later.bounds.minY < later.target.minY)
    harness.settle()
    #expect(cells.allSatisfy { $0.bounds == $0.target })
  }
}

@MainActor
@Test func `the chores of the tutorial are filtered, cleared and stated to be none`() async {
  let screen = ChoreScreen()
  let harness = ViewHarness(content: screen.list, size: Size(width: 300, height: 200))
  func texts() -> [String] { harness.semantics.filter { $0.role == .cell }.map(\.text) }
  screen.show()
  harness.advance(by: .seconds(1))
  #expect(harness.semantics.contains { $0.text.contains("Nothing here") })
  screen.chores = [Chore(id: 1, title: "wash"), Chore(id: 2, title: "cook", isDone: true)]
  screen.show(.nonanimatedBatchUpdates)
  harness.settle()
  #expect(texts() == ["wash", "cook"])
  screen.filter("coo")
  harness.settle()
  #expect(texts() == ["cook"])
  let clearing = Task { await screen.clear() }
  for _ in 0..<100 where texts() != ["wash"] {
    await Task.yield()
    harness.settle()
  }
  await clearing.value
  #expect(texts() == ["wash"])
}

@MainActor
@Test func `the pages of the tutorial load until there are no more`() async throws {
  let screen = PagedScreen { start in
    ChorePage(chores: (start..<start + 10).map { Chore(id: $0, title: "chore \($0)") }, hasMore: start < 30)
  }
  let harness = ViewHarness(content: screen.list, size: Size(width: 300, height: 200))
  for _ in 0..<200 where screen.list.itemCount < 40 {
    screen.list.scroll(to: .end, animated: false)
    harness.settle()
    await Task.yield()
  }
  #expect(screen.list.itemCount == 40)
}

import Scrollwork
import ScrollworkTesting
import Testing

// The code of the articles for users of Conv and CollectionKit.

enum Shelf: String, CaseIterable { case new, read }

struct Book: Identifiable {
  var id: Int
  var title: String
}

/// Shelves of books, defined by elements.
@MainActor
final class ShelfScreen {
  let list = CollectionView()
  var books: [Shelf: [Book]] = [:]
  var onOpen: (Book) -> Void = { _ in }

  func define() {
    let onOpen = onOpen
    list.conv.diffing().start().append(for: Shelf.allCases) { [books] shelf, section in
      section.append(.header) { (header: SectionHeaderFooter<Label>) in
        header.size = Size(width: 0, height: 30)
        header.configureView(making: Label(style: .heading)) { view in view.text = shelf.rawValue }
      }
      section.append(for: books[shelf] ?? []) { (book, item: ElementItem<Label>) in
        item.sizeFor { container in Size(width: container.width / 3, height: 40) }
        item.configureCell(making: Label()) { cell in cell.text = book.title }
        item.didSelect { _ in onOpen(book) }
      }
    }
  }

  func show() {
    define()
    list.conv.update()
  }
}

/// A screen with two shelves of books, made of providers.
@MainActor
final class ProviderScreen {
  let list = CollectionView()
  let new = ArrayDataSource<Book>()
  let read = ArrayDataSource<Book>()
  var onOpen: (Book) -> Void = { _ in }

  func show() {
    let titles = ClosureViewSource(
      viewGenerator: { (_: Book, _: Int) in Label() },
      viewUpdater: { label, book, _ in label.text = book.title })
    let sections = [new, read].map { source in
      BasicProvider(
        dataSource: source, viewSource: titles,
        sizeSource: { _, _, container in Size(width: container.width / 3, height: 40) },
        layout: FlowLayout(spacing: 8, justifyContent: .center), animator: FadeAnimator(),
        tapHandler: { [weak self] context in self?.onOpen(context.data) })
    }
    list.provider = ComposedHeaderProvider(
      headerViewSource: ClosureViewSource(
        viewGenerator: { (_: HeaderData, _: Int) in Label(style: .heading) },
        viewUpdater: { label, header, _ in label.text = Shelf.allCases[header.index].rawValue }),
      sections: sections)
  }

  func finish(_ book: Book) {
    new.data.removeAll { $0.id == book.id }
    read.data.append(book)
  }

  func showWithEmptyState() {
    let content = BasicProvider(
      dataSource: new,
      viewSource: ClosureViewSource(
        viewGenerator: { (_: Book, _: Int) in Label() }, viewUpdater: { label, book, _ in label.text = book.title }))
    list.provider = ComposedProvider(sections: [
      SimpleViewProvider(views: [Label("My books", style: .heading)], sizeStrategy: (.fill, .fit)),
      SpaceProvider(sizeStrategy: (.fill, .absolute(12))),
      EmptyStateProvider(
        emptyStateView: EmptyStateView(symbol: .search, heading: "No books"), sizeStrategy: (.fill, .absolute(200)),
        content: content),
    ])
  }
}

@MainActor
@Test func `the programs of the articles for users of other libraries show and update their lists`() {
  let books = (0..<3).map { Book(id: $0, title: "book \($0)") }
  let shelves = ShelfScreen()
  var opened: [Int] = []
  shelves.onOpen = { opened.append($0.id) }
  shelves.books = [.new: books]
  let first = ViewHarness(content: shelves.list, size: Size(width: 300, height: 300))
  shelves.show()
  first.settle()
  first.click(at: Point(x: 150, y: 50))
  #expect(opened == [1])
  shelves.books = [.new: [books[0], books[2]], .read: [books[1]]]
  shelves.show()
  first.settle()
  #expect(first.semantics.filter { $0.role == .cell }.map(\.text) == ["book 0", "book 2", "book 1"])

  let screen = ProviderScreen()
  screen.onOpen = { [unowned screen] in screen.finish($0) }
  screen.new.data = books
  let second = ViewHarness(content: screen.list, size: Size(width: 300, height: 300))
  screen.show()
  second.settle()
  for cell in second.semantics where cell.text == "book 1" {
    second.click(at: Point(x: cell.bounds.midX, y: cell.bounds.midY))
  }
  second.settle()
  #expect(second.semantics.filter { $0.role == .cell }.map(\.text) == ["book 0", "book 2", "book 1"])
  screen.new.data = []
  screen.showWithEmptyState()
  second.settle()
  #expect(second.semantics.contains { $0.text.contains("No books") })
}

import Scrollwork
import ScrollworkTesting
import Testing

/// The list of the article on context menus.
@MainActor
final class FileList {
  let list = CollectionView()
  var files = ["b", "a", "c"]
  var opened: [String] = []
  var isSortedByName = false

  func names(of paths: [ElementPath]) -> [String] { paths.map { files[$0.item] } }

  func open(_ names: [String]) { opened += names }

  func delete(_ names: [String]) {
    files.removeAll(where: names.contains)
    show()
  }

  func sort(byName: Bool) {
    isSortedByName = byName
    if byName { files.sort() }
    show()
  }

  func show() {
    list.apply(
      List {
        Section(id: "files", data: files, id: \.self) { PersonRow(person: Person(id: 0, name: $0)) }
      }
      .contextMenu { [unowned self] list, paths in
        if paths.count == 1 {
          MenuAction("Open", key: .enter) { self.open(self.names(of: paths)) }
        }
        Menu("Sort by") {
          MenuAction("Name", isOn: isSortedByName) { self.sort(byName: true) }
          MenuAction("Date", isOn: !isSortedByName) { self.sort(byName: false) }
        }
        if !paths.isEmpty {
          MenuElement.separator
          MenuAction("Delete", symbol: .trash, key: .delete, role: .destructive) {
            self.delete(self.names(of: paths))
          }
        }
      })
  }
}

@MainActor
@Test func `the menu of the documentation acts on the items that it is opened for`() {
  let files = FileList()
  let harness = ViewHarness(content: files.list, size: Size(width: 400, height: 300))
  files.show()
  harness.settle()
  func titles() -> [String] { harness.semantics.filter { $0.role == .menuItem }.map(\.text) }
  harness.click(at: Point(x: 100, y: 10), button: .right)
  #expect(titles() == ["Open", "Sort by", "Delete"])
  harness.key(.down)
  harness.key(.enter)
  #expect(files.opened == ["b"])
  harness.key(.down, modifiers: .shift)
  harness.key(.delete)
  harness.settle()
  #expect(files.files == ["c"])
  harness.click(at: Point(x: 100, y: 290), button: .right)
  #expect(titles() == ["Sort by"])
}

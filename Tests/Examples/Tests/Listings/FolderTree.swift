import Scrollwork
import ScrollworkTesting
import Testing

/// A folder or a file of the article on outlines.
struct Entry: Identifiable {
  var id: String
  var entries: [Entry]?
}

/// The list of the article on outlines.
@MainActor
final class FolderTree {
  let list = CollectionView()
  var outline: Outline<Entry>

  init(_ roots: [Entry]) {
    outline = Outline(roots, children: \.entries)
  }

  func show() {
    list.apply(
      List {
        Section(
          id: "files", outline: outline,
          onChange: { [unowned self] change in
            outline.perform(change)
            show()
          }
        ) { entry in
          PersonRow(person: Person(id: 0, name: entry.id))
        }
      })
  }
}

/// The list of the article on outlines whose folders are read when they are expanded.
@MainActor
final class RemoteTree {
  let list = CollectionView()
  let read: (String) async throws -> [Entry]

  init(_ read: @escaping (String) async throws -> [Entry]) { self.read = read }

  func make(_ roots: [Entry]) -> OutlineController<Entry> {
    let list = list
    let outline = Outline(roots) { $0.entries == nil ? .leaf : .unloaded }
    let files = OutlineController(outline) { [read] folder in try await read(folder.id) }
    files.onChange = { [unowned files] in
      list.apply(
        List {
          Section(id: "files", outline: files) { PersonRow(person: Person(id: 0, name: $0.id)) }
        })
    }
    files.onChange?()
    return files
  }
}

@MainActor
struct FolderTreeTests {
  @Test func `the folders of the article open and close`() {
    let tree = FolderTree([Entry(id: "src", entries: [Entry(id: "main.swift")]), Entry(id: "README")])
    let harness = ViewHarness(content: tree.list)
    tree.show()
    harness.settle()
    harness.click(at: Point(x: 12, y: 12))
    harness.settle()
    #expect(harness.semantics.filter { $0.role == .treeItem }.map(\.id) == ["src", "main.swift", "README"])
    tree.outline.collapseAll()
    tree.outline.reveal("main.swift")
    tree.outline.insert([Entry(id: "test.swift")], under: "src")
    tree.show()
    harness.settle()
    #expect(harness.semantics.filter { $0.role == .treeItem }.count == 4)
  }

  @Test func `the folders of the article are read when they are expanded`() async {
    let tree = RemoteTree { name in [Entry(id: name + "/a")] }
    let harness = ViewHarness(content: tree.list)
    let files = tree.make([Entry(id: "src", entries: [])])
    harness.settle()
    files.perform(.expand("src"))
    for _ in 0..<1000 where files.outline.isLoading("src") { await Task.yield() }
    harness.settle()
    #expect(harness.semantics.filter { $0.role == .treeItem }.map(\.id) == ["src", "src/a"])
  }
}

import Scrollwork
import ScrollworkTesting
import Testing

/// Outlines of values that are not `Identifiable`.
@MainActor
struct KeyedOutlineTests {
  private struct Folder {
    var name: String
    var folders: [Folder]?
    var parts: [Folder] { folders ?? [] }

    init(_ name: String, _ folders: [Folder]? = nil) { (self.name, self.folders) = (name, folders) }
  }

  private static let folders = [Folder("usr", [Folder("bin"), Folder("lib", [Folder("swift")])]), Folder("etc")]

  @Test func `a key path names the identities of nodes and another one their children`() {
    let outlines = [
      Outline(Self.folders, id: \.name, expanded: ["usr"], children: \.folders),
      Outline(Self.folders, id: \.name, expanded: ["usr"], children: \.parts),
      Outline(Self.folders, id: \.name, expanded: ["usr"]) { $0.folders },
    ]
    for var outline in outlines {
      #expect(outline.rows.map(\.id) == ["usr", "bin", "lib", "etc"])
      outline.expand("lib")
      #expect(outline.rows.map(\.name) == ["usr", "bin", "lib", "swift", "etc"])
      #expect(outline.parent(of: "swift")?.value.name == "lib" && outline.level(of: "swift") == 2)
      outline.insert([KeyedNode(Folder("share"), id: \.name)], under: "usr", at: 0)
      #expect(outline.rows.map(\.name).prefix(2) == ["usr", "share"])
      outline.checkInvariants()
    }
  }

  @Test func `the rows of such an outline show their values and expand by a key`() {
    let (list, controller) = (
      CollectionView(), OutlineController(Outline(Self.folders, id: \.name, children: \.folders))
    )
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    controller.onChange = { [unowned controller] in
      list.apply(List { Section(id: "folders", outline: controller) { Plate(text: $0.name) } })
    }
    controller.onChange?()
    harness.host.focus(list)
    harness.settle()
    harness.key(.down)
    harness.key(.home)
    harness.key(.right)
    harness.settle()
    #expect(harness.semantics.filter { $0.role == .treeItem }.map(\.text) == ["usr", "bin", "lib", "etc"])
  }
}

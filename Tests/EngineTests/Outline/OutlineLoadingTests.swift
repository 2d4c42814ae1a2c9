import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OutlineLoadingTests {
  @Test func `children that must be loaded are asked for once, and shown when they arrive`() async {
    let stage = LoadingStage()
    #expect(stage.rows == ["a", "b"])
    stage.controller.perform(.expand("a"))
    stage.show()
    #expect(stage.controller.outline.isLoading("a") && stage.rows == ["a", "b"])
    await stage.answer("a", ["a.0", "a.1"])
    #expect(stage.rows == ["a", "a.0", "a.1", "b"] && !stage.controller.outline.isLoading("a"))
    stage.controller.perform(.collapse("a"))
    stage.controller.perform(.expand("a"))
    stage.show()
    #expect(stage.rows == ["a", "a.0", "a.1", "b"] && stage.asked == ["a"])
  }

  @Test func `children that arrive after a collapse are shown when the node is expanded again`() async {
    let stage = LoadingStage()
    stage.controller.perform(.expand("a"))
    stage.controller.perform(.collapse("a"))
    await stage.answer("a", ["a.0"])
    #expect(stage.rows == ["a", "b"])
    stage.controller.perform(.expand("a"))
    stage.show()
    #expect(stage.rows == ["a", "a.0", "b"] && stage.asked == ["a"])
  }

  @Test func `children of a node that is gone are dropped, also if a node with its id came back`() async {
    let stage = LoadingStage()
    stage.controller.perform(.expand("a"))
    await stage.waitUntilAsked(1)
    stage.controller.change { $0.remove("a") }
    await stage.answer("a", ["a.0"])
    #expect(stage.rows == ["b"])
    stage.controller.change { $0.insert([TreeNode("a")], at: 0) }
    await stage.waitUntilAsked(2)
    // The node was expanded when it went, so its children are loaded again.
    await stage.answer("a", ["a.new"])
    #expect(stage.rows == ["a", "a.new", "b"] && stage.asked == ["a", "a"])
  }

  @Test func `a failed load collapses the node and is reported, and another expansion loads again`() async {
    let stage = LoadingStage()
    stage.controller.perform(.expand("a"))
    await stage.fail("a")
    #expect(stage.failed == ["a"] && !stage.controller.outline.isExpanded("a"))
    stage.controller.perform(.expand("a"))
    await stage.answer("a", ["a.0"])
    #expect(stage.rows == ["a", "a.0", "b"] && stage.asked == ["a", "a"])
  }

  @Test func `an update of the children keeps the states of those that stay`() {
    let stage = OutlineStage([2, 3, 2], expanded: ["0", "0.1"])
    stage.change {
      $0.setChildren([TreeNode("new"), TreeNode("0.1"), TreeNode("0.0")], of: "0")
    }
    #expect(stage.ids == ["0", "new", "0.1", "0.1.0", "0.1.1", "0.0", "1"])
    #expect(stage.rows.map(\.id) == stage.ids)
    stage.change { $0.setChildren(nil, of: "0") }
    #expect(stage.ids == ["0", "1"] && stage.row("0")?.states.contains(.expandable) == false)
    let isKnown = stage.outline.setChildren([], of: "nobody")
    #expect(!isKnown)
  }
}

/// An outline whose children are loaded when the test says so.
@MainActor
final class LoadingStage {
  struct Failure: Error {}

  let list = CollectionView()
  let harness: ViewHarness
  private(set) var controller: OutlineController<TreeNode>!
  private(set) var asked: [String] = []
  private(set) var failed: [String] = []
  private var waiting: [(id: String, continuation: CheckedContinuation<[TreeNode], any Error>)] = []

  init() {
    harness = ViewHarness(content: list)
    let outline = Outline([TreeNode("a"), TreeNode("b")]) { $0.id.contains(".") ? .leaf : .unloaded }
    controller = OutlineController(outline) { [weak self] node in
      try await withCheckedThrowingContinuation { continuation in
        self?.asked.append(node.id)
        self?.waiting.append((node.id, continuation))
      }
    }
    controller.onChange = { [weak self] in self?.apply() }
    controller.onLoadingFailed = { [weak self] node, _ in self?.failed.append(node.id) }
    apply()
  }

  private func apply() {
    list.apply(List { Section(id: "tree", outline: controller) { Plate(text: $0.id) } })
    harness.showIfNeeded()
  }

  func show() { harness.settle() }

  var rows: [String] { harness.semantics.filter { $0.role == .treeItem }.map(\.id) }

  /// Waits until the program has been asked for children `count` times.
  func waitUntilAsked(_ count: Int) async {
    for _ in 0..<10_000 where asked.count < count { await Task.yield() }
  }

  func answer(_ id: String, _ children: [String]) async {
    await end(id) { $0.resume(returning: children.map { TreeNode($0) }) }
  }

  func fail(_ id: String) async { await end(id) { $0.resume(throwing: Failure()) } }

  private func end(_ id: String, _ body: (CheckedContinuation<[TreeNode], any Error>) -> Void) async {
    for _ in 0..<10_000 where !waiting.contains(where: { $0.id == id }) { await Task.yield() }
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    body(waiting.remove(at: index).continuation)
    for _ in 0..<100 { await Task.yield() }
    show()
  }
}

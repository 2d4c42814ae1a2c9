import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A tree as plain nested values, whose rows are found by recursion.
private struct PlainTree {
  struct Node {
    var id: Int
    var children: [Node]
    var isExpanded = false
  }

  var roots: [Node] = []

  /// The visible nodes with their levels.
  var rows: [(id: Int, level: Int)] { Self.rows(of: roots, 0) }

  private static func rows(of nodes: [Node], _ level: Int) -> [(id: Int, level: Int)] {
    nodes.flatMap { node in
      [(node.id, level)] + (node.isExpanded ? rows(of: node.children, level + 1) : [])
    }
  }

  var all: [Node] { Self.all(of: roots) }
  private static func all(of nodes: [Node]) -> [Node] { nodes.flatMap { [$0] + all(of: $0.children) } }

  func find(_ id: Int) -> Node? { all.first { $0.id == id } }

  /// Changes the children of a node, or the roots.
  mutating func change(_ id: Int?, _ body: (inout [Node]) -> Void) {
    guard let id else { return body(&roots) }
    visit(id) { body(&$0.children) }
  }

  mutating func visit(_ id: Int, _ body: (inout Node) -> Void) { Self.visit(&roots, id, body) }

  private static func visit(_ nodes: inout [Node], _ id: Int, _ body: (inout Node) -> Void) {
    for index in nodes.indices {
      if nodes[index].id == id { body(&nodes[index]) }
      visit(&nodes[index].children, id, body)
    }
  }

  mutating func remove(_ id: Int) { Self.remove(&roots, id) }

  private static func remove(_ nodes: inout [Node], _ id: Int) {
    nodes.removeAll { $0.id == id }
    for index in nodes.indices { remove(&nodes[index].children, id) }
  }
}

private struct NumberNode: Identifiable {
  var id: Int
}

@MainActor
private final class NumberStage {
  let list = CollectionView()
  let harness: ViewHarness
  var outline = Outline<NumberNode>([]) { _ in .nodes([]) }

  init() { harness = ViewHarness(content: list) }

  func apply() {
    list.apply(
      List {
        Section(id: 0, outline: outline, onChange: { _ in }) { Plate(text: "\($0.id)") }
          .withSectionLayout(.list(rowHeight: 20))
      })
  }
}

@MainActor
struct RandomOutlineTests {
  @Test(arguments: 0..<UInt64(rounds))
  func `an outline shows the rows that recursion finds, after any changes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var plain = PlainTree()
    let stage = NumberStage()
    var next = 0
    for step in 0..<120 {
      change(&stage.outline, &plain, &next, &random)
      stage.outline.checkInvariants()
      let (outline, rows) = (stage.outline, plain.rows)
      #expect(outline.rows.map(\.id) == rows.map(\.id), "seed \(seed), step \(step)")
      #expect((0..<outline.shape.count).map { outline.shape[$0].level } == rows.map(\.level))
      for (index, row) in rows.enumerated().prefix(20) { #expect(outline.row(of: row.id) == index) }
      guard step % 3 == 0 else { continue }
      stage.apply()
      stage.list.scroll(to: .offset(Double.random(in: 0...200, using: &random)), animated: false)
      stage.harness.advance(by: .milliseconds(50))
    }
    stage.apply()
    stage.harness.settle()
    let window = Rect(x: 0, y: 0, width: 400, height: 300)
    let shown = stage.harness.semantics.filter { $0.role == .treeItem && $0.bounds.intersects(window) }
    #expect(!shown.isEmpty || plain.rows.isEmpty)
    for node in shown {
      let row = plain.rows.firstIndex { "\($0.id)" == node.id }
      #expect(row.map { plain.rows[$0].level + 1 } == node.level, "seed \(seed): \(node.id)")
      #expect(node.alpha == 1 && node.bounds == node.target)
    }
  }

  /// Makes one random change of both trees.
  private func change(
    _ outline: inout Outline<NumberNode>, _ plain: inout PlainTree, _ next: inout Int, _ random: inout SeededGenerator
  ) {
    let ids = plain.all.map(\.id)
    let target = Int.random(in: 0..<5, using: &random) == 0 ? nil : ids.randomElement(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      let siblings = target.map { plain.find($0)?.children ?? [] } ?? plain.roots
      let index = Int.random(in: 0...siblings.count, using: &random)
      let new = (0..<Int.random(in: 1...4, using: &random)).map { next + $0 }
      next += new.count
      outline.insert(new.map { NumberNode(id: $0) }, under: target, at: index)
      plain.change(target) { $0.insert(contentsOf: new.map { PlainTree.Node(id: $0, children: []) }, at: index) }
    case 2, 3:
      guard let target else { return }
      outline.toggle(target)
      plain.visit(target) { $0.isExpanded.toggle() }
    case 4:
      guard let target, Int.random(in: 0..<3, using: &random) == 0 else { return }
      outline.remove(target)
      plain.remove(target)
    case 5: move(target, &outline, &plain, &random)
    case 6: load(target, &outline, &plain, &next, &random)
    default:
      guard let target, let node = plain.find(target) else { return }
      if node.isExpanded { outline.collapseAll(under: target) } else { outline.expandAll(under: target) }
      setAll(node, !node.isExpanded, &plain)
    }
  }

  private func setAll(_ node: PlainTree.Node, _ isExpanded: Bool, _ plain: inout PlainTree) {
    plain.visit(node.id) { $0.isExpanded = isExpanded }
    for child in node.children { setAll(child, isExpanded, &plain) }
  }

  private func move(
    _ target: Int?, _ outline: inout Outline<NumberNode>, _ plain: inout PlainTree, _ random: inout SeededGenerator
  ) {
    guard let id = plain.all.map(\.id).randomElement(using: &random), let node = plain.find(id) else { return }
    var without = plain
    without.remove(id)
    let isAllowed = target == nil || without.find(target!) != nil
    let siblings = target.map { without.find($0)?.children ?? [] } ?? without.roots
    let index = Int.random(in: 0...siblings.count, using: &random)
    let isMoved = outline.move(id, under: target, at: index)
    #expect(isMoved == isAllowed)
    guard isAllowed else { return }
    without.change(target) { $0.insert(node, at: index) }
    plain = without
  }

  /// Gives a node other children, and keeps some of the former ones.
  private func load(
    _ target: Int?, _ outline: inout Outline<NumberNode>, _ plain: inout PlainTree, _ next: inout Int,
    _ random: inout SeededGenerator
  ) {
    let old = target.map { plain.find($0)?.children ?? [] } ?? plain.roots
    var children = old.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
    children.insert(PlainTree.Node(id: next, children: []), at: 0)
    next += 1
    outline.setChildren(children.map { NumberNode(id: $0.id) }, of: target)
    plain.change(target) { $0 = children }
  }
}

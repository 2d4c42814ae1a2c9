import Scrollwork
import ScrollworkTesting
import Testing

private struct Numbered: Identifiable {
  /// The identity: a multiple of 1000 for a root, the next numbers for its children.
  var id: Int
}

@MainActor
struct LargeOutlineTests {
  @Test func `an outline of a million nodes toggles a node in the middle with a few edits, and pins its ancestors`() {
    let stage = LargeStage()
    stage.outline.expandAll()
    #expect(stage.outline.count == 1_000_000 && stage.outline.rows.count == 1_000_000)
    stage.show()
    stage.list.scroll(to: .offset(20 * 500_400), animated: false)
    stage.harness.show()
    #expect(stage.rows.first?.id == "500000" && stage.rows.first?.bounds.minY == 0)
    let start = ContinuousClock.now
    stage.outline.collapse(500_000)
    stage.show()
    let time = ContinuousClock.now - start
    #expect(stage.outline.rows.count == 999_001)
    let row = stage.rows.first { $0.id == "500000" }
    #expect(row?.bounds.minY == 0 && row?.position == 500)
    // Generous, because a debug build on a busy machine is meant: a diff of all rows takes seconds there.
    #expect(time < .milliseconds(800), "\(time)")
    stage.harness.settle()
    stage.outline.expand(500_000)
    stage.show()
    stage.harness.settle()
    #expect(stage.rows.contains { $0.id == "500001" })
    stage.outline.checkInvariants()
  }

  @Test func `a flat million, and a chain of ten thousand, answer about their relatives`() {
    let flat = Outline([Numbered(id: 0)], expanded: [0]) { node in
      node.id == 0 ? (1...1_000_000).map { Numbered(id: $0) } : nil
    }
    #expect(flat.rows.count == 1_000_001)
    #expect(flat.shape.parent(of: 999_999) == 0)
    let place = flat.place(amongSiblings: 700_000)
    #expect(place?.position == 699_999 && place?.count == 1_000_000)
    #expect(flat.row(of: 700_000) == 700_000)
    var chain = Outline([Numbered(id: 0)]) { $0.id < 10_000 ? [Numbered(id: $0.id + 1)] : nil }
    chain.expandAll()
    #expect(chain.rows.count == 10_001 && chain.level(of: 10_000) == 10_000)
    chain.collapse(5_000)
    #expect(chain.rows.count == 5_001 && chain.row(of: 5_001) == nil)
  }

  @Test func `a chain of a hundred thousand levels comes expanded, and comes back expanded after it went`() {
    let depth = 100_000
    var chain = Outline([Numbered(id: 0)], expanded: Set(0..<depth)) { $0.id < depth ? [Numbered(id: $0.id + 1)] : nil }
    #expect(chain.rows.count == depth + 1 && chain.level(of: depth) == depth)
    chain.remove(0)
    #expect(chain.rows.isEmpty)
    chain.insert(Numbered(id: 0))
    #expect(chain.rows.count == depth + 1 && chain.isExpanded(depth - 1))
  }
}

/// An outline of a thousand roots with 999 children each, in rows of 20.
@MainActor
private final class LargeStage {
  let list = CollectionView()
  let harness: ViewHarness
  var outline = Outline((0..<1000).map { Numbered(id: $0 * 1000) }) { node in
    node.id % 1000 == 0 ? (1..<1000).map { Numbered(id: node.id + $0) } : nil
  }

  init() { harness = ViewHarness(content: list) }

  func show() {
    list.apply(
      List {
        Section(id: 0, outline: outline, onChange: { _ in }) { Plate(text: "\($0.id)", height: 20) }
          .withSectionLayout(.list(rowHeight: 20))
      })
    harness.showIfNeeded()
  }

  var rows: [SemanticsNode] { harness.semantics.filter { $0.role == .treeItem } }
}

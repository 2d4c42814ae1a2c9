import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@MainActor
struct RandomPinTests {
  @Test(arguments: 0..<UInt64(rounds))
  func `the stack is that which a walk along all ancestors finds, with measured heights`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var next = 0
    let roots = (0..<4).map { _ in Self.node(4, &next, &random) }
    var outline = Outline(roots, children: \.children)
    outline.expandAll()
    for id in 0..<next where Int.random(in: 0..<6, using: &random) == 0 { outline.collapse("\(id)") }
    let stage = OutlineStage(outline, layout: .list(estimatedRowHeight: 40))
    // All rows are measured before the frames are compared.
    var offset = 0.0
    while offset < stage.list.contentSize.height {
      stage.scroll(to: offset)
      offset += 200
    }
    let model = PinModel(outline)
    for _ in 0..<30 {
      stage.scroll(to: Double(Int.random(in: 0...Int(stage.maximum), using: &random)))
      let expected = model.stack(at: stage.offset, in: 300)
      for (id, y) in expected {
        let row = try #require(stage.row(id), "seed \(seed): \(id) is pinned at \(stage.offset)")
        #expect(row.target.minY == y - stage.offset, "seed \(seed): \(id) at \(stage.offset)")
      }
      for row in stage.rows where !expected.contains(where: { $0.id == row.id }) {
        #expect(row.target.minY == model.starts[row.id].map { $0 - stage.offset }, "seed \(seed): \(row.id)")
      }
    }
  }

  private static func node(_ depth: Int, _ next: inout Int, _ random: inout SeededGenerator) -> TreeNode {
    let id = "\(next)"
    next += 1
    let height = Double(Int.random(in: 20...70, using: &random))
    let count = depth == 0 ? 0 : Int.random(in: 0...5, using: &random)
    let children = (0..<count).map { _ in node(depth - 1, &next, &random) }
    return TreeNode(id, children.isEmpty ? nil : children, height: height)
  }
}

/// The visible rows of an outline with their frames, and the rows that must be pinned, found without any index.
private struct PinModel {
  private var rows: [(node: TreeNode, level: Int, start: Double)] = []
  private(set) var starts: [String: Double] = [:]

  init(_ outline: Outline<TreeNode>) {
    var y = 0.0
    for node in outline.rows {
      rows.append((node, outline.level(of: node.id) ?? 0, y))
      starts[node.id] = y
      y += node.height
    }
  }

  /// Returns the pinned rows with their positions in the content.
  func stack(at offset: Double, in length: Double) -> [(id: String, y: Double)] {
    var result: [(id: String, y: Double)] = []
    var top = offset
    while let first = rows.firstIndex(where: { $0.start + $0.node.height > top }) {
      let chain = chain(to: first)
      guard chain.count > result.count else { break }
      let row = chain[result.count]
      if let last = result.last, rows[chain[result.count - 1]].node.id != last.id { break }
      let end = rows[(row + 1)...].firstIndex { $0.level <= rows[row].level } ?? rows.count
      let height = rows[row].node.height
      guard end > row + 1, rows[row].start < top, top + height <= offset + length * 0.4 else { break }
      let y = min(top, rows[end - 1].start + rows[end - 1].node.height - height)
      result.append((rows[row].node.id, y))
      guard y == top else { break }
      top += height
    }
    return result
  }

  /// Returns the ancestors of a row and the row itself, the outermost first.
  private func chain(to row: Int) -> [Int] {
    var chain = [row]
    for candidate in (0..<row).reversed() where rows[candidate].level < rows[chain[0]].level {
      chain.insert(candidate, at: 0)
    }
    return chain
  }
}

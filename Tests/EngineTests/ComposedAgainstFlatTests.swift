import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// The same sections of cells shown twice: as sections of a list, and as subsections.
private struct Leaves {
  /// The data of a section: the ids of its cells, and its layout by its index in `kinds`.
  struct Leaf {
    var id: Int
    var kind: Int
    var cells: [Int]
  }

  /// A section of the list: one of `leaves` by its index, or a section with an id and subsections.
  indirect enum Node {
    case leaf(Int)
    case page(Int, [Node])
  }

  var leaves: [Leaf] = []
  var shape: [Node] = []
  var nextID = 0
  /// Whether the ids of cells are small numbers, which several sections share. Otherwise every id is unique.
  let areNumbered: Bool

  static let kinds: [SectionLayout] = [
    .vertical(), .vertical(spacing: 6), .list(rowHeight: 30),
    .verticalGrid(numberOfItemsInRow: 3, itemSpacing: 4, lineSpacing: 6),
    strip,
  ]

  /// A layout that makes the section a nested scroll container.
  static let strip = SectionLayout(
    group: .horizontal(
      LayoutSize(width: .absolute(150), height: .absolute(48)), once: [LayoutItem(size: .full)]),
    interGroupSpacing: 5
  ).orthogonalScrolling(.continuous)

  init(areNumbered: Bool, _ generator: inout SeededGenerator) {
    self.areNumbered = areNumbered
    for _ in 0..<Int.random(in: 2...7, using: &generator) { insertLeaf(&generator) }
    reshape(&generator)
  }

  mutating func freshID() -> Int {
    nextID += 1
    return nextID
  }

  mutating func insertLeaf(_ generator: inout SeededGenerator) {
    var leaf = Leaf(id: freshID(), kind: Int.random(in: 0..<Self.kinds.count, using: &generator), cells: [])
    for _ in 0..<Int.random(in: 0...7, using: &generator) { leaf.cells.append(cell(for: leaf, &generator)) }
    leaves.insert(leaf, at: Int.random(in: 0...leaves.count, using: &generator))
  }

  /// Returns an id for a new cell that no cell of the section has.
  mutating func cell(for leaf: Leaf, _ generator: inout SeededGenerator) -> Int {
    guard areNumbered else { return freshID() }
    return (0...).first { !leaf.cells.contains($0) && Bool.random(using: &generator) } ?? 0
  }

  /// Distributes the sections, in the same order, to new random sections with subsections.
  mutating func reshape(_ generator: inout SeededGenerator) {
    var next = 0
    shape = []
    while next < leaves.count { shape.append(node(&next, depth: areNumbered ? 0 : -1, &generator)) }
  }

  /// Returns the section at `next`, or a section around the next ones.
  /// - Parameter depth: The nesting depth. At zero the result always has subsections.
  private mutating func node(_ next: inout Int, depth: Int, _ generator: inout SeededGenerator) -> Node {
    if depth != 0, depth > 2 || Bool.random(using: &generator) {
      next += 1
      return .leaf(next - 1)
    }
    var nodes: [Node] = []
    for _ in 0...Int.random(in: 0...3, using: &generator) where next < leaves.count {
      nodes.append(node(&next, depth: max(depth, 0) + 1, &generator))
    }
    return .page(Int.random(in: 1_000...1_003, using: &generator), nodes)
  }

  private func section(_ index: Int) -> Section {
    let leaf = leaves[index]
    let id = leaf.id
    return Section(id: id, data: leaf.cells, id: \.self) { number in
      Plate(text: "\(id)/\(number)", height: Double(15 + number * 37 % 50))
    }
    .withSectionLayout(Self.kinds[leaf.kind])
  }

  private func section(_ node: Node, around ids: Set<Int>) -> Section {
    switch node {
    case .leaf(let index): return section(index)
    case .page(var id, let nodes):
      while ids.contains(id) { id += 10 }
      return Section(id: id, layout: .vertical(), sections: sections(nodes))
    }
  }

  /// Returns the sections for `nodes`, all with different identities.
  private func sections(_ nodes: [Node]) -> [Section] {
    var ids: Set<Int> = []
    return nodes.map { node in
      let section = section(node, around: ids)
      if let id = section.id.value(as: Int.self) { ids.insert(id) }
      return section
    }
  }

  var flat: List { List(sections: leaves.indices.map { section($0) }) }
  var composed: List { List(sections: sections(shape)) }

  /// The texts of the cells of `flat`, by section.
  var flatTexts: [[String]] { leaves.map { leaf in leaf.cells.map { "\(leaf.id)/\($0)" } } }
  var composedTexts: [[String]] { shape.map(texts) }

  private func texts(_ node: Node) -> [String] {
    switch node {
    case .leaf(let index): flatTexts[index]
    case .page(_, let nodes): nodes.flatMap(texts)
    }
  }

  mutating func edit(keeping focus: Int?, _ generator: inout SeededGenerator) {
    guard !leaves.isEmpty else { return insertLeaf(&generator) }
    let (source, target) = (
      Int.random(in: 0..<leaves.count, using: &generator), Int.random(in: 0..<leaves.count, using: &generator)
    )
    let count = leaves[source].cells.count
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      let cell = cell(for: leaves[source], &generator)
      leaves[source].cells.insert(cell, at: Int.random(in: 0...count, using: &generator))
    // Deletes a cell, but not in numbered sections: a cell that returns is recognised by its section, which differs
    // between both lists.
    case 1 where count > 0 && !areNumbered:
      let cell = Int.random(in: 0..<count, using: &generator)
      // The focused cell stays. After its deletion, the next focused item would differ between both lists.
      if leaves[source].cells[cell] != focus { leaves[source].cells.remove(at: cell) }
    case 2: leaves[source].cells.shuffle(using: &generator)
    case 3: leaves.swapAt(source, target)
    case 4: if leaves.count < 9 { insertLeaf(&generator) }
    default:
      guard count > 0 else { return }
      let cell = leaves[source].cells.remove(at: Int.random(in: 0..<count, using: &generator))
      let isThere = leaves[target].cells.contains(cell)
      let place = isThere ? source : target
      leaves[place].cells.insert(cell, at: Int.random(in: 0...leaves[place].cells.count, using: &generator))
    }
  }
}

@MainActor
private struct Twins {
  let flat = CollectionView()
  let composed = CollectionView()
  let flatHarness: ViewHarness
  let composedHarness: ViewHarness

  init(scale: Double) {
    flatHarness = ViewHarness(content: flat, size: Size(width: 400, height: 300), scale: scale)
    composedHarness = ViewHarness(content: composed, size: Size(width: 400, height: 300), scale: scale)
  }

  var harnesses: [ViewHarness] { [flatHarness, composedHarness] }

  func apply(_ leaves: Leaves) {
    flat.apply(leaves.flat)
    composed.apply(leaves.composed)
    for harness in harnesses { harness.showIfNeeded() }
  }

  /// Returns frame, opacity and state of the visible cells, by text.
  static func visibleCells(_ harness: ViewHarness) -> [String: String] {
    let window = Rect(origin: .zero, size: harness.host.size)
    var result: [String: String] = [:]
    for node in harness.semantics where node.role == .cell && node.bounds.intersects(window) {
      let places = [node.bounds, node.target].map { rect in
        [rect.minX, rect.minY, rect.width, rect.height].map { ($0 * 100).rounded() / 100 + 0 }
      }
      result[node.text, default: ""] += "\(places) \((node.alpha * 100).rounded()) \(node.states.rawValue) "
    }
    return result
  }

  /// Returns the texts of the selected cells.
  /// - Parameter texts: The texts of the cells of each section.
  func selected(_ list: CollectionView, _ texts: [[String]]) -> [String] {
    texts.indices.flatMap { section in
      list.selectedRanges(inSection: section).flatMap { $0.map { texts[section][$0] } }
    }
  }

  func focused(_ list: CollectionView, _ texts: [[String]]) -> String? {
    list.focusedItem.map { texts[$0.section][$0.item] }
  }

  func compare(_ leaves: Leaves, _ log: String) {
    let (a, b) = (Self.visibleCells(flatHarness), Self.visibleCells(composedHarness))
    #expect(a == b, "\(a.filter { b[$0.key] != $0.value }) and \(b.filter { a[$0.key] != $0.value }): \(log)")
    let (flatTexts, texts) = (leaves.flatTexts, leaves.composedTexts)
    #expect(selected(flat, flatTexts) == selected(composed, texts), "\(log)")
    #expect(focused(flat, flatTexts) == focused(composed, texts), "\(log)")
  }
}

@Test(arguments: seeds(rounds))
@MainActor
func `subsections show and keep the same state as sections, wherever cells move`(seed: Int) throws {
  var generator = SeededGenerator(seed: UInt64(seed))
  var leaves = Leaves(areNumbered: seed % 2 == 1, &generator)
  let twins = Twins(scale: seed % 5 == 2 ? 1.5 : 1)
  twins.apply(leaves)
  for harness in twins.harnesses { harness.settle() }
  twins.compare(leaves, "at first")
  for step in 0..<8 {
    let nodes = twins.flatHarness.semantics.filter {
      $0.role == .cell && $0.alpha == 1 && $0.target.midY > 0 && $0.target.midY < 300
    }
    if let node = nodes.randomElement(using: &generator), Bool.random(using: &generator) {
      let modifiers: Modifiers = Bool.random(using: &generator) ? .control : []
      for harness in twins.harnesses { harness.click(at: node.target.center, modifiers: modifiers) }
    }
    if Int.random(in: 0...2, using: &generator) == 0 {
      let notches = Double(Int.random(in: -3...3, using: &generator))
      for harness in twins.harnesses { harness.wheel(notches, at: Point(x: 50, y: 100)) }
    }
    twins.compare(leaves, "before \(step)")
    let focus = twins.focused(twins.flat, leaves.flatTexts)?.split(separator: "/").last.flatMap { Int($0) }
    for _ in 0..<Int.random(in: 1...3, using: &generator) { leaves.edit(keeping: focus, &generator) }
    leaves.reshape(&generator)
    twins.apply(leaves)
    twins.compare(leaves, "applied \(step)")
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      for harness in twins.harnesses { harness.advance(by: .milliseconds(16)) }
      twins.compare(leaves, "on the way \(step)")
    }
    if Bool.random(using: &generator) {
      for harness in twins.harnesses { harness.settle() }
      twins.compare(leaves, "at rest \(step)")
    }
  }
}

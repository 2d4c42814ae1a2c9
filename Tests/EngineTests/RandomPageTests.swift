import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A section with very many subsections of rows, tiles or self-sizing rows, each with a layout or a layout provider.
private struct InnerPage {
  struct Part {
    var id: Int
    var kind: Int
    var cells: [Int]
  }

  var parts: [Part] = []
  var nextID = 0

  init(_ count: Int, _ kinds: [Int], _ generator: inout SeededGenerator) {
    parts = (0..<count).map { _ in part(kinds, &generator) }
  }

  mutating func number() -> Int {
    nextID += 1
    return nextID
  }

  mutating func part(_ kinds: [Int], _ generator: inout SeededGenerator) -> Part {
    Part(
      id: number(), kind: kinds.randomElement(using: &generator) ?? 0,
      cells: (0..<Int.random(in: 0...7, using: &generator)).map { _ in number() })
  }

  /// Returns the layout for a kind of subsection. Grids have an odd number of columns, so that no cell is equally near
  /// to two others.
  static func layout(_ kind: Int) -> SectionLayout {
    switch kind {
    case 0: .list(rowHeight: 34)
    case 1: .verticalGrid(numberOfItemsInRow: 3, itemSpacing: 4, lineSpacing: 6)
    case 2: .grid(minimumItemWidth: 75, itemHeight: 44, spacing: 5, insets: Insets(top: 3, bottom: 8))
    default: .vertical(spacing: 5).headerPinToVisibleBounds().background("back")
    }
  }

  func list(_ outer: SectionLayout = .vertical(spacing: 7), isProvided: Bool) -> List {
    let sections = parts.map { part in
      let section = Section(id: part.id, data: part.cells, id: \.self) {
        NumberedTile(number: $0, height: Double(20 + $0 * 37 % 50))
      }
      .withHeader(part.kind == 3 ? NumberedTile(number: part.id, height: 18) : nil)
      let kind = part.kind
      return isProvided
        ? section.withSectionLayout { _ in Self.layout(kind) } : section.withSectionLayout(Self.layout(kind))
    }
    return List(sections: [Section(id: "page", layout: outer, sections: sections)])
      .withSupplementary("back", Patch(color: 0xABCDEF))
  }
}

@MainActor
private struct PageStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  func cell(_ number: Int) -> SemanticsNode? { cells.first { $0.text == "\(number)" } }

  /// Descriptions of the draw groups in the window: frame, opacity and colour.
  var drawn: Set<String> {
    Set(
      harness.frame.groups.compactMap { group in
        let visiblePart = group.frame.intersection(window)
        guard visiblePart.width > 0.01, visiblePart.height > 0.01 else { return nil }
        let colors = group.canvas.commands.compactMap { if case .fill(_, let color) = $0 { color } else { nil } }
        guard !colors.isEmpty else { return nil }
        let places = [visiblePart.minX, visiblePart.minY, visiblePart.width, visiblePart.height]
          .map { ($0 * 16).rounded() / 16 }
        return "\(places) \(group.alpha) \(colors)"
      })
  }
}

@Test(arguments: seeds(rounds / 10))
@MainActor
func `arrow keys walk through thousands of subsections to the nearest cell and reveal it`(seed: Int)
  throws
{
  var generator = SeededGenerator(seed: UInt64(seed))
  let page = InnerPage(2_000, [0, 1, 2, 3], &generator)
  let stage = PageStage()
  stage.list.apply(page.list(isProvided: seed % 2 == 0))
  stage.harness.settle()
  let all = page.parts.flatMap(\.cells)
  for _ in 0..<4 {
    let start = all[Int.random(in: 0..<all.count, using: &generator)]
    stage.list.scroll(to: .item(id(of: start, in: page)), at: .center, animated: false)
    stage.harness.settle()
    stage.harness.click(at: try #require(stage.cell(start)).target.center)
    stage.harness.settle()
    try walk(stage, all, page, from: start, &generator)
  }
}

/// Returns the identity of a cell, which consists of its subsection and its number.
private func id(of number: Int, in page: InnerPage) -> ComposedID {
  ComposedID(section: page.parts.first { $0.cells.contains(number) }?.id ?? 0, item: number)
}

/// Walks through a page by arrow keys and compares each step with a model.
///
/// Up and Down lead to the nearest cell ahead in the same subsection, otherwise to a cell ahead in the nearest other
/// one. While only they are pressed, the walk aims at the column in which it started. Left and Right follow the reading
/// order.
@MainActor
private func walk(
  _ stage: PageStage, _ all: [Int], _ page: InnerPage, from start: Int, _ generator: inout SeededGenerator
) throws {
  var (now, goal) = (start, try #require(stage.cell(start)).target.midX)
  for _ in 0..<25 {
    let key: Key = [.down, .down, .down, .up, .right, .left].randomElement(using: &generator) ?? .down
    // The focused cell is centred first, so that in every direction further cells can be revealed.
    stage.list.scroll(to: .item(stage.list.id(at: try #require(stage.list.focusedItem))), at: .center, animated: false)
    stage.harness.settle()
    let old = try #require(stage.cell(now)).target
    let others = stage.cells.filter { $0.text != "\(now)" }.compactMap { node in
      Int(node.text).map { (number: $0, place: node.target) }
    }
    stage.harness.key(key)
    stage.harness.settle()
    let path = try #require(stage.list.focusedItem)
    let next = try #require(Int(stage.list.id(at: path).description.split(separator: "/").last ?? ""))
    let place = try #require(stage.cell(next)).target
    #expect(place.minY >= -0.01 && place.maxY <= 300.01, "\(next) at \(place) is not fully visible")
    let index = try #require(all.firstIndex(of: now))
    switch key {
    case .left, .right:
      let beside = key == .left ? max(0, index - 1) : min(all.count - 1, index + 1)
      // In a single column no cell is beside the focused one, and the key may lead nowhere.
      #expect(next == all[beside] || next == now, "\(key.name) from \(now) to \(next)")
      if next != now { goal = place.midX }
    default:
      let isDown = key == .down
      let ahead = others.filter { isDown ? $0.place.minY >= old.maxY - 0.5 : $0.place.maxY <= old.minY + 0.5 }
      guard !ahead.isEmpty else {
        #expect(isDown ? index > all.count - 4 : index < 4, "\(key.name) from \(now) leads nowhere")
        break
      }
      // The step stays in the subsection while that has a cell ahead. After that it goes to the nearest subsection that
      // has one.
      func section(_ number: Int) -> ElementID { id(of: number, in: page).section }
      let inside = ahead.filter { section($0.number) == section(now) }
      let nearest = ahead.min { StepAhead.distance($0.place, old, isDown) < StepAhead.distance($1.place, old, isDown) }
      let around = ahead.filter { section($0.number) == nearest.map { section($0.number) } }
      let step = StepAhead(isDown: isDown, old: old, goal: goal, ahead: inside.isEmpty ? around : inside)
      #expect(
        step.leads(to: next, at: place),
        "\(key.name) from \(now) at \(old) to \(next) at \(place), not \(step.ahead) near \(goal)")
    }
    now = next
  }
}

/// The cells to which the key Up or Down may move the focus, with the rule that chooses among them.
private struct StepAhead {
  let isDown: Bool
  let old: Rect
  let goal: Double
  let ahead: [(number: Int, place: Rect)]

  static func distance(_ place: Rect, _ old: Rect, _ isDown: Bool) -> Double {
    isDown ? place.minY - old.maxY : old.minY - place.maxY
  }
  private func distance(_ place: Rect) -> Double { Self.distance(place, old, isDown) }
  private func crossDistance(_ place: Rect) -> Double { max(0, place.minX - goal, goal - place.maxX) }

  /// Whether the step may lead to the cell `next`.
  /// - Parameter place: The frame of `next` after it was revealed.
  func leads(to next: Int, at place: Rect) -> Bool {
    // A cell straight ahead is preferred to one that is further left or right.
    let straight = ahead.filter { crossDistance($0.place) == 0 }.map { distance($0.place) }.min()
    let nextRow = ahead.map { distance($0.place) }.min() ?? 0
    guard let before = ahead.first(where: { $0.number == next })?.place else {
      // The cell was not yet ahead before: revealing it changed its frame.
      return straight == nil && crossDistance(place) == 0
    }
    // The next line is preferred even if it has no cell straight ahead, because it is not full.
    if distance(before) - nextRow < 0.5 { return true }
    let isNearest = abs(distance(before) - (straight ?? nextRow)) < 0.5
    return straight == nil && crossDistance(place) == 0 || isNearest && (straight == nil || crossDistance(before) == 0)
  }
}

@Test(arguments: seeds(rounds))
@MainActor
func `an animated update of very many subsections ends like a new view`(seed: Int) throws {
  var generator = SeededGenerator(seed: UInt64(seed))
  // In a waterfall, the column of a subsection depends on the extents of all subsections above it, which both views
  // must know.
  let isInColumns = seed % 3 == 0
  let kinds = isInColumns ? [0, 2] : [0, 1, 2, 3]
  var page = InnerPage(200, kinds, &generator)
  let stage = PageStage()
  let outer: SectionLayout = isInColumns ? .waterfall(columns: 2, spacing: 8, sizes: .estimated(.zero)) : .vertical()
  let isProvided = seed % 2 == 0
  stage.list.apply(page.list(outer, isProvided: isProvided))
  stage.harness.settle()
  for _ in 0..<3 {
    // The subsection lies beyond those that are resolved at once.
    let near = Int.random(in: 80...180, using: &generator)
    guard let cell = page.parts[min(near, page.parts.count - 1)...].first(where: { !$0.cells.isEmpty })?.cells.first
    else { continue }
    stage.list.scroll(
      to: .item(id(of: cell, in: page)), at: .center, animated: false)
    stage.harness.settle()
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      for _ in 0..<Int.random(in: 1...5, using: &generator) { change(&page, kinds, near: near, &generator) }
      stage.list.apply(page.list(outer, isProvided: isProvided))
      stage.harness.advance(by: .milliseconds(Int.random(in: 1...150, using: &generator)))
    }
    #expect(stage.harness.settle() && stage.list.report.animating == 0)
    try compare(stage, page.list(outer, isProvided: isProvided), page, isInColumns: isInColumns)
  }
}

private func change(_ page: inout InnerPage, _ kinds: [Int], near: Int, _ generator: inout SeededGenerator) {
  func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  let part = min(page.parts.count - 1, max(0, near + random(-6...6)))
  let count = page.parts[part].cells.count
  switch random(0...7) {
  case 0: page.parts.insert(page.part(kinds, &generator), at: part)
  case 1 where page.parts.count > 100: page.parts.remove(at: part)
  case 2:
    let moved = page.parts.remove(at: part)
    page.parts.insert(moved, at: min(page.parts.count, max(0, near + random(-9...9))))
  case 3 where count > 0:
    let cell = page.parts[part].cells.remove(at: random(0...count - 1))
    let other = min(page.parts.count - 1, max(0, near + random(-6...6)))
    page.parts[other].cells.insert(cell, at: random(0...page.parts[other].cells.count))
  case 4 where count > 0: page.parts[part].cells.remove(at: random(0...count - 1))
  case 5: page.parts[part].cells.shuffle(using: &generator)
  default: page.parts[part].cells.insert(page.number(), at: random(0...count))
  }
}

/// Checks that a new view shows the same if it is scrolled to the same position.
@MainActor
private func compare(_ stage: PageStage, _ list: sending List, _ page: InnerPage, isInColumns: Bool) throws {
  let inside = stage.cells.filter { $0.bounds.intersects(stage.window) }
  for node in stage.cells { #expect(node.bounds == node.target && node.alpha == 1, "\(node.text)") }
  // A pinned header does not show where it lies in the content, so it is no reference.
  let free = inside.filter { node in !page.parts.contains { "\($0.id)" == node.text } }
  guard let first = free.first(where: { $0.bounds.minY >= 0 }) ?? free.first, let number = Int(first.text) else {
    return
  }
  let fresh = PageStage()
  fresh.list.apply(list)
  // While extents above are resolved, only one of both columns can be kept in place.
  if isInColumns { fresh.harness.settle() }
  fresh.list.scroll(to: .item(id(of: number, in: page)), at: .start, animated: false)
  fresh.harness.settle()
  let landed = fresh.cells.first { $0.text == first.text }?.target.minY
  let header = page.parts.first { $0.cells.contains(number) }?.kind == 3 ? 18.0 : 0
  #expect(landed == header, "\(number) at the start")
  for _ in 0..<3 {
    let place = try #require(fresh.cells.first { $0.text == first.text }).target
    let turn = WheelDelta(x: 0, y: (first.bounds.minY - place.minY) / 96, isPrecise: true)
    fresh.harness.send(.wheel(turn, at: Point(x: 50, y: 100), []))
    fresh.harness.settle()
  }
  let (found, expected) = (stage.drawn, fresh.drawn)
  #expect(
    found == expected,
    "too much: \(found.subtracting(expected).prefix(4)), missing: \(expected.subtracting(found).prefix(4))")
}

import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let rows = SectionLayout.list(rowHeight: 40)
private let tiles = SectionLayout.grid(minimumItemWidth: 90, itemHeight: 90, spacing: 10)
private let waterfall = SectionLayout.waterfall(
  columns: 3, spacing: 4, sizes: .uniform(LayoutSize(width: .absolute(50), height: .absolute(70))))

/// The same list in a low and a tall window. The user scrolls in the low window while items move; the tall one shows
/// all of these items from the start. The presented frame of an item must not depend on when it entered.
@MainActor
private struct TwoWindows {
  let low: CollectionView
  let tall: CollectionView
  let lowHarness: ViewHarness
  let tallHarness: ViewHarness

  init(tallHeight: Double = 1_500) {
    (low, tall) = (CollectionView(), CollectionView())
    lowHarness = ViewHarness(content: low, size: Size(width: 400, height: 300))
    tallHarness = ViewHarness(content: tall, size: Size(width: 400, height: tallHeight))
  }

  func apply(_ list: () -> List) {
    let shown = list()
    low.apply(shown)
    tall.apply(shown)
    lowHarness.showIfNeeded()
    tallHarness.showIfNeeded()
  }

  func advance(_ milliseconds: Int) {
    lowHarness.advance(by: .milliseconds(milliseconds))
    tallHarness.advance(by: .milliseconds(milliseconds))
  }

  /// The items that the low window shows, exiting ones included.
  var names: Set<String> { Set(Self.places(low, lowHarness).keys) }

  /// The items whose target frame is at least one window height above or below the low window.
  var namesOfFarGoers: Set<String> {
    Set(lowHarness.semantics.filter { $0.target.minY >= 600 || $0.target.maxY <= -300 }.map { "\($0.role) \($0.text)" })
  }

  func settle() {
    lowHarness.settle()
    tallHarness.settle()
  }

  /// Returns the presented frames in content coordinates, by role and text.
  private static func places(_ list: CollectionView, _ harness: ViewHarness) -> [String: Rect] {
    let nodes = harness.semantics.filter { [.cell, .header, .footer, .label].contains($0.role) }
    let offset = Point(x: 0, y: list.contentOffset.y)
    return Dictionary(nodes.map { ("\($0.role) \($0.text)", $0.bounds.offset(by: offset)) }) { first, _ in first }
  }

  /// Returns descriptions of the items that the low window does not show or shows in another frame than the tall
  /// window.
  /// - Parameter known: Items that are not compared.
  func differences(but known: Set<String> = []) -> [String] {
    if low.report.animating == 0 { return [] }
    let (shown, expected) = (Self.places(low, lowHarness), Self.places(tall, tallHarness))
    let window = Rect(x: 0, y: low.contentOffset.y, width: 400, height: 300)
    var found: [String] = []
    for (name, place) in shown where place.intersects(window) && !known.contains(name) {
      guard let wanted = expected[name] else { continue }
      if place.origin.distance(to: wanted.origin) > 1 { found.append("\(name) is at \(place), not \(wanted)") }
    }
    for (name, place) in expected
    where place.intersects(window.inset(by: Insets(1))) && shown[name] == nil && !known.contains(name) {
      found.append("\(name) is missing at \(place)")
    }
    return found.sorted()
  }
}

extension TwoWindows {
  /// Returns a description of the first difference between both windows in the next 50 frames; `nil` if there is none.
  func differencesOnTheWay(but known: Set<String> = []) -> String? {
    for frame in 0..<50 {
      advance(17)
      let found = differences(but: known)
      if !found.isEmpty { return "frame \(frame): \(found.count) things, \(found[0])" }
    }
    return nil
  }
}

private let switches: [(SectionLayout, SectionLayout)] = [
  (rows, tiles), (tiles, rows), (rows, waterfall), (waterfall, rows), (.list(rowHeight: 20), rows),
  (rows, .list(rowHeight: 20)), (rows, .list(rowHeight: 10)), (.list(rowHeight: 10), rows),
  (tiles, .grid(minimumItemWidth: 120, itemHeight: 60, spacing: 4)),
]

@MainActor @Test(arguments: switches.indices, [-1.0, -3])
func `items that enter during a layout change are where a taller window has them`(_ index: Int, _ notches: Double) {
  let windows = TwoWindows()
  windows.apply { List(sections: [Part("row", 200, switches[index].0).section]) }
  windows.settle()
  windows.apply { List(sections: [Part("row", 200, switches[index].1).section]) }
  windows.advance(60)
  windows.lowHarness.wheel(notches, at: Point(x: 200, y: 150))
  #expect(windows.differencesOnTheWay() == nil)
  windows.settle()
  #expect(windows.lowHarness.semantics.allSatisfy { $0.bounds == $0.target })
}

@MainActor @Test(arguments: switches.indices, [-200.0, 96, 280])
func `scrolling during a layout change shows items where a taller window has them`(
  _ index: Int, _ distance: Double
) {
  let windows = TwoWindows(tallHeight: 2_400)
  let layouts = [switches[index].0, switches[index].1]
  windows.apply { List(sections: [Part("row", 1_200, layouts[0]).section]) }
  // The tall window begins further up, around the viewport of the low one. The item selected below is the anchor in
  // both.
  for (list, offset) in [(windows.low, 15_000.0), (windows.tall, 13_950)] {
    list.scroll(to: .offset(offset), animated: false)
  }
  windows.settle()
  let held = windows.lowHarness.semantics.first { $0.role == .cell && $0.bounds.minY >= 0 }
  let item = held.flatMap { Int($0.text.dropFirst(4)) } ?? 0
  for list in [windows.low, windows.tall] { list.select(ElementPath(section: 0, item: item)) }
  windows.settle()
  windows.apply { List(sections: [Part("row", 1_200, layouts[1]).section]) }
  windows.advance(60)
  windows.low.scroll(to: .offset(windows.low.contentOffset.y + distance), animated: false)
  #expect(windows.differencesOnTheWay() == nil)
}

/// Returns a layout of tiles with a badge each, `columns` in a row.
private func badged(_ columns: Int, height: Double) -> SectionLayout {
  let badge = LayoutSupplementary(
    kind: "badge", size: LayoutSize(width: .absolute(20), height: .absolute(12)),
    containerAnchor: LayoutAnchor([.top, .trailing]))
  let item = LayoutItem(size: .full, supplementaries: [badge])
  let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(height))
  return SectionLayout(group: .horizontal(row, equally: item, count: columns), interGroupSpacing: 6)
    .headerSize(LayoutSize(width: .fractionalWidth(1), height: .absolute(30)))
    .footerSize(LayoutSize(width: .fractionalWidth(1), height: .absolute(20))).background("back")
}

/// Returns sections with every kind of supplementary, which all move with their host items or sections.
@MainActor
private func dressed(_ layout: SectionLayout) -> List {
  List(
    sections: (0..<6).map { number in
      Section(id: number, data: Array(0..<9), id: \.self) { item in
        Plate(text: "\(number) row \(item)").withSupplementary("badge", Plate(text: "badge \(number) \(item)"))
      }
      .withSectionLayout(layout).withHeader(Plate(text: "head \(number)", height: 30))
      .withFooter(Plate(text: "foot \(number)", height: 20))
      .withSupplementary("back", Patch(color: UInt32(0x100000 + number)))
    })
}

@MainActor @Test(arguments: [(1, 40.0, 3, 90.0), (3, 90, 1, 40), (2, 45, 3, 30)], [-1.0, -3])
func `headers, footers, badges and backgrounds enter with their cells`(
  _ sizes: (Int, Double, Int, Double), _ notches: Double
) {
  let windows = TwoWindows(tallHeight: 2_400)
  windows.apply { dressed(badged(sizes.0, height: sizes.1)) }
  windows.settle()
  windows.apply { dressed(badged(sizes.2, height: sizes.3)) }
  windows.advance(60)
  windows.lowHarness.wheel(notches, at: Point(x: 200, y: 150))
  #expect(windows.differencesOnTheWay() == nil)
}

@MainActor @Test(arguments: [(0, true), (0, false), (1, true), (1, false)], [-2.0, -4])
func `items that enter while an update moves others are where a taller window has them`(
  _ change: (kind: Int, grows: Bool), _ notches: Double
) {
  let (kind, grows) = change
  let small = Part("a", kind == 0 ? 2 : 10, .list(rowHeight: kind == 0 ? 40 : 10))
  let large = Part("a", kind == 0 ? 8 : 10, rows)
  let windows = TwoWindows()
  windows.apply { List(sections: [(grows ? small : large).section, Part("z", 100, rows).section]) }
  windows.settle()
  windows.apply { List(sections: [(grows ? large : small).section, Part("z", 100, rows).section]) }
  windows.advance(50)
  windows.lowHarness.wheel(notches, at: Point(x: 50, y: 200))
  #expect(windows.differencesOnTheWay() == nil)
}

@MainActor @Test(arguments: [0, 3]) func `rows measured when they enter do not count as moved`(
  _ first: Int
) {
  let windows = TwoWindows()
  func list(_ rows: Range<Int>) -> List {
    List(sections: [
      Section(id: 0, data: Array(rows), id: \.self) { Plate(text: "row \($0)", height: 30 + Double($0 * 37 % 50)) }
        .withSectionLayout(.list(estimatedRowHeight: 20))
    ])
  }
  windows.apply { list(2..<300) }
  windows.settle()
  windows.apply { list(first..<300) }
  windows.advance(50)
  windows.lowHarness.wheel(-3, at: Point(x: 50, y: 200))
  #expect(windows.differencesOnTheWay() == nil)
}

@MainActor @Test func `two updates in quick succession both move items that enter later`() {
  let windows = TwoWindows()
  for (layout, wait) in [(rows, 1_000), (tiles, 70), (.list(rowHeight: 60), 50)] {
    windows.apply { List(sections: [Part("row", 200, layout).section]) }
    windows.advance(wait)
  }
  windows.lowHarness.wheel(-2, at: Point(x: 50, y: 200))
  #expect(windows.differencesOnTheWay() == nil)
}

/// Returns a difference between both windows while cell sizes change at random; `nil` if there is none. Each update and
/// scroll comes before the windows are at rest.
@MainActor
private func differenceInRandomChanges(seed: UInt64) -> String? {
  var generator = SeededGenerator(seed: seed)
  func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  func layout() -> SectionLayout {
    let columns = random(1...3)
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(Double(columns * random(2...3) * 10)))
    return SectionLayout(group: .horizontal(row, equally: LayoutItem(size: .full), count: columns))
      .headerSize(LayoutSize(width: .fractionalWidth(1), height: .absolute(30)))
  }
  let names = ["a", "b", "c"]
  var counts = names.map { _ in random(2...6) }
  // Sections only grow. An item that was deleted and returned could be exiting in one window and new in the other.
  func list() -> List {
    counts = counts.map { $0 + random(0...2) }
    let parts = names.indices.map { index in
      Part(names[index], counts[index], layout(), header: index == 1 ? "head" : nil)
    }
    return List(sections: (parts + [Part("z", 150, layout())]).map(\.section))
  }
  let windows = TwoWindows(tallHeight: 3_000)
  windows.apply(list)
  windows.settle()
  let updates = random(1...2)
  // Items that are not compared, such as those that left the low window: the next update ends their motion there.
  var known: Set<String> = []
  for number in 1...updates {
    let before = windows.names
    windows.apply(list)
    // An item that enters with the update itself is not compared: it starts at the edge, where it would leave a gap.
    known.formUnion(windows.namesOfFarGoers.union(windows.names.subtracting(before)))
    for _ in 0..<random(1...8) {
      if number < updates { known.formUnion(windows.names) }
      windows.advance(17)
    }
    // If no visible item moves, entering items do not move either, and there is nothing to compare.
    if windows.low.report.animating == 0 { return nil }
  }
  for _ in 0..<random(1...3) {
    windows.lowHarness.wheel(Double(random(-30...10)) / 10, at: Point(x: 50, y: 200))
    for _ in 0..<random(1...6) {
      windows.advance(17)
      if let found = windows.differences(but: known).first { return found }
    }
  }
  return windows.differencesOnTheWay(but: known)
}

@MainActor @Test(arguments: seeds(rounds))
func `in random changes every item moves as if it had always been visible`(_ seed: Int) {
  #expect(differenceInRandomChanges(seed: UInt64(seed)) == nil)
}

@MainActor
@Test func `an item inserted by one update and moved to a later section fades in when it enters`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
  func rows(_ name: String, _ numbers: some Sequence<Int>) -> Section {
    Section(id: name, data: Array(numbers), id: \.self) { Plate(text: "\(name) \($0)", height: 40) }
  }
  list.apply(List(sections: [rows("a", 0..<30)]))
  harness.settle()
  list.apply(List(sections: [rows("a", [0] + Array(2..<15) + [100] + Array(15..<30))]))
  harness.advance(by: .milliseconds(50))
  list.apply(List(sections: [rows("b", 0..<1), rows("c", 0..<1), rows("a", [0, 13, 14, 100] + Array(15..<30))]))
  harness.advance(by: .milliseconds(50))
  #expect(harness.semantics.contains { $0.text == "a 100" })
  harness.settle()
  #expect(harness.semantics.first { $0.text == "a 100" }?.bounds.minY == 200)
}

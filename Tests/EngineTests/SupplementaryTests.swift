import Scrollwork
import ScrollworkTesting
import Testing

/// A badge with a number.
private struct Badge: Component, Equatable {
  var text: String

  func renderContent() -> BadgeView { BadgeView() }
  func render(in content: BadgeView) { content.text = text }
}

private final class BadgeView: View {
  var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }
  override var semanticsText: String { text }
  override func draw(in canvas: Canvas, environment: Environment) { canvas.fill(bounds, Color(hex: 0x102030)) }
}

private struct Backdrop: Component, Equatable {
  func renderContent() -> BackdropView { BackdropView() }
  func render(in content: BackdropView) {}
}

private final class BackdropView: View {
  override func draw(in canvas: Canvas, environment: Environment) { canvas.fill(bounds, Color(hex: 0xABCDEF)) }
}

/// Tiles of 100 x 60 with a badge of 20 x 10 over the top trailing corner.
private let badged = SectionLayout(
  group: .horizontal(
    LayoutSize(width: .fractionalWidth(1), height: .absolute(60)),
    subitems: [
      LayoutItem(
        size: LayoutSize(width: .absolute(100), height: .absolute(60)),
        supplementaries: [
          LayoutSupplementary(
            kind: "badge", size: LayoutSize(width: .absolute(20), height: .absolute(10)),
            containerAnchor: LayoutAnchor([.top, .trailing]))
        ])
    ]))

@MainActor
private struct BadgeStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness

  init(_ ids: [Int]) {
    harness = ViewHarness(content: list)
    apply(ids)
  }

  func apply(_ ids: [Int], strategy: UpdateStrategy = .animatedBatchUpdates) {
    list.apply(
      List(sections: [
        Section(id: "tiles", data: ids, id: \.self) { id in
          Plate(text: "tile \(id)", height: 60)
            .withSupplementary("badge", id % 2 == 0 ? Badge(text: "n\(id)") : nil)
        }
        .withSectionLayout(badged)
      ]), updateStrategy: strategy)
    harness.showIfNeeded()
  }

  func alpha(_ text: String) -> Double? { harness.semantics.first { $0.text == text }?.alpha }
}

@MainActor @Test func `badges show the component of their cell in its corner`() {
  let stage = BadgeStage(Array(0..<6))
  #expect(stage.frame("n0") == Rect(x: 80, y: 0, width: 20, height: 10))
  #expect(stage.frame("n2") == Rect(x: 280, y: 0, width: 20, height: 10))
  #expect(stage.frame("n4") == Rect(x: 80, y: 60, width: 20, height: 10))
  #expect(stage.frame("n1") == nil)
}

@MainActor @Test func `a badge moves together with its cell`() throws {
  let stage = BadgeStage(Array(0..<8))
  stage.apply([7, 6] + Array(0..<6))
  var moved = false
  for _ in 0..<30 {
    stage.harness.advance(by: .milliseconds(16))
    for id in [0, 2, 4, 6] {
      let (badge, cell) = (try #require(stage.frame("n\(id)")), try #require(stage.frame("tile \(id)")))
      #expect(abs(badge.minX - cell.minX - 80) < 0.01 && abs(badge.minY - cell.minY) < 0.01)
      if cell.minX != cell.minX.rounded() { moved = true }
    }
  }
  #expect(moved)
}

@MainActor @Test func `a badge is inserted and deleted with its cell`() throws {
  let stage = BadgeStage([0, 1, 2])
  stage.apply([0, 1, 2, 4])
  stage.harness.advance(by: .milliseconds(120))
  let alpha = try #require(stage.alpha("tile 4"))
  #expect(alpha > 0 && alpha < 1)
  #expect(stage.alpha("n4") == alpha)
  stage.harness.settle()
  let contents = stage.list.report.contents
  stage.apply([0, 1, 2])
  #expect(stage.list.report.contents == contents)
  stage.harness.advance(by: .milliseconds(16))
  let groups = stage.harness.frame.groups.filter { $0.alpha < 1 }
  #expect(groups.count == 2)
  #expect(Set(groups.map(\.alpha)).count == 1)
  stage.harness.settle()
  #expect(stage.list.report.contents == contents - 2)
}

@MainActor @Test func `pressing a badge presses its cell`() {
  let stage = BadgeStage(Array(0..<6))
  stage.harness.click(at: Point(x: 290, y: 4))
  #expect(stage.list.focusedItem?.item == 2)
}

@MainActor @Test func `a badge that its cell no longer declares disappears, and another replaces it`() {
  let stage = BadgeStage([0, 2])
  let list = stage.list
  list.apply(
    List(sections: [
      Section(id: "tiles", data: [0, 2], id: \.self) { id in
        Plate(text: "tile \(id)", height: 60).withSupplementary("badge", id == 2 ? Badge(text: "new") : nil)
      }
      .withSectionLayout(badged)
    ]))
  stage.harness.settle()
  #expect(stage.frame("n0") == nil)
  #expect(stage.frame("n2") == nil)
  #expect(stage.frame("new") == Rect(x: 180, y: 0, width: 20, height: 10))
}

/// Returns the frames of the draw groups, lowest first.
@MainActor
private func drawn(_ harness: ViewHarness) -> [Rect] { harness.frame.groups.map(\.frame) }

@MainActor @Test func `a background is behind its section, header and footer, also in motion`() throws {
  let list = CollectionView()
  let harness = ViewHarness(content: list)
  func show(_ counts: [Int]) {
    list.apply(
      List(
        sections: counts.enumerated().map { index, count in
          Section(id: index, data: Array(0..<count), id: \.self) { Plate(text: "\(index).\($0)") }
            .withSectionLayout(.list(rowHeight: 40).background("backdrop", insets: Insets(5)))
            .withHeader(Plate(text: "head \(index)", height: 30))
        }
      ).withSupplementary("backdrop", Backdrop()))
    harness.showIfNeeded()
  }
  show([2, 1])
  let first = try #require(drawn(harness).first)
  #expect(first == Rect(x: 5, y: 5, width: 390, height: 100))
  show([3, 1])
  harness.advance(by: .milliseconds(48))
  let growing = try #require(drawn(harness).first)
  #expect(growing.height > 100 && growing.height < 140)
  harness.settle()
  #expect(drawn(harness).first == Rect(x: 5, y: 5, width: 390, height: 140))
  #expect(drawn(harness)[1] == Rect(x: 5, y: 155, width: 390, height: 60))
}

@MainActor @Test func `boundary supplementaries take all nine alignments, also in a section without cells`() {
  let alignments: [(LayoutKind, LayoutAlignment)] = [
    ("tl", .topLeading), ("t", .top), ("tt", .topTrailing), ("l", .leading), ("c", .none), ("r", .trailing),
    ("bl", .bottomLeading), ("b", .bottom), ("bt", .bottomTrailing),
  ]
  var layout = SectionLayout.list(rowHeight: 40)
  for (kind, alignment) in alignments {
    layout = layout.boundaryItem(LayoutBoundaryItem(kind: kind, size: .square(20), alignment: alignment))
  }
  let list = CollectionView()
  let harness = ViewHarness(content: list)
  var section = Section(id: 0, data: Array(0..<3), id: \.self) { Plate(text: "row \($0)") }.withSectionLayout(layout)
  for (kind, _) in alignments { section = section.withSupplementary(kind, Badge(text: kind.name)) }
  let empty = Section(id: 1, data: [Int](), id: \.self) { Plate(text: "none \($0)") }
    .withHeader(Plate(text: "head", height: 30)).withFooter(Plate(text: "foot", height: 20))
  list.apply(List(sections: [section, empty]))
  harness.showIfNeeded()
  func origin(_ text: String) -> Point? { harness.semantics.first { $0.text == text }?.bounds.origin }
  #expect(origin("tl") == .zero && origin("t") == Point(x: 190, y: 0) && origin("tt") == Point(x: 380, y: 0))
  #expect(origin("row 0") == Point(x: 0, y: 20))
  #expect(origin("l") == Point(x: 0, y: 70) && origin("c") == Point(x: 190, y: 70))
  #expect(origin("r") == Point(x: 380, y: 70))
  #expect(origin("bl") == Point(x: 0, y: 140) && origin("b") == Point(x: 190, y: 140))
  #expect(origin("bt") == Point(x: 380, y: 140))
  #expect(origin("head") == Point(x: 0, y: 160) && origin("foot") == Point(x: 0, y: 190))
}

@MainActor @Test func `a list with separators draws a line below each row`() {
  let stage = MixedStage([Part("row", 3, .list(rowHeight: .absolute(40), separator: LayoutSeparator(leadingInset: 20)))]
  )
  let lines = stage.harness.frame.groups.map(\.frame).filter { $0.height == 1 }
  #expect(lines == (1...3).map { Rect(x: 20, y: Double($0) * 40 - 1, width: 380, height: 1) })
}

@MainActor @Test func `an element with a higher z-index is drawn later and gets the press`() {
  let cell = LayoutSize(width: .fractionalWidth(1), height: .absolute(60))
  let pile = LayoutGroup.custom(
    cell,
    LayoutCustomArrangement(key: "pile") { size in
      [.init(Rect(x: 0, y: 0, width: 100, height: 60), zIndex: 2), .init(Rect(x: 50, y: 0, width: 100, height: 60))]
    })
  let stage = MixedStage([Part("card", 2, SectionLayout(group: pile))])
  #expect(stage.harness.frame.groups.map(\.frame.minX) == [50, 0])
  stage.harness.click(at: Point(x: 70, y: 30))
  #expect(stage.list.focusedItem?.item == 0)
}

@MainActor @Test func `an element with a higher z-index gives the tool tip where it covers another`() {
  let cell = LayoutSize(width: .fractionalWidth(1), height: .absolute(60))
  let pile = LayoutGroup.custom(
    cell,
    LayoutCustomArrangement(key: "pile") { _ in
      [.init(Rect(x: 0, y: 0, width: 100, height: 60), zIndex: 2), .init(Rect(x: 50, y: 0, width: 100, height: 60))]
    })
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
  list.apply(
    List(sections: [
      Section(id: 0, data: 0..<2, id: \.self) { Card(text: "number \($0), with a title that is too long for its card") }
        .withSectionLayout(SectionLayout(group: pile))
    ]))
  harness.settle()
  let tip = list.cellToolTip(at: Point(x: 70, y: 10), environment: harness.host.environment)
  #expect(tip?.text.hasPrefix("number 0") == true)
}

/// A card whose content view is animated and drawn in a draw group of its own.
private struct Busy: Component {
  final class Content: View {
    override var isComposited: Bool { true }
    override func draw(in canvas: Canvas, environment: Environment) { canvas.fill(bounds, Color(hex: 0x445566)) }
  }

  func renderContent() -> Content { Content() }
  func render(in content: Content) {}
}

@MainActor @Test func `an override of the opacity holds for contents that draw in groups of their own`() {
  let layout = SectionLayout.list(rowHeight: 40).visibleItemsHandler(key: "faint") { items, _, _ in
    for index in items.indices { items[index].alpha = 0.25 }
  }
  let list = CollectionView()
  let harness = ViewHarness(content: list)
  list.apply(List(sections: [Section(id: 0, data: [0], id: \.self) { _ in Busy() }.withSectionLayout(layout)]))
  harness.settle()
  let groups = harness.frame.groups.filter { group in
    group.canvas.commands.contains { if case .fill(_, Color(hex: 0x445566)) = $0 { true } else { false } }
  }
  #expect(groups.map(\.alpha) == [0.25])
}

@MainActor @Test func `a handler of visible items overrides their attributes in each frame`() throws {
  let layout = Part.cards(.continuous).visibleItemsHandler(key: "carousel") { items, offset, environment in
    for index in items.indices {
      let away = abs(items[index].frame.midX - environment.container.width / 2)
      items[index].scale = away < 100 ? 1 : 0.5
      items[index].alpha = offset.x > 0 ? 0.5 : 1
      items[index].zIndex = away < 100 ? 1 : 0
      items[index].isHidden = items[index].item == 0
      items[index].center.y += 7
    }
  }
  let stage = MixedStage([Part("cards", 12, layout)])
  let groups = stage.harness.frame.groups
  #expect(groups.map(\.frame.minX) == [320, 160])
  #expect(groups.map(\.scale) == [0.5, 1])
  #expect(groups.allSatisfy { $0.frame.minY == 7 && $0.alpha == 1 })
  #expect(stage.wheel(x: -1, at: Point(x: 100, y: 20)))
  stage.harness.settle()
  #expect(stage.harness.frame.groups.allSatisfy { $0.alpha == 0.5 })
  stage.harness.resize(to: Size(width: 700, height: 300))
  stage.harness.settle()
  let resized = stage.harness.frame.groups
  #expect(resized.contains { $0.scale == 1 } && resized.contains { $0.scale == 0.5 })
  #expect(resized.allSatisfy { ($0.scale == 1) == (abs($0.frame.midX - 350) < 100) })
  stage.apply([Part("cards", 12, Part.cards(.continuous))])
  stage.harness.settle()
  #expect(stage.harness.frame.groups.allSatisfy { $0.alpha == 1 && $0.scale == 1 && $0.frame.minY == 0 })
}

import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private let estimates = LayoutItemSizes.estimated(.zero)

private func solver(_ outer: some CollectionLayout, _ parts: [NestedLayout.Child]) -> LayoutSolver {
  var solver = LayoutSolver()
  solver.reload(
    [
      .init(
        layout: SectionLayout(outer, sizes: estimates).placing(parts), itemCount: parts.reduce(0) { $0 + $1.count })
    ], environment: LayoutEnvironment(container: Size(width: 320, height: 100)))
  return solver
}

private let title = NestedLayout.Child(ChildSection(.list(rowHeight: 30)), count: 1)
private let rows = NestedLayout.Child(ChildSection(.list(rowHeight: 20)), count: 10)
/// A layout in which every other subsection is pinned to the top until the next such one pushes it out.
private let sticky: some CollectionLayout = FlowLayout().sticky(key: 0) { $0 % 2 == 0 }

@Test func `a subsection is pinned if the outer layout makes it sticky`() throws {
  var solver = solver(sticky, [title, rows, title, rows])
  for y in [100.0, 215] {
    let seen = rect(0, y, 320, 100)
    _ = solver.prepare(in: seen)
    let kept = solver.elements(in: seen).filter(\.isPinned)
    #expect(kept.map(\.key.item) == [0])
    // The next pinned subsection begins at 230.
    let place = rect(0, min(y, 200), 320, 30)
    #expect(kept.map(\.frame) == [place] && kept.map(\.natural) == [rect(0, 0, 320, 30)])
    #expect(solver.frame(for: .item(ElementPath(section: 0, item: 0)), pinnedIn: seen) == place)
    let drawn = solver.elements(in: seen).sorted { $0.isDrawnBefore($1) }
    #expect(drawn.last?.key.item == 0)
  }
  #expect(solver.pinnedExtents(inSection: 0, item: 4).start == 30)
  #expect(solver.pinnedExtents(inSection: 0, item: 0).start == 0)
}

@Test func `a pinned subsection keeps its badges and background, and other headers are pinned below it`() {
  let badge = LayoutSupplementary(kind: "badge", size: .square(10), containerAnchor: LayoutAnchor([.top, .trailing]))
  let row = size(.fractionalWidth(1), .absolute(30))
  let group = LayoutGroup.vertical(row, repeating: LayoutItem(size: row, supplementaries: [badge]), count: 1)
  let dressed = NestedLayout.Child(ChildSection(SectionLayout(group: group).background("back")), count: 1)
  let headed = SectionLayout.list(rowHeight: 20).headerPinToVisibleBounds()
    .headerSize(size(.fractionalWidth(1), .absolute(15)))
  var solver = solver(sticky, [dressed, .init(ChildSection(headed, hasHeader: true), count: 11), title])
  let seen = rect(0, 100, 320, 100)
  _ = solver.prepare(in: seen)
  let kept = solver.elements(in: seen).filter(\.isPinned)
  func frame(_ kind: LayoutElement.Key.Kind, _ item: Int) -> Rect? {
    kept.first { $0.key == .init(kind: kind, section: 0, item: item) }?.frame
  }
  #expect(frame(.item, 0) == rect(0, 100, 320, 30))
  #expect(frame(.badge, 0) == rect(310, 100, 10, 10))
  #expect(frame(.decoration, 1) == rect(0, 100, 320, 30))
  #expect(frame(.item, 1) == rect(0, 130, 320, 15))
  for element in kept { #expect(solver.frame(for: element.key, pinnedIn: seen) == element.frame) }
}

@Test func `an outer layout selects subsections by identifier`() {
  let narrow = NestedLayout.Child(
    ChildSection(SectionLayout(FlowLayout(), sizes: .uniform(size(.absolute(40), .absolute(20))))), count: 2,
    identifier: "side")
  let part = NestedLayout.Child(ChildSection(.list(rowHeight: 20)), count: 2, identifier: "main")
  let sizes = LayoutItemSizes.provided(key: 0) { part, _ in Size(width: part == 0 ? 90 : 10, height: 40) }
  var solver = LayoutSolver()
  let layout = SectionLayout(RowLayout(fillIdentifiers: ["main"], spacing: 10), sizes: sizes)
  solver.reload(
    [.init(layout: layout.placing([narrow, part]), itemCount: 4)],
    environment: LayoutEnvironment(container: Size(width: 320, height: 100)))
  #expect(solver.frame(2) == rect(100, 0, 220, 20) && solver.frame(3) == rect(100, 20, 220, 20))
}

@Test func `a larger query rect of an outer or inner layout binds items early`() {
  let wide = Insets(top: -60, bottom: -60)
  let early = NestedLayout.Child(
    ChildSection(
      SectionLayout(FlowLayout().insetVisibleFrame(by: wide), sizes: .uniform(size(.fractionalWidth(1), .absolute(20))))
    ),
    count: 20)
  for var solver in [
    solver(FlowLayout().insetVisibleFrame(by: wide), [rows, rows]), solver(FlowLayout(), [early]),
  ] {
    let seen = rect(0, 100, 320, 100)
    _ = solver.prepare(in: seen)
    let found = Set(solver.elements(in: seen).map(\.key.item))
    // Items that only touch the rectangle may be bound too.
    #expect(found.isSuperset(of: 2..<13) && found.isSubset(of: 1..<14))
  }
}

import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// Rows of height 40, each with a badge at the top trailing corner that is as wide as its content.
private let badged: SectionLayout = {
  let badge = LayoutSupplementary(
    kind: "badge", size: size(.estimated(20), .absolute(10)), containerAnchor: LayoutAnchor([.top, .trailing]))
  let row = size(.fractionalWidth(1), .absolute(40))
  return SectionLayout(
    group: .vertical(row, repeating: LayoutItem(size: row, supplementaries: [badge]), count: 1))
}()

private func badge(_ item: Int) -> LayoutElement.Key { .init(kind: .badge, section: 0, item: item) }

@Test func `a badge has the width of its content, and measuring it moves no other element`() {
  var solver = LayoutSolver.one(badged, count: 5)
  let size = solver.contentSize
  #expect(solver.isEstimated(badge(1)))
  #expect(solver.proposedSize(for: badge(1)) == ProposedSize(width: nil, height: 10))
  let isMoved1 = solver.setMeasured(Size(width: 50, height: 99), for: badge(1))
  #expect(isMoved1)
  let isMoved2 = solver.setMeasured(Size(width: 50, height: 7), for: badge(1))
  #expect(!isMoved2)
  #expect(solver.frame(for: badge(1)) == rect(270, 40, 50, 10))
  #expect(solver.frame(for: badge(2)) == rect(300, 80, 20, 10))
  #expect(!solver.isEstimated(badge(1)) && solver.isEstimated(badge(2)))
  #expect(solver.contentSize == size)
  let isMoved3 = solver.forgetMeasured(badge(1))
  #expect(isMoved3)
  #expect(solver.frame(for: badge(1)) == rect(300, 40, 20, 10))
}

@Test func `a badge larger than its estimate is found by queries of its overflow`() {
  let below = LayoutSupplementary(
    kind: "badge", size: .init(width: .estimated(20), height: .estimated(10)), containerAnchor: LayoutAnchor([.bottom]),
    itemAnchor: LayoutAnchor([.top]))
  let row = size(.fractionalWidth(1), .absolute(40))
  let layout = SectionLayout(
    group: .vertical(row, repeating: LayoutItem(size: row, supplementaries: [below]), count: 1))
  var solver = LayoutSolver.one(layout, count: 50)
  let isMoved4 = solver.setMeasured(Size(width: 50, height: 500), for: badge(1))
  #expect(isMoved4)
  #expect(solver.elements(in: rect(0, 570, 320, 5)).map(\.key).contains(badge(1)))
  #expect(!solver.elements(in: rect(0, 585, 320, 5)).map(\.key).contains(badge(1)))
}

@Test func `a badge keeps its size when its cell moves, and loses it in another width`() {
  var solver = LayoutSolver.one(badged, count: 5)
  _ = solver.setMeasured(Size(width: 50, height: 10), for: badge(1))
  let mapping = PositionMapping(oldCount: 5, newCount: 6, commonPrefix: 0, commonSuffix: 5, oldOfNew: [-1])
  solver.update(
    [.init(layout: badged, itemCount: 6)],
    mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
  #expect(solver.frame(for: badge(2)) == rect(270, 80, 50, 10))
  #expect(solver.isEstimated(badge(1)))
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 320, height: 99)))
  #expect(!solver.isEstimated(badge(2)))
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 300, height: 99)))
  #expect(solver.isEstimated(badge(2)))
}

/// A section with two subsections. Each has a boundary supplementary of estimated height above two rows with badges.
private let page: LayoutSolver.SectionInput = {
  let bar = LayoutBoundaryItem(kind: "bar", size: size(.fractionalWidth(1), .estimated(15)), alignment: .top)
  let part = NestedLayout.Child(ChildSection(badged.boundaryItem(bar)), count: 2)
  return .init(layout: SectionLayout.vertical().placing([part, part]), itemCount: 4)
}()

@Test func `boundary items of a subsection have the height, and badges the width, of their content`() throws {
  var solver = LayoutSolver.many([page], LayoutEnvironment(container: Size(width: 320, height: 480)))
  let bar = try #require(solver.key(.boundary, of: "bar", section: 0, item: 2))
  #expect(solver.kind(of: bar) == "bar")
  #expect(solver.proposedSize(for: bar) == ProposedSize(width: 320, height: nil))
  #expect(solver.isEstimated(bar) && solver.frame(for: bar) == rect(0, 95, 320, 15))
  let isMoved5 = solver.setMeasured(Size(width: 320, height: 33), for: bar)
  #expect(isMoved5)
  #expect(!solver.isEstimated(bar) && solver.frame(for: bar) == rect(0, 95, 320, 33))
  #expect(solver.contentSize.height == 15 + 33 + 160 && solver.frame(2) == rect(0, 128, 320, 40))
  let isMoved6 = solver.setMeasured(Size(width: 60, height: 1), for: badge(3))
  #expect(isMoved6)
  #expect(solver.frame(for: badge(3)) == rect(260, 168, 60, 10))
  let mapping = PositionMapping(oldCount: 4, newCount: 5, commonPrefix: 0, commonSuffix: 4, oldOfNew: [-1])
  var next = page
  if case .layout(let nested, _) = next.layout.content, var layout = nested.base as? NestedLayout {
    layout.subsections[0].count = 3
    next = .init(
      layout: SectionLayout.vertical().placing(layout.subsections), itemCount: 5)
  }
  solver.update([next], mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
  #expect(solver.frame(for: bar) == rect(0, 135, 320, 33))
  #expect(solver.frame(for: badge(4)) == rect(260, 208, 60, 10))
}

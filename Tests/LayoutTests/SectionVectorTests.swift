import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// Returns three rows of height 44 with a spacing of 5, and a header and a footer of height 44.
private func section(pinned: Bool = false) -> LayoutSolver.SectionInput {
  let boundary = size(.fractionalWidth(1), .absolute(44))
  let layout = SectionLayout.list(rowHeight: 44).insets(Insets(leading: 10, trailing: 10)).interGroupSpacing(5)
    .headerSize(boundary).footerSize(boundary).headerPinToVisibleBounds(pinned)
  return .init(layout: layout, itemCount: 3, hasHeader: true, hasFooter: true)
}

private let environment = LayoutEnvironment(container: Size(width: 320, height: 480))

@Test func `the header is before the rows and the footer after them`() {
  let solver = LayoutSolver.many([section()], environment)
  #expect(solver.frame(for: .header(0)) == rect(10, 0, 300, 44))
  #expect(solver.frames(3).map(\.minY) == [44, 93, 142])
  #expect(solver.frame(for: .footer(0)) == rect(10, 186, 300, 44))
  #expect(solver.contentSize.height == 230)
  #expect(solver.sectionFrame(0) == rect(0, 0, 320, 230))
}

@Test func `top and bottom insets are between header, rows and footer`() {
  var input = section()
  input.layout = input.layout.insets(Insets(top: 7, bottom: 9))
  let solver = LayoutSolver.many([input], environment)
  #expect(solver.frame(for: .header(0))?.minY == 0)
  #expect(solver.frame(0).minY == 51)
  #expect(solver.frame(for: .footer(0))?.minY == 202)
  #expect(solver.contentSize.height == 246)
}

@Test func `spacing between sections is not added after the last`() {
  let solver = LayoutSolver.many([section(), section()], environment, spacing: 20)
  #expect(solver.frame(for: .header(1))?.minY == 250)
  #expect(solver.frame(of: ElementPath(section: 1, item: 0)).minY == 294)
  #expect(solver.frame(for: .footer(1))?.minY == 436)
  #expect(solver.contentSize.height == 480)
}

@Test(arguments: [(-30.0, 0.0), (0, 0), (100, 100), (142, 142), (160, 142), (230, 142)])
func `a pinned header stays at the top until its footer pushes it off`(offset: Double, y: Double) {
  let solver = LayoutSolver.many([section(pinned: true), section(pinned: true)], environment, spacing: 20)
  let viewport = rect(0, offset, 320, 480)
  #expect(solver.frame(for: .header(0), pinnedIn: viewport)?.minY == y)
}

@Test(arguments: [(240.0, 250.0), (300, 300), (400, 392)])
func `the second pinned header follows the first`(offset: Double, y: Double) {
  let solver = LayoutSolver.many([section(pinned: true), section(pinned: true)], environment, spacing: 20)
  let viewport = rect(0, offset, 320, 480)
  #expect(solver.frame(for: .header(1), pinnedIn: viewport)?.minY == y)
}

@Test func `a pinned footer stays at the bottom until its header pushes it off`() {
  var input = section()
  input.layout = input.layout.footerPinToVisibleBounds()
  let solver = LayoutSolver.many([section(), input], environment)
  func y(_ top: Double) -> Double? { solver.frame(for: .footer(1), pinnedIn: rect(0, top, 320, 200))?.minY }
  // Without pinning, the footer is at 416; the header covers 230 to 274.
  #expect(y(0) == 274)
  #expect(y(150) == 306)
  #expect(y(260) == 416)
  #expect(y(400) == 416)
}

@Test func `a pinned header is found although its own frame is far above`() throws {
  let layout = SectionLayout.list(rowHeight: 20).headerPinToVisibleBounds()
  let input = LayoutSolver.SectionInput(layout: layout, itemCount: 1_000_000, hasHeader: true)
  let solver = LayoutSolver.many([input, input], environment)
  let visible = rect(0, 10_000_000, 320, 480)
  let elements = solver.elements(in: visible.insetBy(-200), viewport: visible)
  let header = try #require(elements.first)
  #expect(header.key == .header(0))
  #expect(header.frame == rect(0, 10_000_000, 320, 36))
  #expect(header.isPinned && header.zIndex == 1)
  #expect(elements.dropFirst().allSatisfy { $0.key.kind == .item && !$0.isPinned })
}

@Test func `a section without cells keeps header, insets and footer`() {
  let layout = SectionLayout.vertical().insets(Insets(10))
  let solver = LayoutSolver.one(layout, count: 0, header: true, footer: true)
  #expect(solver.frame(for: .header(0)) == rect(10, 0, 300, 36))
  #expect(solver.frame(for: .footer(0)) == rect(10, 56, 300, 36))
  #expect(solver.contentSize.height == 92)
  #expect(solver.elements(in: rect(0, 0, 320, 480)).map(\.key) == [.header(0), .footer(0)])
}

@Test func `a row is as tall as its tallest cell`() {
  var solver = LayoutSolver.one(.verticalGrid(numberOfItemsInRow: 2, lineSpacing: 3), count: 5)
  let hasMoved = [solver.measure(0, height: 40), solver.measure(1, height: 70)]
  #expect(hasMoved == [true, true])
  #expect(solver.frames(3) == [rect(0, 0, 160, 40), rect(160, 0, 160, 70), rect(0, 73, 160, 44)])
  _ = solver.measure(1, height: 30)
  #expect(solver.frame(2).minY == 43)
  solver.checkInvariants()
}

@Test func `the last of a million rows has its exact frame and a query finds the right rows`() {
  let solver = LayoutSolver.one(.list(rowHeight: 44), count: 1_000_000)
  #expect(solver.frame(999_999) == rect(0, 43_999_956, 320, 44))
  #expect(solver.contentSize.height == 44_000_000)
  let elements = solver.elements(in: rect(0, 20_000_010, 320, 480))
  #expect(elements.map(\.key.item) == Array(454_545...454_556))
}

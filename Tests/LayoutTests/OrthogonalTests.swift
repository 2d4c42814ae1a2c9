import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// Returns cards of size 306 by 250 in a container of width 400. The spacing is 20, and so are the insets.
private func cards(_ behavior: OrthogonalScrolling, count: Int = 4) -> LayoutSolver {
  let group = LayoutGroup.horizontal(size(.fractionalWidth(0.85), .absolute(250)), subitems: [fill])
  let layout = SectionLayout(
    group: group, contentInsets: Insets(leading: 20, trailing: 20), interGroupSpacing: 20
  ).orthogonalScrolling(behavior)
  return .one(layout, count: count, width: 400, height: 800, header: true)
}

@Test func `groups of a scroll container follow each other on the cross axis`() throws {
  let solver = cards(.continuous)
  #expect(solver.frames(4).map(\.minX) == [20, 346, 672, 998])
  #expect(solver.frames(4).allSatisfy { $0.width == 306 && $0.minY == 36 && $0.height == 250 })
  let info = try #require(solver.crossScroll(0))
  #expect(info.contentWidth == 1_324 && info.viewport == 400 && info.maximum == 924)
  #expect(solver.contentSize == Size(width: 400, height: 286))
  #expect(solver.elements(in: rect(0, 0, 400, 800)).map(\.key.item) == [0, 0, 1])
}

private let places: [(OrthogonalScrolling, [Double])] = [
  (.continuousGroupLeadingBoundary, [0, 326, 652, 924]), (.paging, [0, 400, 800, 924]),
  (.groupPaging, [0, 326, 652, 924]), (.groupPagingCentered, [-27, 299, 625, 951]),
]

@Test(arguments: places)
func `each behaviour has its own snap points`(behavior: OrthogonalScrolling, rests: [Double]) {
  let solver = cards(behavior)
  for rest in rests {
    #expect(solver.restingOffset(ofSection: 0, projected: rest + 3, velocity: 0, start: rest) == rest)
    #expect(solver.restingOffset(ofSection: 0, projected: rest - 3, velocity: 0, start: rest) == rest)
  }
}

@Test func `continuous scrolling comes to rest at any offset within its limits`() {
  let solver = cards(.continuous)
  func rest(_ projected: Double) -> Double {
    solver.restingOffset(ofSection: 0, projected: projected, velocity: 1, start: 0)
  }
  #expect(rest(123.5) == 123.5)
  #expect(rest(-50) == 0)
  #expect(rest(5_000) == 924)
}

@Test func `leading edges are reached in the direction of the gesture`() {
  let solver = cards(.continuousGroupLeadingBoundary)
  func rest(_ projected: Double, _ velocity: Double) -> Double {
    solver.restingOffset(ofSection: 0, projected: projected, velocity: velocity, start: 0)
  }
  #expect(rest(330, 1) == 652)
  #expect(rest(600, -1) == 326)
  #expect(rest(330, 0) == 326)
  #expect(rest(5_000, 1) == 924)
}

@Test func `a fling of group paging moves by one group, however fast it is`() {
  for (behavior, rests) in places where behavior != .continuousGroupLeadingBoundary {
    let solver = cards(behavior)
    func rest(_ projected: Double, _ velocity: Double, from start: Int) -> Double {
      solver.restingOffset(ofSection: 0, projected: projected, velocity: velocity, start: rests[start])
    }
    #expect(rest(9_000, 5, from: 0) == rests[1])
    #expect(rest(rests[1] + 5, 0.3, from: 1) == rests[2])
    #expect(rest(rests[2], -0.3, from: 2) == rests[1])
    #expect(rest(rests[2] + 50, 0.1, from: 2) == rests[2])
  }
}

@Test func `a notch of the wheel moves by one group or by a distance`() {
  var solver = cards(.groupPaging)
  #expect(solver.offset(after: 1, distance: 96, inSection: 0) == 326)
  _ = solver.setCrossOffset(326, of: ScrollContainerID(section: 0))
  #expect(solver.offset(after: -1, distance: 96, inSection: 0) == 0)
  #expect(solver.offset(after: 9, distance: 96, inSection: 0) == 924)
  #expect(cards(.continuous).offset(after: 2, distance: 96, inSection: 0) == 192)
  #expect(cards(.paging).offset(after: 1, distance: 96, inSection: 0) == 400)
}

@Test func `revealing a cell scrolls to a snap point`() {
  #expect(cards(.groupPaging).offset(showing: 2, inSection: 0) == 652)
  #expect(cards(.groupPagingCentered).offset(showing: 1, inSection: 0) == 299)
  #expect(cards(.paging).offset(showing: 1, inSection: 0) == 0)
  // The offset includes the section's inset beside the card.
  #expect(cards(.continuous).offset(showing: 1, inSection: 0) == 272)
  #expect(cards(.continuous).offset(showing: 1, inSection: 0, from: 900) == 326)
  #expect(cards(.continuous).offset(showing: 1, inSection: 0, from: 300) == 300)
  #expect(cards(.continuous).offset(showing: 0, inSection: 0) == 0)
  #expect(cards(.continuous).offset(showing: 3, inSection: 0) == 924)
}

@Test func `scrolled cells are found by their presented frames and keep their unscrolled ones`() {
  var solver = cards(.continuous)
  let isMoved = solver.setCrossOffset(600, of: ScrollContainerID(section: 0))
  #expect(isMoved)
  let isMovedAgain = solver.setCrossOffset(600, of: ScrollContainerID(section: 0))
  #expect(!isMovedAgain)
  let elements = solver.elements(in: rect(0, 0, 400, 800))
  #expect(elements.map(\.key) == [.header(0)] + (1...3).map { .item(.init(section: 0, item: $0)) })
  #expect(elements.dropFirst().map(\.frame.minX) == [-254, 72, 398])
  #expect(elements.dropFirst().map(\.natural.minX) == [346, 672, 998])
  #expect(elements[0].frame.minX == 20)
}

@Test func `a section keeps its scroll offset when it moves`() {
  let scrolling = SectionLayout.horizontal(spacing: 4)
  var solver = LayoutSolver.many(
    [.init(layout: .list(rowHeight: 10), itemCount: 1), .init(layout: scrolling, itemCount: 50)],
    LayoutEnvironment(container: Size(width: 300, height: 300)))
  _ = solver.setCrossOffset(77, of: ScrollContainerID(section: 1))
  let mapping = ListMapping(
    sections: PositionMapping(oldCount: 2, newCount: 1, commonPrefix: 0, commonSuffix: 1, oldOfNew: []),
    elements: [.identity(count: 50)])
  solver.update([.init(layout: scrolling, itemCount: 50)], mapping: mapping)
  #expect(solver.crossScroll(0)?.offset == 77)
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 200, height: 300)))
  #expect(solver.crossScroll(0)?.offset == 77)
}

@Test func `a million groups on the cross axis need no memory, and measured ones are found`() {
  var solver = LayoutSolver.one(.horizontal(spacing: 10), count: 1_000_000)
  #expect(solver.contentSize.height == 44)
  #expect(solver.frame(999_999).minX == 999_999 * 110)
  let isMoved = solver.setMeasured(Size(width: 200, height: 60), for: .item(.init(section: 0, item: 0)))
  #expect(isMoved)
  #expect(solver.frame(0) == rect(0, 0, 200, 60))
  #expect(solver.frame(999_999).minX == 999_999 * 110 + 100)
  #expect(solver.contentSize.height == 60)
}

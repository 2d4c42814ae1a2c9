import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private func boundary(_ slot: Int) -> LayoutElement.Key { .init(kind: .boundary, section: 0, slot: Int32(slot)) }

@Test(arguments: [Axis.vertical, .horizontal])
func `a boundary item with an estimated width has the width of its content`(axis: Axis) {
  let estimated =
    axis == .vertical
    ? size(.estimated(50), .absolute(20)) : size(.absolute(20), .estimated(50))
  let places: [LayoutAlignment] =
    axis == .vertical ? [.topLeading, .top, .topTrailing] : [.topLeading, .leading, .bottomLeading]
  let items = places.enumerated().map {
    LayoutBoundaryItem(kind: LayoutKind(stringLiteral: "edge\($0)"), size: estimated, alignment: $1)
  }
  let layout = items.reduce(SectionLayout.list(rowHeight: 40)) { $0.boundaryItem($1) }
  var solver = LayoutSolver(
    configuration: LayoutConfiguration(
      scrollDirection: axis,
      boundaryItems: [LayoutBoundaryItem(kind: "all", size: estimated, alignment: places[2])]))
  let container = axis == .vertical ? Size(width: 320, height: 480) : Size(width: 480, height: 320)
  solver.reload([.init(layout: layout, itemCount: 2)], environment: LayoutEnvironment(container: container))
  func across(_ key: LayoutElement.Key) -> [Double]? {
    solver.frame(for: key).map { axis == .vertical ? [$0.minX, $0.maxX] : [$0.minY, $0.maxY] }
  }
  let all = LayoutElement.Key(kind: .listBoundary, section: -1, slot: 0)
  // The boundary supplementaries of a section are numbered with header and footer first.
  let keys = [boundary(2), boundary(3), boundary(4), all]
  #expect(keys.map(across) == [[0, 50], [135, 185], [270, 320], [270, 320]])
  for key in keys {
    let proposal = solver.proposedSize(for: key)
    #expect(solver.isEstimated(key) && (axis == .vertical ? proposal.width : proposal.height) == nil)
    #expect((axis == .vertical ? proposal.height : proposal.width) == 20)
    let isMoved = solver.setMeasured(Size(width: 80, height: 80), for: key)
    #expect(isMoved && !solver.isEstimated(key))
  }
  #expect(keys.map(across) == [[0, 80], [120, 200], [240, 320], [240, 320]])
  solver.update(
    [.init(layout: layout, itemCount: 3)],
    mapping: ListMapping(
      sections: .identity(count: 1),
      elements: [
        PositionMapping(oldCount: 2, newCount: 3, commonPrefix: 2, commonSuffix: 0, oldOfNew: [-1])
      ]))
  #expect(keys.map(across) == [[0, 80], [120, 200], [240, 320], [240, 320]])
  let isMoved = solver.forgetMeasured(boundary(4))
  #expect(isMoved && across(boundary(4)) == [270, 320])
}

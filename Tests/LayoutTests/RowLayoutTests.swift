import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// Returns a row of items whose widths a closure computes from the container's size.
private func solver(
  _ row: some CollectionLayout, _ names: [String], size: Size = Size(width: 300, height: 100),
  scroll axis: Axis = .vertical, _ sizes: LayoutItemSizes
) -> LayoutSolver {
  var solver = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: axis))
  solver.reload(
    [.init(layout: SectionLayout(row, sizes: sizes), itemCount: names.count, identify: { names[$0] })],
    environment: LayoutEnvironment(container: size))
  return solver
}

private func sizes(_ size: @escaping @Sendable (Int, Size) -> Size) -> LayoutItemSizes {
  .provided(key: 0, size)
}

private let middle = sizes { Size(width: $0 == 1 ? $1.width : 50, height: 20) }

@Test func `a filling cell is measured in the room that the others leave`() {
  let solver = solver(RowLayout(fillIdentifiers: ["fill"]), ["a", "fill", "b"], middle)
  #expect(solver.frames(3) == [rect(0, 0, 50, 20), rect(50, 0, 200, 20), rect(250, 0, 50, 20)])
}

@Test func `several filling cells are measured in equal shares of the room`() {
  let halves = sizes { Size(width: [1, 2].contains($0) ? $1.width / 2 : 50, height: $1.width / 10) }
  func frames(_ alwaysFills: Bool) -> [Rect] {
    solver(
      RowLayout(fillIdentifiers: ["fill"], spacing: 10, alwaysFillEmptySpaces: alwaysFills),
      ["a", "fill", "fill", "b"], size: Size(width: 310, height: 100), halves
    ).frames(4)
  }
  #expect(
    frames(true) == [rect(0, 0, 50, 31), rect(60, 0, 90, 9), rect(160, 0, 90, 9), rect(260, 0, 50, 31)])
  #expect(
    frames(false) == [rect(0, 0, 50, 31), rect(60, 0, 45, 9), rect(115, 0, 45, 9), rect(170, 0, 50, 31)])
}

@Test func `a filling cell without remaining room has the size that it requests in zero width`() {
  let wide = sizes { Size(width: [200, $1.width, 40, 150][$0], height: 20) }
  let solver = solver(RowLayout(fillIdentifiers: ["fill"]), ["a", "fill", "fill", "b"], wide)
  #expect(solver.frames(4).map(\.minX) == [0, 200, 200, 240])
  #expect(solver.frames(4).map(\.width) == [200, 0, 40, 150])
}

@Test func `cells of a row in a horizontal list run from top to bottom`() {
  let tall = sizes { Size(width: 20, height: $0 == 1 ? $1.height : 50) }
  let room = Size(width: 100, height: 300)
  let expected = [rect(0, 0, 20, 50), rect(0, 50, 20, 200), rect(0, 250, 20, 50)]
  let row = RowLayout(fillIdentifiers: ["fill"])
  #expect(solver(row, ["a", "fill", "b"], size: room, scroll: .horizontal, tall).frames(3) == expected)
  #expect(solver(row.transposed(), ["a", "fill", "b"], size: room, tall).frames(3) == expected)
}

@Test(arguments: LayoutItemAlignment.allCases)
func `a row is as tall as its tallest cell, in which it aligns the others`(alignment: LayoutItemAlignment) {
  let declared = LayoutItemSizes.uniform(size(.absolute(50), .estimated(20)))
  let cell = [rect(0, 0, 50, 20), rect(0, 40, 50, 20), rect(0, 20, 50, 20), rect(0, 0, 50, 60)][
    LayoutItemAlignment.allCases.firstIndex(of: alignment) ?? 0]
  for fills in [[], ["b"]] as [Set<String>] {
    let row = RowLayout(fillIdentifiers: fills, alignItems: alignment)
    let scrolling = SectionLayout(row, sizes: declared).orthogonalScrolling(.continuous)
    for var solver in [solver(row, ["a", "b"], declared), .one(scrolling, count: 2)] {
      #expect(solver.contentSize.height == 20)
      _ = solver.measure(1, height: 60)
      #expect(solver.frame(0).minY == cell.minY && solver.frame(0).height == cell.height)
      #expect(solver.contentSize.height == 60)
    }
  }
}

@Test(arguments: [LayoutItemAlignment.center, .end, .stretch])
func `a column aligns its cells in the width of the list, which bounds it`(alignment: LayoutItemAlignment) {
  let column = RowLayout(alignItems: alignment).transposed()
  let frame = solver(column, ["a"], .uniform(size(.absolute(60), .absolute(20)))).frame(0)
  #expect(frame == [.center: rect(120, 0, 60, 20), .end: rect(240, 0, 60, 20)][alignment] ?? rect(0, 0, 300, 20))
}

@Test func `a fractional width is a fraction of the cell's share, also after measuring`() {
  let declared = LayoutItemSizes.uniform(size(.fractionalWidth(1), .estimated(20)))
  var solver = solver(RowLayout(fillIdentifiers: ["fill"], spacing: 20), ["fill", "fill"], declared)
  #expect(solver.frames(2) == [rect(0, 0, 140, 20), rect(160, 0, 140, 20)])
  let isMoved = solver.measure(0, height: 33)
  #expect(isMoved)
  #expect(solver.frames(2) == [rect(0, 0, 140, 33), rect(160, 0, 140, 20)])
}

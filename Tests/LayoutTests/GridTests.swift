import ScrollworkGeometry
import ScrollworkLayout
import Testing

private func grid(_ minimum: Double) -> SectionLayout {
  .grid(minimumItemWidth: minimum, aspectRatio: 4.0 / 3, extraHeight: 44, spacing: 8, insets: Insets(12))
}

@Test func `a grid of at least 200 pixels a tile has six columns of 202 in a width of 1280`() {
  let solver = LayoutSolver.one(grid(200), count: 13, width: 1280)
  #expect(solver.frame(0) == rect(12, 12, 202, 196))
  #expect(solver.frame(5) == rect(1062, 12, 202, 196))
  #expect(solver.frame(6) == rect(12, 216, 202, 196))
  #expect(solver.contentSize.height == 628)
}

@Test(arguments: [120.0, 152, 200, 264, 344, 464], [200.0, 801, 1280, 2559])
func `tiles are never narrower than their minimum and never leave room for one more`(minimum: Double, width: Double) {
  let solver = LayoutSolver.one(grid(minimum), count: 50, width: width)
  let row = solver.frames(50).prefix { $0.minY == 12 }
  let columns = Double(row.count)
  #expect(columns == max(1, ((width - 24 + 8) / (minimum + 8)).rounded(.down)))
  #expect(Set(row.map(\.width)) == [((width - 24 - 8 * (columns - 1)) / columns).rounded(.down)])
  #expect((row.last?.maxX ?? 0) <= width - 12)
}

@Test func `at a fine scale tiles are a whole number of device pixels`() {
  let solver = LayoutSolver.one(.grid(minimumItemWidth: 100, itemHeight: 50), count: 3, width: 310.5, scale: 2)
  #expect(solver.frames(3).map(\.minX) == [0, 103.5, 207])
}

@Test(arguments: [29.0, 58, 61, 115]) func `a tile alone in a row is as wide as the container at a scale of 1.75`(
  pixels: Double
) {
  let width = pixels / 1.75
  let solver = LayoutSolver.one(.grid(minimumItemWidth: 1_000, aspectRatio: 1), count: 1, width: width, scale: 1.75)
  #expect(solver.frame(0) == rect(0, 0, width, width))
}

@Test func `three tiles fit a container three times as wide, although a quotient of fractions is below three`() {
  let solver = LayoutSolver.one(.grid(minimumItemWidth: 10.3, itemHeight: 20), count: 3, width: 30.9)
  #expect(solver.frames(3).map(\.minX) == [0, 10, 20])
  #expect(solver.contentSize.height == 20)
}

@Test func `a grid follows the width`() {
  var solver = LayoutSolver.one(.grid(minimumItemWidth: 100, itemHeight: 50), count: 12, width: 300)
  #expect(solver.contentSize.height == 200)
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 600, height: 480)))
  #expect(solver.contentSize.height == 100)
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 40, height: 480)))
  #expect(solver.frame(11) == rect(0, 550, 40, 50))
}

@Test(arguments: 0..<rounds)
func `a right-to-left grid is the mirror image`(seed: UInt64) throws {
  var random = RandomSections(seed: seed)
  let sections = (0..<3).map { _ in random.section().input }
  var environment = LayoutEnvironment(container: Size(width: 640, height: 480), scale: 1)
  let straight = LayoutSolver.many(sections, environment)
  environment.isRightToLeft = true
  let mirrored = LayoutSolver.many(sections, environment)
  #expect(straight.contentSize == mirrored.contentSize)
  let all = rect(-1e6, -10, 2e6 + 640, straight.contentSize.height + 20)
  for a in straight.elements(in: all) {
    let b = try #require(mirrored.frame(for: a.key))
    try #require(a.frame.minY == b.minY && a.frame.height == b.height)
    // An edge in the middle of a pixel is rounded to the right, so the mirrored edge may be one pixel away.
    try #require(abs(640 - a.frame.maxX - b.minX) <= 1 && abs(a.frame.width - b.width) <= 1)
  }
}

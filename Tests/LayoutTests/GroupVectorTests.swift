import ScrollworkGeometry
import ScrollworkLayout
import Testing

@Test func `a list stacks its rows`() {
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(44)), subitems: [fill])
  let solver = LayoutSolver.one(SectionLayout(group: row), count: 94)
  #expect(solver.frame(0) == rect(0, 0, 320, 44))
  #expect(solver.frame(93) == rect(0, 4092, 320, 44))
  #expect(solver.contentSize == Size(width: 320, height: 4136))
}

@Test func `a fifth of the width makes five square columns`() {
  let item = LayoutItem(width: .fractionalWidth(0.2), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .fractionalWidth(0.2)), subitems: [item])
  let solver = LayoutSolver.one(SectionLayout(group: row), count: 94, width: 375, height: 667)
  #expect(solver.frame(7) == rect(150, 75, 75, 75))
  #expect(solver.frame(93) == rect(225, 1350, 75, 75))
  #expect(solver.contentSize.height == 1425)

  let inset = LayoutItem(width: .fractionalWidth(0.2), height: .fractionalHeight(1), contentInsets: Insets(5))
  let insetRow = LayoutGroup.horizontal(size(.fractionalWidth(1), .fractionalWidth(0.2)), subitems: [inset])
  #expect(
    LayoutSolver.one(SectionLayout(group: insetRow), count: 94, width: 375).frame(7) == rect(155, 80, 65, 65))
}

@Test func `equal columns share the width whatever they declare`() {
  let item = LayoutItem(width: .absolute(7), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .absolute(44)), equally: item, count: 2, interItemSpacing: .fixed(10))
  let layout = SectionLayout(
    group: row, contentInsets: Insets(leading: 10, trailing: 10), interGroupSpacing: 10)
  let solver = LayoutSolver.one(layout, count: 94)
  #expect(solver.frame(0) == rect(10, 0, 145, 44))
  #expect(solver.frame(1) == rect(165, 0, 145, 44))
  #expect(solver.frame(5) == rect(165, 108, 145, 44))
  #expect(solver.contentSize.height == 2528)
}

@Test func `repeated columns keep their own width and may run past the edge`() {
  let item = LayoutItem(width: .absolute(100), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(
    size(.absolute(250), .absolute(50)), repeating: item, count: 3, interItemSpacing: .fixed(10))
  #expect(
    LayoutSolver.one(SectionLayout(group: row), count: 4).frames(4)
      == [rect(0, 0, 100, 50), rect(110, 0, 100, 50), rect(220, 0, 100, 50), rect(0, 50, 100, 50)])
}

@Test func `a column that is full starts the next group`() {
  let item = LayoutItem(width: .fractionalWidth(1), height: .absolute(50))
  let column = LayoutGroup.vertical(
    size(.fractionalWidth(1), .absolute(200)), subitems: [item], interItemSpacing: .fixed(10))
  #expect(LayoutSolver.one(SectionLayout(group: column), count: 4).frames(4).map(\.minY) == [0, 60, 120, 200])
}

@Test func `nested groups take cells depth first`() {
  let big = LayoutItem(width: .fractionalWidth(0.7), height: .fractionalHeight(1))
  let small = LayoutItem(width: .fractionalWidth(1), height: .fractionalHeight(0.5))
  let pair = LayoutGroup.vertical(size(.fractionalWidth(0.3), .fractionalHeight(1)), subitems: [small])
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(100)), subitems: [big, pair])
  #expect(
    LayoutSolver.one(SectionLayout(group: row), count: 4, width: 300).frames(4)
      == [rect(0, 0, 210, 100), rect(210, 0, 90, 50), rect(210, 50, 90, 50), rect(0, 100, 210, 100)])
}

@Test func `flexible gaps take the remaining space`() {
  let item = LayoutItem(width: .absolute(80), height: .fractionalHeight(1))
  func row(_ spacing: LayoutSpacing) -> [Rect] {
    let group = LayoutGroup.horizontal(
      size(.fractionalWidth(1), .absolute(50)), subitems: [item], interItemSpacing: spacing)
    return LayoutSolver.one(SectionLayout(group: group), count: 4, width: 300).frames(4)
  }
  #expect(row(.flexible(10)).map(\.minX) == [0, 110, 220, 0])
  #expect(row(.flexible(10))[3].minY == 50)
  #expect(row(.fixed(10)).map(\.minX) == [0, 90, 180, 0])
}

@Test func `a last group that is not full has the spacing of a full one`() {
  let item = LayoutItem(width: .fractionalWidth(1), height: .absolute(20))
  let column = LayoutGroup.vertical(
    size(.fractionalWidth(1), .absolute(100)), subitems: [item], interItemSpacing: .flexible(30))
  let solver = LayoutSolver.one(SectionLayout(group: column), count: 3)
  #expect(solver.frames(3).map(\.minY) == [0, 80, 100])
  #expect(solver.contentSize.height == 200)
}

@Test func `a flexible gap with one item leaves it at the start`() {
  let item = LayoutItem(width: .fractionalWidth(0.6), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .absolute(50)), subitems: [item], interItemSpacing: .flexible(10))
  #expect(
    LayoutSolver.one(SectionLayout(group: row), count: 2, width: 300).frames(2)
      == [rect(0, 0, 180, 50), rect(0, 50, 180, 50)])
}

@Test func `an item's insets move its edges and nothing else`() {
  let item = LayoutItem(
    width: .fractionalWidth(0.5), height: .fractionalHeight(1), contentInsets: Insets(leading: 20))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(50)), subitems: [item])
  #expect(
    LayoutSolver.one(SectionLayout(group: row), count: 2, width: 300).frames(2)
      == [rect(20, 0, 130, 50), rect(170, 0, 130, 50)])
}

@Test func `a group's insets change the fractions in it`() {
  let item = LayoutItem(width: .fractionalWidth(0.5), height: .fractionalHeight(0.5))
  let row = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .absolute(100)), subitems: [item],
    contentInsets: Insets(top: 10, leading: 30, bottom: 10, trailing: 30))
  #expect(
    LayoutSolver.one(SectionLayout(group: row), count: 3, width: 300).frames(3)
      == [rect(30, 10, 120, 40), rect(150, 10, 120, 40), rect(30, 110, 120, 40)])
}

@Test func `section and item insets add up`() {
  let item = LayoutItem(width: .fractionalWidth(0.2), height: .fractionalHeight(1), contentInsets: Insets(2))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .fractionalWidth(0.2)), subitems: [item])
  let solver = LayoutSolver.one(SectionLayout(group: row, contentInsets: Insets(20)), count: 10)
  #expect(solver.frame(0) == rect(22, 22, 52, 52))
  #expect(solver.frame(6) == rect(78, 78, 52, 52))
  #expect(solver.contentSize.height == 152)
}

@Test func `fractional heights of groups are relative to the height inside the section's insets`() {
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .fractionalHeight(0.5)), subitems: [fill])
  let layout = SectionLayout(group: row, contentInsets: Insets(top: 40, bottom: 40))
  let solver = LayoutSolver.one(layout, count: 2)
  #expect(solver.frames(2) == [rect(0, 40, 320, 200), rect(0, 240, 320, 200)])
  #expect(solver.contentSize.height == 480)
}

@Test func `thirds share their edges on device pixels`() {
  let item = LayoutItem(width: .fractionalWidth(1.0 / 3), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(10)), subitems: [item])
  let coarse = LayoutSolver.one(SectionLayout(group: row), count: 3).frames(3)
  #expect(coarse == [rect(0, 0, 107, 10), rect(107, 0, 106, 10), rect(213, 0, 107, 10)])
  let fine = LayoutSolver.one(SectionLayout(group: row), count: 3, scale: 2).frames(3)
  #expect(fine == [rect(0, 0, 106.5, 10), rect(106.5, 0, 107, 10), rect(213.5, 0, 106.5, 10)])
}

@Test func `a subitem larger than its group is placed alone`() {
  let item = LayoutItem(width: .absolute(500), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(10)), subitems: [item])
  #expect(
    LayoutSolver.one(SectionLayout(group: row), count: 2).frames(2) == [rect(0, 0, 500, 10), rect(0, 10, 500, 10)])
}

@Test func `subitems without extent are placed once`() {
  let item = LayoutItem(width: .absolute(0), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(10)), subitems: [item, item])
  #expect(LayoutSolver.one(SectionLayout(group: row), count: 5).contentSize.height == 30)
}

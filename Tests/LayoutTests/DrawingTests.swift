import ScrollworkGeometry
import ScrollworkLayout
import Testing

@Test func `a group is drawn with its cells in order`() {
  let big = LayoutItem(width: .fractionalWidth(0.6), height: .fractionalHeight(1))
  let small = LayoutItem(width: .fractionalWidth(1), height: .fractionalHeight(0.5))
  let pair = LayoutGroup.vertical(size(.fractionalWidth(0.4), .fractionalHeight(1)), subitems: [small])
  let group = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(120)), subitems: [big, pair])
  #expect(
    group.visualDescription(in: Size(width: 320, height: 480), columns: 32) == """
      ┌─────────────────┐┌───────────┐
      │0                ││1          │
      │                 │└───────────┘
      │                 │┌───────────┐
      │                 ││2          │
      └─────────────────┘└───────────┘
      """)
}

@Test func `flat places and places out of sight are drawn as far as they can be`() {
  let line = LayoutItem(width: .absolute(200), height: .absolute(10))
  let group = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(10)), repeating: line, count: 3)
  #expect(group.visualDescription(in: Size(width: 320, height: 480), columns: 16) == "╶0───────╴╶1────")
  let absurd = LayoutGroup.vertical(
    size(.absolute(.infinity), .absolute(1e300)),
    repeating: LayoutItem(width: .absolute(1e300), height: .absolute(1e300)), count: 9)
  #expect(absurd.visualDescription(in: Size(width: Double.nan, height: -1)).count < 400 * 401)
}

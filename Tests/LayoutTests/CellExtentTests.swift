import ScrollworkGeometry
import ScrollworkLayout
import Testing

private let environment = LayoutEnvironment(container: Size(width: 320, height: 480), scale: 1.5)

@Test func `resolving sections with tables or badges sized by their hosts does not change the extent`() {
  let parts: [LayoutDimension] = [
    .fractionalHeight(0.5), .fractionalHeight(3), .fractionalWidth(0.4), .fractionalHeight(-1), .absolute(70),
    .fractionalHeight(.nan), .fractionalWidth(.infinity),
  ]
  let anchors = [
    LayoutAnchor([.top], fractionalOffset: Point(x: 0, y: -1.5)), LayoutAnchor([.bottom], fractionalOffset: .zero),
    LayoutAnchor([.bottom], absoluteOffset: Point(x: 0, y: 40)),
    LayoutAnchor([], fractionalOffset: Point(x: 0, y: .nan)),
  ]
  let heights: [LayoutDimension] = [
    .absolute(20), .estimated(31), .fractionalWidth(0.1), .fractionalHeight(0.2), .uniformAcrossSiblings(estimate: 9),
  ]
  let inputs = (0..<600).map { index in
    let badge = LayoutSupplementary(
      kind: "badge", size: size(.absolute(9), parts[index % parts.count]),
      containerAnchor: anchors[index % 4], itemAnchor: index % 3 == 0 ? nil : anchors[index / 4 % 4])
    var layout = SectionLayout.table(
      columns: (0..<index % 6).map { $0 % 2 == 0 ? .fixed(40) : .flexible() }, rowHeight: heights[index % 5],
      columnSpacing: 3, rowSpacing: Double(index % 4))
    if index % 3 > 0 {
      let item = LayoutItem(
        size: size(.fractionalWidth(0.4), heights[index % 4]), contentInsets: Insets(top: Double(index % 7)),
        supplementaries: [badge])
      var group = LayoutGroup.horizontal(
        across(heights[index / 5 % 4]), subitems: [item, badged(.fractionalWidth(0.1))])
      if index % 2 == 0 { group.supplementaries = [badge] }
      layout = SectionLayout(group: group, interGroupSpacing: Double(index % 4))
    }
    if index % 10 == 1 { layout.orthogonalScrolling = .continuous }
    return LayoutSolver.SectionInput(layout: layout.insets(Insets(top: Double(index))), itemCount: index % 11)
  }
  var solver = LayoutSolver()
  solver.reload(inputs, environment: environment)
  resolveExtents(of: &solver)
  expectThatResolvingChangesNothing(&solver, lookingEach: 40, height: 3)
}

@Test func `resolving sections of lines and columns of equal cells does not change the extent`() {
  let sizes: [LayoutSize] = [
    size(.absolute(70), .absolute(20.3)), size(.estimated(90), .estimated(31)),
    size(.fractionalWidth(0.33), .absolute(0)),
    size(.absolute(0), .estimated(12)), size(.fractionalWidth(1.0 / 3), .fractionalWidth(0.2)),
    size(.absolute(900), .absolute(9)),
  ]
  let inputs = (0..<400).map { index in
    let (own, gap) = (sizes[index % 6], Double(index % 4) * 2.3)
    let each = LayoutItemSizes.provided(key: index) { item, room in
      Size(width: room.width / Double(1 + (item + index) % 4), height: Double((item * 37 + index) % 60) / 1.7)
    }
    let cells = index / 3 % 2 == 0 ? each : .uniform(own)
    let layout: SectionLayout =
      switch index % 3 {
      case 0:
        SectionLayout(
          FlowLayout(lineSpacing: Double(index % 5), interitemSpacing: gap, justifyContent: .spaceAround),
          sizes: cells)
      case 1: .waterfall(columns: index % 5, spacing: gap, sizes: cells)
      default:
        SectionLayout(
          group: .horizontal(
            size(.fractionalWidth(index % 2 == 0 ? 1 : 0.5), .estimated(20)),
            subitems: [LayoutItem(size: size(.estimated(40 + Double(index % 60)), own.height))],
            interItemSpacing: .flexible(gap)))
      }
    return LayoutSolver.SectionInput(
      layout: layout.insets(Insets(top: Double(index), leading: Double(index % 9))).interGroupSpacing(
        Double(index % 7)),
      itemCount: index == 19 ? .max : index == 18 ? 2_100 : index % 23, hasHeader: index % 2 == 0)
  }
  var solver = LayoutSolver()
  solver.reload(inputs.filter { $0.itemCount <= 23 }, environment: environment)
  resolveExtents(of: &solver)
  expectThatResolvingChangesNothing(&solver, lookingEach: 40, height: 3)
  solver.reload(inputs, environment: environment)
  resolveExtents(of: &solver)
  solver.checkInvariants()
}

@Test(arguments: [LayoutDimension.fractionalHeight(6), .fractionalWidth(0.5)])
func `a badge sized by its host is found by its overflow from an unresolved section`(
  height: LayoutDimension
) {
  let badge = LayoutSupplementary(
    kind: "badge", size: size(.absolute(9), height), containerAnchor: LayoutAnchor([.bottom]),
    itemAnchor: LayoutAnchor([.top]))
  let inputs = (0..<400).map { index in
    let own = LayoutDimension.absolute(20 + Double(index) / 64)
    let item = LayoutItem(size: across(own), supplementaries: index == 300 ? [badge] : [])
    return LayoutSolver.SectionInput(
      layout: SectionLayout(group: .vertical(across(own), repeating: item, count: 1)), itemCount: 1)
  }
  var solver = LayoutSolver()
  solver.reload(inputs, environment: environment)
  resolveExtents(of: &solver)
  expectThatResolvingChangesNothing(&solver, lookingEach: 5, height: 3)
}

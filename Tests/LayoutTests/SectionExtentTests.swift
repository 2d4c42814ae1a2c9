import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

private let environment = LayoutEnvironment(container: Size(width: 320, height: 480), scale: 1.5)

func across(_ height: LayoutDimension) -> LayoutSize { size(.fractionalWidth(1), height) }

private func item(_ height: LayoutDimension) -> LayoutItem {
  LayoutItem(width: .fractionalWidth(0.3), height: height)
}

func badged(_ badge: LayoutDimension, on host: LayoutDimension = .absolute(9)) -> LayoutItem {
  let badge = LayoutSupplementary(
    kind: "badge", size: size(.absolute(5), badge),
    containerAnchor: LayoutAnchor([.top, .trailing]))
  return LayoutItem(size: across(host), supplementaries: [badge])
}

/// Returns rows of one or several cells, in a random declaration from which their height follows.
private func rows(_ height: Double, _ random: inout SeededGenerator) -> SectionLayout {
  let cells = random.pick([-1, 0, 1, 2, 7])
  let tall = random.pick([
    LayoutDimension.absolute(height), .estimated(height), .fractionalWidth(0.13),
    .fractionalHeight(0.09),
  ])
  let width: LayoutDimension = random.pick([
    .absolute(31), .fractionalWidth(0.2), .fractionalWidth(0), .absolute(400),
  ])
  let own: LayoutDimension =
    tall.isEstimated
    ? random.pick([.estimated(height / 2), .absolute(5.3)])
    : .fractionalHeight(random.pick([0.4, 1]))
  let gap: LayoutSpacing = random.pick([.fixed(0), .fixed(4.1), .flexible(2)])
  let item = LayoutItem(width: width, height: own)
  let group: LayoutGroup =
    switch random.below(4) {
    case 0: .horizontal(across(tall), subitems: [item], interItemSpacing: gap)
    case 1: .horizontal(across(tall), equally: item, count: cells, interItemSpacing: gap)
    case 2: .horizontal(across(tall), repeating: item, count: cells, interItemSpacing: gap)
    default: .vertical(across(tall), repeating: item, count: 1)
    }
  switch random.below(6) {
  case 0: return .list(rowHeight: height)
  case 1: return .list(estimatedRowHeight: height)
  case 2: return .grid(minimumItemWidth: 70, itemHeight: height, spacing: random.pick([0, 3.7]))
  case 3:
    return .grid(
      minimumItemWidth: height, aspectRatio: 1.3, extraHeight: 8, spacing: random.pick([0, 3.7]))
  default: return SectionLayout(group: group)
  }
}

/// Returns sections of rows, all of them different.
private func sections(_ count: Int, seed: UInt64) -> [LayoutSolver.SectionInput] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { index in
    let layout = rows(10 + Double(index) / 7, &random)
    return .init(
      layout: layout.interGroupSpacing(random.pick([0, 2.3, -4]))
        .insets(
          Insets(
            top: random.pick([0, 7.1]), leading: 3, bottom: random.pick([0, -2, 5]), trailing: 0)
        )
        .headerSize(
          size(
            .fractionalWidth(1),
            random.pick([.absolute(20.2), .estimated(31), .fractionalWidth(0.1)]))
        )
        .headerPinToVisibleBounds(random.chance(50)),
      itemCount: random.pick([-1, 0, 1, 2, 30]), hasHeader: random.chance(50),
      hasFooter: random.chance(30))
  }
}

@Test(arguments: 0..<20 as Range<UInt64>)
func `the extent of sections of rows is exact once frames at rest have resolved it`(seed: UInt64) {
  var solver = LayoutSolver(configuration: LayoutConfiguration(interSectionSpacing: 6.3))
  solver.reload(sections(400, seed: seed), environment: environment)
  resolveExtents(of: &solver)
  let (length, last) = (solver.contentSize.height, solver.sectionFrame(399))
  let all = rect(0, 0, 320, length)
  #expect(solver.pendingCount == 0 && solver.needsPreparation(in: all))
  solver.checkInvariants()
  let isMoved = solver.prepare(in: all)
  #expect(!isMoved)
  solver.checkInvariants()
  #expect(
    !solver.needsPreparation(in: all) && solver.contentSize.height == length
      && solver.sectionFrame(399) == last)
}

@Test func `inserting a section keeps the extents of the others`() {
  let all = sections(400, seed: 1)
  var solver = LayoutSolver()
  solver.reload(Array(all.dropFirst()), environment: environment)
  let length = solver.contentSize.height
  let mapping = PositionMapping(
    oldCount: 399, newCount: 400, commonPrefix: 0, commonSuffix: 399, oldOfNew: [-1])
  var elements: [PositionMapping?] = [nil]
  for section in all.dropFirst() { elements.append(.identity(count: max(0, section.itemCount))) }
  solver.update(all, mapping: ListMapping(sections: mapping, elements: elements))
  solver.checkInvariants()
  #expect(abs(solver.contentSize.height - length - solver.sectionFrame(0).height) <= 1)
}

@Test func `extents of sections with many layouts are resolved a few at a time`() {
  let others: [SectionLayout] = [
    SectionLayout.list(estimatedRowHeight: 10).orthogonalScrolling(.paging),
    SectionLayout.list(rowHeight: 10),
    SectionLayout(Steps(), sizes: .estimated(Size(width: 50, height: 9))),
    SectionLayout(
      group: .vertical(
        across(.absolute(9)),
        repeating: badged(.fractionalHeight(0.5), on: .uniformAcrossSiblings(estimate: 9)), count: 1)),
    SectionLayout(group: .custom(across(.absolute(9)), LayoutCustomArrangement(key: 0) { _ in [] })),
    SectionLayout(
      group: .vertical(across(.absolute(90)), repeating: item(.absolute(1)), count: 300)),
  ]
  for other in others {
    let inputs = (0..<300).map {
      LayoutSolver.SectionInput(
        layout: other.insets(Insets(top: Double($0))), itemCount: 3, hasHeader: true)
    }
    var solver = LayoutSolver()
    solver.reload(inputs, environment: environment)
    #expect(solver.pendingCount == 300 - LayoutSolver.eagerLayouts)
    resolveExtents(of: &solver, work: 50)
    solver.checkInvariants()
  }
}

/// The layouts of the library that place items one by one.
private let placing: [any CollectionLayout] =
  LayoutItemAlignment.allCases.map { RowLayout(spacing: 3, alignItems: $0) }
  + LayoutJustification.allCases.map { FlowLayout(lineSpacing: 2.3, alignContent: $0) }
  + [OverlayLayout(), RowLayout(fillIdentifiers: ["1"])]

@Test(arguments: placing.indices)
func `the extent of sections with custom layouts is exact once frames at rest have resolved it`(index: Int) {
  let sizes: [LayoutItemSizes] = [
    .uniform(size(.fractionalWidth(0.3), .fractionalHeight(0.07))), .estimated(Size(width: 50, height: 9.3)),
    .uniform(size(.absolute(20), .absolute(900))), .uniform(size(.absolute(0), .absolute(0))),
    .provided(key: 0) { item, _ in Size(width: 40 + 7 * Double(item), height: Double(item * 37 % 90)) },
  ]
  let inputs = (0..<300).map { number in
    let layout = SectionLayout(placing[index], sizes: sizes[number % sizes.count])
    return LayoutSolver.SectionInput(
      layout: layout.insets(Insets(top: Double(number) / 7, bottom: 3)), itemCount: [0, 1, 3, 40][number % 4],
      hasHeader: number % 3 == 0)
  }
  var solver = LayoutSolver()
  solver.reload(inputs, environment: environment)
  resolveExtents(of: &solver)
  solver.checkInvariants()
  let (length, all) = (solver.contentSize.height, rect(0, 0, 320, solver.contentSize.height))
  #expect(solver.needsPreparation(in: all))
  let isMoved = solver.prepare(in: all)
  #expect(!isMoved && solver.contentSize.height == length)
}

/// A layout that the program implements, with each item on a step of its own.
private struct Steps: SimpleCollectionLayout {
  func frames(of items: LayoutItems) -> [Rect] {
    (0..<items.count).map { Rect(origin: Point(x: Double($0), y: Double($0)), size: items.size(of: $0)) }
  }
}

@Test(arguments: 0..<20 as Range<UInt64>)
func `the extent of sections of groups in groups is exact once frames at rest have resolved it`(
  seed: UInt64
) {
  var random = RandomSections(seed: seed)
  var inputs: [LayoutSolver.SectionInput] = []
  for index in 0..<400 {
    var group = random.group(depth: 2)
    if group.size.height.isEstimated {
      let length = Double(index % 90)
      group.size.height =
        [.absolute(length), .estimated(length), .uniformAcrossSiblings(estimate: length)][index % 3]
    }
    let layout = SectionLayout(group: group, contentInsets: Insets(top: Double(index)))
    inputs.append(
      .init(layout: layout, itemCount: random.generator.below(40), hasHeader: index % 3 == 0))
  }
  var solver = LayoutSolver()
  solver.reload(inputs, environment: environment)
  #expect(solver.pendingCount > 0)
  solver.checkInvariants()
  resolveExtents(of: &solver, work: 50)
  let length = solver.contentSize.height
  // Elements that overflow their section are found even if the section is far away.
  let middle = rect(0, length / 2, 320, 40)
  let found = solver.elements(in: middle)
  while solver.prepare(in: rect(0, 0, 320, length)) {}
  #expect(solver.contentSize.height == length && solver.elements(in: middle) == found)
}

@Test func `lists with the largest number of items are shortened and do not crash, with many layouts`() {
  var solver = LayoutSolver()
  solver.reload(
    (0..<300).map { .init(layout: .list(rowHeight: 10 + Double($0)), itemCount: .max) },
    environment: environment)
  solver.checkInvariants()
  #expect(solver.contentSize.height > 1e13)
  resolveExtents(of: &solver)
  solver.checkInvariants()
  #expect(
    solver.contentSize.height > 1e13 && solver.sectionFrame(299).maxY == solver.contentSize.height)
}

/// The space around cells: positive, negative, flexible, and negative by more than the size of the cell.
private let edges: [LayoutEdgeSpacing] = [
  LayoutEdgeSpacing(top: .fixed(2)), LayoutEdgeSpacing(top: .fixed(-6), bottom: .fixed(3.3)),
  LayoutEdgeSpacing(bottom: .fixed(-6)), LayoutEdgeSpacing(top: .flexible(4), bottom: .flexible(0)),
  LayoutEdgeSpacing(top: .fixed(-90), bottom: .fixed(-90)),
  LayoutEdgeSpacing(leading: .fixed(20), trailing: .fixed(-7)), LayoutEdgeSpacing(leading: .flexible(3)),
]

@Test func `resolving sections with edge spacing does not change the extent`() {
  let heights: [LayoutDimension] = [.absolute(40), .estimated(30), .uniformAcrossSiblings(estimate: 22)]
  var groups: [LayoutGroup] = []
  for (outer, inner) in zip(edges, edges.dropFirst() + edges.prefix(1)) {
    for height in heights {
      for isRow in [true, false] {
        let child = LayoutItem(size: size(.estimated(60), height), edgeSpacing: outer)
        let others = LayoutItem(size: size(.fractionalWidth(0.4), .absolute(17)), edgeSpacing: inner)
        let nodes: [LayoutNode] = [.item(child), .item(others)]
        for arrangement in [
          LayoutGroup.Arrangement.fitting(nodes), .once(nodes), .equally(nodes[0], count: 3),
          .repeating(nodes[1], count: 3),
        ] {
          var group = LayoutGroup(
            axis: isRow ? .horizontal : .vertical, size: across(.absolute(70)), arrangement: arrangement)
          group.edgeSpacing = inner
          groups.append(group)
          group.size.height = height
          groups.append(group)
        }
      }
    }
  }
  let inputs = groups.indices.map { index in
    LayoutSolver.SectionInput(
      layout: SectionLayout(group: groups[index], contentInsets: Insets(top: Double(index))), itemCount: index % 8)
  }
  var solver = LayoutSolver()
  solver.reload(inputs, environment: environment)
  #expect(inputs.count > 300)
  resolveExtents(of: &solver)
  expectThatResolvingChangesNothing(&solver, lookingEach: 40, height: 3)
}

@Test func `resolving sections with inset references, boundary items or scrolling does not change the extent`() {
  var environment = environment
  environment.insets = Insets(leading: 12, trailing: 30)
  let references: [ContentInsetsReference] = [.automatic, .none, .safeArea, .layoutMargins, .readableContent]
  var inputs: [LayoutSolver.SectionInput] = []
  for index in 0..<400 {
    var random = RandomSections(seed: UInt64(index))
    var group = random.group(depth: 2)
    if index % 3 == 0 {
      group.size.height = .fractionalWidth(0.3)
      group.edgeSpacing = .none
    }
    var layout = SectionLayout(group: group, contentInsets: Insets(top: 3, leading: Double(index % 40), bottom: 1))
    if index % 3 == 0 { layout.orthogonalScrolling = OrthogonalScrolling.allCases[index % 6] }
    layout.contentInsetsReference = references[index % 5]
    layout.supplementaryContentInsetsReference = references[index / 5 % 5]
    layout.header.size.height = .fractionalWidth(0.1)
    for (alignment, kind) in zip(LayoutAlignment.allCases, ["a", "b", "a", "c", "d", "e"]).dropFirst(index % 6) {
      layout.setBoundaryItem(
        LayoutBoundaryItem(
          kind: LayoutKind(stringLiteral: kind), size: size(.fractionalWidth(0.5), .estimated(Double(index % 50))),
          alignment: alignment, absoluteOffset: Point(x: 3, y: Double(index % 3)), extendsBoundary: index % 4 > 0))
    }
    inputs.append(
      .init(layout: layout, itemCount: index % 9, hasHeader: index % 2 == 0, hasFooter: index % 7 == 0))
  }
  var solver = LayoutSolver(configuration: LayoutConfiguration(contentInsetsReference: .layoutMargins))
  solver.reload(inputs, environment: environment)
  resolveExtents(of: &solver)
  expectThatResolvingChangesNothing(&solver, lookingEach: 40, height: 3)
}

@Test func `resolving sections with custom groups does not change the extent`() {
  let inputs = (0..<400).map { index in
    let places = LayoutCustomArrangement(key: index) { room in
      (0...index % 3).map { .init(rect(Double($0), Double(index % 7) - 3, room.width / 3, room.height)) }
    }
    let height: LayoutDimension = index % 2 == 0 ? .absolute(20 + Double(index) / 3) : .estimated(30)
    return LayoutSolver.SectionInput(
      layout: SectionLayout(group: .custom(across(height), places)), itemCount: index % 11)
  }
  var solver = LayoutSolver()
  solver.reload(inputs, environment: environment)
  resolveExtents(of: &solver)
  expectThatResolvingChangesNothing(&solver, lookingEach: 20, height: 1)
}

/// Resolves all estimated extents, as frames at rest do.
func resolveExtents(of solver: inout LayoutSolver, work: Int = 400) {
  while solver.pendingCount > 0 { _ = solver.resolvePending(work: work) }
}

/// Expects that resolving all layouts changes neither extents nor the elements that queries find, including those that
/// overflow their section.
/// - Parameters:
///   - step: The distance between two queries, in logical pixels.
///   - height: The height of each query rect, in logical pixels.
func expectThatResolvingChangesNothing(
  _ solver: inout LayoutSolver, lookingEach step: Double, height: Double,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  solver.checkInvariants()
  let length = solver.contentSize.height
  let stripes = stride(from: 0, to: length, by: step).map { rect(0, $0, 320, height) }
  let found = stripes.map { solver.elements(in: $0) }
  let isMoved = solver.prepare(in: rect(0, 0, 320, length))
  #expect(!isMoved && solver.contentSize.height == length, sourceLocation: sourceLocation)
  #expect(
    stripes.map { solver.elements(in: $0) } == found, "what sticks out of its section is seen from afar",
    sourceLocation: sourceLocation)
}

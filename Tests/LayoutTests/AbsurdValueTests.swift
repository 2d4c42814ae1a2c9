import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

private let absurd = [
  Double.nan, .infinity, -.infinity, -1, 0, -0.0, 1e-300, 1e300, .greatestFiniteMagnitude, 1e-307, 16_777_217, 1e12,
  -1e12, 44,
]

/// Random declarations with invalid or extreme numbers.
struct AbsurdDeclarations {
  var random: SeededGenerator

  mutating func number() -> Double { random.pick(absurd) }

  mutating func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }

  mutating func dimension() -> LayoutDimension {
    switch random.below(5) {
    case 0: .absolute(number())
    case 1: .estimated(number())
    case 2: .uniformAcrossSiblings(estimate: number())
    case 3: .fractionalWidth(number())
    default: .fractionalHeight(number())
    }
  }

  mutating func size() -> LayoutSize { LayoutSize(width: dimension(), height: dimension()) }

  mutating func insets() -> Insets {
    Insets(top: number(), leading: number(), bottom: number(), trailing: number())
  }

  mutating func item() -> LayoutItem {
    var item = LayoutItem(size: size(), contentInsets: insets())
    if random.chance(40) {
      item.edgeSpacing = LayoutEdgeSpacing(
        leading: .fixed(number()), top: .flexible(number()), trailing: .flexible(number()), bottom: .fixed(number()))
    }
    guard random.chance(30) else { return item }
    item.supplementaries = [
      LayoutSupplementary(
        kind: "badge", size: size(), containerAnchor: anchor(), itemAnchor: random.chance(50) ? anchor() : nil,
        contentInsets: random.chance(50) ? insets() : .zero)
    ]
    return item
  }

  private mutating func anchor() -> LayoutAnchor {
    let offset = Point(x: number(), y: number())
    return random.chance(50)
      ? LayoutAnchor([.top, .trailing], fractionalOffset: offset)
      : LayoutAnchor([.bottom], absoluteOffset: offset)
  }

  private mutating func table() -> SectionLayout {
    let columns = (0..<random.below(4)).map { _ -> LayoutTable.Column in
      random.chance(50) ? .fixed(number()) : .flexible(minimum: number(), weight: number())
    }
    return .table(columns: columns, rowHeight: dimension(), columnSpacing: number(), rowSpacing: number())
  }

  /// Returns a random boundary supplementary.
  mutating func boundaryItem(_ kind: LayoutKind) -> LayoutBoundaryItem {
    LayoutBoundaryItem(
      kind: kind, size: size(), alignment: random.pick(LayoutAlignment.allCases),
      absoluteOffset: Point(x: number(), y: number()), extendsBoundary: random.chance(50)
    ).pinned(random.chance(50))
  }

  mutating func configuration() -> LayoutConfiguration {
    LayoutConfiguration(
      scrollDirection: random.pick([.vertical, .horizontal]), interSectionSpacing: number(),
      boundaryItems: random.chance(50) ? [] : [boundaryItem("first"), boundaryItem("second"), boundaryItem("first")],
      contentInsetsReference: reference())
  }

  mutating func reference() -> ContentInsetsReference {
    random.pick([.automatic, .automatic, .none, .safeArea, .layoutMargins, .readableContent])
  }

  mutating func group(_ depth: Int) -> LayoutGroup {
    let child: LayoutNode = depth > 0 && random.chance(60) ? .group(group(depth - 1)) : .item(item())
    let arrangement: LayoutGroup.Arrangement =
      switch random.below(5) {
      case 4: .custom(AbsurdLayouts.custom(Int(random.below(1_000))))
      case 0: .fitting([])
      case 1: .fitting([child, .item(item())])
      case 2: .equally(child, count: random.pick([-1, 0, 1, 3, .max]))
      default: .repeating(child, count: random.pick([-1, 0, 1, 3, .max]))
      }
    return LayoutGroup(
      axis: random.pick([.horizontal, .vertical]), size: size(), arrangement: arrangement,
      interItemSpacing: random.pick([.fixed(number()), .flexible(number())]), contentInsets: insets())
  }

  mutating func section() -> LayoutSolver.SectionInput {
    let layouts: [SectionLayout] = [
      SectionLayout(group: group(2), contentInsets: insets(), interGroupSpacing: number()),
      .grid(minimumItemWidth: number(), itemHeight: number(), spacing: number(), insets: insets()),
      .grid(minimumItemWidth: number(), aspectRatio: number(), extraHeight: number(), spacing: number()),
      .verticalGrid(numberOfItemsInRow: random.pick([-1, 0, 2, .max]), itemSpacing: number(), lineSpacing: number()),
      table(), .list(rowHeight: number()), .list(estimatedRowHeight: number()), .vertical(spacing: number()),
    ]
    return input(random.pick(layouts))
  }

  /// Returns a section of this layout with random boundary supplementaries, badges and counts.
  mutating func input(_ layout: SectionLayout) -> LayoutSolver.SectionInput {
    var layout = layout.headerSize(size()).headerPinToVisibleBounds().footerPinToVisibleBounds()
    layout = layout.orthogonalScrolling(random.pick(OrthogonalScrolling.allCases))
    if random.chance(30) { layout = layout.background("back", insets: insets()) }
    if random.chance(30) {
      layout = layout.boundaryItem(boundaryItem("corner"))
    }
    layout = layout.contentInsetsReference(reference()).supplementaryContentInsetsReference(reference())
    return .init(
      layout: layout, itemCount: random.pick([-5, 0, 1, 7, 100]), hasHeader: random.chance(50),
      hasFooter: random.chance(50))
  }

  mutating func environment() -> LayoutEnvironment {
    var environment = LayoutEnvironment(
      container: Size(width: random.chance(50) ? 320 : number(), height: number()), scale: number(),
      isRightToLeft: random.chance(30), insets: insets())
    if random.chance(30) { environment.layoutMargin = number() }
    return environment
  }
}

@Test(arguments: 0..<rounds)
func `layouts with absurd numbers do not crash`(seed: UInt64) {
  var any = AbsurdDeclarations(random: SeededGenerator(seed: seed))
  survive(&any, (0..<3).map { _ in any.section() })
}

@Test(arguments: 0..<rounds)
func `layouts that place items one by one do not crash with absurd numbers`(seed: UInt64) {
  var any = AbsurdDeclarations(random: SeededGenerator(seed: seed))
  survive(&any, (0..<3).map { _ in any.input(any.arranged(depth: 2)) })
}

/// Calls every query and update that a view uses, with random arguments. A test passes if nothing traps.
private func survive(_ any: inout AbsurdDeclarations, _ sections: [LayoutSolver.SectionInput]) {
  var solver = LayoutSolver(configuration: any.configuration())
  solver.reload(sections, environment: any.environment())
  for _ in 0..<10 {
    let key = LayoutElement.Key.item(ElementPath(section: any.random.below(3), item: any.random.below(8)))
    _ = solver.setMeasured(Size(width: any.number(), height: any.number()), for: key)
    let slot = Int32(any.random.below(4) - 1)
    for kind in [LayoutElement.Key.Kind.listBoundary, .boundary, .badge] {
      let other = LayoutElement.Key(
        kind: kind, section: kind == .listBoundary ? -1 : key.section, item: kind == .badge ? key.item : 0, slot: slot)
      _ = solver.setMeasured(Size(width: any.number(), height: any.number()), for: other)
      guard let frame = solver.frame(for: other, pinnedIn: any.rect()) else { continue }
      #expect(frame.minX.isFinite && frame.minY.isFinite && frame.width >= 0 && frame.height >= 0, "\(other) \(frame)")
    }
    _ = solver.adoptMeanEstimate(any.random.below(3))
    _ = solver.prepare(in: any.rect())
    let section = any.random.below(3)
    _ = solver.setCrossOffset(any.number(), of: ScrollContainerID(section: section))
    if let info = solver.crossScroll(section) {
      #expect(info.limits.lowerBound.isFinite && info.limits.upperBound.isFinite)
      let (projected, velocity, start) = (any.number(), any.number(), any.number())
      let rest = solver.restingOffset(ofSection: section, projected: projected, velocity: velocity, start: start)
      #expect(rest.isFinite)
      #expect(
        solver.offset(after: any.random.pick([-1, 1, 1_000]), distance: any.number(), inSection: section).isFinite)
      #expect(solver.offset(showing: any.random.below(8), inSection: section, from: any.number()).isFinite)
    }
    guard let frame = solver.frame(for: key) else { continue }
    #expect(frame.minY.isFinite && frame.minX.isFinite && frame.width >= 0 && frame.height >= 0)
  }
  solver.checkInvariants()
  let length = solver.contentSize[solver.configuration.scrollDirection]
  #expect(length.isFinite && length >= 0)
  for element in solver.elements(in: rect(0, 0, 1_000, 1_000)) {
    #expect(element.frame.minX.isFinite && element.frame.maxY.isFinite)
  }
  _ = solver.elements(in: any.rect(), viewport: any.rect())
  for y in absurd {
    _ = solver.item(atOrAfter: y)
    _ = solver.lastItem(before: y)
  }
  solver.setEnvironment(any.environment())
  solver.checkInvariants()
}

@Test func `a list with the largest number of items is shortened and does not crash`() {
  let solver = LayoutSolver.one(.list(rowHeight: 44), count: .max)
  #expect(solver.contentSize.height > 1e13)
  #expect(solver.itemCount(inSection: 0) > 1_000_000_000_000)
}

@Test func `a group of very many tiny items is shortened`() {
  let item = LayoutItem(width: .absolute(0.0001), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(10)), subitems: [item])
  let nested = LayoutGroup.vertical(size(.fractionalWidth(1), .absolute(1_000)), subitems: [row])
  let solver = LayoutSolver.one(SectionLayout(group: nested), count: 20_001)
  #expect(solver.contentSize.height == 3_000)
}

import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport

/// A source of random declarations of all kinds, small enough for the model.
struct RandomSections {
  var generator: SeededGenerator
  private var nextID = 0
  var isVertical = true
  /// Whether contents may decide the widths of items.
  var estimatesWidths = false
  /// Whether most groups have uniform subitems, which get the size of the largest.
  var prefersUniform = false

  /// Whether some sections have a provider, whose layout depends on the environment.
  var usesProviders = false
  /// Whether most groups are lines that take as many cells as fit.
  var prefersLines = false

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func id() -> Int {
    nextID += 1
    return nextID
  }

  mutating func environment() -> LayoutEnvironment {
    LayoutEnvironment(
      container: Size(width: Double(generator.below(500)) + 60, height: Double(generator.below(500)) + 60),
      scale: generator.pick([1, 1, 1.25, 1.5, 2]), isRightToLeft: generator.chance(30),
      insets: generator.chance(20) ? Insets(top: 5, leading: 8, bottom: 9, trailing: 4) : .zero)
  }

  mutating func section() -> NaiveSection {
    let count = generator.chance(10) ? 0 : generator.below(generator.chance(20) ? 120 : 20)
    var section = NaiveSection(
      id: id(), layout: layout(), cells: (0..<count).map { _ in NaiveSection.Cell(id: id()) },
      hasHeader: generator.chance(40), hasFooter: generator.chance(30))
    if usesProviders, generator.chance(25) { section.answers = (0...generator.below(4)).map { _ in layout() } }
    section.shortenWaterfall()
    return section
  }

  /// Returns random list boundaries.
  mutating func globals() -> [LayoutBoundaryItem] {
    guard generator.chance(25) else { return [] }
    return (0...generator.below(3)).map { number in
      var item = LayoutBoundaryItem(
        kind: LayoutKind(stringLiteral: "global \(number)"),
        size: LayoutSize(
          width: generator.pick([.fractionalWidth(0.5), .absolute(33), .estimated(41)]),
          height: generator.pick([.fractionalHeight(0.1), .absolute(24.5), .estimated(30)])),
        alignment: generator.pick(LayoutAlignment.allCases),
        absoluteOffset: generator.chance(30) ? Point(x: 3, y: -7.5) : .zero, extendsBoundary: generator.chance(70))
      item.pinToVisibleBounds = generator.chance(40)
      item.zIndex = generator.below(4) - 1
      return item
    }
  }

  mutating func insets() -> Insets {
    guard generator.chance(40) else { return .zero }
    return Insets(
      top: Double(generator.below(12)), leading: Double(generator.below(12)), bottom: Double(generator.below(12)) / 3,
      trailing: Double(generator.below(12)))
  }

  mutating func layout() -> SectionLayout {
    let spacing = generator.pick([0.0, 0, 1, 8, 3.3])
    estimatesWidths = prefersUniform || generator.chance(25)
    var layout: SectionLayout
    switch prefersLines && generator.chance(80) ? 20 : prefersUniform ? generator.below(5) + 8 : generator.below(14) {
    case 0: layout = .list(rowHeight: Double(generator.below(60)))
    case 1: layout = .vertical(spacing: spacing)
    case 2: layout = .list(estimatedRowHeight: Double(generator.below(80))).interGroupSpacing(spacing)
    case 3: layout = .verticalGrid(numberOfItemsInRow: generator.below(4) + 1, itemSpacing: spacing, lineSpacing: 2)
    case 4: layout = .grid(minimumItemWidth: 70, itemHeight: 50.5, spacing: spacing, insets: Insets(6))
    case 5: layout = .grid(minimumItemWidth: 50, aspectRatio: 4.0 / 3, extraHeight: 10, spacing: spacing)
    case 6, 7: layout = arranged(spacing)
    case 13: layout = table(spacing)
    case 20: layout = SectionLayout(group: line(), interGroupSpacing: spacing)
    case 8:
      layout = SectionLayout(group: group(depth: 1), interGroupSpacing: spacing)
        .orthogonalScrolling(generator.pick(OrthogonalScrolling.allCases))
    default:
      layout = SectionLayout(group: group(depth: 2), interGroupSpacing: spacing)
    }
    decorate(&layout)
    if generator.chance(60) { layout = layout.insets(insets()) }
    layout = layout.headerPinToVisibleBounds(generator.chance(50)).footerPinToVisibleBounds(generator.chance(40))
    if generator.chance(30) { layout = layout.headerSize(size(.fractionalWidth(0.8), .absolute(21.3))) }
    return layout
  }

  private mutating func table(_ spacing: Double) -> SectionLayout {
    let columns = (0...generator.below(4)).map { _ -> LayoutTable.Column in
      generator.chance(40)
        ? .fixed(Double(generator.below(60) + 5))
        : .flexible(minimum: generator.pick([0, 0, 12.5]), weight: generator.pick([1, 1, 2.5]))
    }
    let height: LayoutDimension = generator.pick([
      .absolute(21.5), .estimated(30), .uniformAcrossSiblings(estimate: 26),
    ])
    return .table(columns: columns, rowHeight: height, columnSpacing: generator.pick([0, 3.5]), rowSpacing: spacing)
  }

  private mutating func arranged(_ spacing: Double) -> SectionLayout {
    let guess = NaiveArranged.guess
    if generator.chance(50) {
      return .waterfall(
        columns: generator.below(4) + 1, spacing: spacing,
        sizes: .estimated(Size(width: guess.width, height: guess.height)))
    }
    let flow = FlowLayout(
      lineSpacing: spacing, interitemSpacing: generator.pick([0, 5, 7.5]),
      justifyContent: generator.pick(LayoutJustification.allCases),
      alignItems: generator.pick(LayoutItemAlignment.allCases))
    return SectionLayout(flow, sizes: .estimated(Size(width: guess.width, height: guess.height)))
  }

  /// Adds random backgrounds, supplementaries in corners, and references for insets.
  private mutating func decorate(_ layout: inout SectionLayout) {
    if generator.chance(20) { layout = layout.background("back", insets: insets()) }
    if generator.chance(20) {
      var corner = LayoutBoundaryItem(
        kind: "corner",
        size: LayoutSize(width: .fractionalWidth(0.3), height: generator.chance(50) ? .estimated(20) : .absolute(24)),
        alignment: generator.pick(LayoutAlignment.allCases),
        absoluteOffset: generator.chance(30) ? Point(x: 3, y: -7.5) : .zero, extendsBoundary: generator.chance(70))
      corner.pinToVisibleBounds = generator.chance(30)
      corner.zIndex = generator.below(4) - 1
      layout.setBoundaryItem(corner)
    }
    if generator.chance(20) {
      layout = layout.contentInsetsReference(generator.pick([.none, .safeArea, .layoutMargins, .readableContent]))
    }
    if generator.chance(10) { layout = layout.supplementaryContentInsetsReference(.none) }
  }

  private mutating func edges() -> LayoutEdgeSpacing {
    guard generator.chance(25) else { return .none }
    func any(_ generator: inout SeededGenerator) -> LayoutSpacing? {
      generator.pick([nil, nil, .fixed(3), .fixed(-6), .flexible(0), .flexible(5.5)])
    }
    return LayoutEdgeSpacing(
      leading: any(&generator), top: any(&generator), trailing: any(&generator), bottom: any(&generator))
  }

  private mutating func badges() -> [LayoutSupplementary] {
    guard generator.chance(15) else { return [] }
    func anchor(_ generator: inout SeededGenerator) -> LayoutAnchor {
      let edges: LayoutEdges = generator.pick([[], [.top], [.top, .trailing], [.bottom, .leading], [.leading]])
      return generator.chance(50)
        ? LayoutAnchor(edges, absoluteOffset: Point(x: 4, y: -6.5))
        : LayoutAnchor(edges, fractionalOffset: Point(x: 0.3, y: -0.3))
    }
    return [
      LayoutSupplementary(
        kind: "badge",
        size: generator.pick([
          .square(20), LayoutSize(width: .fractionalWidth(0.5), height: .absolute(8)),
          LayoutSize(width: .estimated(15), height: .estimated(9)),
          LayoutSize(width: .fractionalWidth(0.3), height: .estimated(12)),
        ]),
        containerAnchor: anchor(&generator), itemAnchor: generator.chance(40) ? anchor(&generator) : nil,
        contentInsets: generator.chance(20) ? Insets(top: 1, leading: 2.5, bottom: 30, trailing: 4) : .zero,
        zIndex: generator.below(3))
    ]
  }

  /// Returns a dimension of at least a twelfth of the container, so that no group has very many subitems.
  private mutating func dimension(_ axis: Axis, mayEstimate: Bool) -> LayoutDimension {
    switch generator.below(mayEstimate ? 5 : 3) {
    case 0: .absolute(Double(generator.below(90) + 15))
    case 1, 2:
      axis == .horizontal
        ? .fractionalWidth(generator.pick([1, 0.5, 1.0 / 3, 0.25, 0.1]))
        : .fractionalHeight(generator.pick([1, 0.5, 1.0 / 3, 0.2]))
    default:
      generator.chance(prefersUniform ? 80 : 20)
        ? .uniformAcrossSiblings(estimate: Double(generator.below(60) + 10))
        : .estimated(Double(generator.below(60) + 10))
    }
  }

  private mutating func size(_ axis: Axis) -> LayoutSize {
    LayoutSize(
      width: axis == .horizontal || prefersUniform
        ? dimension(.horizontal, mayEstimate: estimatesWidths) : .fractionalWidth(1),
      height: generator.chance(15) ? .fractionalWidth(0.2) : dimension(.vertical, mayEstimate: true))
  }

  private func size(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSize {
    LayoutSize(width: width, height: height)
  }

  private mutating func node(depth: Int, in axis: Axis) -> LayoutNode {
    if depth > 0, generator.chance(35) { return .group(group(depth: depth - 1)) }
    return .item(
      LayoutItem(size: size(axis), contentInsets: insets(), edgeSpacing: edges(), supplementaries: badges()))
  }

  mutating func group(depth: Int) -> LayoutGroup {
    var group = plainGroup(depth: depth)
    group.edgeSpacing = edges()
    group.supplementaries = badges()
    return group
  }

  /// Returns a random group that is a line of as many cells as fit with their measured widths.
  private mutating func line() -> LayoutGroup {
    let along: Axis = isVertical ? .vertical : .horizontal
    func size(_ cross: LayoutDimension, _ main: LayoutDimension) -> LayoutSize {
      isVertical ? LayoutSize(width: cross, height: main) : LayoutSize(width: main, height: cross)
    }
    let isEstimated = generator.chance(60)
    let items = (0...generator.below(3)).map { _ in
      LayoutItem(
        size: size(
          .estimated(Double(generator.below(90) + 10)),
          isEstimated
            ? generator.pick([.estimated(20), .estimated(31), .uniformAcrossSiblings(estimate: 25)])
            : generator.pick([
              .absolute(24), .absolute(40.5), along == .vertical ? .fractionalHeight(0.5) : .fractionalWidth(0.5),
            ])),
        contentInsets: insets(), edgeSpacing: edges(), supplementaries: badges())
    }
    let gap = generator.pick([0.0, 4, 7.5])
    var group = LayoutGroup(
      axis: along.cross,
      size: size(
        along == .vertical
          ? .fractionalWidth(generator.pick([1, 1, 0.7])) : .fractionalHeight(generator.pick([1, 1, 0.7])),
        generator.pick([.estimated(30), .absolute(32), .uniformAcrossSiblings(estimate: 28)])),
      arrangement: .fitting(items.map { .item($0) }),
      interItemSpacing: generator.chance(30) ? .flexible(gap) : .fixed(gap), contentInsets: insets())
    group.edgeSpacing = edges()
    group.supplementaries = badges()
    return group
  }

  private mutating func plainGroup(depth: Int) -> LayoutGroup {
    let axis: Axis = generator.chance(60) ? .horizontal : .vertical
    let arrangement: LayoutGroup.Arrangement =
      switch generator.below(12) {
      case 0: .custom(LayoutCustomArrangement(key: 0, places: customPlaces))
      case 1, 2: .once((0...generator.below(3)).map { _ in node(depth: depth, in: axis) })
      case 3...5: .equally(node(depth: depth, in: axis), count: generator.below(4) + 1)
      case 6...8: .repeating(node(depth: depth, in: axis), count: generator.below(4) + 1)
      default: .fitting((0...generator.below(3)).map { _ in node(depth: depth, in: axis) })
      }
    let gap = generator.pick([0.0, 4, 7.5])
    let height: LayoutDimension =
      generator.chance(10)
      ? .uniformAcrossSiblings(estimate: Double(generator.below(100) + 20))
      : generator.chance(50)
        ? .estimated(Double(generator.below(100) + 20)) : .absolute(Double(generator.below(150) + 20))
    let width: LayoutDimension =
      prefersUniform && generator.chance(50)
      ? generator.pick([.estimated(120), .uniformAcrossSiblings(estimate: 90)])
      : generator.pick([.fractionalWidth(1), .fractionalWidth(0.5)])
    return LayoutGroup(
      axis: axis, size: LayoutSize(width: width, height: height),
      arrangement: arrangement, interItemSpacing: generator.chance(30) ? .flexible(gap) : .fixed(gap),
      contentInsets: insets())
  }
}

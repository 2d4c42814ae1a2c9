import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// Conversions of a declaration for a list that scrolls vertically into one for a list that scrolls horizontally. They
/// are independent of the solver.
private enum Turned {
  static func size(_ size: Size) -> Size { Size(width: size.height, height: size.width) }
  static func rect(_ rect: Rect) -> Rect { Rect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width) }
  static func point(_ point: Point) -> Point { Point(x: point.y, y: point.x) }

  static func insets(_ insets: Insets) -> Insets {
    Insets(top: insets.leading, leading: insets.top, bottom: insets.trailing, trailing: insets.bottom)
  }

  static func dimension(_ dimension: LayoutDimension) -> LayoutDimension {
    switch dimension {
    case .fractionalWidth(let part): .fractionalHeight(part)
    case .fractionalHeight(let part): .fractionalWidth(part)
    case .absolute, .estimated, .uniformAcrossSiblings: dimension
    }
  }

  static func size(_ size: LayoutSize) -> LayoutSize {
    LayoutSize(width: dimension(size.height), height: dimension(size.width))
  }

  static func anchor(_ anchor: LayoutAnchor) -> LayoutAnchor {
    let sides: [(LayoutEdges, LayoutEdges)] = [
      (.top, .leading), (.leading, .top), (.bottom, .trailing), (.trailing, .bottom),
    ]
    var edges: LayoutEdges = []
    for (side, other) in sides where anchor.edges.contains(side) { edges.insert(other) }
    return anchor.isFractional
      ? LayoutAnchor(edges, fractionalOffset: point(anchor.offset))
      : LayoutAnchor(edges, absoluteOffset: point(anchor.offset))
  }

  static func badge(_ badge: LayoutSupplementary) -> LayoutSupplementary {
    LayoutSupplementary(
      kind: badge.kind, size: size(badge.size), containerAnchor: anchor(badge.containerAnchor),
      itemAnchor: badge.itemAnchor.map(anchor), contentInsets: insets(badge.contentInsets), zIndex: badge.zIndex)
  }

  static func edges(_ edges: LayoutEdgeSpacing) -> LayoutEdgeSpacing {
    LayoutEdgeSpacing(leading: edges.top, top: edges.leading, trailing: edges.bottom, bottom: edges.trailing)
  }

  static func node(_ node: LayoutNode) -> LayoutNode {
    switch node {
    case .group(let inner): .group(group(inner))
    case .item(let item):
      .item(
        LayoutItem(
          size: size(item.size), contentInsets: insets(item.contentInsets), edgeSpacing: edges(item.edgeSpacing),
          supplementaries: item.supplementaries.map(badge)))
    }
  }

  static func group(_ group: LayoutGroup) -> LayoutGroup {
    let arrangement: LayoutGroup.Arrangement =
      switch group.arrangement {
      case .fitting(let nodes): .fitting(nodes.map(node))
      case .once(let nodes): .once(nodes.map(node))
      case .equally(let one, let count): .equally(node(one), count: count)
      case .repeating(let one, let count): .repeating(node(one), count: count)
      // Random declarations use only one custom arrangement.
      case .custom:
        .custom(
          LayoutCustomArrangement(key: "turned") { content in
            customPlaces(size(content)).map { .init(rect($0.frame), zIndex: $0.zIndex) }
          })
      }
    var turned = LayoutGroup(
      axis: group.axis == .horizontal ? .vertical : .horizontal, size: size(group.size), arrangement: arrangement,
      interItemSpacing: group.interItemSpacing, contentInsets: insets(group.contentInsets))
    turned.edgeSpacing = edges(group.edgeSpacing)
    turned.supplementaries = group.supplementaries.map(badge)
    return turned
  }

  static func alignment(_ alignment: LayoutAlignment) -> LayoutAlignment {
    switch alignment {
    case .topLeading: .topLeading
    case .top: .leading
    case .topTrailing: .bottomLeading
    case .leading: .top
    case .none: .none
    case .trailing: .bottom
    case .bottomLeading: .topTrailing
    case .bottom: .trailing
    case .bottomTrailing: .bottomTrailing
    }
  }

  static func boundary(_ item: LayoutBoundaryItem) -> LayoutBoundaryItem {
    var turned = LayoutBoundaryItem(
      kind: item.kind, size: size(item.size), alignment: alignment(item.alignment),
      absoluteOffset: point(item.absoluteOffset), extendsBoundary: item.extendsBoundary)
    turned.pinToVisibleBounds = item.pinToVisibleBounds
    turned.zIndex = item.zIndex
    return turned
  }

  /// Converts a layout. Layouts that place items one by one, tiles and tables follow the scroll direction by
  /// themselves; the sizes of items are those on the screen.
  static func layout(_ layout: SectionLayout) -> SectionLayout {
    let content: SectionLayout.Content =
      switch layout.content {
      case .group(let one): .group(group(one))
      case .adaptiveGrid, .table: layout.content
      case .layout(let base, _):
        .layout(
          base,
          sizes: .estimated(size(Size(width: NaiveArranged.guess.width, height: NaiveArranged.guess.height))))
      }
    var turned = SectionLayout(
      content: content, contentInsets: insets(layout.contentInsets), interGroupSpacing: layout.interGroupSpacing)
    turned.boundaryItems = layout.boundaryItems.map(boundary)
    turned.contentInsetsReference = layout.contentInsetsReference
    turned.supplementaryContentInsetsReference = layout.supplementaryContentInsetsReference
    turned.decorations = layout.decorations.map {
      .background($0.kind, contentInsets: insets($0.contentInsets), zIndex: $0.zIndex)
    }
    turned.orthogonalScrolling = layout.orthogonalScrolling
    return turned
  }

  static func configuration(_ configuration: LayoutConfiguration) -> LayoutConfiguration {
    LayoutConfiguration(
      scrollDirection: .horizontal, interSectionSpacing: configuration.interSectionSpacing,
      boundaryItems: configuration.boundaryItems.map(boundary),
      contentInsetsReference: configuration.contentInsetsReference)
  }

  /// Returns a provider of the section's layouts, converted to the other scroll direction; `nil` if the section has no
  /// provider.
  static func provider(_ section: NaiveSection) -> SectionProvider? {
    guard !section.answers.isEmpty else { return nil }
    return SectionProvider(key: section.id) { context in
      var section = section
      section.follow(environment(context.environment))
      return layout(section.layout)
    }
  }

  static func environment(_ environment: LayoutEnvironment) -> LayoutEnvironment {
    LayoutEnvironment(
      container: size(environment.container), scale: environment.scale, insets: insets(environment.insets))
  }
}

/// A list that scrolls vertically, and the converted one that scrolls horizontally.
private struct TurnedTwins {
  var random: RandomSections
  var upright: LayoutSolver
  var lying: LayoutSolver
  /// The number of subsections in each section.
  private var partCounts: [Int] = []

  init(seed: UInt64) {
    random = RandomSections(seed: seed)
    random.prefersUniform = seed % 5 == 0
    random.prefersLines = seed % 5 == 1
    random.usesProviders = true
    let environment = Self.environment(&random)
    let configuration = LayoutConfiguration(
      interSectionSpacing: random.generator.pick([0, 10, 2.6]), boundaryItems: random.globals(),
      contentInsetsReference: random.generator.pick([.automatic, .none, .layoutMargins, .readableContent]))
    upright = LayoutSolver(configuration: configuration)
    lying = LayoutSolver(configuration: Turned.configuration(configuration))
    var inputs: [(upright: LayoutSolver.SectionInput, lying: LayoutSolver.SectionInput)] = []
    for _ in 0...random.generator.below(3) {
      inputs.append(random.generator.chance(50) ? section() : sectionOfSections())
    }
    upright.reload(inputs.map(\.upright), environment: environment)
    lying.reload(inputs.map(\.lying), environment: Turned.environment(environment))
  }

  /// Returns a random environment that reads from left to right. A list from right to left would be mirrored on the
  /// cross axis in one case and on the main axis in the other, so the lists would differ.
  private static func environment(_ random: inout RandomSections) -> LayoutEnvironment {
    var environment = random.environment()
    environment.isRightToLeft = false
    return environment
  }

  private mutating func section() -> (LayoutSolver.SectionInput, LayoutSolver.SectionInput) {
    let section = random.section()
    var turned = section.input
    turned.layout = Turned.layout(turned.layout)
    turned.provider = Turned.provider(section)
    partCounts.append(0)
    return (section.input, turned)
  }

  /// Returns a section with subsections, which are in a column, in groups or in tiles, and its converted form.
  private mutating func sectionOfSections() -> (LayoutSolver.SectionInput, LayoutSolver.SectionInput) {
    let inner = InnerSections(&random, atMost: 4)
    let turned = zip(inner.parts, inner.sections).map { part, section in
      NestedLayout.Child(
        ChildSection(
          Turned.layout(section.layout), provider: Turned.provider(section), hasHeader: section.hasHeader,
          hasFooter: section.hasFooter),
        count: part.count)
    }
    let (hasHeader, layout) = (random.generator.chance(40), random.layout())
    partCounts.append(inner.parts.count)
    return (
      .init(layout: layout.placing(inner.parts), itemCount: inner.cellCount, hasHeader: hasHeader),
      .init(layout: Turned.layout(layout).placing(turned), itemCount: inner.cellCount, hasHeader: hasHeader)
    )
  }

  mutating func step() {
    let section = random.generator.below(partCounts.count)
    switch random.generator.below(8) {
    case 0:
      let environment = Self.environment(&random)
      upright.setEnvironment(environment)
      lying.setEnvironment(Turned.environment(environment))
    case 1: _ = (upright.adoptMeanEstimate(section), lying.adoptMeanEstimate(section))
    case 2, 3:
      let site = ScrollContainerID(section: section, subsection: random.generator.below(partCounts[section] + 1))
      let offset = Double(random.generator.below(600)) - 50
      #expect(upright.setCrossOffset(offset, of: site) == lying.setCrossOffset(offset, of: site))
    default: measureAnything(in: section)
    }
  }

  private mutating func measureAnything(in section: Int) {
    let keys = upright.elements(in: rect(-1e6, -1e6, 2e6, 2e6)).map(\.key)
    guard
      let key = keys.filter({ $0.section == section && $0.kind != .decoration }).randomElement(using: &random.generator)
    else { return }
    let size = InnerSections.size(&random.generator)
    let (proposal, other) = (upright.proposedSize(for: key), lying.proposedSize(for: key))
    #expect(proposal.width == other.height && proposal.height == other.width, "\(key)")
    #expect(upright.setMeasured(size, for: key) == lying.setMeasured(Turned.size(size), for: key), "\(key)")
  }

  mutating func check() throws {
    let length = upright.contentSize.height
    try #require(lying.contentSize.width == length)
    let seen = rect(
      Double(random.generator.below(300)) - 100, Double.random(in: -20...max(1, length), using: &random.generator),
      Double(random.generator.below(500)) + 40, Double(random.generator.below(400)) + 0.5)
    let viewport = seen.insetBy(random.generator.chance(50) ? 0 : 20)
    #expect(upright.prepare(in: seen) == lying.prepare(in: Turned.rect(seen)))
    let expected = upright.elements(in: seen, viewport: viewport)
    let found = lying.elements(in: Turned.rect(seen), viewport: Turned.rect(viewport))
    try #require(found.map(\.key) == expected.map(\.key), "in \(seen)")
    for (other, element) in zip(found, expected) {
      try #require(other.frame == Turned.rect(element.frame), "\(element.key)")
      try #require(other.natural == Turned.rect(element.natural), "\(element.key)")
      try #require(other.zIndex == element.zIndex && other.isPinned == element.isPinned, "\(element.key)")
      try #require(other.clip == element.clip.map(Turned.rect), "\(element.key)")
      try #require(upright.kind(of: element.key) == lying.kind(of: element.key), "\(element.key)")
    }
    for section in partCounts.indices {
      for item in 0..<min(20, upright.itemCount(inSection: section)) {
        let path = ElementPath(section: section, item: item)
        try #require(lying.frame(of: path) == Turned.rect(upright.frame(of: path)), "\(path)")
      }
    }
  }
}

@Test(arguments: 0..<rounds)
func `a list declared with swapped axes has the frames of the original with swapped axes`(seed: UInt64) throws {
  var twins = TurnedTwins(seed: seed)
  try twins.check()
  for _ in 0..<12 {
    twins.step()
    try twins.check()
  }
}

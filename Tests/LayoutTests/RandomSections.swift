import ScrollworkGeometry
import ScrollworkLayout

/// Random declarations of all kinds, small enough for the naive layout.
struct RandomSections {
  var generator: SeededGenerator
  private var nextID = 0

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
      insets: generator.chance(20) ? Insets(leading: 8, trailing: 4) : .zero)
  }

  mutating func section() -> NaiveSection {
    let count = generator.chance(10) ? 0 : generator.below(generator.chance(20) ? 120 : 20)
    return NaiveSection(
      id: id(), layout: layout(), cells: (0..<count).map { _ in NaiveSection.Cell(id: id()) },
      hasHeader: generator.chance(40), hasFooter: generator.chance(30))
  }

  mutating func insets() -> Insets {
    guard generator.chance(40) else { return .zero }
    return Insets(
      top: Double(generator.below(12)), leading: Double(generator.below(12)), bottom: Double(generator.below(12)) / 3,
      trailing: Double(generator.below(12)))
  }

  mutating func layout() -> SectionLayout {
    let spacing = generator.pick([0.0, 0, 1, 8, 3.3])
    var layout: SectionLayout
    switch generator.below(9) {
    case 0: layout = .list(rowHeight: Double(generator.below(60)))
    case 1: layout = .vertical(spacing: spacing)
    case 2: layout = .list(estimatedRowHeight: Double(generator.below(80))).interGroupSpacing(spacing)
    case 3: layout = .verticalGrid(numberOfItemsInRow: generator.below(4) + 1, itemSpacing: spacing, lineSpacing: 2)
    case 4: layout = .grid(minimumItemWidth: 70, itemHeight: 50.5, spacing: spacing, insets: Insets(6))
    case 5: layout = .grid(minimumItemWidth: 50, aspectRatio: 4.0 / 3, extraHeight: 10, spacing: spacing)
    default:
      layout = SectionLayout(group: group(depth: 2), interGroupSpacing: spacing)
    }
    if generator.chance(60) { layout = layout.insets(insets()) }
    layout = layout.headerPinToVisibleBounds(generator.chance(50)).footerPinToVisibleBounds(generator.chance(40))
    if generator.chance(30) { layout = layout.headerSize(size(.fractionalWidth(0.8), .absolute(21.3))) }
    return layout
  }

  /// A dimension of at least a twelfth, so that no group has very many places.
  private mutating func dimension(_ axis: Axis, mayEstimate: Bool) -> LayoutDimension {
    switch generator.below(mayEstimate ? 5 : 3) {
    case 0: .absolute(Double(generator.below(90) + 15))
    case 1, 2:
      axis == .horizontal
        ? .fractionalWidth(generator.pick([1, 0.5, 1.0 / 3, 0.25, 0.1]))
        : .fractionalHeight(generator.pick([1, 0.5, 1.0 / 3, 0.2]))
    default: .estimated(Double(generator.below(60) + 10))
    }
  }

  private mutating func size(_ axis: Axis) -> LayoutSize {
    LayoutSize(
      width: axis == .horizontal ? dimension(.horizontal, mayEstimate: false) : .fractionalWidth(1),
      height: generator.chance(15) ? .fractionalWidth(0.2) : dimension(.vertical, mayEstimate: true))
  }

  private func size(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSize {
    LayoutSize(width: width, height: height)
  }

  private mutating func node(depth: Int, in axis: Axis) -> LayoutNode {
    if depth > 0, generator.chance(35) { return .group(group(depth: depth - 1)) }
    return .item(LayoutItem(size: size(axis), contentInsets: insets()))
  }

  mutating func group(depth: Int) -> LayoutGroup {
    let axis: Axis = generator.chance(60) ? .horizontal : .vertical
    let arrangement: LayoutGroup.Arrangement =
      switch generator.below(3) {
      case 0: .equally(node(depth: depth, in: axis), count: generator.below(4) + 1)
      case 1: .repeating(node(depth: depth, in: axis), count: generator.below(4) + 1)
      default: .fitting((0...generator.below(3)).map { _ in node(depth: depth, in: axis) })
      }
    let gap = generator.pick([0.0, 4, 7.5])
    let height: LayoutDimension =
      generator.chance(50)
      ? .estimated(Double(generator.below(100) + 20)) : .absolute(Double(generator.below(150) + 20))
    return LayoutGroup(
      axis: axis,
      size: LayoutSize(width: generator.pick([.fractionalWidth(1), .fractionalWidth(0.5)]), height: height),
      arrangement: arrangement, interItemSpacing: generator.chance(30) ? .flexible(gap) : .fixed(gap),
      contentInsets: insets())
  }
}

import Scrollwork
import ScrollworkTesting

/// A section of a mixed list. Its id is its name, and its cells show "name number".
struct Part {
  var name: String
  var count: Int
  var layout: SectionLayout
  var header: String?
  var footer: String?

  init(_ name: String, _ count: Int, _ layout: SectionLayout, header: String? = nil, footer: String? = nil) {
    self.name = name
    self.count = count
    self.layout = layout
    self.header = header
    self.footer = footer
  }

  var section: Section {
    let name = self.name
    return Section(id: name, data: Array(0..<count), id: \.self) { Plate(text: "\(name) \($0)") }
      .withSectionLayout(layout)
      .withHeader(header.map { Plate(text: $0, height: 30) })
      .withFooter(footer.map { Plate(text: $0, height: 20) })
  }

  /// Returns a layout with cards of 150 by 80 side by side, 10 apart.
  static func cards(_ behavior: OrthogonalScrolling) -> SectionLayout {
    let card = LayoutSize(width: .absolute(150), height: .absolute(80))
    return SectionLayout(
      group: .horizontal(card, once: [LayoutItem(size: .full)]), interGroupSpacing: 10
    ).orthogonalScrolling(behavior)
  }
}

/// Sections of different layouts in a harness of 400 x 300.
@MainActor
struct MixedStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness

  init(
    _ parts: [Part], size: Size = Size(width: 400, height: 300), motion: MotionPolicy = .full,
    direction: LayoutDirection = .leftToRight, configuration: LayoutConfiguration = LayoutConfiguration()
  ) {
    harness = ViewHarness(content: list, size: size, motion: motion)
    if direction == .rightToLeft { harness.changeEnvironment { $0.direction = direction } }
    apply(parts, configuration: configuration)
  }

  func apply(
    _ parts: [Part], configuration: LayoutConfiguration = LayoutConfiguration(),
    strategy: UpdateStrategy = .animatedBatchUpdates
  ) {
    list.apply(
      List(sections: parts.map(\.section)).withLayoutConfiguration(configuration), updateStrategy: strategy)
    harness.showIfNeeded()
  }
}

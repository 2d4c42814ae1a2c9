import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport

/// Random sections that become subsections of one section, for a comparison with the same sections alone.
struct InnerSections {
  private(set) var sections: [NaiveSection]
  let parts: [NestedLayout.Child]
  /// The position in the outer section of each subsection's first item, followed by the number of all items.
  let starts: [Int]

  init(_ random: inout RandomSections, atMost count: Int) {
    var sections: [NaiveSection] = []
    let usesProviders = random.usesProviders
    random.usesProviders = true
    defer { random.usesProviders = usesProviders }
    for _ in 0...random.generator.below(count) { sections.append(random.section()) }
    for index in sections.indices where random.generator.chance(30) {
      sections[index].layout.orthogonalScrolling = random.generator.pick(OrthogonalScrolling.allCases)
      for answer in sections[index].answers.indices {
        sections[index].answers[answer].orthogonalScrolling = random.generator.pick(OrthogonalScrolling.allCases)
      }
    }
    self.sections = sections
    parts = sections.map { section in
      let extras = (section.hasHeader ? 1 : 0) + (section.hasFooter ? 1 : 0)
      return NestedLayout.Child(
        ChildSection(
          section.answers.isEmpty ? section.layout : .list(rowHeight: 7), provider: section.provider,
          hasHeader: section.hasHeader, hasFooter: section.hasFooter),
        count: section.cells.count + extras)
    }
    starts = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// Gives each section the layout that its provider returns in an environment.
  mutating func follow(_ environment: LayoutEnvironment) {
    for index in sections.indices { sections[index].follow(environment) }
  }

  /// Returns a section with the layout that its provider returns for a container of size `room`, without provider.
  mutating func layOut(_ index: Int, in room: Size, scale: Double) -> LayoutSolver.SectionInput {
    sections[index].follow(LayoutEnvironment(container: room, scale: scale))
    var section = sections[index]
    section.answers = []
    return section.input
  }

  /// The number of all items; headers and footers count.
  var cellCount: Int { starts[parts.count] }

  /// Returns the key that an element of a section has when the section is a subsection.
  func key(_ key: LayoutElement.Key, of index: Int) -> LayoutElement.Key {
    let first = starts[index] + (sections[index].hasHeader ? 1 : 0)
    return switch key.kind {
    case .header: .init(kind: .item, section: 0, item: starts[index])
    case .footer: .init(kind: .item, section: 0, item: first + sections[index].cells.count)
    case .item, .badge: .init(kind: key.kind, section: 0, item: first + key.item, slot: key.slot)
    default: .init(kind: key.kind, section: 0, item: index + 1, slot: key.slot)
    }
  }

  /// Returns the visible part of a frame. If the subsection is a scroll container, its sides clip items and badges.
  /// - Parameters:
  ///   - x: The leading edge of the subsection.
  ///   - width: The width of the subsection.
  func seen(_ frame: Rect, of key: LayoutElement.Key, in index: Int, from x: Double, width: Double) -> Rect {
    guard sections[index].layout.orthogonalScrolling != .none, key.kind == .item || key.kind == .badge else {
      return frame
    }
    return frame.intersection(rect(x, -1e9, width, 2e9))
  }

  /// Returns a random measured size.
  static func size(_ generator: inout SeededGenerator) -> Size {
    Size(width: Double(generator.below(400)) / 3, height: Double(generator.below(400)) / 3)
  }
}

extension LayoutSolver {
  /// Returns the key of a random badge or boundary supplementary that is neither a header nor a footer.
  func anythingBeside(_ generator: inout SeededGenerator) -> LayoutElement.Key? {
    elements(in: rect(-1e6, -1e6, 2e6, 2e6)).map(\.key).filter { $0.kind == .badge || $0.kind == .boundary }
      .randomElement(using: &generator)
  }
}

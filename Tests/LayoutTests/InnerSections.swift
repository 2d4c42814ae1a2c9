import ScrollworkGeometry
import ScrollworkLayout

/// Random sections for a section of sections, and what becomes of them there.
struct InnerSections {
  private(set) var sections: [NaiveSection]
  let parts: [NestedLayout.Part]
  /// The first cell of each section in the one section, and the number of all.
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
      return NestedLayout.Part(
        SectionPart(
          section.answers.isEmpty ? section.layout : .list(rowHeight: 7), provider: section.provider,
          hasHeader: section.hasHeader, hasFooter: section.hasFooter),
        count: section.cells.count + extras)
    }
    starts = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// Each section has the layout that it is given in an environment.
  mutating func follow(_ environment: LayoutEnvironment) {
    for index in sections.indices { sections[index].follow(environment) }
  }

  /// A section with the layout that it is given where it is laid out. Nobody is asked for that any more.
  mutating func layOut(_ index: Int, in room: Size, scale: Double) -> LayoutSolver.SectionInput {
    sections[index].follow(LayoutEnvironment(container: room, scale: scale))
    var section = sections[index]
    section.answers = []
    return section.input
  }

  /// The number of all cells, with headers and footers.
  var cellCount: Int { starts[parts.count] }

  /// What something of a section is called in the one section.
  func key(_ key: LayoutElement.Key, of index: Int) -> LayoutElement.Key {
    let first = starts[index] + (sections[index].hasHeader ? 1 : 0)
    return switch key.kind {
    case .header: .init(kind: .item, section: 0, item: starts[index])
    case .footer: .init(kind: .item, section: 0, item: first + sections[index].cells.count)
    case .item, .badge: .init(kind: key.kind, section: 0, item: first + key.item, slot: key.slot)
    default: .init(kind: key.kind, section: 0, item: index + 1, slot: key.slot)
    }
  }

  /// What of a section is seen where it stands with this width: between its sides what scrolls.
  func seen(_ frame: Rect, of key: LayoutElement.Key, in index: Int, from x: Double, width: Double) -> Rect {
    guard sections[index].layout.orthogonalScrolling != .none, key.kind == .item || key.kind == .badge else {
      return frame
    }
    return frame.intersection(rect(x, -1e9, width, 2e9))
  }

  /// A random size for a cell to be measured with.
  static func size(_ generator: inout SeededGenerator) -> Size {
    Size(width: Double(generator.below(400)) / 3, height: Double(generator.below(400)) / 3)
  }
}

extension LayoutSolver {
  /// Any badge, or what stands at an edge and is no header.
  func anythingBeside(_ generator: inout SeededGenerator) -> LayoutElement.Key? {
    elements(in: rect(-1e6, -1e6, 2e6, 2e6)).map(\.key).filter { $0.kind == .badge || $0.kind == .boundary }
      .randomElement(using: &generator)
  }
}

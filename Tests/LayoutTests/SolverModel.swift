import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// A solver, and a model that computes the expected results.
struct SolverModel {
  var random: RandomSections
  var sections: [NaiveSection]
  var environment: LayoutEnvironment
  let configuration: LayoutConfiguration
  var solver: LayoutSolver
  /// The measured sizes of the list boundaries.
  var globals: [LayoutKind: NaiveEdgeSize] = [:]

  init(seed: UInt64, prefersUniform: Bool = false, prefersLines: Bool = false) {
    random = RandomSections(seed: seed)
    random.prefersUniform = prefersUniform
    random.prefersLines = prefersLines
    environment = random.environment()
    configuration = LayoutConfiguration(
      scrollDirection: random.generator.chance(30) ? .horizontal : .vertical,
      interSectionSpacing: random.generator.pick([0, 0, 10, 2.6]), boundaryItems: random.globals(),
      contentInsetsReference: random.generator.pick([.automatic, .automatic, .none, .layoutMargins, .readableContent]))
    random.usesProviders = true
    random.isVertical = configuration.scrollDirection == .vertical
    sections = []
    for _ in 0...random.generator.below(4) { sections.append(random.section()) }
    for index in sections.indices { sections[index].follow(environment) }
    solver = LayoutSolver(configuration: configuration)
    solver.reload(sections.map(\.input), environment: environment)
  }

  var axis: Axis { configuration.scrollDirection }
  var naive: NaiveLayout {
    NaiveLayout(sections, environment, configuration, globals: globals) { [solver] in solver.frame(for: $0) }
  }

  mutating func step() throws {
    switch random.generator.below(20) {
    case 0..<11: for _ in 0...random.generator.below(6) { try measureAnything() }
    case 11..<16: update()
    case 16: scrollAcross()
    case 17: adopt()
    case 18: forget()
    default: resize()
    }
  }

  private mutating func anyCell() -> ElementPath? {
    let full = sections.indices.filter { solver.itemCount(inSection: $0) > 0 }
    guard !full.isEmpty else { return nil }
    let section = random.generator.pick(full)
    return ElementPath(section: section, item: random.generator.below(sections[section].cells.count))
  }

  private func rounded(_ length: Double) -> Int64 {
    Int64(((length * environment.scale - 0.001).rounded(.up) / environment.scale * 64).rounded())
  }

  private func edge(_ size: Size) -> NaiveEdgeSize {
    NaiveEdgeSize(cross: rounded(size[axis.cross]), main: rounded(size[axis]))
  }

  private mutating func measureAnything() throws {
    let size = Size(width: Double(random.generator.below(400)) / 3, height: Double(random.generator.below(400)) / 3)
    let section = random.generator.below(sections.count)
    let key: LayoutElement.Key
    if random.generator.chance(10), !configuration.boundaryItems.isEmpty {
      let slot = random.generator.below(configuration.boundaryItems.count)
      let item = configuration.boundaryItems[slot]
      key = .init(kind: .listBoundary, section: -1, slot: Int32(slot))
      if item.size.width.isEstimated || item.size.height.isEstimated { globals[item.kind] = edge(size) }
    } else if random.generator.chance(25),
      let item = sections[section].layout.boundaryItems.randomElement(using: &random.generator)
    {
      let slot = sections[section].layout.boundaryItems.firstIndex { $0.kind == item.kind } ?? 0
      key =
        item.kind == .header
        ? .header(section)
        : item.kind == .footer ? .footer(section) : .init(kind: .boundary, section: section, slot: Int32(slot))
      if sections[section].has(item), item.size.width.isEstimated || item.size.height.isEstimated {
        sections[section].boundaries[item.kind] = edge(size)
      }
    } else if random.generator.chance(15), let badge = anyBadge() {
      key = badge
      sections[key.section].cells[key.item].badges[key.slot] = (rounded(size.width), rounded(size.height))
    } else {
      guard let path = anyCell() else { return }
      key = .item(path)
      let proposal = solver.proposedSize(for: key)
      if proposal.height == nil || proposal.width == nil { measure(path, size) }
    }
    let before = frames()
    let hasMoved = solver.setMeasured(size, for: key)
    // Snapping may hide a change that is smaller than a device pixel, but frames may not change if nothing moved.
    if frames() != before { try #require(hasMoved) }
    try #require(!solver.isEstimated(key))
  }

  private mutating func anyBadge() -> LayoutElement.Key? {
    naive.natural.map(\.key).filter { $0.kind == .badge }.randomElement(using: &random.generator)
  }

  private mutating func measure(_ path: ElementPath, _ size: Size) {
    sections[path.section].cells[path.item].measured = (rounded(size.width), rounded(size.height))
  }

  private mutating func forget() {
    guard let path = anyCell() else { return }
    sections[path.section].cells[path.item].measured = nil
    _ = solver.forgetMeasured(.item(path))
  }

  private mutating func scrollAcross() {
    let section = random.generator.below(sections.count)
    sections[section].offset = Double(random.generator.below(300)) / 2
    _ = solver.setCrossOffset(sections[section].offset, of: ScrollContainerID(section: section))
  }

  private mutating func adopt() {
    let section = random.generator.below(sections.count)
    guard !sections[section].layout.placesCellByCell else { return }
    if solver.adoptMeanEstimate(section) {
      let isAcross = sections[section].layout.orthogonalScrolling != .none
      let measured = sections[section].cells.compactMap(\.measured)
        .map { (axis == .vertical) != isAcross ? $0.height : $0.width }
      let count = Int64(measured.count)
      sections[section].guess = (measured.reduce(0, +) + count / 2) / count
    }
  }

  private mutating func resize() {
    let old = environment
    environment = random.environment()
    if random.generator.chance(30) {
      environment = old
      environment.container.height += 11
    }
    solver.setEnvironment(environment)
    for index in sections.indices { sections[index].follow(environment) }
    forgetWhatSolverForgot()
  }

  /// Discards in the model the sizes that the solver discarded. Fails if the solver kept a size that belonged to
  /// another cell.
  mutating func forgetWhatSolverForgot() {
    for (slot, item) in configuration.boundaryItems.enumerated()
    where solver.isEstimated(.init(kind: .listBoundary, section: -1, slot: Int32(slot))) {
      globals[item.kind] = nil
    }
    for section in sections.indices {
      let count = solver.itemCount(inSection: section)
      for item in sections[section].cells.indices where sections[section].cells[item].measured != nil {
        let key = LayoutElement.Key.item(ElementPath(section: section, item: item))
        let proposal = item < count ? solver.proposedSize(for: key) : ProposedSize(width: 0, height: 0)
        if solver.isEstimated(key) || (proposal.width != nil && proposal.height != nil) {
          sections[section].cells[item].measured = nil
        }
      }
      forgetBadges(section)
      for item in sections[section].layout.boundaryItems where sections[section].boundaries[item.kind] != nil {
        let slot = sections[section].layout.boundaryItems.firstIndex { $0.kind == item.kind } ?? 0
        let key: LayoutElement.Key =
          item.kind == .header
          ? .header(section)
          : item.kind == .footer ? .footer(section) : .init(kind: .boundary, section: section, slot: Int32(slot))
        if sections[section].has(item), solver.isEstimated(key) { sections[section].boundaries[item.kind] = nil }
      }
      if solver.adoptedEstimate(section) == nil { sections[section].guess = nil }
    }
  }

  private mutating func forgetBadges(_ section: Int) {
    for item in sections[section].cells.indices {
      sections[section].cells[item].badges = sections[section].cells[item].badges.filter { slot, _ in
        !solver.isEstimated(.init(kind: .badge, section: section, item: item, slot: slot))
      }
    }
  }

  func frames() -> [Rect] {
    naive.natural.map { solver.frame(for: $0.key) ?? .zero }
  }
}

import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// A solver beside the model that says what it must answer.
struct SolverModel {
  var random: RandomSections
  var sections: [NaiveSection]
  var environment: LayoutEnvironment
  let spacing: Double
  var solver: LayoutSolver

  init(seed: UInt64) {
    random = RandomSections(seed: seed)
    environment = random.environment()
    spacing = random.generator.pick([0, 0, 10, 2.6])
    sections = []
    for _ in 0...random.generator.below(4) { sections.append(random.section()) }
    solver = .many(sections.map(\.input), environment, spacing: spacing)
  }

  mutating func step() {
    switch random.generator.below(20) {
    case 0..<11: for _ in 0...random.generator.below(6) { measureAnything() }
    case 11..<17: update()
    case 17: adopt()
    case 18: forget()
    default: resize()
    }
  }

  private mutating func anyCell() -> ElementPath? {
    let full = sections.indices.filter { !sections[$0].cells.isEmpty }
    guard !full.isEmpty else { return nil }
    let section = random.generator.pick(full)
    return ElementPath(section: section, item: random.generator.below(sections[section].cells.count))
  }

  private mutating func measureAnything() {
    let height = Double(random.generator.below(400)) / 3
    let units = Int64(((height * environment.scale - 0.001).rounded(.up) / environment.scale * 64).rounded())
    let section = random.generator.below(sections.count)
    let key: LayoutElement.Key
    if random.generator.chance(15) {
      key = .header(section)
      if sections[section].hasHeader, sections[section].layout.header.size.height.isEstimated {
        sections[section].header = units
      }
    } else if random.generator.chance(15) {
      key = .footer(section)
      if sections[section].hasFooter, sections[section].layout.footer.size.height.isEstimated {
        sections[section].footer = units
      }
    } else {
      guard let path = anyCell() else { return }
      key = .item(path)
      if solver.proposedSize(for: key).height == nil { sections[path.section].cells[path.item].measured = units }
    }
    let before = frames()
    let hasMoved = solver.setMeasured(Size(width: 5, height: height), for: key)
    // A change below the size of a device pixel may be hidden by snapping, and more cannot be seen than moved.
    if frames() != before { #expect(hasMoved) }
    #expect(!solver.isEstimated(key))
  }

  private mutating func forget() {
    guard let path = anyCell() else { return }
    sections[path.section].cells[path.item].measured = nil
    _ = solver.forgetMeasured(.item(path))
  }

  private mutating func adopt() {
    let section = random.generator.below(sections.count)
    let measured = sections[section].cells.compactMap(\.measured)
    if solver.adoptMeanEstimate(section) {
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
    for index in sections.indices {
      if environment.effectiveContentSize.width == old.effectiveContentSize.width, environment.scale == old.scale {
        continue
      }
      sections[index].header = nil
      sections[index].footer = nil
      sections[index].guess = nil
      for cell in sections[index].cells.indices { sections[index].cells[cell].measured = nil }
    }
  }

  func frames() -> [Rect] {
    sections.indices.flatMap { section in
      sections[section].cells.indices.map { solver.frame(of: ElementPath(section: section, item: $0)) }
        + [solver.footerFrame(section) ?? .zero]
    }
  }

  mutating func check() {
    solver.checkInvariants()
    let naive = NaiveLayout(sections, environment, spacing: spacing)
    #expect(solver.contentSize.height == Double(naive.height) / 64)
    for element in naive.natural { #expect(solver.frame(for: element.key) == element.frame, "\(element.key)") }
    for _ in 0..<4 { checkQuery(naive) }
    checkSearch(naive)
  }

  private mutating func checkQuery(_ naive: NaiveLayout) {
    let height = solver.contentSize.height
    func any(_ generator: inout SeededGenerator, _ range: Double) -> Double {
      Double.random(in: -20...max(1, range), using: &generator)
    }
    var visible = Rect(
      x: 0, y: any(&random.generator, height), width: environment.container.width + 300,
      height: Double(random.generator.below(600)) + 0.5)
    if random.generator.chance(30) { visible.size.width = Double(random.generator.below(100)) + 0.5 }
    let viewport = visible.insetBy(random.generator.chance(50) ? 0 : 20)
    var found: [LayoutElement] = []
    solver.elements(in: visible, pinnedIn: viewport, into: &found)
    let expected = naive.elements(in: visible, viewport: viewport)
    #expect(found.map(\.key) == expected.map(\.key).sorted(), "in \(visible)")
    #expect(Set(found.map(\.frame)) == Set(expected.map(\.frame)))
    var paths: [ElementPath] = []
    solver.items(in: visible, into: &paths)
    #expect(paths == naive.elements(in: visible, viewport: viewport).compactMap(\.key.path).sorted())
  }

  private mutating func checkSearch(_ naive: NaiveLayout) {
    let y = Double.random(in: -10...(solver.contentSize.height + 10), using: &random.generator)
    let cells = naive.natural.filter { $0.key.kind == .item }.sorted { $0.key < $1.key }
    #expect(solver.item(atOrAfter: y) == cells.first { $0.frame.maxY > y }?.key.path)
    #expect(solver.lastItem(before: y) == cells.last { $0.frame.minY < y }?.key.path)
  }
}

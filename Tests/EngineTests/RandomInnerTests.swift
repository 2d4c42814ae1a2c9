import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A session with nested scroll containers, called shelves, which are scrolled by wheel, touch and fling while the list
/// changes. Several actions may happen between two frames, and every frame is checked.
@MainActor
private final class InnerSession {
  private struct Shelf {
    let id: Int
    var behavior: OrthogonalScrolling
    var cards: [Int]
  }

  /// A section of the list with one or more shelves.
  private struct Page {
    enum Kind: CaseIterable {
      /// A section with its shelves in two columns.
      case columns
      /// A section that is itself a scroll container along the cross axis, with its shelves side by side.
      case across
      /// A section that is a single shelf.
      case plain
    }

    let id: Int
    var kind: Kind
    var shelves: [Shelf]
  }

  private var generator: SeededGenerator
  private let list = CollectionView()
  private let harness: ViewHarness
  private let scale: Double
  private var pages: [Page] = []
  private var nextID = 0
  private var log: [String] = []
  /// The position of the touch that drags a shelf; `nil` without a touch.
  private var touchPoint: Point?
  /// Whether a resize or an immediate scroll changed which items are visible. An update in the same frame may then move
  /// every visible item in from beyond the edges, so that the frame is blank.
  private var jumps = false
  /// The expected offsets of shelves, by their ids; empty after an action that may scroll a shelf.
  private var offsets: [Int: Double] = [:]

  /// Whether a frame must not be blank even after a resize or an immediate scroll.
  private let isStrict: Bool

  init(seed: UInt64, isStrict: Bool = false) {
    self.isStrict = isStrict
    generator = SeededGenerator(seed: seed)
    scale = [1, 2, 1.5][Int(seed % 3)]
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300), scale: scale)
    if seed % 4 == 1 { harness.changeEnvironment { $0.direction = .rightToLeft } }
    pages = (0..<random(1...4)).map { _ in makePage() }
    apply()
    rest()
  }

  private func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  private func number() -> Int {
    nextID += 1
    return nextID
  }

  private func makeShelf() -> Shelf {
    let behavior = OrthogonalScrolling.allCases.randomElement(using: &generator) ?? .continuous
    return Shelf(id: number(), behavior: behavior, cards: (0..<random(0...9)).map { _ in number() })
  }

  private func makePage() -> Page {
    let kind = Page.Kind.allCases.randomElement(using: &generator) ?? .columns
    return Page(id: number(), kind: kind, shelves: (0..<(kind == .plain ? 1 : random(1...4))).map { _ in makeShelf() })
  }

  // MARK: The list

  private static let across = SectionLayout(
    group: .horizontal(
      LayoutSize(width: .absolute(300), height: .estimated(80)), once: [LayoutItem(size: .full)]), interGroupSpacing: 10
  ).orthogonalScrolling(.continuous)

  private func section(_ shelf: Shelf) -> Section {
    Section(id: shelf.id, data: shelf.cards, id: \.self) { NumberedTile(number: $0) }
      .withSectionLayout(Part.cards(shelf.behavior))
  }

  private func apply(_ strategy: UpdateStrategy = .animatedBatchUpdates) {
    let sections = pages.map { page in
      switch page.kind {
      case .columns:
        Section(id: page.id, layout: InnerScrollStage.columns, sections: page.shelves.map(section))
      case .across: Section(id: page.id, layout: Self.across, sections: page.shelves.map(section))
      case .plain: section(page.shelves[0])
      }
    }
    list.apply(List(sections: sections + [InnerScrollStage.rows("row", 12)]), updateStrategy: strategy)
  }

  /// Finds a card: returns the index of its section, its shelf, its index there, and its path in the list.
  private func find(_ card: Int) -> (page: Int, shelf: Shelf, position: Int, path: ElementPath)? {
    for (section, page) in pages.enumerated() {
      var start = 0
      for shelf in page.shelves {
        if let position = shelf.cards.firstIndex(of: card) {
          return (section, shelf, position, ElementPath(section: section, item: start + position))
        }
        start += shelf.cards.count
      }
    }
    return nil
  }

  private var visibleCards: [(number: Int, bounds: Rect)] {
    let window = Rect(origin: .zero, size: harness.host.size)
    return harness.semantics.filter { $0.role == .cell && $0.bounds.intersects(window) }
      .compactMap { node in Int(node.text).map { ($0, node.bounds) } }
  }

  // MARK: Actions

  func step() {
    for _ in 0..<random(1...3) { act() }
    harness.show()
    check()
    for _ in 0..<random(0...6) { pass(milliseconds: random(1...30)) }
    if random(0...2) == 0 { rest() }
  }

  private func pass(milliseconds: Int) {
    harness.clock.advance(by: .milliseconds(milliseconds))
    guard harness.host.needsFrame || harness.frame.wake.map({ $0 <= harness.now }) == true else { return }
    harness.show()
    check()
  }

  private func act() {
    switch random(0...13) {
    case 0, 1: turnWheel(isPrecise: false)
    case 2: turnWheel(isPrecise: true)
    case 3...6: touch()
    case 7: handle(.wheel(WheelDelta(x: 0, y: Double(random(-3...3))), at: Point(x: 50, y: 100), []))
    case 8: scrollSection()
    case 9 where random(0...3) == 0: resize()
    case 10 where random(0...3) == 0:
      log.append("reload")
      list.reloadData()
    default: update()
    }
  }

  private func handle(_ event: InputEvent) { harness.host.handle(event, at: harness.now) }

  /// Returns a point on a visible card for an action, and discards the expected offsets.
  private func place() -> Point? {
    guard let card = visibleCards.randomElement(using: &generator) else { return nil }
    let visiblePart = card.bounds.intersection(Rect(origin: .zero, size: harness.host.size))
    touched()
    return visiblePart.isEmpty ? nil : visiblePart.center
  }

  /// Discards the expected offsets, because an action may scroll shelves.
  private func touched() { offsets = [:] }

  private func turnWheel(isPrecise: Bool) {
    guard let place = place() else { return }
    let notches = isPrecise ? Double(random(-16...16)) / 8 : Double(random(-3...3))
    log.append("turn \(notches)")
    handle(.wheel(WheelDelta(x: notches, y: 0, isPrecise: isPrecise), at: place, []))
  }

  private func touch() {
    guard let start = touchPoint else {
      touchPoint = place()
      guard let touchPoint else { return }
      log.append("touch")
      return handle(.touch(.began, id: 0, at: touchPoint))
    }
    touched()
    if random(0...3) == 0 { return letGo() }
    let next = Point(x: start.x + Double(random(-40...40)), y: start.y + Double(random(-5...5)))
    touchPoint = next
    log.append("drag")
    handle(.touch(.moved, id: 0, at: next))
  }

  private func letGo() {
    guard let place = touchPoint else { return }
    touched()
    touchPoint = nil
    log.append("let go")
    handle(.touch(.ended, id: 0, at: place))
  }

  private func scrollSection() {
    let paths = pages.enumerated().flatMap { section, page in
      (0..<page.shelves.reduce(0) { $0 + $1.cards.count }).map { ElementPath(section: section, item: $0) }
    }
    guard let path = paths.randomElement(using: &generator) else { return }
    touched()
    let offset = Double(random(-50...1_500))
    log.append("scroll \(path) to \(offset)")
    // The view may still show an older list, in which the path does not exist.
    let shown = list.snapshot()
    guard shown.sections.indices.contains(path.section), path.item < shown.sections[path.section].count else { return }
    let animated = random(0...1) == 0
    jumps = jumps || !animated
    list.scrollSection(holding: path, to: offset, animated: animated)
  }

  private func resize() {
    touched()
    log.append("resize")
    jumps = true
    harness.host.size = Size(width: Double(random(3...5) * 100), height: Double(random(20...40) * 10))
    harness.host.setNeedsFrame()
  }

  private func update() {
    let page = random(0...max(0, pages.count - 1))
    switch random(0...8) {
    case 0: pages.insert(makePage(), at: random(0...pages.count))
    case 1 where pages.count > 1: pages.remove(at: page)
    case 2: pages.shuffle(using: &generator)
    case 3 where pages[page].kind != .plain: pages[page].shelves.shuffle(using: &generator)
    case 4 where pages[page].kind != .plain:
      pages[page].shelves.insert(makeShelf(), at: random(0...pages[page].shelves.count))
    case 5 where pages[page].shelves.count > 1: pages[page].shelves.removeFirst()
    case 6 where pages[page].kind != .plain: pages[page].kind = pages[page].kind == .across ? .columns : .across
    default: changeCards(of: page)
    }
    log.append("update to \(pages.map { $0.shelves.map(\.cards.count) })")
    apply(random(0...15) == 0 ? .reloadData : .animatedBatchUpdates)
  }

  private func changeCards(of page: Int) {
    let shelf = random(0...pages[page].shelves.count - 1)
    let count = pages[page].shelves[shelf].cards.count
    switch random(0...3) {
    case 0 where count > 0: pages[page].shelves[shelf].cards.remove(at: random(0...count - 1))
    case 1: pages[page].shelves[shelf].cards.shuffle(using: &generator)
    case 2:
      pages[page].shelves[shelf].behavior =
        OrthogonalScrolling.allCases.randomElement(using: &generator) ?? .continuous
    default: pages[page].shelves[shelf].cards.insert(number(), at: random(0...count))
    }
  }

  // MARK: Conditions

  /// Checks the conditions that hold in every frame.
  private func check() {
    let metrics = list.takeMetrics()
    #expect(metrics.step <= 0.5 && metrics.anchorError <= 0.5, "\(metrics): \(log.suffix(6))")
    #expect(metrics.blank == 0 || jumps && !isStrict, "\(metrics): \(log.suffix(6))")
    let groups = harness.frame.groups
    #expect(Set(groups.map(\.id)).count == groups.count, "\(log.suffix(6))")
    let cells = harness.cells.map(\.text)
    #expect(Set(cells).count == cells.count, "\(log.suffix(6))")
  }

  func rest() {
    letGo()
    #expect(harness.settle(), "never rests: \(log.suffix(6))")
    check()
    jumps = false
    let width = harness.host.size.width
    for card in visibleCards {
      guard let (page, shelf, position, path) = find(card.number) else {
        Issue.record("a leftover \(card.number): \(log.suffix(6))")
        continue
      }
      let room: Double =
        switch pages[page].kind {
        case .columns: (width - 20) / 2
        case .across: 300
        case .plain: width
        }
      guard shelf.behavior != .none else { continue }
      let offset = list.sectionOffset(holding: path)
      checkOffset(offset, shelf, room)
      check(card.bounds, position, offset, shelf, pages[page], room)
    }
    recordOffsets()
  }

  /// Checks that a shelf is at a snap point; if it has none, that it is within its bounds and at its known offset.
  private func checkOffset(_ offset: Double, _ shelf: Shelf, _ room: Double) {
    let maximum = max(0, Double(shelf.cards.count) * 160 - 10 - room)
    let groups = (0..<max(1, shelf.cards.count)).map { Double($0) * 160 }
    func isAt(_ places: [Double]) -> Bool { places.contains { abs($0 - offset) <= 0.5 / scale + 1e-6 } }
    let isAtSnapPoint =
      switch shelf.behavior {
      case .none, .continuous: offset >= 0 && offset <= maximum + 0.5 / scale
      case .groupPaging: isAt(groups.map { min($0, maximum) })
      case .continuousGroupLeadingBoundary: isAt(groups.map { min($0, maximum) } + [maximum])
      case .paging: isAt((0...10).map { min(Double($0) * room, maximum) })
      case .groupPagingCentered: isAt(groups.map { $0 + (150 - room) / 2 })
      }
    #expect(isAtSnapPoint, "\(shelf.behavior) of \(shelf.cards.count) in \(room) at \(offset): \(log.suffix(6))")
    guard shelf.behavior == .continuous, let known = offsets[shelf.id] else { return }
    #expect(
      abs(offset - max(0, min(known, maximum))) <= 0.5 / scale + 1e-6,
      "at \(offset), not \(known) of \(maximum): \(log.suffix(6))")
  }

  /// Checks that a card is where the offset of its shelf puts it, and that it is clipped at the sides of the shelf.
  private func check(
    _ bounds: Rect, _ position: Int, _ offset: Double, _ shelf: Shelf, _ page: Page, _ room: Double
  ) {
    let width = harness.host.size.width
    let isMirrored = harness.host.environment.direction == .rightToLeft
    let x = isMirrored ? width - bounds.maxX : bounds.minX
    let start = x + offset - Double(position) * 160
    let tolerance = 1 / scale + 1e-6
    let starts: [Double] =
      switch page.kind {
      case .plain: [0]
      case .columns: [0, room + 20]
      case .across:
        [
          Double(page.shelves.firstIndex { $0.id == shelf.id } ?? 0) * 310
            - list.sectionOffset(pages.firstIndex { $0.id == page.id } ?? 0)
        ]
      }
    let place = starts.first { abs($0 - start) <= tolerance }
    #expect(place != nil, "\(position) at \(x) of \(page.kind), scrolled by \(offset): \(log.suffix(6))")
    guard page.kind != .plain, let place else { return }
    let (left, right) = isMirrored ? (width - place - room, width - place) : (place, place + room)
    for group in harness.frame.groups where isTile(shelf.cards[position], group) {
      let visiblePart = group.frame.intersection(group.clip)
      #expect(
        visiblePart.isEmpty || visiblePart.minX >= left - tolerance && visiblePart.maxX <= right + tolerance,
        "\(position) at \(bounds) is visible in \(visiblePart), not \(left)...\(right), by \(offset): \(log.suffix(6))")
    }
  }

  private func isTile(_ number: Int, _ group: DrawGroup) -> Bool {
    group.canvas.commands.contains { if case .fill(_, Color(hex: UInt32(number))) = $0 { true } else { false } }
  }

  private func recordOffsets() {
    offsets = [:]
    for page in pages {
      for shelf in page.shelves where shelf.behavior == .continuous {
        guard let card = shelf.cards.first, let found = find(card) else { continue }
        offsets[shelf.id] = list.sectionOffset(holding: found.path)
      }
    }
  }
}

@MainActor @Test(arguments: seeds(rounds))
func `after any event between frames nested containers continue from their offset and come to rest`(seed: Int) {
  let session = InnerSession(seed: UInt64(seed))
  for _ in 0..<30 { session.step() }
  session.rest()
}

/// Sessions that apply a list in the same frame as a resize or jump that moves all visible items out of the viewport.
@MainActor @Test(arguments: [2_221, 2_493])
func `an update with a resize or a jump shows items leave that would have been visible`(seed: Int) {
  let session = InnerSession(seed: UInt64(seed), isStrict: true)
  for _ in 0..<30 { session.step() }
  session.rest()
}

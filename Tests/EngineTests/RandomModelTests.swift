import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A session of random actions by a user and a program. The list is compared with an obvious model.
@MainActor
private final class RandomSession {
  var generator: SeededGenerator
  let stage: Stage
  var sections: [[Item]]
  var selection: Set<Int> = []
  var focus: Int?
  var nextID = 0
  let isMeasured: Bool
  /// Whether all sections are subsections of one section, with layout providers.
  let isNested: Bool
  var log: [String] = []

  init(seed: UInt64, isNested: Bool = false) {
    generator = SeededGenerator(seed: seed)
    isMeasured = seed % 3 != 0
    self.isNested = isNested
    sections = []
    let policies: [AnchorPolicy] = [.item, .item, .start, .end, .none]
    stage = Stage(
      layout: isMeasured ? .list(estimatedRowHeight: 44) : .list(rowHeight: 40),
      policy: policies[Int(seed % 5)], scale: seed % 4 == 1 ? 1.5 : 1)
    if isNested { stage.provider = Self.provider(isMeasured: isMeasured) }
    sections = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      makeItems(Int.random(in: 0...60, using: &generator))
    }
    stage.apply(sections: sections)
  }

  /// Returns a layout provider for rows. If they are measured, their estimate depends on the width of the window.
  private static func provider(isMeasured: Bool) -> SectionProvider {
    SectionProvider(key: isMeasured) { context in
      guard isMeasured else { return .list(rowHeight: 40) }
      return .list(estimatedRowHeight: context.environment.effectiveContentSize.width > 400 ? 30 : 55)
    }
  }

  /// Returns the items by section of the list. A nested list has only one section.
  private func listed(_ sections: [[Item]]) -> [[Item]] { isNested ? [Array(sections.joined())] : sections }

  private func id(at path: ElementPath) -> Int { listed(sections)[path.section][path.item].id }

  private func path(_ section: Int, _ item: Int) -> ElementPath {
    guard isNested else { return ElementPath(section: section, item: item) }
    return ElementPath(section: 0, item: sections[..<section].reduce(item) { $0 + $1.count })
  }

  func makeItems(_ count: Int) -> [Item] {
    (0..<count).map { _ in
      nextID += 1
      return Item(nextID, height: isMeasured ? Double(Int.random(in: 10...90, using: &generator)) : 40)
    }
  }

  func step() {
    switch Int.random(in: 0..<14, using: &generator) {
    case 0...4: update()
    case 5: wheel()
    case 6: precise()
    case 7: key()
    case 8, 9: click()
    case 10: resize()
    case 11: selectAll()
    case 12: scrollAtRandom()
    default: stage.harness.changeEnvironment { $0.theme = $0.theme.isDark ? .light : .dark }
    }
    stage.harness.advance(by: .milliseconds(Int.random(in: 0...180, using: &generator)))
    if Bool.random(using: &generator) { settle() }
  }

  // MARK: Actions

  func update() {
    let before = sections
    let section = Int.random(in: 0..<sections.count, using: &generator)
    let count = sections[section].count
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      sections[section].insert(
        contentsOf: makeItems(Int.random(in: 1...8, using: &generator)),
        at: Int.random(in: 0...count, using: &generator))
    case 1 where count > 0:
      let start = Int.random(in: 0..<count, using: &generator)
      sections[section].removeSubrange(start..<min(count, start + Int.random(in: 1...12, using: &generator)))
    case 2 where count > 1:
      let item = sections[section].remove(at: Int.random(in: 0..<count, using: &generator))
      let target = Int.random(in: 0..<sections.count, using: &generator)
      sections[target].insert(item, at: Int.random(in: 0...sections[target].count, using: &generator))
    case 3: sections[section].shuffle(using: &generator)
    case 4 where count > 0:
      for _ in 0..<3 {
        let index = Int.random(in: 0..<count, using: &generator)
        sections[section][index].text += "'"
        if isMeasured { sections[section][index].height = Double(Int.random(in: 10...90, using: &generator)) }
      }
    default: sections[section].append(contentsOf: makeItems(3))
    }
    log.append("update \(before.map(\.count)) to \(sections.map(\.count))")
    mapInteraction(from: before)
    applyAndCheckSteps()
  }

  /// Maps the model's selection and focus after an update.
  func mapInteraction(from before: [[Item]]) {
    let ids = Set(sections.joined().map(\.id))
    selection.formIntersection(ids)
    let (before, sections) = (listed(before), listed(sections))
    guard let old = focus, !ids.contains(old) else { return }
    guard let section = before.firstIndex(where: { $0.contains { $0.id == old } }),
      let position = before[section].firstIndex(where: { $0.id == old })
    else {
      focus = nil
      return
    }
    let survivors = Set(sections[section].map(\.id))
    let next = before[section][(position + 1)...].first { survivors.contains($0.id) }
    focus = (next ?? before[section][..<position].last { survivors.contains($0.id) })?.id
  }

  func applyAndCheckSteps() {
    let harness = stage.harness
    harness.show()
    let (idle, before) = (stage.list.report.animating == 0 && harness.frame.wake == nil, stage.visible)
    let (offset, focusBefore) = (stage.offset, stage.cells.first { $0.states.contains(.focused) })
    stage.apply(sections: sections)
    // No visible item jumps when the update begins.
    for old in before where old.alpha > 0 {
      guard let new = stage.cells.first(where: { $0.number == old.number }) else { continue }
      #expect(
        new.bounds.origin.distance(to: old.bounds.origin) <= 0.5 + 1e-6,
        "\(old.id) went from \(old.bounds) to \(new.bounds): \(log.suffix(4))")
    }
    if idle, stage.list.anchorPolicy == .item { checkAnchor(before, offset, focusBefore) }
  }

  func checkAnchor(_ before: [SemanticsNode], _ offset: Double, _ focused: SemanticsNode?) {
    let ids = Set(sections.joined().map { "\($0.id)" })
    guard stage.offset > 0, stage.offset < stage.maximum - 1e-6 else { return }
    let visibleFocus = focused.flatMap { $0.bounds.intersects(stage.window) && ids.contains($0.number) ? $0 : nil }
    if offset == 0, focus == nil { return }
    let full = before.filter { $0.bounds.minY >= 0 && ids.contains($0.number) }
    let part = before.filter { $0.bounds.minY < 0 && ids.contains($0.number) }
    guard let anchor = visibleFocus ?? full.first ?? part.first,
      let new = stage.cells.first(where: { $0.number == anchor.number })
    else { return }
    #expect(abs(new.target.minY - anchor.bounds.minY) <= 0.5, "anchor \(anchor.id): \(log.suffix(4))")
  }

  func wheel() {
    let notches = Double(Int.random(in: -6...6, using: &generator))
    log.append("wheel \(notches)")
    stage.harness.wheel(notches, at: Point(x: 50, y: 100))
  }

  func precise() {
    let notches = Double.random(in: -3...3, using: &generator)
    log.append("precise \(notches)")
    stage.harness.send(.wheel(WheelDelta(x: 0, y: notches, isPrecise: true), at: Point(x: 50, y: 100), []))
  }

  func key() {
    let keys: [Key] = [.up, .down, .pageUp, .pageDown, .home, .end]
    guard let key = keys.randomElement(using: &generator), stage.list.isFocused else { return }
    settle()
    log.append("key \(key.name)")
    stage.harness.key(key)
    let before = focus
    focus = stage.list.focusedItem.map { id(at: $0) }
    // At the first and last row, Up and Down lead nowhere and leave the selection as it is.
    if let focus, focus != before || key != .up && key != .down { selection = [focus] }
  }

  func click() {
    settle()
    // Slivers from rounding errors cannot be hit.
    let targets = stage.visible.filter { $0.bounds.intersection(stage.window).height > 0.01 }
    guard let node = targets.randomElement(using: &generator), let id = Int(node.number) else { return }
    let visiblePart = node.bounds.intersection(stage.window)
    let toggles = Bool.random(using: &generator)
    log.append("click \(id) \(toggles)")
    stage.harness.click(at: Point(x: 60, y: visiblePart.midY), modifiers: toggles ? .control : [])
    focus = id
    if toggles, selection.remove(id) == nil { selection.insert(id) }
    if !toggles { selection = [id] }
  }

  func selectAll() {
    guard stage.list.isFocused else { return }
    log.append("all")
    stage.harness.key("A", modifiers: .control)
    selection = Set(sections.joined().map(\.id))
  }

  func resize() {
    let height = Double(Int.random(in: 60...400, using: &generator))
    let width = Double(Int.random(in: 3...5, using: &generator)) * 100
    log.append("resize \(width) x \(height)")
    stage.harness.resize(to: Size(width: width, height: height))
  }

  func scrollAtRandom() {
    let section = Int.random(in: 0..<sections.count, using: &generator)
    guard !sections[section].isEmpty else { return }
    let item = Int.random(in: 0..<sections[section].count, using: &generator)
    let alignment: ScrollAlignment = [.start, .center, .end, .nearest].randomElement(using: &generator) ?? .start
    let animated = Bool.random(using: &generator)
    log.append("scroll to \(section) \(item) \(alignment) \(animated)")
    stage.list.scroll(to: .item(path(section, item)), at: alignment, animated: animated)
    settle()
    let node = stage.node(sections[section][item].id)
    let visiblePart = (node?.bounds ?? .zero).intersection(stage.window).height
    let full = min(node?.bounds.height ?? 0, stage.window.height)
    #expect(visiblePart >= full - 0.5, "\(visiblePart) of \(full) is visible: \(log.suffix(4))")
    guard let node, stage.offset > 0.5, stage.offset < stage.maximum - 0.5 else { return }
    if alignment == .start { #expect(abs(node.bounds.minY) <= 0.5, "\(log.suffix(4))") }
    if alignment == .end, node.bounds.height <= stage.window.height {
      #expect(abs(node.bounds.maxY - stage.window.height) <= 0.5, "\(log.suffix(4))")
    }
  }

  // MARK: Conditions at rest

  func settle() {
    #expect(stage.harness.settle(), "never rests: \(log.suffix(4))")
    checkRows()
    checkInteraction()
  }

  func checkRows() {
    let all = sections.enumerated().flatMap { section, items in items.map { (section, $0) } }
    let visible = stage.visible
    #expect(stage.list.itemCount == all.count)
    #expect(stage.list.report.animating == 0, "\(log.suffix(4))")
    #expect(visible.allSatisfy { $0.bounds == $0.target && $0.alpha == 1 }, "\(log.suffix(4))")
    guard let first = visible.first else {
      #expect(all.isEmpty, "nothing visible of \(all.count): \(log.suffix(4))")
      return
    }
    guard let start = all.firstIndex(where: { "\($0.1.id)" == first.number }) else {
      Issue.record("a leftover \(first.id): \(log.suffix(4))")
      return
    }
    let scale = stage.harness.frame.scale
    var y = first.bounds.minY
    #expect(y <= 0, "\(log.suffix(4))")
    for (index, node) in visible.enumerated() {
      guard start + index < all.count else { break }
      let item = all[start + index].1
      #expect(node.number == "\(item.id)" && node.text == item.text, "\(log.suffix(4))")
      #expect(
        abs(node.bounds.minY - y) <= 0.5 / scale + 1e-9, "\(item.id) at \(node.bounds.minY), not \(y): \(log.suffix(4))"
      )
      #expect(abs(node.bounds.height - item.height) <= 1 / scale, "\(log.suffix(4))")
      y = node.bounds.maxY
    }
    let isLast = start + visible.count == all.count
    #expect(isLast || y >= stage.window.height - 1e-6, "a gap below \(y): \(log.suffix(4))")
    #expect(stage.offset >= 0 && stage.offset <= stage.maximum + 0.5, "\(stage.offset) of \(stage.maximum)")
    if !isMeasured { #expect(abs(first.bounds.minY + stage.offset - Double(start) * 40) <= 0.5) }
  }

  func checkInteraction() {
    let sections = listed(sections)
    let paths = sections.indices.flatMap { section in
      stage.selected(section).map { sections[section][$0].id }
    }
    #expect(Set(paths) == selection && paths.count == selection.count, "\(log.suffix(4))")
    #expect(stage.list.focusedItem.map { id(at: $0) } == focus, "\(log.suffix(4))")
  }
}

@Test(arguments: seeds(rounds, and: [602, 913, 1313, 1714, 1850, 3265, 4645, 4958]))
@MainActor
func `after any sequence of changes the list shows the data at its frames`(seed: Int) {
  let session = RandomSession(seed: UInt64(seed))
  for _ in 0..<30 { session.step() }
  session.settle()
  session.stage.harness.advance(by: .seconds(3))
  #expect(session.stage.harness.frame.wake == nil)
}

@Test(arguments: seeds(rounds))
@MainActor
func `after any sequence of changes subsections with layout providers show the data at its frames`(seed: Int) {
  let session = RandomSession(seed: UInt64(seed), isNested: true)
  for _ in 0..<30 { session.step() }
  session.settle()
  session.stage.harness.advance(by: .seconds(3))
  #expect(session.stage.harness.frame.wake == nil)
}

import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A random session of a user who drags, edits, opens menus, swipes and expands, and of a program that changes the list
/// at any time.
@MainActor
private struct HandsSession {
  let stage = HandsStage()
  var generator: SeededGenerator
  var log: [String] = []
  private var isPressed = false

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func point() -> Point {
    Point(x: Double(random(5...380)), y: Double(random(2...298)))
  }

  mutating func step() {
    switch random(0...17) {
    case 0...4: update()
    case 5: wheel()
    case 6, 7: lift()
    case 8, 9: move()
    case 10: drop()
    case 11: key()
    case 12: menu()
    case 13: type()
    case 14: swipe()
    case 15: toggle()
    case 16: stage.harness.resize(to: Size(width: Double(random(3...5)) * 100, height: Double(random(20...40)) * 10))
    default: click()
    }
    stage.harness.advance(by: .milliseconds(random(0...160)))
    check()
  }

  // MARK: The program

  private mutating func update() {
    let section = random(0...1)
    let count = stage.sections[section].count
    switch random(0...5) {
    case 0, 1:
      stage.sections[section].insert(
        contentsOf: stage.make(random(1...6), heights: [Double(random(20...90))]), at: random(0...count))
    case 2 where count > 8:
      let start = random(0...count - 1)
      stage.remove(stage.sections[section][start..<min(count, start + random(1...6))].map(\.id))
    case 3: stage.sections[section].shuffle(using: &generator)
    case 4 where count > 0: stage.sections[section][random(0...count - 1)].height = Double(random(20...90))
    default:
      if let node = stage.outline.rows.randomElement(using: &generator) { stage.outline.toggle(node.id) }
    }
    log.append("update \(stage.sections.map(\.count))")
    stage.submit()
  }

  // MARK: The user

  private mutating func wheel() {
    log.append("wheel")
    stage.wheel(y: Double(random(-4...4)), at: point())
  }

  private mutating func lift() {
    guard !isPressed else { return move() }
    let start = point()
    log.append("lift \(start)")
    stage.harness.press(at: start)
    stage.harness.move(to: start + Point(x: 0, y: 12))
    isPressed = true
  }

  private mutating func move() {
    let end = point()
    log.append("move \(end)")
    stage.harness.move(to: end)
  }

  private mutating func drop() {
    guard isPressed else { return }
    isPressed = false
    if random(0...2) == 0 {
      log.append("escape")
      stage.harness.key(.escape)
    }
    log.append("drop")
    stage.harness.release()
  }

  private mutating func key() {
    let keys: [(Key, Modifiers)] = [
      (.down, []), (.up, []), (.left, []), (.right, []), (.down, .alt), (.up, .alt), (.end, []), (.home, []),
      (.tab, []), (.escape, []),
    ]
    let (key, modifiers) = keys[random(0...keys.count - 1)]
    log.append("key \(key.name)")
    stage.harness.key(key, modifiers: modifiers)
  }

  private mutating func click() {
    guard !isPressed else { return }
    let place = point()
    log.append("click \(place)")
    stage.harness.click(at: place)
  }

  /// Opens a menu, and sometimes clicks another point to choose an action.
  private mutating func menu() {
    guard !isPressed else { return }
    let place = point()
    log.append("menu \(place)")
    stage.harness.click(at: place, button: .right)
    guard random(0...1) == 0 else { return }
    stage.harness.advance(by: .milliseconds(random(0...60)))
    if random(0...2) == 0 { update() }
    stage.harness.click(at: place + Point(x: 20, y: 12))
  }

  private mutating func type() {
    guard stage.harness.host.focusedView is TextField else { return }
    log.append("type")
    stage.harness.type("\(random(0...9))")
  }

  private mutating func swipe() {
    guard !isPressed else { return }
    let start = point()
    log.append("swipe \(start)")
    stage.harness.touch(.began, at: start)
    for step in 1...random(2...8) {
      stage.harness.advance(by: .milliseconds(12))
      stage.harness.touch(.moved, at: start - Point(x: Double(step) * 22, y: 0))
    }
    stage.harness.touch(.ended, at: start - Point(x: 100, y: 0))
  }

  private mutating func toggle() {
    let rows = stage.harness.semantics.filter { $0.role == .treeItem && $0.bounds.intersects(stage.window) }
    guard !isPressed, let row = rows.randomElement(using: &generator) else { return }
    log.append("toggle \(row.text)")
    stage.harness.click(at: Point(x: row.bounds.minX + 12, y: row.bounds.midY))
  }

  // MARK: Checks

  /// Checks that no anchor or item is in a wrong frame, and that each text field shows the text of its row.
  private func check() {
    let metrics = stage.list.takeMetrics()
    #expect(metrics.anchorError <= 0.5 + 1e-6, "anchor: \(log.suffix(6))")
    #expect(metrics.step <= 0.5 + 1e-6, "step: \(log.suffix(6))")
    let texts = Dictionary(stage.sections.joined().map { ($0.id, $0.text) }) { first, _ in first }
    for row in stage.sections.joined() {
      guard let view = stage.list.content(of: ElementID(row.id)) as? HandRowView, let field = view.field else {
        continue
      }
      #expect(field.text == texts[view.number], "text of \(view.number): \(log.suffix(6))")
    }
  }

  mutating func finish() {
    if isPressed { stage.harness.release() }
    isPressed = false
    stage.harness.key(.escape)
    stage.harness.settle()
    check()
    #expect(stage.shown == stage.expected, "\(log.suffix(8))")
    let ids = stage.sections.joined().map(\.id)
    #expect(Set(ids).count == ids.count && Set(ids).union(stage.removed) == Set(1...stage.made), "\(log.suffix(8))")
    #expect(stage.problems.isEmpty, "\(stage.problems)")
  }
}

@MainActor
struct RandomHandsTests {
  @Test(arguments: seeds(rounds))
  func `drags, edits, menus, swipes and outlines lose nothing while the program changes the list`(seed: Int) {
    var session = HandsSession(seed: UInt64(seed))
    for _ in 0..<40 { session.step() }
    session.finish()
  }
}

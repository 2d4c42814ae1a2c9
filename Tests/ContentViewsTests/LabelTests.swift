import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct LabelTests {
  let text = SimpleText()

  private func shown(_ harness: ViewHarness) -> [(text: String, origin: Point, color: Color)] {
    harness.frame.groups.flatMap(\.canvas.commands).compactMap {
      if case .text(let line, let origin, let color) = $0 { return (line.readableText, origin, color) }
      return nil
    }
  }

  private func harness(_ label: Label, width: Double = 100, height: Double = 40, scale: Double = 1) -> ViewHarness {
    ViewHarness(content: label, size: Size(width: width, height: height), scale: scale, text: text)
  }

  @Test func `a single line is centred by the height of its capital letters`() {
    let label = Label("Hello", style: .body)
    let shown = shown(harness(label, height: 36))
    // round((36 + 0.727 * 13) / 2), the formula of the design.
    #expect(shown.map(\.text) == ["Hello"])
    #expect(shown.first?.origin == Point(x: 0, y: 23))
    #expect(shown.first?.color == Palette.light.text1)
  }

  @Test func `a text of other bytes is shown even if it is canonically equal`() {
    let label = Label("\u{C5}")
    let harness = harness(label)
    #expect(shown(harness).map { Array($0.text.utf8) } == [Array("\u{C5}".utf8)])
    label.text = "\u{212B}"
    harness.showIfNeeded()
    #expect(shown(harness).map { Array($0.text.utf8) } == [Array("\u{212B}".utf8)])
  }

  @Test func `alignment follows the text direction`() {
    let label = Label("abcde", style: TextStyle(font: Font(size: 10), lineHeight: 20))
    let harness = harness(label)
    func x() -> Double? { shown(harness).first?.origin.x }
    #expect(x() == 0)
    label.alignment = .end
    harness.showIfNeeded()
    #expect(x() == 70)
    label.alignment = .center
    harness.showIfNeeded()
    #expect(x() == 35)
    harness.changeEnvironment { $0.direction = .rightToLeft }
    #expect(x() == 35)
    label.alignment = .start
    harness.showIfNeeded()
    #expect(x() == 70)
  }

  @Test(arguments: [(Truncation.end, "abcdefgh…"), (.start, "…stuvwxyz"), (.middle, "abcd…wxyz")])
  func `a line that is too wide is cut at the chosen part`(truncation: Truncation, expected: String) {
    let label = Label("abcdefghijklmnopqrstuvwxyz", style: TextStyle(font: Font(size: 10), lineHeight: 20))
    label.truncation = truncation
    let harness = harness(label, width: 59)
    #expect(shown(harness).map(\.text) == [expected])
    #expect(text.requests.last?.width == 59)
    #expect(text.requests.last?.truncation == truncation)
  }

  @Test func `measuring and drawing share one shaped line`() {
    let label = Label("Hello", style: .body)
    let stack = Stack(.horizontal, label)
    let harness = ViewHarness(content: stack, text: text)
    #expect(text.requests.count == 1)
    harness.changeEnvironment { $0.theme = .dark }
    #expect(text.requests.count == 1)
    #expect(shown(harness).first?.color == Palette.dark.text1)
    harness.changeEnvironment { $0.scale = 2 }
    #expect(text.requests.last?.scale == 2)
    label.text = "Other"
    harness.showIfNeeded()
    #expect(shown(harness).map(\.text) == ["Other"])
  }

  @Test func `text wraps at the width, up to the line limit`() {
    let label = Label("one two three four", style: TextStyle(font: Font(size: 10), lineHeight: 16))
    label.lineLimit = 0
    let harness = harness(label, width: 48, height: 100)
    #expect(shown(harness).map(\.text) == ["one two", "three", "four"])
    #expect(shown(harness).map(\.origin.y) == [12, 28, 44])
    let environment = harness.host.environment
    #expect(
      label.sizeThatFits(Size(width: 48, height: .infinity), environment: environment) == Size(width: 42, height: 48))
    label.lineLimit = 2
    harness.showIfNeeded()
    #expect(shown(harness).map(\.text) == ["one two", "three f…"])
    #expect(text.requests.last?.limit == 2)
  }

  @Test func `a changed label reuses the storage of its old line`() {
    let label = Label("one")
    let harness = harness(label)
    let made = text.linesMade
    for number in 0..<50 {
      label.text = "number \(number)"
      harness.showIfNeeded()
    }
    #expect(shown(harness).map(\.text) == ["number 49"])
    #expect(text.linesMade == made)
  }

  @Test func `a kept frame still shows the old text after a change`() {
    let label = Label("before")
    let harness = harness(label)
    let kept = harness.frame
    label.text = "after"
    harness.showIfNeeded()
    #expect(kept.textSnapshot.contains("before"))
    #expect(!kept.textSnapshot.contains("after"))
    #expect(harness.frame.textSnapshot.contains("after"))
    #expect(kept.groups[0].id == harness.frame.groups[0].id)
    #expect(kept.groups[0].version < harness.frame.groups[0].version)
  }

  @Test func `a highlight has its own background and text colour`() {
    let label = Label("read timeout", style: TextStyle(font: Font(size: 10), lineHeight: 20))
    label.highlights = [TextHighlight(5..<12), TextHighlight(40..<50)]
    let harness = harness(label, height: 20)
    #expect(
      harness.frame.textSnapshot == """
        frame 100 x 20 @1 #FFFFFF
        group 0 [0 0 100 20]
          text "read timeout" at 0,14 #1B1D21
          round [30 0 42 20] r2 #FFE694
          clip [30 0 42 20]
            text "read timeout" at 0,14 #1B1D21
        """)
  }

  @Test func `every role gives the palette colour of the same name`() {
    let roles: [String: ColorRole] = [
      "window": .window, "surface": .surface, "text1": .text1, "text3": .text3, "accentFillPress": .accentFillPress,
      "selectionIdleMark": .selectionIdleMark, "hoverW": .hoverW, "pressedW": .pressedW, "onMatchNow": .onMatchNow,
      "errorWash": .errorWash, "badge": .badge, "star": .star, "control": .control, "success": .success,
    ]
    let colors = Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: Palette.dark).children.compactMap { child in
        child.label.flatMap { label in (child.value as? Color).map { (label, $0) } }
      })
    for (name, role) in roles { #expect(role.color(in: .dark) == colors[name], "\(name)") }
    #expect(ColorRole.fixed(.white).color(in: .dark) == .white)
  }
}

import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Keys with modifiers, each with the expected `state` of the field afterwards; before, it is `one two thr|ee`.
private let keysThatEdit: [(Key, Modifiers, String)] = [
  (.left, [], "one two th|ree"), (.right, [], "one two thre|e"), (.home, [], "|one two three"),
  (.end, [], "one two three|"), (.left, .control, "one two |three"), (.right, .control, "one two three|"),
  (.left, .shift, "one two th[r]ee"), (.right, .shift, "one two thr[e]e"), (.home, .shift, "[one two thr]ee"),
  (.end, .shift, "one two thr[ee]"), (.left, [.control, .shift], "one two [thr]ee"),
  (.right, [.control, .shift], "one two thr[ee]"), ("A", .control, "[one two three]"),
  (.backspace, [], "one two th|ee"), (.delete, [], "one two thr|e"), (.backspace, .control, "one two |ee"),
  (.delete, .control, "one two thr|"), ("V", .control, "one two thrCLIP|ee"),
]

/// Keys, each with the expected `state` of the field afterwards; before, it is `one [two] three`.
private let keysOnSelection: [(Key, String)] = [
  (.left, "one |two three"), (.right, "one two| three"), (.backspace, "one | three"), (.delete, "one | three"),
  (.home, "|one two three"), (.end, "one two three|"),
]

@MainActor
struct TextFieldTests {
  let field = TextField(placeholder: "Filter", symbol: .search)
  let root = View()
  let harness: ViewHarness
  /// The x coordinate where the text starts: the field's left edge, padding, symbol and gap.
  let textX = 20.0 + 10 + 16 + 8
  let advance = 0.6 * 13

  init() {
    root.addChild(field)
    field.frame = Rect(x: 20, y: 20, width: 240, height: 32)
    harness = ViewHarness(content: root)
  }

  /// Returns the position in the window of the caret before the character `index`.
  func place(_ index: Double) -> Point { Point(x: textX + index * advance, y: 36) }

  /// The state of the field as a string, in which `|` is the caret and `[ ]` encloses the selection.
  var state: String {
    let characters = Array(field.text)
    let (lower, upper) = (field.selection.lowerBound, field.selection.upperBound)
    let (before, after) = (String(characters[..<lower]), String(characters[upper...]))
    return lower == upper ? before + "|" + after : before + "[" + String(characters[lower..<upper]) + "]" + after
  }

  func caretIsDrawn() -> Bool {
    harness.frame.groups.contains { group in
      group.frame.width == 1
        && group.canvas.commands.contains {
          if case .fill(_, let color) = $0 { return color == Palette.light.accent }
          return false
        }
    }
  }

  func start(with text: String, caret: Int? = nil) {
    field.text = text
    harness.host.focus(field)
    field.selection = (caret ?? text.count)..<(caret ?? text.count)
    harness.showIfNeeded()
  }

  // MARK: Keys

  @Test func `typing inserts at the caret and calls onChange`() {
    var reported: [String] = []
    field.onChange = { reported.append($0) }
    harness.click(at: place(0))
    harness.type("hi u")
    #expect(state == "hi u|")
    #expect(reported == ["h", "hi", "hi ", "hi u"])
    harness.key(.home)
    harness.type("o")
    #expect(state == "o|hi u")
  }

  @Test func `setting the text in code does not call onChange`() {
    var count = 0
    field.onChange = { _ in count += 1 }
    field.text = "abc"
    harness.showIfNeeded()
    #expect(count == 0)
    #expect(state == "abc|")
  }

  @Test(arguments: keysThatEdit)
  func `keys edit as on every desktop`(key: Key, modifiers: Modifiers, expected: String) {
    start(with: "one two three", caret: 11)
    harness.clipboard.text = "CLIP"
    harness.key(key, modifiers: modifiers)
    #expect(state == expected)
  }

  @Test(arguments: keysOnSelection)
  func `Backspace, Delete and arrow keys act on the whole selection`(key: Key, expected: String) {
    start(with: "one two three")
    field.selection = 4..<7
    harness.key(key)
    #expect(state == expected)
  }

  @Test func `cut, copy and paste go through the clipboard`() {
    start(with: "one two three")
    field.selection = 4..<7
    harness.key("C", modifiers: .control)
    #expect(harness.clipboard.text == "two")
    harness.key("X", modifiers: .control)
    #expect(state == "one | three")
    harness.key("V", modifiers: .control)
    harness.key("V", modifiers: .control)
    #expect(state == "one twotwo| three")
    harness.key("C", modifiers: .control)
    #expect(harness.clipboard.text == "two", "copying without a selection keeps the clipboard")
    harness.clipboard.text = nil
    harness.key("V", modifiers: .control)
    #expect(state == "one twotwo| three")
  }

  @Test func `undo and redo treat letters typed in a row as one change`() {
    start(with: "")
    harness.type("abc")
    harness.key(.left)
    harness.type("xy")
    harness.key(.backspace)
    #expect(state == "abx|c")
    let undo = { harness.key("Z", modifiers: .control) }
    undo()
    #expect(state == "abxy|c")
    undo()
    #expect(state == "ab|c")
    undo()
    undo()
    #expect(state == "|")
    harness.key("Y", modifiers: .control)
    #expect(field.text == "abc")
    harness.key("Z", modifiers: [.control, .shift])
    #expect(field.text == "abxyc")
    harness.type("!")
    harness.key("Y", modifiers: .control)
    #expect(field.text == "abxy!c", "typing after undo clears the redo states")
  }

  @Test func `setting the text in code clears the undo history`() {
    start(with: "secret")
    field.text = "other"
    harness.key("Z", modifiers: .control)
    #expect(field.text == "other")
  }

  @Test func `Insert and Delete with modifiers use the clipboard`() {
    start(with: "one two")
    field.selection = 0..<3
    harness.key("Insert", modifiers: .control)
    #expect(harness.clipboard.text == "one")
    harness.key(.delete, modifiers: .shift)
    harness.key("Insert", modifiers: .shift)
    harness.key("Insert", modifiers: .shift)
    #expect(state == "oneone| two")
  }

  @Test func `hiding a field removes its focus`() {
    harness.click(at: place(0))
    root.isHidden = true
    harness.settle()
    #expect(!field.isFocused)
    #expect(harness.frame.wake == nil)
  }

  @Test func `pasted text becomes a single line`() {
    start(with: "")
    harness.clipboard.text = "a\r\nb\tc\u{7}d\u{2028}e\u{0}"
    harness.key("V", modifiers: .control)
    #expect(field.text == "a b cd e")
  }

  @Test(arguments: ["e\u{301}", "👩‍👩‍👧", "🇩🇪", "नि", "👍🏽"])
  func `one arrow key crosses a whole grapheme cluster`(cluster: String) {
    start(with: "a" + cluster + "b", caret: 2)
    harness.key(.left)
    #expect(state == "a|" + cluster + "b")
    harness.key(.delete)
    #expect(state == "a|b")
  }

  @Test func `the caret stays behind a combining mark that merges with its base`() {
    start(with: "eb", caret: 1)
    harness.send(.text("\u{301}"))
    #expect(field.text == "e\u{301}b")
    #expect(field.selection == 1..<1)
    harness.key(.backspace)
    #expect(state == "|b")
  }

  @Test func `Enter and Escape call their handlers, other keys go to the ancestors`() {
    var unused: [Key] = []
    harness.host.onUnhandledKey = {
      unused.append($0.key)
      return true
    }
    start(with: "abc")
    for key in [Key.enter, .escape, .up, "/", .space, "F3", .pageDown] { harness.key(key) }
    harness.key("F", modifiers: .control)
    #expect(unused == [.enter, .escape, .up, "F3", .pageDown, "F"])
    var submitted: [String] = []
    field.onSubmit = { submitted.append($0) }
    field.onEscape = { true }
    unused = []
    harness.key(.enter)
    harness.key(.escape)
    #expect(submitted == ["abc"])
    #expect(unused.isEmpty)
  }

  @Test func `a disabled field accepts no input`() {
    start(with: "abc")
    field.isEnabled = false
    harness.click(at: place(1))
    harness.type("x")
    #expect(field.text == "abc")
    #expect(!field.isFocused)
    #expect(harness.frame.textInput == nil)
  }

  @Test func `random editing agrees with an array of characters`() {
    let rounds = perBuild(debug: 20, optimized: 400)
    for seed in 0..<UInt64(rounds) {
      var generator = SeededGenerator(seed: seed)
      start(with: "")
      var model: [Character] = []
      var caret = 0
      for _ in 0..<30 {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1:
          let character = ["a", "é", " ", "漢", "👍"].randomElement(using: &generator) ?? "b"
          harness.send(.text(character))
          model.insert(Character(character), at: caret)
          caret += 1
        case 2:
          harness.key(.left)
          caret = max(0, caret - 1)
        case 3:
          harness.key(.right)
          caret = min(model.count, caret + 1)
        default:
          harness.key(.backspace)
          if caret > 0 {
            model.remove(at: caret - 1)
            caret -= 1
          }
        }
        #expect(field.text == String(model), "seed \(seed)")
        #expect(field.selection == caret..<caret, "seed \(seed)")
      }
    }
  }

  // MARK: Pointer

  @Test func `a click moves the caret to the nearest position`() {
    field.text = "one two three"
    harness.showIfNeeded()
    harness.click(at: place(4.4))
    #expect(state == "one |two three")
    harness.click(at: place(4.6))
    #expect(state == "one t|wo three")
    harness.click(at: Point(x: 22, y: 36))
    #expect(state == "|one two three")
    harness.click(at: place(16))
    #expect(state == "one two three|")
    harness.click(at: place(3), modifiers: .shift)
    #expect(state == "one[ two three]")
  }

  @Test func `dragging selects characters, a double click a word, a triple click all text`() {
    field.text = "one two three"
    harness.showIfNeeded()
    harness.drag(from: place(2), to: place(6))
    #expect(state == "on[e tw]o three")
    harness.drag(from: place(6), to: place(2))
    #expect(state == "on[e tw]o three")
    harness.click(at: place(5.5), count: 2)
    #expect(state == "one [two] three")
    harness.click(at: place(5.5), count: 3)
    #expect(state == "[one two three]")
  }

  @Test func `dragging after a double click selects whole words`() {
    field.text = "one two three"
    harness.showIfNeeded()
    harness.click(at: place(5.5))
    harness.press(at: place(5.5), count: 2)
    harness.move(to: place(9))
    #expect(state == "one [two three]")
    harness.move(to: place(1))
    #expect(state == "[one two] three")
    harness.release()
    #expect(state == "[one two] three")
  }

  @Test func `the clear button clears the text and keeps the focus`() {
    var reported: [String] = []
    field.onChange = { reported.append($0) }
    let clear = Point(x: 246, y: 36)
    start(with: "abc")
    harness.move(to: clear)
    #expect(harness.frame.cursor == .arrow)
    harness.click(at: clear)
    #expect(field.text.isEmpty)
    #expect(reported == [""])
    #expect(field.isFocused)
    harness.move(to: clear)
    #expect(harness.frame.cursor == .text)
  }
}

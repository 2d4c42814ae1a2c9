import Scrollwork
import ScrollworkTesting
import Testing

/// Rows of 40 with names, in a window of 400 x 300, that the user finds by typing.
@MainActor
private final class NameStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  /// The number of items whose text the list has requested.
  var asked = 0

  /// The names of the keys that the list did not handle.
  private(set) var unused: [String] = []
  /// Whether a character begins a search.
  private let begins: @MainActor (Character) -> Bool

  init(_ names: [String], isFocused: Bool = true, start: @escaping @MainActor (Character) -> Bool = { _ in true }) {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    begins = start
    harness.host.onUnhandledKey = { [weak self] event in
      self?.unused.append(event.key.name)
      return true
    }
    apply([names])
    if isFocused { harness.host.focus(list) }
  }

  func apply(_ sections: [[String]]) {
    let parts = sections.enumerated().map { index, names in
      Section(id: index, data: names, id: \.self) { Plate(text: $0) }.withSectionLayout(.list(rowHeight: 40))
    }
    list.apply(
      List(sections: parts).typeAhead { [weak self] path, id in
        self?.asked += 1
        return id.description
      }.typeAheadStart(begins))
    harness.showIfNeeded()
  }

  func type(_ text: String) {
    for character in text {
      harness.send(.keyDown(Key(character == " " ? "Space" : character.uppercased()), [], isRepeat: false))
      harness.send(.text(String(character)))
    }
    harness.settle()
  }

  /// Waits so long that the next letter begins a new search text.
  func pause() { harness.advance(by: .milliseconds(1100)) }

  var focused: String? { list.focusedItem.map { list.id(at: $0).description } }
}

@MainActor
struct TypeAheadTests {
  private static let fruits = ["Apple", "Banana", "Blackberry", "Blueberry", "Cherry", "Date", "Bilberry"]

  @Test func `letters move focus and selection to the next row that begins with them`() {
    let stage = NameStage(Self.fruits)
    stage.type("b")
    #expect(stage.focused == "Banana")
    #expect(stage.list.selectedRanges(inSection: 0) == [1..<2])
    stage.type("lu")
    #expect(stage.focused == "Blueberry")
    stage.pause()
    stage.type("d")
    #expect(stage.focused == "Date")
  }

  @Test func `characters that begin no search stay keys of the program, and continue a search`() {
    let stage = NameStage(["7th", "page 7", "page 8"], start: { $0.isLetter })
    stage.type("7")
    #expect(stage.focused != "7th" && stage.unused == ["7"])
    stage.type("page 8")
    #expect(stage.focused == "page 8" && stage.unused == ["7"])
    stage.pause()
    stage.type("7")
    #expect(stage.focused == "page 8" && stage.unused == ["7", "7"])
  }

  @Test func `the same letter goes through all rows that begin with it, and around`() {
    let stage = NameStage(Self.fruits)
    var found: [String?] = []
    for _ in 0..<5 {
      stage.type("b")
      found.append(stage.focused)
    }
    #expect(found == ["Banana", "Blackberry", "Blueberry", "Bilberry", "Banana"])
  }

  @Test func `the search begins after the focused row and continues at the start`() {
    let stage = NameStage(Self.fruits)
    stage.list.select(ElementPath(section: 0, item: 4))
    stage.type("a")
    #expect(stage.focused == "Apple")
    stage.pause()
    stage.type("a")
    #expect(stage.focused == "Apple")
    stage.type("x")
    #expect(stage.focused == "Apple")
  }

  @Test func `case, width and diacritics do not count`() {
    let names = ["Zero", "Éclair", "o\u{308}de", "Ｆｕｌｌ", "ｶﾞｽ", "Ёлка", "Ὀδύσσεια", "STRASSE", "straße 2", "ệ"]
    let stage = NameStage(names)
    for (typed, name) in [
      ("ecl", "Éclair"), ("öd", "o\u{308}de"), ("fu", "Ｆｕｌｌ"), ("カ", "ｶﾞｽ"), ("ел", "Ёлка"), ("ｚ", "Zero"),
      ("strasse 2", "straße 2"), ("ê", "ệ"),
    ] {
      stage.type(typed)
      #expect(stage.focused == name, "\(typed)")
      stage.pause()
    }
  }

  @Test func `text of an input method is found without keys`() {
    let stage = NameStage(["a", "東京", "東北"])
    stage.harness.send(.text("東北"))
    #expect(stage.focused == "東北")
    #expect(stage.harness.frame.textInput != nil)
  }

  @Test func `a space continues a text, and alone selects as always`() {
    let stage = NameStage(["New Orleans", "New York", "Newark"])
    stage.type("new y")
    #expect(stage.focused == "New York")
    stage.pause()
    stage.harness.key(.space, modifiers: .control)
    #expect(stage.list.selectedCount == 0)
  }

  @Test func `Backspace removes a letter, Escape ends the text and keeps the selection`() {
    let stage = NameStage(["Ada", "Bea", "Ben", "Bob", "Eva"])
    stage.type("beb")
    #expect(stage.focused == "Bea")
    stage.harness.key(.backspace)
    stage.type("n")
    #expect(stage.focused == "Ben")
    stage.harness.key(.escape)
    #expect(stage.list.selectedCount == 1)
    stage.type("e")
    #expect(stage.focused == "Eva")
  }

  @Test func `an arrow ends the text`() {
    let stage = NameStage(["Ada", "Bea", "Ben", "Eva"])
    stage.type("b")
    stage.harness.key(.down)
    stage.type("e")
    #expect(stage.focused == "Eva")
  }

  @Test func `the found row is scrolled to, in another section too`() {
    let stage = NameStage([])
    stage.apply([(0..<100).map { "a\($0)" }, [], (0..<100).map { "b\($0)" }])
    stage.type("b5")
    #expect(stage.list.focusedItem == ElementPath(section: 2, item: 5))
    #expect(stage.visibleTexts.contains("b5"))
  }

  @Test func `letters are shortcuts of the program unless the list finds by text`() {
    var unused: [Key] = []
    let stage = NameStage(Self.fruits)
    stage.harness.host.onUnhandledKey = {
      unused.append($0.key)
      return true
    }
    stage.type("b")
    #expect(unused.isEmpty)
    stage.harness.key("B", modifiers: .control)
    #expect(unused == ["B"])
    let plain = Stage(Stage.items(0..<5))
    plain.harness.host.focus(plain.list)
    #expect(!plain.harness.send(.text("i")) && plain.focused == nil && plain.harness.frame.textInput == nil)
  }

  @Test func `a list without selection finds nothing`() {
    let stage = NameStage(Self.fruits)
    stage.list.selectionMode = .none
    stage.harness.show()
    #expect(!stage.harness.send(.text("b")))
  }

  @Test func `a search over a million rows takes many frames, each with a limited number of rows`() {
    let count = 1_000_000
    let list = CollectionView()
    var asked = 0
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300), motion: .off)
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<count, id: \.self) { Plate(text: "\($0)") }.withSectionLayout(.list(rowHeight: 40))
      ])
      .typeAhead { path, _ in
        asked += 1
        return path.item == 90_000 ? "target" : "row"
      })
    harness.showIfNeeded()
    harness.host.focus(list)
    harness.host.handle(.text("t"), at: harness.now)
    #expect(asked == TypeAhead.itemsPerFrame && list.focusedItem == nil)
    let frames = harness.framesMade
    harness.settle()
    #expect(list.focusedItem?.item == 90_000)
    #expect(asked == 90_001 && harness.framesMade >= frames + 4)
    // Nothing is found: the search ends after one round.
    asked = 0
    harness.advance(by: .seconds(2))
    harness.send(.text("q"))
    harness.settle()
    #expect(asked == count && list.focusedItem?.item == 90_000)
  }

  @Test func `an update in the middle of a search neither ends nor misleads it`() {
    let stage = NameStage((0..<50_000).map { "row \($0)" } + ["target"])
    stage.harness.host.handle(.text("t"), at: stage.harness.now)
    #expect(stage.focused == nil)
    stage.apply([["new"] + (0..<50_000).map { "row \($0)" } + ["target", "table"]])
    stage.harness.settle()
    #expect(stage.focused == "target")
  }

  @Test func `the program can search itself`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300), motion: .off)
    var questions: [(String, ElementPath)] = []
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<1000, id: \.self) { Plate(text: "\($0)") }.withSectionLayout(.list(rowHeight: 40))
      ])
      .typeAheadSearch({ text, start in
        questions.append((text, start))
        return text == "no"
          ? nil : text == "bad" ? ElementPath(section: 3, item: 9) : ElementPath(section: 0, item: 500)
      }))
    harness.showIfNeeded()
    harness.host.focus(list)
    harness.send(.text("x"))
    #expect(list.focusedItem?.item == 500)
    harness.send(.text("y"))
    #expect(questions.map(\.0) == ["x", "xy"] && questions.map(\.1.item) == [0, 500])
    harness.advance(by: .seconds(2))
    harness.send(.text("no"))
    harness.advance(by: .seconds(2))
    harness.send(.text("bad"))
    #expect(list.focusedItem?.item == 500 && questions.last?.1.item == 501)
  }

  @Test func `typed text in an empty list does nothing`() {
    let stage = NameStage([])
    stage.type("abc")
    #expect(stage.focused == nil)
  }
}

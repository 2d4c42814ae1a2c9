import Scrollwork
import ScrollworkTesting
import Testing

/// Tests of what a text field draws.
extension TextFieldTests {
  @Test func `the placeholder is shown while the field is empty`() {
    #expect(harness.frame.textSnapshot.contains("\"Filter\""))
    harness.click(at: place(0))
    #expect(harness.frame.textSnapshot.contains("\"Filter\""))
    harness.type("a")
    #expect(!harness.frame.textSnapshot.contains("\"Filter\""))
    #expect(harness.frame.textSnapshot.contains("\"a\""))
  }

  @Test func `the caret blinks every 530 ms and stays visible while the user types`() {
    harness.move(to: place(0))
    harness.settle()
    harness.click(at: place(0))
    #expect(caretIsDrawn())
    let frames = harness.framesMade
    harness.advance(by: .milliseconds(500))
    #expect(caretIsDrawn())
    harness.advance(by: .milliseconds(60))
    #expect(!caretIsDrawn())
    harness.advance(by: .milliseconds(530))
    #expect(caretIsDrawn())
    #expect(harness.framesMade == frames + 2, "exactly one frame for each change")
    harness.advance(by: .milliseconds(400))
    harness.type("a")
    harness.advance(by: .milliseconds(500))
    #expect(caretIsDrawn())
  }

  @Test func `blinking records only the caret again`() {
    harness.click(at: place(0))
    harness.settle()
    let before = harness.frame.groups.map { ($0.id, $0.version) }
    harness.advance(by: .milliseconds(560))
    #expect(harness.frame.groups.count == before.count - 1)
    #expect(harness.frame.groups[0].id == before[0].0)
    #expect(harness.frame.groups[0].version == before[0].1)
  }

  @Test(arguments: [MotionPolicy.reduced, .off])
  func `without full motion the caret stays visible and requests no frames`(motion: MotionPolicy) {
    harness.changeEnvironment { $0.motion = motion }
    harness.click(at: place(0))
    harness.settle()
    #expect(caretIsDrawn())
    #expect(harness.frame.wake == nil)
  }

  @Test func `the caret is hidden while the window does not receive keys`() {
    harness.click(at: place(0))
    harness.send(.activation(false))
    harness.settle()
    #expect(!caretIsDrawn())
    #expect(harness.frame.wake == nil)
    harness.send(.activation(true))
    harness.settle()
    #expect(caretIsDrawn())
    #expect(harness.frame.wake != nil)
  }

  @Test func `a field without focus has no caret and requests no frames`() {
    harness.click(at: place(0))
    harness.host.focus(nil)
    harness.settle()
    #expect(!caretIsDrawn())
    #expect(harness.frame.wake == nil)
    #expect(harness.frame.textInput == nil)
  }

  @Test func `a removed field requests no frames`() {
    harness.click(at: place(0))
    field.removeFromParent()
    harness.settle()
    #expect(harness.frame.wake == nil)
    #expect(harness.host.focusedView == nil)
  }

  @Test func `a long text scrolls to keep the caret visible`() throws {
    start(with: String(repeating: "x", count: 100))
    let room = Rect(minX: textX, minY: 20, maxX: 260 - 34, maxY: 52)
    var caret = try #require(harness.frame.textInput)
    #expect(caret.maxX <= room.maxX && caret.minX > room.maxX - 10)
    harness.key(.home)
    caret = try #require(harness.frame.textInput)
    #expect(caret.minX == room.minX)
    harness.key(.right, count: 10)
    let moved = try #require(harness.frame.textInput)
    #expect(moved.minX == room.minX + (10 * advance).rounded())
  }

  @Test func `moving the focus to a field by Tab selects its text`() {
    field.text = "abc"
    harness.key(.tab)
    #expect(field.isFocused)
    #expect(state == "[abc]")
    harness.type("x")
    #expect(state == "x|")
  }

  @Test func `arrow keys and caret follow the direction of right-to-left text`() throws {
    start(with: "אבגד", caret: 0)
    harness.changeEnvironment { $0.direction = .rightToLeft }
    let first = try #require(harness.frame.textInput).minX
    harness.key(.left)
    #expect(field.selection == 1..<1)
    let second = try #require(harness.frame.textInput).minX
    #expect(second < first)
    harness.key(.right)
    #expect(field.selection == 0..<0)
  }

  @Test func `a focused field has the background of content and a focus ring`() {
    start(with: "har")
    #expect(
      harness.frame.textSnapshot == """
        frame 400 x 300 @1 #FFFFFF
        group 0 [0 0 400 300]
          round [20 20 240 32] r6 #FFFFFF
          border [18 18 244 36] r8 w2 #2858D4
          symbol search [30 28 16 16] #1B1D21
          clip [54 20 172 32]
            text "har" at 54,41 #1B1D21
          symbol close [238 30 12 12] #555962
        group 1 [77 27 1 18]
          fill [0 0 1 18] #2858D4
        """)
  }
}

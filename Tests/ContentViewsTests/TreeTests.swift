import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct TreeTests {
  @Test func `Tab cycles through the focusable views and skips hidden and disabled ones`() {
    let buttons = (0..<5).map { Button("\($0)") }
    buttons[1].isHidden = true
    buttons[3].isEnabled = false
    let inner = Stack(.horizontal, buttons[2], buttons[3])
    let harness = ViewHarness(content: Stack(.horizontal, buttons[0], buttons[1], inner, buttons[4]))
    func focused() -> Int? { buttons.firstIndex { $0.isFocused } }
    var visited: [Int?] = []
    for _ in 0..<4 {
      harness.key(.tab)
      visited.append(focused())
    }
    #expect(visited == [0, 2, 4, 0])
    harness.key(.tab, modifiers: .shift)
    #expect(focused() == 4)
    inner.isHidden = true
    harness.key(.tab, modifiers: .shift)
    #expect(focused() == 0)
  }

  @Test func `a change of the theme records every view again`() {
    let label = Label("text")
    let button = Button("Go", style: .fill)
    let harness = ViewHarness(content: Stack(.vertical, label, button))
    let before = harness.frame.groups[0].version
    harness.changeEnvironment { $0.theme = .dark }
    let text = harness.frame.textSnapshot
    #expect(harness.frame.groups[0].version > before)
    #expect(text.contains(Palette.dark.text1.hexText) && text.contains(Palette.dark.accentFill.hexText))
    #expect(!text.contains(Palette.light.accentFill.hexText))
  }

  @Test func `without a change nothing is recorded and no frame is requested`() {
    let label = Label("text")
    let harness = ViewHarness(content: Stack(.vertical, label))
    let (frames, version) = (harness.framesMade, harness.frame.groups[0].version)
    label.text = "text"
    label.color = .text1
    harness.advance(by: .seconds(5))
    #expect(harness.framesMade == frames)
    harness.show()
    #expect(harness.frame.groups[0].version == version)
  }

  @Test func `changes inside a hidden view are laid out when it becomes visible`() {
    let label = Label("ab", style: TextStyle(font: Font(size: 10), lineHeight: 16))
    let block = Block(10, 10)
    let inner = Stack(.horizontal, label, block)
    let root = View()
    root.addChild(inner)
    inner.frame = Rect(x: 0, y: 0, width: 100, height: 20)
    let harness = ViewHarness(content: root)
    inner.isHidden = true
    harness.showIfNeeded()
    label.text = "abcd"
    harness.showIfNeeded()
    inner.isHidden = false
    harness.showIfNeeded()
    #expect(block.frame.minX == 24)
  }

  @Test func `changes to a removed view are laid out when it is inserted again`() {
    let label = Label("ab", style: TextStyle(font: Font(size: 10), lineHeight: 16))
    let block = Block(10, 10)
    let inner = Stack(.horizontal, label, block)
    let root = View()
    root.addChild(inner)
    inner.frame = Rect(x: 0, y: 0, width: 100, height: 20)
    let harness = ViewHarness(content: root)
    inner.removeFromParent()
    harness.showIfNeeded()
    label.text = "abcd"
    root.addChild(inner)
    harness.showIfNeeded()
    #expect(block.frame.minX == 24)
    label.text = "a"
    harness.showIfNeeded()
    #expect(block.frame.minX == 6)
  }

  @Test func `layout requests no additional frame`() {
    let harness = ViewHarness(content: Stack(.vertical, spacing: 4, Label("one"), Label("two"), Button("three")))
    #expect(harness.frame.wake == nil)
    harness.resize(to: Size(width: 200, height: 500))
    #expect(harness.frame.wake == nil)
    #expect(harness.framesMade == 2)
  }
}

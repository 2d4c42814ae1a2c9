import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ControlTests {
  private func harness(_ view: View, _ frame: Rect, direction: LayoutDirection = .leftToRight) -> ViewHarness {
    let root = View()
    root.addChild(view)
    view.frame = frame
    let harness = ViewHarness(content: root)
    if direction == .rightToLeft { harness.changeEnvironment { $0.direction = direction } }
    return harness
  }

  private func rounds(_ harness: ViewHarness) -> [(rect: Rect, color: Color)] {
    harness.frame.groups.flatMap(\.canvas.commands).compactMap {
      if case .roundedRect(let rect, _, let color) = $0 { return (rect, color) }
      return nil
    }
  }

  // MARK: Toggle

  @Test func `a click and a key change a toggle and call onChange`() {
    let toggle = Toggle("Follow")
    var reported: [Bool] = []
    toggle.onChange = { reported.append($0) }
    let harness = harness(toggle, Rect(x: 0, y: 0, width: 120, height: 20))
    harness.click(toggle)
    harness.key(.tab)
    harness.key(.space)
    harness.key(.enter)
    #expect(reported == [true, false, true])
    #expect(toggle.isOn)
    #expect(harness.frame.semanticsSnapshot.contains("button \"Follow\" [0 0 120 20] selected focused"))
    toggle.isOn = false
    #expect(reported.count == 3)
  }

  @Test(arguments: [(LayoutDirection.leftToRight, 2.0, 18.0), (.rightToLeft, 102, 86)])
  func `the knob of a switch follows the text direction`(direction: LayoutDirection, off: Double, on: Double) {
    let toggle = Toggle()
    let harness = harness(toggle, Rect(x: 0, y: 0, width: 120, height: 20), direction: direction)
    #expect(rounds(harness).last?.rect.minX == off)
    #expect(rounds(harness).first?.color == Palette.light.control)
    toggle.isOn = true
    harness.showIfNeeded()
    #expect(rounds(harness).last?.rect.minX == on)
    #expect(rounds(harness).first?.color == Palette.light.accentFill)
  }

  @Test func `activating a mixed check box turns it on`() {
    let box = Toggle("All", style: .checkBox)
    box.isMixed = true
    let harness = harness(box, Rect(x: 0, y: 0, width: 120, height: 20))
    #expect(harness.frame.textSnapshot.contains("symbol minus [2 4 12 12]"))
    harness.click(box)
    #expect(box.isOn && !box.isMixed)
    #expect(harness.frame.textSnapshot.contains("symbol check [2 4 12 12]"))
    harness.click(box)
    #expect(!box.isOn)
  }

  // MARK: Segments

  private func segments() -> SegmentedControl {
    SegmentedControl([
      .init("List", symbol: .list), .init("Table", symbol: .table), .init("Grid", symbol: .grid),
    ])
  }

  @Test(arguments: [Theme.highContrastLight, .highContrastDark])
  func `segments have an outline and a marked choice where contrast is high`(theme: Theme) {
    let control = segments()
    let harness = ViewHarness(content: Stack(.horizontal, items: [.fixed(control, 112)]), theme: theme)
    harness.show()
    var lines: [Color] = []
    for group in harness.frame.groups {
      for case .border(_, _, _, let color) in group.canvas.commands { lines.append(color) }
    }
    #expect(lines.count == 2 && lines.allSatisfy { $0.contrast(with: theme.colors.well) >= 3 }, "\(lines)")
  }

  @Test func `a click and keys select segments`() {
    let control = segments()
    var reported: [Int] = []
    control.onChange = { reported.append($0) }
    let harness = harness(control, Rect(x: 0, y: 0, width: 112, height: 32))
    harness.click(at: Point(x: 90, y: 16))
    harness.click(at: Point(x: 90, y: 16))
    #expect(reported == [2])
    harness.press(at: Point(x: 20, y: 16))
    harness.move(to: Point(x: 60, y: 16))
    harness.release()
    #expect(reported == [2], "a release over another segment selects nothing")
    harness.key(.tab)
    harness.key(.left)
    harness.key(.home)
    harness.key(.left)
    harness.key(.end)
    #expect(reported == [2, 1, 0, 2])
  }

  @Test func `each segment has a semantics node`() {
    let control = segments()
    let harness = harness(control, Rect(x: 10, y: 10, width: 112, height: 32))
    #expect(
      harness.frame.semanticsSnapshot == """
        window [0 0 400 300]
          group [10 10 112 32]
            button "List" [12 12 36 28] 1/3 selected
            button "Table" [48 12 36 28] 2/3
            button "Grid" [84 12 36 28] 3/3
        """)
  }

  @Test func `segments start at the right in a right-to-left environment`() {
    let control = segments()
    let harness = harness(control, Rect(x: 0, y: 0, width: 112, height: 32), direction: .rightToLeft)
    harness.click(at: Point(x: 20, y: 16))
    #expect(control.selectedIndex == 2)
    harness.key(.tab)
    harness.key(.right)
    #expect(control.selectedIndex == 1)
  }

  // MARK: Slider

  @Test func `a slider follows the dragged pointer, also outside its bounds`() {
    let slider = Slider(value: 0.5)
    var reported: [Double] = []
    slider.onChange = { reported.append($0) }
    let harness = harness(slider, Rect(x: 50, y: 50, width: 116, height: 20))
    harness.drag(from: Point(x: 108, y: 60), to: Point(x: 400, y: 250))
    #expect(slider.value == 1)
    #expect(reported.last == 1)
    harness.drag(from: Point(x: 108, y: 60), to: Point(x: 0, y: 0))
    #expect(slider.value == 0)
  }

  @Test func `a slider rounds to steps and stays in its range, by pointer and by keys`() {
    let slider = Slider(value: 200, in: 120...464, step: 40)
    let harness = harness(slider, Rect(x: 0, y: 0, width: 116, height: 20))
    harness.key(.tab)
    harness.key(.right)
    #expect(slider.value == 240)
    harness.key(.down)
    harness.key(.left, count: 9)
    #expect(slider.value == 120)
    harness.key(.pageUp)
    #expect(slider.value == 320)
    harness.key(.end)
    #expect(slider.value == 464)
    slider.value = .nan
    #expect(slider.value == 120)
    slider.value = .infinity
    #expect(slider.value == 464)
  }

  // MARK: Progress

  @Test func `a progress bar fills the finished share`() {
    let bar = ProgressBar(value: 0.62)
    let harness = harness(bar, Rect(x: 0, y: 0, width: 100, height: 4))
    #expect(rounds(harness).map(\.rect.width) == [100, 62])
    #expect(harness.frame.semanticsSnapshot.contains("progressBar \"62 %\""))
    bar.value = 7
    harness.showIfNeeded()
    #expect(rounds(harness).map(\.rect.width) == [100, 100])
    #expect(harness.frame.wake == nil)
  }

  @Test func `unknown progress animates only while it is visible`() {
    let bar = ProgressBar()
    let harness = harness(bar, Rect(x: 0, y: 0, width: 100, height: 4))
    let before = rounds(harness).last?.rect
    harness.advance(by: .milliseconds(200))
    #expect(rounds(harness).last?.rect != before)
    let frames = harness.framesMade
    harness.advance(by: .seconds(1))
    #expect(harness.framesMade - frames >= 59)
    bar.isHidden = true
    let hidden = harness.framesMade
    harness.advance(by: .seconds(1))
    #expect(harness.framesMade - hidden < 8)
    bar.isHidden = false
    bar.value = 0.5
    harness.settle()
    #expect(harness.frame.wake == nil)
  }

  @Test(arguments: [MotionPolicy.reduced, .off])
  func `unknown progress is at rest without full motion`(motion: MotionPolicy) {
    let bar = ProgressBar()
    let harness = harness(bar, Rect(x: 0, y: 0, width: 100, height: 4))
    harness.changeEnvironment { $0.motion = motion }
    harness.settle()
    #expect(harness.frame.wake == nil)
    #expect(rounds(harness).last?.rect.width == 30)
  }

  // MARK: Pieces

  @Test func `an empty state is centred at 45 percent of the height`() {
    var count = 0
    let view = EmptyStateView(symbol: .search, heading: "No match", message: "Nothing here", action: "Clear filter") {
      count += 1
    }
    let harness = ViewHarness(content: view)
    // Symbol, heading, message and button with their gaps are 32 + 12 + 20 + 4 + 16 + 16 + 32 = 132 high.
    #expect(view.icon.frame == Rect(x: 184, y: 69, width: 32, height: 32))
    #expect(view.heading.frame.minY == 113)
    #expect(view.message.frame.minY == 137)
    #expect(view.button.frame.minY == 169)
    #expect(view.button.frame.midX == 200)
    harness.click(view.button)
    #expect(count == 1)
    view.button.title = ""
    view.message.text = ""
    harness.showIfNeeded()
    #expect(view.button.isHidden && view.message.isHidden)
    #expect(view.icon.frame.minY == 103)
    view.message.text = "a reason that is much longer than there is room for in one line of it"
    harness.showIfNeeded()
    #expect(view.message.frame.height == 32)
    #expect(view.message.frame.width <= 280)
    harness.settle()
    #expect(harness.frame.wake == nil)
  }

  @Test func `an empty state without room for everything leaves out its symbol`() {
    let view = EmptyStateView(symbol: .search, heading: "No match", message: "Nothing here", action: "Clear filter")
    let harness = ViewHarness(content: view, size: Size(width: 360, height: 131))
    #expect(view.icon.isHidden && view.heading.frame.minY >= 0 && view.button.frame.maxY <= 131)
    harness.resize(to: Size(width: 360, height: 132))
    #expect(!view.icon.isHidden && view.icon.frame.minY >= 0)
  }

  @Test func `a panel has a shadow and an outline, in high contrast only the outline`() {
    let shape = Shape(fill: .raised, cornerRadius: 10, elevation: .floating)
    let label = Label("Moved")
    shape.content = label
    shape.padding = Insets(8)
    let harness = harness(shape, Rect(x: 100, y: 100, width: 100, height: 44))
    #expect(label.frame == Rect(x: 8, y: 8, width: 84, height: 28))
    #expect(
      harness.frame.textSnapshot == """
        frame 400 x 300 @1 #FFFFFF
        group 0 [0 0 400 300]
          shadow [100 100 100 44] r10 y1 blur 3 #1012181A
          shadow [100 100 100 44] r10 y8 blur 24 #10121824
          border [99 99 102 46] r11 w1 #DADCE0
          round [100 100 100 44] r10 #FFFFFF
          text "Moved" at 108,127 #1B1D21
        """)
    harness.changeEnvironment { $0.theme = .highContrastDark }
    #expect(!harness.frame.textSnapshot.contains("shadow"))
    #expect(harness.frame.textSnapshot.contains("border [99 99 102 46] r11 w1 #8C9098"))
    #expect(shape.drawingOutsets == Insets(top: 16, leading: 24, bottom: 32, trailing: 24))
  }

  @Test(arguments: [(1.0, 1.0), (1.5, 1.0), (2.0, 1.0), (3.0, 2.0)])
  func `a separator is one device pixel thick up to scale 2`(scale: Double, pixels: Double) {
    let separator = Separator()
    let harness = ViewHarness(content: Stack(.vertical, separator), scale: scale)
    #expect(abs(separator.frame.height * scale - pixels) < 1e-9)
    #expect(harness.frame.textSnapshot.contains("fill [0 0 400"))
  }

  @Test func `a symbol is placed on whole device pixels`() {
    let view = SymbolView(.star, color: .star)
    let harness = harness(view, Rect(x: 0, y: 0, width: 21, height: 21))
    #expect(harness.frame.textSnapshot.contains("symbol star [3 3 16 16] #9A6A00"))
  }
}

import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct SwipeTests {
  // MARK: The finger

  @Test func `a sideways drag moves the row with the finger and reveals the actions behind it`() throws {
    let stage = ActionStage()
    stage.drag(2, by: Point(x: -100, y: 4))
    #expect(stage.slide(2) == Point(x: -100, y: 0) && stage.slide(1) == .zero)
    let (delete, archive) = (try #require(stage.button("Delete")), try #require(stage.button("Archive")))
    #expect(stage.buttons.count == 2)
    #expect(delete.bounds == Rect(x: 350, y: 80, width: 50, height: 40))
    #expect(archive.bounds == Rect(x: 300, y: 80, width: 50, height: 40))
    #expect(stage.offset == 0 && stage.performed.isEmpty)
  }

  @Test func `a release past half of the actions opens the row with a spring, a shorter swipe closes it`() throws {
    let stage = ActionStage()
    let end = stage.center(2) + Point(x: -100, y: 0)
    stage.drag(2, by: Point(x: -100, y: 0))
    stage.harness.touch(.ended, at: end)
    stage.harness.advance(by: .milliseconds(48))
    let moving = try #require(stage.slide(2)?.x)
    #expect(moving < -100 && moving > -144)
    stage.harness.settle()
    #expect(stage.slide(2)?.x == -144)
    stage.swipe(2, by: Point(x: 90, y: 0))
    #expect(stage.slide(2) == .zero && stage.buttons.isEmpty)
    stage.swipe(2, by: Point(x: -60, y: 0))
    #expect(stage.slide(2) == .zero && stage.buttons.isEmpty && stage.performed.isEmpty)
  }

  @Test func `a quick flick opens the row`() {
    let stage = ActionStage()
    let start = stage.center(2)
    stage.harness.touch(.began, at: start)
    for step in 1...4 {
      stage.harness.advance(by: .milliseconds(10))
      stage.harness.touch(.moved, at: start - Point(x: Double(step) * 12, y: 0))
    }
    stage.harness.touch(.ended, at: start - Point(x: 48, y: 0))
    stage.harness.settle()
    #expect(stage.slide(2)?.x == -144)
  }

  @Test func `a tap on an action performs it, closes the row and selects nothing`() {
    let stage = ActionStage()
    stage.swipe(2, by: Point(x: -120, y: 0))
    stage.tap("Archive")
    #expect(stage.performed == ["Archive 2"] && stage.slide(2) == .zero && stage.selected.isEmpty)
    stage.swipe(3, by: Point(x: 60, y: 0))
    #expect(stage.slide(3)?.x == 72 && stage.buttonTitles == ["Pin"])
    stage.tap("Pin")
    #expect(stage.performed == ["Archive 2", "Pin 3"])
  }

  @Test func `a long swipe shows that it performs the first action, and performs it at the release`() throws {
    let stage = ActionStage()
    stage.drag(2, by: Point(x: -200, y: 0))
    #expect(stage.button("Delete")?.bounds.width == 100)
    let place = stage.center(2) + Point(x: -200, y: 0)
    stage.move(from: place, by: Point(x: -60, y: 0))
    stage.harness.settle()
    #expect(stage.button("Delete")?.bounds == Rect(x: 140, y: 80, width: 260, height: 40))
    #expect(stage.performed.isEmpty)
    stage.harness.touch(.ended, at: place + Point(x: -60, y: 0))
    stage.harness.settle()
    #expect(stage.performed == ["Delete 2"] && !stage.texts.contains("2") && stage.buttons.isEmpty)
  }

  @Test func `a long swipe that is taken back performs nothing`() {
    let stage = ActionStage()
    let start = stage.center(2)
    stage.drag(2, by: Point(x: -260, y: 0))
    stage.move(from: start + Point(x: -260, y: 0), by: Point(x: 160, y: 0))
    stage.harness.settle()
    #expect(stage.button("Delete")?.bounds.width == 50)
    stage.harness.touch(.ended, at: start + Point(x: -100, y: 0))
    stage.harness.settle()
    #expect(stage.performed.isEmpty && stage.slide(2)?.x == -144)
  }

  @Test func `a row resists beyond its actions, and on the side without any`() {
    let stage = ActionStage { $0.allowsFullSwipe = false }
    stage.drag(2, by: Point(x: -244, y: 0))
    #expect(stage.slide(2)?.x == -199)
    stage.harness.touch(.ended, at: .zero)
    stage.harness.settle()
    #expect(stage.slide(2)?.x == -144 && stage.performed.isEmpty)
    let trailing = ActionStage { $0.titles = { _ in ([], ["Delete"]) } }
    trailing.drag(2, by: Point(x: 100, y: 0))
    #expect(trailing.slide(2) == .zero && trailing.buttons.isEmpty)
    trailing.harness.touch(.ended, at: .zero)
    trailing.swipe(2, by: Point(x: -60, y: 0))
    trailing.drag(2, by: Point(x: 172, y: 0))
    #expect(trailing.slide(2)?.x == 55)
  }

  @Test func `a disabled first action is not performed by a long swipe`() {
    let stage = ActionStage { $0.titles = { _ in ([], ["Locked", "Archive"]) } }
    stage.swipe(2, by: Point(x: -390, y: 0))
    #expect(stage.performed.isEmpty && stage.slide(2)?.x == -144)
    stage.tap("Locked")
    #expect(stage.performed.isEmpty && stage.slide(2)?.x == -144)
  }

  @Test func `without motion rows open and close at once`() {
    let stage = ActionStage(motion: .off)
    let end = stage.center(2) + Point(x: -100, y: 0)
    stage.drag(2, by: Point(x: -100, y: 0))
    stage.harness.touch(.ended, at: end)
    #expect(stage.slide(2)?.x == -144)
    stage.harness.key(.escape)
    #expect(stage.slide(2) == .zero && stage.buttons.isEmpty)
  }

  // MARK: Closing

  @Test func `a touch elsewhere closes the row and does nothing else`() {
    let stage = ActionStage()
    stage.swipe(2, by: Point(x: -120, y: 0))
    stage.tap(at: stage.center(4))
    #expect(stage.slide(2) == .zero && stage.selected.isEmpty)
    stage.tap(at: stage.center(4))
    #expect(stage.selected == [4])
    stage.swipe(2, by: Point(x: -120, y: 0))
    stage.tap(at: Point(x: 20, y: 100))
    #expect(stage.slide(2) == .zero && stage.selected == [4] && stage.performed.isEmpty)
  }

  @Test func `Escape, the wheel, a scroll by finger and one by the program close the row`() {
    let stage = ActionStage(100)
    let closings: [@MainActor () -> Void] = [
      { stage.harness.key(.escape) }, { stage.harness.wheel(-1, at: Point(x: 200, y: 150)) },
      { stage.drag(5, by: Point(x: 0, y: -40)) }, { stage.list.scroll(to: .offset(40), animated: true) },
      { stage.harness.click(at: Point(x: 10, y: 150)) },
    ]
    for close in closings {
      stage.list.scroll(to: .start, animated: false)
      stage.harness.settle()
      stage.swipe(2, by: Point(x: -120, y: 0))
      #expect(stage.slide(2)?.x == -144)
      close()
      stage.harness.leave()
      stage.harness.settle()
      #expect(stage.slide(2) == .zero && stage.buttons.isEmpty)
      stage.harness.touch(.ended, at: .zero)
      stage.harness.settle()
    }
    #expect(stage.performed.isEmpty)
  }

  @Test func `a swipe takes the focus, so that Escape closes the row, and the row closes without it`() {
    let stage = ActionStage()
    stage.harness.host.focus(nil)
    stage.swipe(2, by: Point(x: -120, y: 0))
    #expect(stage.slide(2)?.x == -144)
    stage.harness.key(.escape)
    stage.harness.settle()
    #expect(stage.slide(2) == .zero && stage.list.isFocused)
    stage.swipe(2, by: Point(x: -120, y: 0))
    #expect(stage.slide(2)?.x == -144)
    stage.harness.host.focus(nil)
    stage.harness.settle()
    #expect(stage.slide(2) == .zero && stage.buttons.isEmpty)
  }

  @Test func `another row that is swiped closes the first`() {
    let stage = ActionStage()
    stage.swipe(2, by: Point(x: -120, y: 0))
    stage.swipe(4, by: Point(x: 60, y: 0))
    #expect(stage.slide(2) == .zero && stage.slide(4)?.x == 72 && stage.buttonTitles == ["Pin"])
  }

  // MARK: Other gestures

  @Test func `a drag along the list scrolls and reveals nothing, also if it turns sideways`() {
    let stage = ActionStage(100)
    let start = stage.center(5)
    stage.drag(5, by: Point(x: -10, y: -60))
    stage.move(from: start + Point(x: -10, y: -60), by: Point(x: -150, y: 0))
    #expect(stage.offset == 60 && stage.buttons.isEmpty && stage.slide(5) == .zero)
  }

  @Test func `a sideways scroll container and a lifted row keep their drags`() {
    let shelf = ActionStage {
      let size = LayoutSize(width: .absolute(100), height: .absolute(40))
      $0.layout = SectionLayout(group: .horizontal(size, once: [LayoutItem(size: size)])).orthogonalScrolling(
        .continuous)
    }
    shelf.drag(2, by: Point(x: -80, y: 0))
    #expect(shelf.buttons.isEmpty && shelf.cells.first { $0.id == "2" }?.bounds.minX != 200)
    let lifted = ActionStage { $0.decorate = { $0.onReorder { _, _ in } } }
    let start = lifted.center(2)
    lifted.harness.touch(.began, at: start)
    lifted.harness.advance(by: .milliseconds(600))
    lifted.move(from: start, by: Point(x: -150, y: 0))
    #expect(lifted.buttons.isEmpty && lifted.slide(2)?.x == -150)
    lifted.harness.touch(.ended, at: start)
    lifted.harness.settle()
    #expect(lifted.performed.isEmpty)
  }

  @Test func `rows without actions scroll as before`() {
    let stage = ActionStage(100) { $0.titles = { $0 == 2 ? ([], []) : (["Pin"], []) } }
    stage.drag(2, by: Point(x: 100, y: 0))
    #expect(stage.slide(2) == .zero && stage.buttons.isEmpty)
    stage.harness.touch(.ended, at: .zero)
    stage.drag(3, by: Point(x: 40, y: 0))
    #expect(stage.slide(3)?.x == 40)
  }

  // MARK: Directions

  @Test func `a list that reads from right to left has its leading actions at the right`() {
    let stage = ActionStage()
    stage.harness.changeEnvironment { $0.direction = .rightToLeft }
    stage.harness.settle()
    stage.swipe(2, by: Point(x: -60, y: 0))
    #expect(stage.slide(2)?.x == -72 && stage.buttonTitles == ["Pin"])
    #expect(stage.button("Pin")?.bounds == Rect(x: 328, y: 80, width: 72, height: 40))
    stage.harness.key(.escape)
    stage.harness.settle()
    stage.swipe(2, by: Point(x: 100, y: 0))
    #expect(stage.button("Delete")?.bounds == Rect(x: 0, y: 80, width: 72, height: 40))
    #expect(stage.button("Archive")?.bounds == Rect(x: 72, y: 80, width: 72, height: 40))
  }

  @Test func `in a list that scrolls sideways a swipe goes upwards or downwards`() {
    let stage = ActionStage {
      $0.scrollsSideways = true
      let size = LayoutSize(width: .absolute(100), height: .absolute(300))
      $0.layout = SectionLayout(group: .horizontal(size, once: [LayoutItem(size: size)]))
    }
    stage.swipe(1, by: Point(x: 0, y: -100))
    #expect(stage.slide(1) == Point(x: 0, y: -144))
    #expect(stage.button("Delete")?.bounds == Rect(x: 100, y: 228, width: 100, height: 72))
    stage.tap("Archive")
    #expect(stage.performed == ["Archive 1"])
  }
}

import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ScrollTests {
  let middle = Point(x: 50, y: 100)

  @Test func `a notch scrolls 96 pixels, 99 percent of them in 211 ms`() {
    let stage = Stage(Stage.items(0..<1000))
    stage.harness.wheel(-1, at: middle)
    stage.harness.advance(by: .milliseconds(200), framesPerSecond: 1000)
    #expect(stage.list.contentOffset.y < 0.99 * 96)
    stage.harness.advance(by: .milliseconds(12), framesPerSecond: 1000)
    #expect(stage.list.contentOffset.y >= (0.99 * 96).rounded())
    stage.harness.settle()
    #expect(stage.offset == 96)
  }

  @Test func `more notches go further, and one the other way drops the remaining distance`() {
    let stage = Stage(Stage.items(0..<1000))
    stage.harness.wheel(-1, at: middle)
    stage.harness.advance(by: .milliseconds(50))
    stage.harness.wheel(-2, at: middle)
    stage.harness.settle()
    #expect(stage.offset == 288)
    stage.harness.wheel(-10, at: middle)
    stage.harness.advance(by: .milliseconds(50))
    let reversed = stage.offset
    stage.harness.wheel(1, at: middle)
    stage.harness.settle()
    #expect(abs(stage.offset - (reversed - 96)) <= 1)
  }

  @Test(arguments: [1, 30])
  func `wheel notches beyond the end scroll to the end, also if rows are measured taller`(
    gap: Int
  ) {
    let stage = Stage((0..<60).map { Item($0, height: Double(90 + $0 % 5 * 9)) }, layout: .vertical())
    stage.harness.settle()
    for _ in 0..<40 {
      stage.harness.wheel(-4, at: middle)
      stage.harness.advance(by: .milliseconds(gap))
    }
    stage.harness.settle()
    #expect(stage.list.isAtEnd && stage.y(59).map { $0 + 126 } == 300)
  }

  @Test func `a notch near the end scrolls no further than its distance, although rows turn out much taller`() throws {
    let stage = Stage((0..<40).map { Item($0, height: $0 < 30 ? 40 : 400) }, layout: .vertical())
    stage.harness.settle()
    stage.scroll(to: stage.maximum - 20)
    stage.harness.settle()
    let row = try #require(stage.visible.last)
    stage.harness.wheel(-1, at: middle)
    stage.harness.settle()
    let distance = row.bounds.minY - (stage.node(try #require(Int(row.number)))?.bounds.minY ?? -.infinity)
    #expect(distance <= 96.5)
  }

  @Test func `a touchpad scrolls at once`() {
    let stage = Stage(Stage.items(0..<1000))
    stage.harness.send(.wheel(WheelDelta(x: 0, y: -0.5, isPrecise: true), at: middle, []))
    #expect(stage.offset == 48)
    stage.harness.advance(by: .milliseconds(200))
    // The scroll bar has faded in by now and requests no frame.
    let frames = stage.harness.framesMade
    stage.harness.send(.wheel(WheelDelta(x: 0, y: -0.5, isPrecise: true), at: middle, []))
    #expect(stage.offset == 96)
    #expect(!stage.harness.host.needsFrame)
    #expect(stage.harness.framesMade == frames + 1)
  }

  @Test func `a list passes the part of a gesture that it cannot use to the view around it`() {
    let stage = Stage(Stage.items(0..<10))
    #expect(!stage.harness.send(.wheel(WheelDelta(x: 0, y: 1), at: middle, [])))
    #expect(stage.harness.send(.wheel(WheelDelta(x: 0, y: -9), at: middle, [])))
    stage.harness.settle()
    #expect(!stage.harness.send(.wheel(WheelDelta(x: 0, y: -1), at: middle, [])))
    stage.apply(Stage.items(0..<3))
    stage.harness.settle()
    #expect(!stage.harness.send(.wheel(WheelDelta(x: 0, y: -1), at: middle, [])))
  }

  @Test func `keys scroll a list without selectable items`() {
    let stage = Stage(Stage.items(0..<100))
    stage.list.selectionMode = .none
    stage.harness.click(at: middle)
    for (key, offset) in [
      (Key.down, 48.0), (.up, 0), (.pageDown, 270), (.space, 540), (.pageUp, 270), (.end, 3700), (.home, 0),
    ] {
      stage.harness.key(key)
      stage.harness.settle()
      #expect(stage.offset == offset, "\(key.name)")
    }
    #expect(stage.list.focusedItem == nil)
  }

  @Test(arguments: [1_000, 10_000_000])
  func `the end of a list of any length shows its last row at the bottom`(count: Int) throws {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<count, id: \.self) { Plate(text: "row \($0)") }.withSectionLayout(.list(rowHeight: 31))
      ]))
    harness.showIfNeeded()
    #expect(list.contentSize == Size(width: 400, height: Double(count) * 31))
    harness.click(at: middle)
    harness.key(.end)
    harness.settle()
    let last = try #require(harness.semantics.last { $0.role == .cell })
    #expect(last.text == "row \(count - 1)")
    #expect(last.bounds.maxY == 300)
    #expect(list.focusedItem?.item == count - 1)
    harness.key(.home)
    harness.settle()
    #expect(list.contentOffset.y == 0)
  }

  @Test(arguments: [ScrollAlignment.start, .center, .end, .nearest])
  func `scrolling to an unmeasured row is exact`(alignment: ScrollAlignment) throws {
    let items = (0..<3000).map { Item($0, height: Double(20 + $0 * 37 % 90)) }
    for animated in [true, false] {
      let stage = Stage(items, layout: .list(estimatedRowHeight: 30))
      stage.list.scroll(to: .item(ElementPath(section: 0, item: 1777)), at: alignment, animated: animated)
      #expect(stage.harness.settle())
      let bounds = try #require(stage.node(1777)).bounds
      switch alignment {
      case .start: #expect(bounds.minY == 0)
      case .center: #expect(abs(bounds.midY - 150) <= 0.5)
      case .end, .nearest: #expect(bounds.maxY == 300)
      }
    }
  }

  @Test func `a scroll requested after apply refers to the applied list`() {
    let stage = Stage()
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items(0..<500)) { Plate(text: $0.text) }.withSectionLayout(stage.layout)
      ]))
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 300)), at: .start)
    stage.harness.showIfNeeded()
    #expect(stage.y(300) == nil || stage.cells.count > 7)
    stage.harness.settle()
    #expect(stage.y(300) == 0)
    stage.list.scroll(to: .section(0), animated: false)
    stage.harness.settle()
    #expect(stage.offset == 0)
  }

  @Test func `a far target is reached by a jump and a short animated scroll`() {
    let stage = Stage(Stage.items(0..<10_000))
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 5000)), at: .start)
    stage.harness.showIfNeeded()
    #expect(abs(stage.offset - 200_000) <= 300)
    #expect(stage.offset != 200_000)
    stage.harness.settle()
    #expect(stage.offset == 200_000)
    stage.list.scroll(to: .start)
    stage.harness.settle()
    #expect(stage.offset == 0)
  }

  @Test func `didScroll is called for each frame that moved the content`() {
    let stage = Stage()
    var offsets: [Double] = []
    stage.list.apply(
      List(sections: [Section(id: 0, data: Stage.items(0..<500)) { Plate(text: $0.text) }]).didScroll {
        offsets.append($0.contentOffset.y)
      })
    stage.harness.showIfNeeded()
    #expect(offsets.isEmpty)
    stage.harness.wheel(-1, at: middle)
    stage.harness.settle()
    #expect(offsets.last == 96)
    #expect(Set(offsets).count == offsets.count)
  }

  // MARK: The scroll bar

  @Test func `dragging the thumb to either end shows the first and the last pixel`() {
    let stage = Stage(Stage.items(0..<1000))
    let x = 390.0
    stage.harness.drag(from: Point(x: x, y: 10), to: Point(x: x, y: 299))
    #expect(stage.offset == 39_700)
    stage.harness.drag(from: Point(x: x, y: 290), to: Point(x: x, y: 0))
    #expect(stage.offset == 0)
    // The thumb is 32 long in a track from 4 to 296, so it can move by 260.
    stage.harness.drag(from: Point(x: x, y: 10), to: Point(x: x, y: 140))
    #expect(stage.offset == 19_850)
    #expect(stage.list.selectedCount == 0)
  }

  @Test func `the thumb reaches the last pixel though rows on the way are unmeasured`() {
    let items = (0..<1000).map { Item($0, height: Double(20 + $0 * 37 % 90)) }
    let stage = Stage(items, layout: .list(estimatedRowHeight: 30))
    stage.harness.drag(from: Point(x: 390, y: 10), to: Point(x: 390, y: 299))
    stage.harness.settle()
    #expect(stage.visible.last?.bounds.maxY == 300)
    #expect(stage.visible.last?.id == "999")
  }

  @Test(arguments: [12.0, 40, 150])
  func `the dragged thumb stays under the pointer, however wrong the estimates were`(guess: Double) throws {
    let items = (0..<3000).map { Item($0, height: Double(20 + $0 * 37 % 90 + ($0 > 1500 ? 60 : 0))) }
    let stage = Stage(items, layout: .list(estimatedRowHeight: guess))
    let (harness, x) = (stage.harness, 390.0)
    func thumb() throws -> Rect { try #require(harness.frame.groups.first { $0.frame.width == 10 }).frame }
    harness.move(to: Point(x: x, y: 12))
    harness.press(at: Point(x: x, y: 12))
    harness.advance(by: .seconds(1))
    let (start, extent) = (try thumb().minY, try thumb().height)
    var y = 12.0
    for target in [60.0, 200, 130, 131, 129, 250, 40] {
      let isDownwards = target > y
      while y != target {
        y += min(4, max(-4, target - y))
        let before = stage.visible.first
        harness.move(to: Point(x: x, y: y))
        let thumb = try thumb()
        #expect(abs(thumb.minY - start - (y - 12)) < 1e-6 && thumb.height == extent, "\(thumb) under \(y)")
        // The content follows the pointer.
        let (old, new) = (try #require(before).id, try #require(stage.visible.first).id)
        let (from, to) = (Int(old) ?? 0, Int(new) ?? 0)
        #expect(isDownwards ? to >= from : to <= from, "\(from) to \(to)")
      }
      let visible = stage.visible.map(\.bounds)
      harness.advance(by: .milliseconds(300))
      #expect(stage.visible.map(\.bounds) == visible, "a pointer at rest moves nothing")
    }
    // Rows inserted above the first visible one move neither it nor the thumb.
    let visible = stage.visible.map(\.bounds)
    stage.apply((5000..<5400).map { Item($0) } + items)
    #expect(try thumb().minY - start == y - 12 && stage.visible.map(\.bounds) == visible)
    harness.move(to: Point(x: x, y: 299))
    harness.settle()
    #expect(stage.visible.last?.id == "2999" && stage.visible.last?.bounds.maxY == 300)
    harness.release()
  }

  @Test func `a click beside the thumb scrolls a page, and the middle button scrolls there`() {
    let stage = Stage(Stage.items(0..<1000))
    stage.harness.click(at: Point(x: 390, y: 250))
    stage.harness.settle()
    #expect(stage.offset == 270)
    stage.harness.click(at: Point(x: 390, y: 1))
    stage.harness.settle()
    #expect(stage.offset == 0)
    stage.harness.click(at: Point(x: 390, y: 150), button: .middle)
    stage.harness.settle()
    #expect(stage.offset == 19_850)
  }

  // MARK: Touches

  @Test func `a touch drags, flings and stops the content without selecting`() {
    let stage = Stage(Stage.items(0..<1000))
    let harness = stage.harness
    harness.touch(.began, at: Point(x: 50, y: 250))
    for y in stride(from: 240.0, through: 150, by: -10) {
      harness.advance(by: .milliseconds(8), framesPerSecond: 125)
      harness.touch(.moved, at: Point(x: 50, y: y))
    }
    #expect(stage.offset == 100)
    harness.touch(.ended, at: Point(x: 50, y: 150))
    harness.advance(by: .milliseconds(100))
    #expect(stage.offset > 180)
    harness.touch(.began, at: Point(x: 50, y: 150))
    harness.touch(.ended, at: Point(x: 50, y: 150))
    let offset = stage.offset
    harness.settle()
    #expect(stage.offset == offset)
    #expect(stage.list.selectedCount == 0)
    harness.touch(.began, at: Point(x: 50, y: 150))
    harness.touch(.ended, at: Point(x: 50, y: 150))
    #expect(stage.list.selectedCount == 1)
  }

  @Test func `overscroll pulls against a spring, 80 pixels at most`() {
    let stage = Stage(Stage.items(0..<100))
    stage.harness.touch(.began, at: Point(x: 50, y: 50))
    stage.harness.touch(.moved, at: Point(x: 50, y: 150))
    // 80 (1 - 1 / (100 x 0.55 / 80 + 1)).
    #expect(abs(stage.offset + 32.6) <= 0.6)
    stage.harness.touch(.moved, at: Point(x: 50, y: 100_000))
    #expect(stage.offset > -80.5 && stage.offset < -79)
    stage.harness.advance(by: .milliseconds(200))
    stage.harness.touch(.ended, at: Point(x: 50, y: 100_000))
    stage.harness.settle()
    #expect(stage.offset == 0)
  }

  @Test func `a fling ends at the end`() {
    let stage = Stage(Stage.items(0..<12))
    stage.harness.touch(.began, at: Point(x: 50, y: 250))
    for y in [230.0, 200, 160] {
      stage.harness.advance(by: .milliseconds(8), framesPerSecond: 125)
      stage.harness.touch(.moved, at: Point(x: 50, y: y))
    }
    stage.harness.touch(.ended, at: Point(x: 50, y: 160))
    stage.harness.settle()
    #expect(stage.offset == 180)
  }
}

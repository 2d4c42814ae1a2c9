import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct RubberBandTests {
  @Test func `a drag from empty space selects the rows that its rectangle touches, and shows the rectangle`() {
    let stage = BandStage(20)
    stage.begin(Point(x: 350, y: 50), to: Point(x: 200, y: 130))
    #expect(stage.selected == [1, 2, 3])
    #expect(stage.band == Rect(x: 200, y: 50, width: 150, height: 80))
    stage.move(from: Point(x: 200, y: 130), to: Point(x: 200, y: 90))
    #expect(stage.selected == [1, 2])
    stage.harness.release()
    stage.harness.show()
    #expect(stage.selected == [1, 2] && stage.band == nil)
    #expect(stage.list.focusedItem?.item == 2)
  }

  @Test func `a band beside the rows touches none, and a click on empty space clears the selection`() {
    let stage = BandStage(20)
    stage.draw(Point(x: 350, y: 50), to: Point(x: 200, y: 130))
    stage.draw(Point(x: 350, y: 50), to: Point(x: 310, y: 130))
    #expect(stage.selected.isEmpty)
    stage.draw(Point(x: 350, y: 50), to: Point(x: 200, y: 130))
    stage.harness.click(at: Point(x: 350, y: 50))
    #expect(stage.selected.isEmpty)
  }

  @Test func `a drag from a row draws no band, but does with Control or Shift`() {
    let stage = BandStage(20)
    stage.draw(Point(x: 100, y: 50), to: Point(x: 100, y: 130))
    #expect(stage.selected == [1])
    stage.draw(Point(x: 100, y: 50), to: Point(x: 100, y: 130), modifiers: .control)
    #expect(stage.selected == [2, 3])
    stage.draw(Point(x: 100, y: 210), to: Point(x: 100, y: 250), modifiers: .shift)
    #expect(stage.selected == [2, 3, 5, 6])
  }

  @Test func `Control turns the touched rows over, Shift adds them`() {
    let stage = BandStage(20)
    stage.draw(Point(x: 350, y: 10), to: Point(x: 200, y: 110))
    #expect(stage.selected == [0, 1, 2])
    stage.draw(Point(x: 350, y: 90), to: Point(x: 200, y: 190), modifiers: .control)
    #expect(stage.selected == [0, 1, 3, 4])
    stage.draw(Point(x: 350, y: 130), to: Point(x: 200, y: 250), modifiers: .shift)
    #expect(stage.selected == [0, 1, 3, 4, 5, 6])
  }

  @Test func `Escape returns to the selection and the focus before, and ends the band`() {
    let stage = BandStage(20)
    stage.harness.click(at: Point(x: 100, y: 20))
    stage.harness.click(at: Point(x: 100, y: 100), modifiers: .control)
    stage.begin(Point(x: 350, y: 50), to: Point(x: 200, y: 230))
    #expect(stage.selected == [1, 2, 3, 4, 5])
    stage.harness.key(.escape)
    #expect(stage.selected == [0, 2] && stage.band == nil && stage.list.focusedItem?.item == 2)
    stage.harness.move(to: Point(x: 200, y: 290))
    stage.harness.release()
    #expect(stage.selected == [0, 2])
  }

  @Test func `a lost window returns to the selection before`() {
    let stage = BandStage(20)
    stage.begin(Point(x: 350, y: 50), to: Point(x: 200, y: 230))
    stage.harness.send(.activation(false))
    #expect(stage.selected.isEmpty)
  }

  @Test(arguments: [SelectionMode.single, .none])
  func `there is no band where several items cannot be selected`(mode: SelectionMode) {
    let stage = BandStage(20)
    stage.list.selectionMode = mode
    stage.begin(Point(x: 350, y: 50), to: Point(x: 200, y: 230))
    #expect(stage.selected.isEmpty && stage.band == nil)
  }

  @Test func `the list scrolls while the pointer is at its edge, and the band grows with the content`() {
    let stage = BandStage(1000)
    stage.begin(Point(x: 350, y: 50), to: Point(x: 200, y: 298))
    stage.harness.advance(by: .seconds(1))
    #expect(stage.offset > 400)
    let last = Int((stage.offset + 298) / 40)
    #expect(stage.selected == Array(1...last))
    // Back at the start, only the rows near the first corner are left.
    stage.harness.move(to: Point(x: 200, y: 2))
    stage.harness.advance(by: .seconds(3))
    #expect(stage.offset == 0 && stage.selected == [0, 1])
    #expect(stage.harness.settle())
  }

  @Test func `the wheel moves the content below a band`() {
    let stage = BandStage(1000)
    stage.begin(Point(x: 350, y: 50), to: Point(x: 200, y: 150))
    stage.wheel(y: -3, at: Point(x: 200, y: 150))
    stage.harness.settle()
    #expect(stage.offset == 288)
    #expect(stage.selected == Array(1...10))
    #expect(stage.band == Rect(x: 200, y: -8, width: 150, height: 158))
  }

  @Test func `rows inserted above move the first corner with the content`() {
    let stage = BandStage(20)
    stage.begin(Point(x: 350, y: 90), to: Point(x: 200, y: 150))
    #expect(stage.selected == [2, 3])
    stage.sections[0].insert(contentsOf: Stage.items(100..<102), at: 0)
    stage.apply()
    stage.harness.settle()
    // At the start of the list, new rows come into view and move the others. The pointer stays.
    #expect(stage.selected == [1, 2])
    #expect(stage.band == Rect(x: 200, y: 150, width: 150, height: 20))
    stage.harness.key(.escape)
    #expect(stage.selected.isEmpty)
  }

  @Test func `a band goes on when the row of its corner is deleted, and ends when all are`() {
    let stage = BandStage(20)
    stage.begin(Point(x: 350, y: 90), to: Point(x: 200, y: 150))
    stage.sections[0].remove(at: 2)
    stage.apply()
    stage.harness.settle()
    #expect(stage.selected == [3, 4])
    stage.sections = [[]]
    stage.apply()
    stage.harness.settle()
    #expect(stage.selected.isEmpty && stage.band == nil)
    stage.harness.move(to: Point(x: 200, y: 250))
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.selected.isEmpty)
  }

  @Test func `a band in a list without items selects nothing`() {
    let stage = BandStage(0)
    stage.draw(Point(x: 350, y: 90), to: Point(x: 200, y: 150))
    #expect(stage.selected.isEmpty)
  }

  @Test func `each change of the selection is reported`() {
    let stage = BandStage(20)
    var counts: [Int] = []
    stage.list.onSelectionChange = { counts.append($0.selectedCount) }
    stage.begin(Point(x: 350, y: 30), to: Point(x: 200, y: 110))
    #expect(counts == counts.sorted() && counts.last == 3)
    stage.harness.key(.escape)
    #expect(counts.last == 0)
  }

  @Test func `a drag of a nested scroll container draws no band`() {
    let stage = MixedStage([Part("card", 20, Part.cards(.continuous)), Part("row", 20, .list(rowHeight: 40))])
    stage.harness.press(at: Point(x: 155, y: 40))
    stage.harness.move(to: Point(x: 55, y: 60))
    stage.harness.show()
    #expect(stage.list.selectedCount == 0)
  }

  /// Draws a band and meanwhile scrolls from the start to the end of a million items. Returns the list.
  private func drawThroughMillion(_ layout: SectionLayout, from start: Point, to end: Point) -> CollectionView {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300), motion: .off)
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<1_000_000, id: \.self) { Plate(text: "\($0)") }.withSectionLayout(layout)
      ]))
    harness.showIfNeeded()
    harness.press(at: start)
    harness.move(to: end)
    list.scroll(to: .end, animated: false)
    harness.show()
    harness.show()
    harness.release()
    return list
  }

  @Test func `a band over a million rows selects one range`() {
    let list = drawThroughMillion(
      .list(rowHeight: 40).insets(Insets(trailing: 100)), from: Point(x: 350, y: 50), to: Point(x: 200, y: 150))
    #expect(list.selectedRanges(inSection: 0) == [1..<999_997])
    #expect(list.selectedCount == 999_996)
  }

  @Test func `a band over two of four columns with a million tiles selects half of them`() {
    let list = drawThroughMillion(
      .grid(minimumItemWidth: 75, itemHeight: 44, spacing: 12, insets: Insets(16)),
      from: Point(x: 105, y: 8), to: Point(x: 250, y: 150))
    let ranges = list.selectedRanges(inSection: 0)
    #expect(ranges.prefix(2) == [1..<3, 5..<7])
    #expect(ranges.allSatisfy { $0.count == 2 } && ranges.count > 249_990)
  }
}

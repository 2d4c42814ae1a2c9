import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ScrollEventTests {
  /// The handlers that a list called while it scrolled, in order.
  final class Diary {
    var entries: [String] = []
  }

  private func stage(target: Double? = nil, allowsTop: Bool = true) -> (CollectionView, ViewHarness, Diary) {
    let (list, diary) = (CollectionView(), Diary())
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 300))
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<1000, id: \.self) { Plate(text: "\($0)") }.withSectionLayout(.list(rowHeight: 40))
      ])
      .willBeginDragging { _ in diary.entries.append("begin") }
      .willEndDragging { _, end in
        diary.entries.append("end")
        if let target { end.target = target }
      }
      .didEndDragging { _, decelerates in diary.entries.append(decelerates ? "ended, continues" : "ended") }
      .willBeginDecelerating { _ in diary.entries.append("decelerates") }
      .didEndDecelerating { _ in diary.entries.append("rests") }
      .shouldScrollToTop { _ in allowsTop }
      .didScrollToTop { _ in diary.entries.append("top") })
    harness.showIfNeeded()
    return (list, harness, diary)
  }

  private func drag(_ harness: ViewHarness, by distance: Double, holding: Bool) {
    harness.touch(.began, at: Point(x: 50, y: 250))
    for step in 1...10 {
      harness.advance(by: .milliseconds(10))
      harness.touch(.moved, at: Point(x: 50, y: 250 - distance * Double(step) / 10))
    }
    if holding { harness.advance(by: .milliseconds(300)) }
    harness.touch(.ended, at: Point(x: 50, y: 250 - distance))
  }

  @Test func `a fling by touch calls each handler once and in order`() {
    let (list, harness, diary) = stage()
    drag(harness, by: 200, holding: false)
    #expect(diary.entries == ["begin", "end", "ended, continues", "decelerates"])
    harness.settle()
    #expect(diary.entries.last == "rests" && diary.entries.count == 5)
    #expect(list.contentOffset.y > 400)
  }

  @Test func `a touch that stops before it lifts does not decelerate`() {
    let (list, harness, diary) = stage()
    drag(harness, by: 200, holding: true)
    harness.settle()
    #expect(diary.entries == ["begin", "end", "ended"])
    #expect(list.contentOffset.y == 200)
  }

  @Test func `the program may change where a fling ends, and the fling keeps its velocity`() {
    let (list, harness, _) = stage(target: 480)
    drag(harness, by: 200, holding: false)
    let before = list.contentOffset.y
    harness.advance(by: .milliseconds(17))
    #expect(list.contentOffset.y > before)
    harness.settle()
    #expect(list.contentOffset.y == 480)
  }

  @Test func `notches of the wheel are one gesture until the content is at rest`() {
    let (list, harness, diary) = stage()
    for _ in 0..<3 {
      harness.wheel(-1, at: Point(x: 50, y: 50))
      harness.advance(by: .milliseconds(30))
    }
    harness.settle()
    #expect(diary.entries == ["begin", "end", "end", "end", "ended"])
    #expect(list.contentOffset.y == 288)
  }

  @Test func `the program may end a wheel notch at a row`() {
    let (list, harness, _) = stage(target: 80)
    harness.wheel(-1, at: Point(x: 50, y: 50))
    harness.settle()
    #expect(list.contentOffset.y == 80)
  }

  @Test func `the view scrolls to the start and reports it, unless the program refuses`() {
    for allowed in [true, false] {
      let (list, harness, diary) = stage(allowsTop: allowed)
      list.scroll(to: .offset(2000), animated: false)
      harness.settle()
      list.scrollToTop()
      harness.settle()
      #expect(list.contentOffset.y == (allowed ? 0 : 2000))
      #expect(diary.entries == (allowed ? ["top"] : []))
    }
  }

  @Test func `scrolling to an item by identity is exact, also past unmeasured items`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 300))
    list.apply(
      List(
        sections: ["a", "b"].map { section in
          Section(id: section, data: 0..<500, id: \.self) {
            Plate(text: "\(section) \($0)", height: Double(20 + $0 % 37))
          }
          .withSectionLayout(.list(estimatedRowHeight: 40))
        }))
    list.scroll(to: .item(321, in: "b"), at: .start)
    harness.settle()
    #expect(harness.semantics.first { $0.text == "b 321" }?.bounds.minY == 0)
    list.scroll(to: .item(17), at: .end, animated: false)
    harness.settle()
    #expect(harness.semantics.first { $0.text == "a 17" }?.bounds.maxY == 300)
    let before = list.contentOffset
    list.scroll(to: .item("nobody"), animated: false)
    harness.settle()
    #expect(list.contentOffset == before)
  }
}

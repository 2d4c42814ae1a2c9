import Scrollwork
import ScrollworkTesting
import Testing

/// Two columns, one of which becomes longer above the viewport. The anchor stays in place, and the elements of the
/// other column move smoothly to their frames.
@MainActor
struct ColumnCorrectionTests {
  private let list = CollectionView()
  private let harness: ViewHarness
  private static let pointer = Point(x: 100, y: 100)

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
  }

  private var cells: [SemanticsNode] { harness.cells }
  private var places: [String: Rect] {
    Dictionary(uniqueKeysWithValues: cells.filter { $0.bounds.intersects(window) }.map { ($0.text, $0.bounds) })
  }
  private var window: Rect { Rect(origin: .zero, size: harness.host.size) }

  /// Scrolls up by a tenth of a notch in each of `frames` frames, which are 10 ms apart.
  private func scrollUp(frames: Int) {
    for _ in 0..<frames {
      let (before, offset) = (places, list.contentOffset.y)
      harness.send(.wheel(WheelDelta(x: 0, y: 0.1, isPrecise: true), at: Self.pointer, []))
      harness.advance(by: .milliseconds(10), framesPerSecond: 100)
      check(since: before, offset)
    }
  }

  /// Checks the movement within one frame of 10 ms: at least one element moves only with the scroll, none moves faster
  /// than a spring does, and the elements of a column keep their order.
  private func check(since before: [String: Rect], _ offset: Double) {
    let after = places
    let steps = after.compactMap { text, place in before[text].map { (text, place.minY - $0.minY) } }
    let least = steps.map { abs($0.1) }.min() ?? 0
    #expect(least < 12, "one element moves with the wheel alone: \(steps)")
    for (text, step) in steps { #expect(abs(step) < 40, "\(text) went by \(step)") }
    for column in [after.values.filter { $0.minX < 190 }, after.values.filter { $0.minX > 190 }] {
      let inOrder = column.sorted { $0.minY < $1.minY }
      for (upper, lower) in zip(inOrder, inOrder.dropFirst()) {
        #expect(upper.maxY <= lower.minY + 1, "\(upper) over \(lower)")
      }
    }
  }

  /// Shows a column of rows much taller than estimated beside a column of tiles, scrolled to the middle.
  private func showRowsBesideTiles() {
    let rows = Section(id: "rows", data: Array(0..<60), id: \.self) { Plate(text: "row \($0)", height: 95) }
      .withSectionLayout(.list(estimatedRowHeight: 30))
    let tiles = Section(id: "tiles", data: Array(0..<100), id: \.self) { Plate(text: "tile \($0)") }
      .withSectionLayout(.list(rowHeight: 50))
    let page = Section(
      id: "page", layout: .waterfall(columns: 2, spacing: 8, sizes: .estimated(.zero)), sections: [rows, tiles])
    list.apply(List(sections: [page]))
    harness.settle()
    list.scroll(to: .offset(1_200), animated: false)
    harness.settle()
  }

  private func scrollUntilRest(frames: Int) {
    scrollUp(frames: frames)
    #expect(harness.settle())
    for cell in cells { #expect(cell.bounds == cell.target) }
  }

  @Test func `rows taller than estimated beside a grid move the rows below them smoothly`() {
    showRowsBesideTiles()
    scrollUntilRest(frames: 100)
  }

  @Test(arguments: [1, 1.25, 1.5, 1.75])
  func `cells of a waterfall taller than estimated move their column smoothly`(scale: Double) {
    harness.changeEnvironment { $0.scale = scale }
    let cells = Section(id: "cells", data: Array(0..<400), id: \.self) {
      Plate(text: "cell \($0)", height: $0 % 2 == 0 ? 95 : 31)
    }
    .withSectionLayout(.waterfall(columns: 2, spacing: 8, sizes: .estimated(Size(width: 100, height: 60))))
    list.apply(List(sections: [cells]))
    harness.settle()
    list.scroll(to: .offset(4_000), animated: false)
    harness.settle()
    scrollUntilRest(frames: 150)
  }

  @Test func `with reduced motion corrected items are at their frames at once`() {
    harness.changeEnvironment { $0.motion = .reduced }
    showRowsBesideTiles()
    for _ in 0..<50 {
      harness.send(.wheel(WheelDelta(x: 0, y: 0.1, isPrecise: true), at: Self.pointer, []))
      harness.advance(by: .milliseconds(10), framesPerSecond: 100)
      for cell in cells { #expect(cell.bounds == cell.target) }
    }
  }

  @Test func `in a single column corrections animate nothing`() {
    let sections = (0..<6).map { index in
      Section(id: index, data: Array(0..<9), id: \.self) {
        Plate(text: "\(index).\($0)", height: $0 % 2 == 0 ? 95 : 12)
      }
      .withSectionLayout(.list(estimatedRowHeight: 30).background("panel").headerPinToVisibleBounds())
      .withHeader(Plate(text: "header \(index)", height: 20))
      .withSupplementary("panel", Plate(text: "panel"))
    }
    list.apply(List(sections: sections))
    harness.settle()
    list.scroll(to: .offset(700), animated: false)
    harness.settle()
    for turn in [0.1, -0.1, 0.3, -0.3] {
      for _ in 0..<60 {
        harness.send(.wheel(WheelDelta(x: 0, y: turn, isPrecise: true), at: Self.pointer, []))
        harness.advance(by: .milliseconds(10), framesPerSecond: 100)
        #expect(list.report.animating == 0)
      }
    }
  }
}

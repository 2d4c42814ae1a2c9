import Scrollwork
import ScrollworkTesting
import Testing

/// Pinned headers of a list that changes while it scrolls.
@MainActor
struct PinnedMotionTests {
  private struct Line: Component, Equatable {
    var text: String

    func renderContent() -> Label { Label() }
    func render(in content: Label) { content.text = text }
  }

  private let list = CollectionView()
  private let harness: ViewHarness

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    show(100)
    harness.settle()
  }

  private func show(_ count: Int) {
    list.apply(
      List {
        Section(id: "rows", data: Array(0..<count), id: \.self) { Line(text: "\($0)") }
          .withHeader(Line(text: "header"))
          .withSectionLayout(.list(rowHeight: 40).headerPinToVisibleBounds())
      })
  }

  /// Scrolls, and appends ten rows in each of some frames.
  /// - Returns: The positions of the header in these frames; `nil` where it is not shown.
  private func scroll(to target: ScrollTarget, from offset: Double) -> [Double?] {
    list.scroll(to: .offset(offset), animated: false)
    harness.settle()
    list.scroll(to: target)
    return (1...12).map { frame in
      show(100 + frame * 10)
      harness.advance(by: .milliseconds(16))
      return harness.semantics.first { $0.text == "header" }?.bounds.minY
    }
  }

  @Test func `a header at the edge stays there when rows are appended during a scroll, down or up`() {
    #expect(scroll(to: .end, from: 50) == Array(repeating: 0, count: 12))
    #expect(list.contentOffset.y > 1000)
    #expect(list.takeMetrics().step <= 0.5)
    #expect(scroll(to: .start, from: 3000) == Array(repeating: 0, count: 12))
  }
}

import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// The distance to an end of the list at which handlers are called, if rows differ from their estimates.
@MainActor
struct ReachTests {
  private let view = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: view, size: Size(width: 400, height: 300)) }

  private func show(_ heights: [Double], estimate: Double, _ listening: (List) -> List) {
    let items = heights.indices.map { Item($0, height: heights[$0]) }
    view.apply(
      listening(
        List(sections: [
          Section(id: 0, data: items) { Plate(text: $0.text, height: $0.height) }
            .withSectionLayout(.list(estimatedRowHeight: estimate))
        ])))
    harness.showIfNeeded()
  }

  private func heights(_ seed: UInt64, scale: Double) -> [Double] {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 18...60, using: &random)
    return (0..<count).map { _ in (Double.random(in: 0.3...1.7, using: &random) * scale).rounded() }
  }

  private var cells: [SemanticsNode] { harness.cells }

  /// Returns the true extent of the content above the viewport.
  private func trueOffset(_ heights: [Double]) throws -> Double {
    let first = try #require(cells.first { $0.bounds.maxY > 0 })
    return heights[..<(try #require(Int(first.id)))].reduce(0, +) - first.bounds.minY
  }

  @Test(arguments: [(20.0, 1), (50, 2), (50, 3), (50, 4), (90, 5), (200, 6), (400, 7)])
  func `onReachEnd fires at the true distance, whatever the estimate`(estimate: Double, seed: UInt64) throws {
    let heights = heights(seed, scale: 180)
    var (calls, fired) = (0, [Double]())
    show(heights, estimate: estimate) { $0.onReachEnd { _ in calls += 1 } }
    #expect(calls == 0)
    while !view.isAtEnd {
      view.scroll(to: .offset(view.contentOffset.y + 5), animated: false)
      harness.showIfNeeded()
      if calls > fired.count { fired.append(heights.reduce(0, +) - 300 - (try trueOffset(heights))) }
    }
    // The distance of 600 is twice the height of the view. Measuring that far ahead takes some frames.
    let distance = try #require(fired.first)
    #expect(fired.count == 1 && (540...600).contains(distance), "\(fired)")
  }

  @Test(arguments: [(20.0, 1), (50, 2), (50, 3), (50, 4), (90, 5)])
  func `onReachStart fires at the true distance, and nothing jumps`(estimate: Double, seed: UInt64) throws {
    let heights = heights(seed, scale: 180)
    var (calls, fired) = (0, [Double]())
    show(heights, estimate: estimate) { $0 }
    view.scroll(to: .end, animated: false)
    harness.settle()
    show(heights, estimate: estimate) { $0.onReachStart { _ in calls += 1 } }
    #expect(calls == 0)
    while !view.isAtStart {
      let before = Dictionary(uniqueKeysWithValues: cells.map { ($0.id, $0.bounds.minY) })
      let offset = view.contentOffset.y
      view.scroll(to: .offset(max(0, offset - 5)), animated: false)
      harness.showIfNeeded()
      for cell in cells {
        guard let y = before[cell.id] else { continue }
        #expect(abs(cell.bounds.minY - y - min(5, offset)) < 0.5, "\(cell.id)")
      }
      if calls > fired.count { fired.append(try trueOffset(heights)) }
    }
    let distance = try #require(fired.first)
    #expect(fired.count == 1 && (540...600).contains(distance), "\(fired)")
  }

  @Test func `a fling that comes to rest near the end asks for more when it begins`() {
    var calls = 0
    show(Array(repeating: 40, count: 40), estimate: 40) {
      $0.onReachEnd(offsetFromEnd: .absolute(300)) { _ in calls += 1 }
    }
    harness.touch(.began, at: Point(x: 50, y: 290))
    for step in 1...8 {
      harness.advance(by: .milliseconds(10))
      harness.touch(.moved, at: Point(x: 50, y: 290 - Double(step) * 30))
    }
    #expect(calls == 0)
    harness.touch(.ended, at: Point(x: 50, y: 50))
    harness.advance(by: .milliseconds(16))
    let distance = view.contentSize.height - 300 - view.contentOffset.y
    #expect(calls == 1 && distance > 300, "\(calls) calls at \(distance)")
    harness.settle()
    #expect(calls == 1 && view.isAtEnd)
  }

  @Test func `a very large reach distance is measured over several frames`() {
    var calls = 0
    let counter = Counter()
    view.apply(
      List(sections: [
        Section(id: 0, data: 0..<100_000, id: \.self) { _ in Counted(counter: counter) }
          .withSectionLayout(.list(estimatedRowHeight: 2))
      ]).onReachEnd(offsetFromEnd: .absolute(1e9)) { _ in calls += 1 })
    for _ in 0..<12 { harness.advance(by: .milliseconds(16)) }
    #expect(calls == 1)
    // About half of the measured rows are visible.
    #expect(counter.measured < 400)
  }

  @MainActor
  private final class Counter {
    var measured = 0
  }

  private struct Counted: Component, Equatable {
    let counter: Counter

    static func == (a: Counted, b: Counted) -> Bool { a.counter === b.counter }
    func renderContent() -> CountedView { CountedView() }
    func render(in content: CountedView) { content.counter = counter }
  }

  private final class CountedView: View {
    var counter: Counter?

    override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
      counter?.measured += 1
      return Size(width: proposal.width, height: 2)
    }
  }
}

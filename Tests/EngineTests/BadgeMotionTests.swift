import Scrollwork
import ScrollworkTesting
import Testing

/// A badge that logs the beginnings of its display.
private struct Mark: Component {
  var number: Int
  var log: Log

  @MainActor final class Log {
    var numbers: [Int] = []
  }

  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = "mark \(number)" }
  func contentWillDisplay(_ content: Label) { log.numbers.append(number) }
}

/// Badges of items in flight.
@MainActor
struct BadgeMotionTests {
  private let list = CollectionView()
  private let harness: ViewHarness
  /// A log of the badges whose display has begun since the log was last emptied.
  private let log = Mark.Log()

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  /// Returns a layout of rows of 40 with badges of 20 by 20, `distance` below their tops.
  private func rows(_ distance: Double) -> SectionLayout {
    let badge = LayoutSupplementary(
      kind: "mark", size: LayoutSize(width: .absolute(20), height: .absolute(20)),
      containerAnchor: LayoutAnchor([.top, .trailing], absoluteOffset: Point(x: 0, y: distance)))
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(40))
    return SectionLayout(
      group: .vertical(row, repeating: LayoutItem(size: row, supplementaries: [badge]), count: 1))
  }

  private func section(_ id: String, _ numbers: [Int], _ layout: SectionLayout) -> Section {
    Section(id: id, data: numbers, id: \.self) { number in
      Plate(text: "row \(number)").withSupplementary("mark", Mark(number: number, log: log))
    }.withSectionLayout(layout)
  }

  private func show(_ numbers: [Int], _ layout: SectionLayout) {
    list.apply(List(sections: [section("all", numbers, layout)]))
    harness.showIfNeeded()
  }

  /// Checks that each visible row has its badge, if that is visible.
  private func checkMarks(_ distance: Double) {
    let marks = Set(harness.semantics.filter { $0.role == .label }.map(\.text))
    for row in harness.semantics where row.text.hasPrefix("row") && row.bounds.intersects(window) {
      let place = Rect(x: row.bounds.maxX - 20, y: row.bounds.minY + distance, width: 20, height: 20)
      guard place.intersects(window.inset(by: Insets(1))) else { continue }
      #expect(marks.contains(row.text.replacing("row", with: "mark")), "\(row.text) at \(row.bounds)")
    }
  }

  private var window: Rect { Rect(x: 0, y: 0, width: 400, height: 300) }

  /// Runs frames, at most until everything is at rest, and checks that each badge that begins its display is visible or
  /// will be.
  /// - Returns: The numbers of the badges that began their display.
  @discardableResult
  private func checkDisplays(_ distance: Double, frames: Int = 200) -> [Int] {
    var all: [Int] = []
    for _ in 0..<frames where harness.frame.wake != nil {
      for number in log.numbers {
        let node = harness.semantics.first { $0.text == "mark \(number)" }
        #expect(
          node.map { $0.bounds.intersects(window) || $0.target.intersects(window) } == true,
          "mark \(number) at \(node?.bounds as Any)")
      }
      checkMarks(distance)
      all += log.numbers
      log.numbers = []
      harness.advance(by: .milliseconds(16))
    }
    return all
  }

  @Test(arguments: [100.0, -100])
  func `a badge far from its item is displayed only while it is visible`(distance: Double) {
    let layout = rows(distance)
    show(Array(0..<60), layout)
    list.scroll(to: .offset(1_000), animated: false)
    harness.settle()
    show(Array(0..<60).map { $0 / 10 * 10 + 9 - $0 % 10 }, layout)
    harness.advance(by: .milliseconds(40))
    harness.wheel(-1, at: Point(x: 50, y: 100))
    log.numbers = []
    #expect(Set(checkDisplays(distance)).count > 2)
  }

  @Test func `a badge is not displayed again and again while the items around it are in flight`() {
    let layout = rows(-10)
    show(Array(0..<60), layout)
    list.scroll(to: .offset(1_000), animated: false)
    harness.settle()
    log.numbers = []
    show(Array(0..<60).map { $0 / 10 * 10 + 9 - $0 % 10 }, layout)
    harness.advance(by: .milliseconds(40))
    harness.wheel(-1, at: Point(x: 50, y: 100))
    var begun = checkDisplays(-10)
    show(Array(0..<60), layout)
    harness.advance(by: .milliseconds(40))
    harness.wheel(1, at: Point(x: 50, y: 100))
    begun = checkDisplays(-10)
    // By scrolling a badge may leave and return.
    #expect(begun.allSatisfy { number in begun.count { $0 == number } <= 2 }, "\(begun)")
  }

  @Test func `rows that a scroll in the frame of their update leaves behind take their badges along`() {
    let layout = rows(10)
    show(Array(0..<60), layout)
    harness.settle()
    list.apply(List(sections: [section("all", Array(0..<25) + Array(33..<60) + Array(25..<33), layout)]))
    list.scroll(to: .offset(1_000), animated: false)
    harness.showIfNeeded()
    let departing = harness.semantics.filter { $0.bounds.intersects(window) && !$0.target.intersects(window) }
    #expect(departing.contains { $0.text == "row 27" } && departing.contains { $0.text == "mark 27" })
    checkMarks(10)
    harness.settle()
    #expect(harness.semantics.allSatisfy { $0.bounds == $0.target })
  }

  @Test func `a badge goes with its item from one nested container to another`() {
    let badge = LayoutSupplementary(
      kind: "mark", size: LayoutSize(width: .absolute(20), height: .absolute(20)),
      containerAnchor: LayoutAnchor([.top, .trailing]))
    let card = LayoutItem(size: .full, supplementaries: [badge])
    let cards = SectionLayout(
      group: .horizontal(LayoutSize(width: .absolute(100), height: .absolute(80)), once: [card]),
      interGroupSpacing: 10
    ).orthogonalScrolling(.continuous)
    func show(_ upper: [Int], _ lower: [Int]) {
      let filler = Section(id: "filler", data: 0..<40, id: \.self) { Plate(text: "filler \($0)") }
        .withSectionLayout(.list(rowHeight: 40))
      list.apply(List(sections: [section("upper", upper, cards), section("lower", lower, cards), filler]))
      harness.showIfNeeded()
    }
    show(Array(0..<8), Array(20..<28))
    harness.settle()
    log.numbers = []
    show(Array(2..<8) + [26, 27], [1, 0] + Array(20..<26))
    checkDisplays(0, frames: 3)
    harness.wheel(-1, at: Point(x: 50, y: 250))
    checkDisplays(0, frames: 3)
    // Interrupted: they turn round.
    show(Array(0..<8), Array(20..<28))
    checkDisplays(0, frames: 3)
    harness.wheel(1, at: Point(x: 50, y: 250))
    let begun = checkDisplays(0)
    #expect(begun.allSatisfy { number in begun.count { $0 == number } == 1 }, "\(begun)")
    #expect(harness.bounds(of: "mark 0") == Rect(x: 80, y: 0, width: 20, height: 20))
  }
}

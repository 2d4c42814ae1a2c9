import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// A row that shows the number of a line.
private struct Row: Component, Equatable {
  var text: String

  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = text }
}

/// A window of ten rows, which shows lines of a file. Each update shows another set of lines.
@MainActor
private struct Reader {
  let list = CollectionView()
  let harness: ViewHarness
  private let controller: TextListController
  private let shown = Shown()

  /// The lines in the newest list.
  private final class Shown {
    var lines = ShownLines.all(0)
  }

  init(of count: Int) {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 200))
    controller = TextListController(list, rowHeight: 20)
    show(.all(count))
    harness.settle()
  }

  /// Updates the list to other lines.
  /// - Parameter isSeen: Whether a frame shows the list before the next call.
  func show(_ new: ShownLines, for reason: UpdateReason = .program, isSeen: Bool = true) {
    let numbers = (0..<new.count).map { new.line(at: $0) ?? -1 }
    let section = Section(id: 0, data: numbers, id: \.self) { Row(text: "\($0)") }
    let list = List { section.withSectionLayout(.list(rowHeight: 20)) }
    controller.replace(shown.lines, with: new, list, for: reason)
    shown.lines = new
    if isSeen { harness.settle() }
  }

  /// Updates the list to the matches found so far.
  func show(matches: [Int], for reason: UpdateReason = .program, isSeen: Bool = true) {
    let lines = FilteredLines(generation: 0, searched: 0, isCaughtUp: false, lines: .init(matches))
    show(.matches(lines), for: reason, isSeen: isSeen)
  }

  /// The texts of the visible lines, from the top.
  var lines: [String] {
    let cells = harness.semantics.filter { $0.role == .cell && $0.bounds.minY >= 0 && $0.bounds.maxY <= 200 }
    return cells.sorted { $0.bounds.minY < $1.bounds.minY }.map(\.text)
  }
}

@MainActor @Test func `the first matches stay visible while more are found, however few come first`() {
  for first in [0, 3, 10, 11] {
    let reader = Reader(of: 1000)
    let odd = Array(stride(from: 1, to: 1000, by: 2))
    reader.show(matches: Array(odd.prefix(first)), for: .filter)
    // The end is followed from the first frame that shows all lines of the file.
    reader.list.anchorPolicy = .end
    reader.show(matches: Array(odd.prefix(100)))
    reader.show(matches: odd)
    #expect(reader.lines == odd.prefix(10).map(String.init), "after \(first) at first")
  }
}

@MainActor @Test func `the focused match stays in place while more are found below it`() throws {
  let reader = Reader(of: 1000)
  reader.harness.click(at: Point(x: 50, y: 50))
  #expect(reader.list.focusedItem?.item == 2)
  reader.show(matches: [2, 3, 5], for: .filter)
  reader.list.anchorPolicy = .end
  let linesBefore = reader.lines
  reader.show(matches: [2, 3, 5] + Array(10..<90))
  #expect(reader.lines.prefix(3) == linesBefore.prefix(3))
}

@MainActor @Test func `a user at the end sees the newest match, also after very few`() {
  let reader = Reader(of: 1000)
  reader.list.anchorPolicy = .end
  reader.list.scroll(to: .end, animated: false)
  reader.harness.settle()
  reader.show(matches: [998], for: .filter)
  reader.show(matches: [998] + Array(1000..<1050))
  #expect(reader.lines.last == "1049")
}

@MainActor @Test func `a second list in the same frame keeps focus and selection of the first`() {
  let reader = Reader(of: 1000)
  reader.harness.click(at: Point(x: 50, y: 10))
  reader.show(matches: [6, 7], for: .filter, isSeen: false)
  reader.show(matches: [6, 7, 9], isSeen: false)
  reader.show(matches: Array(6..<100))
  #expect(reader.list.selectedCount == 0 && reader.lines.first == "6")
  reader.show(.all(1000), for: .filter)
  #expect(reader.lines.first == "0")
  #expect(reader.list.selectedRanges(inSection: 0) == [0..<1])
  #expect(reader.list.focusedItem?.item == 0)
}

@MainActor @Test func `two filters in the same frame act as one`() {
  let reader = Reader(of: 1000)
  reader.list.scroll(to: .offset(4000), animated: false)
  reader.harness.settle()
  reader.show(matches: Array(3..<100), for: .filter, isSeen: false)
  reader.show(matches: Array(50..<90), for: .filter)
  #expect(reader.lines.first == "50")
  reader.show(.all(1000), for: .filter)
  #expect(reader.lines.first == "200")
}

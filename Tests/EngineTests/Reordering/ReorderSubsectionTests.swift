import Scrollwork
import ScrollworkTesting
import Testing

/// Drags in sections with subsections and in nested scroll containers.
@MainActor
struct ReorderSubsectionTests {
  /// A list with one section of subsections of rows of 40. If `hasHeaders` is true, each has a header of 20.
  @MainActor
  private final class Stage: ListStage {
    let list = CollectionView()
    let harness: ViewHarness
    var parts: [[Int]]
    let hasHeaders: Bool
    var reorders: [Reorder] = []

    init(_ parts: [[Int]], hasHeaders: Bool) {
      (self.parts, self.hasHeaders) = (parts, hasHeaders)
      harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
      submit()
      harness.settle()
    }

    func submit() {
      let sections = parts.enumerated().map { index, ids in
        Section(id: "part \(index)", data: ids, id: \.self) { Plate(text: "\($0)") }
          .withSectionLayout(.list(rowHeight: 40))
          .withHeader(hasHeaders ? Plate(text: "header \(index)", height: 20) : nil)
      }
      list.apply(
        List(sections: [Section(id: "all", layout: .vertical(), sections: sections)]).onReorder {
          [weak self] _, reorder in self?.change(reorder)
        })
    }

    /// Changes the data as the user asks. The destination is an innermost section.
    private func change(_ reorder: Reorder) {
      reorders.append(reorder)
      guard let target = (0..<parts.count).first(where: { reorder.destinationSection == ElementID("part \($0)") })
      else { return }
      let moved = reorder.ids.compactMap { $0.description.split(separator: "/").last.flatMap { Int($0) } }
      let before = parts[target].prefix(reorder.destinationItem).count { moved.contains($0) }
      parts = parts.map { part in part.filter { !moved.contains($0) } }
      parts[target].insert(contentsOf: moved, at: reorder.destinationItem - before)
      submit()
    }

    func drag(_ id: Int, to y: Double) {
      let start = frame("\(id)")?.center ?? .zero
      harness.press(at: start)
      let step = y > start.y ? 8.0 : -8.0
      for place in stride(from: start.y + step, through: y, by: step) {
        harness.move(to: Point(x: start.x, y: place))
        harness.advance(by: .milliseconds(32))
      }
      harness.move(to: Point(x: start.x, y: y))
      harness.advance(by: .milliseconds(100))
    }

    func drop() {
      harness.release()
      harness.settle()
    }
  }

  @Test func `a row is dragged within its subsection`() {
    let stage = Stage([[0, 1, 2], [10, 11, 12]], hasHeaders: true)
    stage.drag(10, to: 225)
    stage.drop()
    #expect(stage.parts == [[0, 1, 2], [11, 10, 12]])
    #expect(stage.texts.filter { Int($0) != nil } == ["0", "1", "2", "11", "10", "12"])
  }

  @Test func `a row is dragged into another subsection, over its header`() {
    let stage = Stage([[0, 1, 2], [10, 11, 12]], hasHeaders: true)
    // Headers at 0 and 140, rows at 20, 60, 100, 160, 200 and 240.
    stage.drag(2, to: 195)
    #expect(stage.texts.filter { Int($0) != nil } == ["0", "1", "10", "2", "11", "12"])
    stage.drop()
    #expect(stage.parts == [[0, 1], [10, 2, 11, 12]])
    stage.drag(2, to: 25)
    stage.drop()
    #expect(stage.parts == [[2, 0, 1], [10, 11, 12]])
  }

  @Test func `a row comes to the start of a subsection without a header and back to the end of the one before`() {
    let stage = Stage([[0, 1], [10, 11]], hasHeaders: false)
    stage.drag(1, to: 105)
    #expect(stage.texts == ["0", "10", "1", "11"])
    stage.drop()
    #expect(stage.parts == [[0], [10, 1, 11]])
    stage.drag(1, to: 45)
    stage.drop()
    #expect(stage.parts.flatMap { $0 } == [0, 1, 10, 11])
  }

  @Test func `Alt and an arrow key move a row into the next subsection`() {
    let stage = Stage([[0, 1], [10, 11]], hasHeaders: true)
    stage.harness.click(at: stage.frame("1")?.center ?? .zero)
    stage.harness.key(.down, modifiers: .alt)
    stage.harness.settle()
    #expect(stage.parts.flatMap { $0 } == [0, 10, 1, 11])
    #expect(stage.reorders.count == 1)
  }

  @Test func `a card is dragged along a section that scrolls on its own`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    var ids = Array(0..<20)
    func submit() {
      list.apply(
        List(sections: [
          Section(id: 0, data: ids, id: \.self) { Plate(text: "\($0)") }
            .withSectionLayout(
              SectionLayout(
                group: .horizontal(
                  LayoutSize(width: .absolute(100), height: .absolute(100)),
                  once: [
                    LayoutItem(size: LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
                  ])
              ).orthogonalScrolling(.continuous))
        ]).onReorder { _, reorder in
          reorder.apply(to: &ids)
          submit()
        })
    }
    submit()
    harness.settle()
    let start = harness.bounds(of: "1")?.center ?? .zero
    harness.press(at: start)
    for x in stride(from: start.x, through: 345, by: 10) {
      harness.move(to: Point(x: x, y: start.y))
      harness.advance(by: .milliseconds(32))
    }
    harness.release()
    harness.settle()
    #expect(ids.prefix(4) == [0, 2, 3, 1])
  }
}

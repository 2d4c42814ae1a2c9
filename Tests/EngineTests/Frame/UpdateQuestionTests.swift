import Scrollwork
import ScrollworkTesting
import Testing

/// Questions of the program while an update is laid out. All answers describe the list before the update.
@MainActor
struct UpdateQuestionTests {
  private let list = CollectionView()
  private let harness: ViewHarness
  private let log = AnswerLog()

  /// The answers that do not describe the list before the update, and the number of questions.
  @MainActor
  private final class AnswerLog {
    var wrong: [String] = []
    var count = 0
  }

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    list.apply(make(Array(0..<50)))
    harness.settle()
    list.select(path(1))
    harness.settle()
    (log.wrong, log.count) = ([], 0)
  }

  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  /// Asks the view for its items, and logs wrong answers. The rows 0, 1, ... are shown; row 1 is selected and focused.
  private func ask(_ moment: String) {
    log.count += 1
    func check(_ holds: Bool, _ question: String) {
      if !holds { log.wrong.append("\(moment): \(question)") }
    }
    for item in 0..<4 {
      let cell = list.cell(at: path(item))
      check(cell.id == ElementID(item) && list.id(at: path(item)) == cell.id, "cell \(item) has the id \(cell.id)")
      if let view = cell.content as? PlateView { check(view.text == "row \(item)", "cell \(item) shows \(view.text)") }
    }
    check(list.itemCount == 50 && list.path(of: ElementID(7)) == path(7), "\(list.itemCount) items")
    check(list.focusedItem == path(1), "focus at \(String(describing: list.focusedItem))")
    check(list.selectedItems.map(\.id) == [ElementID(1)], "selected \(list.selectedItems.map(\.id))")
    check(list.isSelected(path(1)) && list.selectedRanges(inSection: 0) == [1..<2] && list.selectedCount == 1, "ranges")
    let visible = list.visibleCells
    // A list that replaces another one ends the display of its cells first.
    let places = visible.map(\.path.item)
    check(places == Array(0..<8) || places.isEmpty && moment == "provider", "visible \(places)")
    check(visible.map(\.id) == places.map { ElementID($0) } && list.reloadCount == 1, "list \(list.reloadCount)")
    check(list.contentSize.height == 2000 && list.contentOffset.y == 0, "\(list.contentSize)")
  }

  private func make(_ ids: [Int], asks generation: Int? = nil) -> List {
    let provider = SectionProvider(key: [generation ?? 0]) { [self] _ in
      if generation != nil { MainActor.assumeIsolated { ask("provider") } }
      return .list(rowHeight: 40)
    }
    return List(sections: [
      Section(id: 0, data: ids, id: \.self) { Plate(text: "row \($0)") }.withSectionLayout(provider)
    ])
    .targetOffset { [self] _, proposal in
      if generation != nil { ask("target offset") }
      return proposal.offset
    }
  }

  @Test func `a target offset and a section provider see the list before the update`() {
    list.apply(make([90, 91] + Array(0..<50), asks: 1))
    harness.settle()
    #expect(log.count >= 2 && log.wrong.isEmpty, "\(log.wrong)")
    #expect(list.focusedItem == path(3) && list.selectedRanges(inSection: 0) == [3..<4] && list.itemCount == 52)
  }

  @Test func `a section provider sees the list before one that replaces it`() {
    list.apply(make(Array(20..<30), asks: 1), updateStrategy: .reloadData)
    harness.settle()
    #expect(log.count >= 1 && log.wrong.isEmpty, "\(log.wrong)")
    #expect(list.focusedItem == nil && list.selectedCount == 0 && list.itemCount == 10)
  }

  @Test func `a section provider sees the list before a reload between frames`() {
    list.apply(make(Array(20..<30), asks: 1))
    list.reloadData()
    #expect(log.count >= 1 && log.wrong.isEmpty, "\(log.wrong)")
    #expect(list.focusedItem == nil && list.itemCount == 10 && list.id(at: path(0)) == ElementID(20))
  }

  /// An animator that calls `ask` when an item is deleted.
  private struct AskingAnimator: Animator {
    let ask: @MainActor () -> Void
    func insert(_ context: AnimationContext) -> Entrance { StandardAnimator().insert(context) }
    func delete(_ context: AnimationContext) -> Entrance {
      ask()
      return StandardAnimator().delete(context)
    }
  }

  @Test func `the animator of deleted items sees the list before the update or the one after it, whole`() {
    var answers: [String] = []
    list.animator = AskingAnimator { [list] in
      let views = (0..<4).map { ElementPath(section: 0, item: $0) }.map(list.cell)
      for cell in views {
        guard let view = cell.content as? PlateView else { continue }
        if cell.id != ElementID(view.text.split(separator: " ").last.flatMap { Int($0) } ?? -1) {
          answers.append("\(cell.id) shows \(view.text)")
        }
      }
      answers.append("asked")
    }
    list.apply(make([2, 90] + Array(3..<50)))
    harness.settle()
    #expect(Set(answers) == ["asked"])
  }
}

import Scrollwork
import ScrollworkTesting

/// A list of rows of many heights above an outline, which a user reorders, edits, opens menus on, swipes and expands,
/// while a program changes it. The program's state is the model, to which the user's changes are applied.
@MainActor
final class HandsStage: ListStage {
  struct Entry: Identifiable {
    let id: Int
    var text = ""
    var height: Double
  }

  let list = CollectionView()
  let harness: ViewHarness
  /// The rows of the first two sections.
  var sections: [[Entry]]
  /// The ids of rows that the program or the user removed.
  var removed: Set<Int> = []
  /// The number of ids assigned so far.
  private(set) var made = 0
  var outline: Outline<TreeNode>
  var problems: [Problem] = []

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    sections = [[], []]
    outline = Outline(TreeNode.tree([6, 5, 4]), expanded: ["1"], children: \.children)
    list.onProblem = { [weak self] in self?.problems.append($0) }
    sections = [make(40, heights: [30]), make(20, heights: [30, 55])]
    harness.host.focus(list)
    submit()
    harness.settle()
  }

  func make(_ count: Int, heights: [Double]) -> [Entry] {
    (0..<count).map { index in
      made += 1
      return Entry(id: made, height: heights[index % heights.count])
    }
  }

  func remove(_ ids: [Int]) {
    removed.formUnion(ids)
    for index in sections.indices { sections[index].removeAll { ids.contains($0.id) } }
  }

  /// Applies the program's state, for the next frame.
  func submit() {
    let parts = sections.enumerated().map { index, rows in
      Section(id: index, data: rows) { [unowned self] row in
        HandRow(entry: row, isEditable: row.id % 4 == 0, edit: editing(row.id))
          .swipeActions(trailing: [deletion(row.id)])
      }
      .withSectionLayout(.list(estimatedRowHeight: 40))
    }
    let tree = Section(id: "tree", outline: outline, onChange: follow) { Plate(text: $0.id, height: 28) }
    list.apply(
      List(sections: parts + [tree])
        .shouldReorder { path, _ in path.section < 2 }
        .targetForReorder { $0.destination.section < 2 ? $0.destination : nil }
        .onReorder { [weak self] _, reorder in
          guard let self else { return }
          reorder.apply(to: &sections)
          submit()
        }
        .contextMenu { [weak self] _, paths in
          let ids = paths.compactMap { self?.id(at: $0) }
          MenuAction("Delete", key: .delete, role: .destructive) { self?.delete(ids) }
        })
  }

  private func id(at path: ElementPath) -> Int? {
    guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.item) else {
      return nil
    }
    return sections[path.section][path.item].id
  }

  private func follow(_ change: OutlineChange<String>) {
    outline.perform(change)
    submit()
  }

  private func deletion(_ id: Int) -> MenuAction {
    MenuAction("Delete", symbol: .trash, role: .destructive) { [weak self] in self?.delete([id]) }
  }

  private func editing(_ id: Int) -> @MainActor (String) -> Void {
    { [weak self] text in self?.edit(id, text) }
  }

  private func edit(_ id: Int, _ text: String) {
    for section in sections.indices {
      for row in sections[section].indices where sections[section][row].id == id {
        sections[section][row].text = text
      }
    }
    submit()
  }

  private func delete(_ ids: [Int]) {
    remove(ids)
    submit()
  }

  /// The ids of the list that is shown, in its order.
  var shown: [String] {
    list.list.sections.enumerated().flatMap { index, section in
      (0..<section.count).map { list.id(at: ElementPath(section: index, item: $0)).description }
    }
  }

  /// The ids of the program's state, in their order.
  var expected: [String] { sections.joined().map { "\($0.id)" } + outline.rows.map(\.id) }
}

/// A row with a text field, or with its number.
private struct HandRow: Component {
  var entry: HandsStage.Entry
  var isEditable: Bool
  var edit: @MainActor (String) -> Void

  var reuseIdentifier: String { isEditable ? "hands.field" : "hands.text" }
  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 40) }
  func renderContent() -> HandRowView { HandRowView(isEditable: isEditable) }
  func render(in content: HandRowView) { content.show(self) }
}

final class HandRowView: View {
  let field: TextField?
  private(set) var number = 0
  private var height = 0.0

  init(isEditable: Bool) {
    field = isEditable ? TextField() : nil
    super.init()
    if let field { addChild(field) }
  }

  fileprivate func show(_ row: HandRow) {
    number = row.entry.id
    if height != row.entry.height {
      height = row.entry.height
      setNeedsMeasure()
    }
    guard let field else { return setNeedsDisplay() }
    // The order matters: the old row must not hear of the text of the new one.
    field.onChange = row.edit
    if field.text != row.entry.text { field.text = row.entry.text }
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: height)
  }

  override func layout(environment: Environment) {
    field?.frame = Rect(x: 100, y: 0, width: max(0, bounds.width - 100), height: bounds.height)
  }

  override var semanticsText: String { "\(number)" }
}

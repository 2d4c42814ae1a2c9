import Scrollwork
import ScrollworkTesting

/// A list of rows of 40 in a window of 400 x 300, which records the actions performed in its context menus.
@MainActor
final class ContextMenuStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  /// The data of the program.
  var ids: [Int]
  /// The paths and titles of performed actions.
  var performed: [String] = []
  /// The content of the list's menu; `nil` for a list without one.
  var content: (@MainActor (ContextMenuStage, [ElementPath]) -> Menu)?
  /// The content of each cell's menu; `nil` for cells without one.
  var cellContent: (@MainActor (ContextMenuStage, CellContext) -> Menu)?
  var decorate: (List) -> List = { $0 }

  init(_ count: Int = 20, mode: SelectionMode = .multiple, motion: MotionPolicy = .full) {
    ids = Array(0..<count)
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300), motion: motion)
    list.selectionMode = mode
    harness.host.focus(list)
    content = { stage, paths in stage.usual(paths) }
    apply()
  }

  /// Returns a menu with an action, a disabled one and a destructive one, which record the ids of their items.
  func usual(_ paths: [ElementPath]) -> Menu {
    let ids = paths.map { "\(list.id(at: $0))" }.joined(separator: " ")
    return Menu {
      MenuAction("Open", key: "O", modifiers: .control) { [weak self] in self?.performed.append("open " + ids) }
      MenuAction("Locked", key: "L", modifiers: .control, isEnabled: false) { [weak self] in
        self?.performed.append("locked")
      }
      MenuElement.separator
      MenuAction("Delete", key: .delete, role: .destructive) { [weak self] in self?.performed.append("delete " + ids) }
    }
  }

  func apply() {
    submit()
    harness.showIfNeeded()
  }

  func submit() {
    let rows = Section(id: "rows", data: ids, id: \.self) { [weak self, cellContent] id in
      var row = Plate(text: "\(id)").asRow()
      if let cellContent {
        row = row.contextMenu { context in self.map { cellContent($0, context) } ?? Menu {} }
      }
      return row
    }
    var new = List(sections: [rows.withSectionLayout(.list(rowHeight: 40))])
    if content != nil {
      new = new.contextMenu { [weak self] _, paths in
        if let self, let content { content(self, paths) }
      }
    }
    list.apply(decorate(new))
  }

  func center(_ id: Int) -> Point { cells.first { $0.id == "\(id)" }?.target.center ?? .zero }

  func rightClick(_ id: Int) {
    harness.click(at: center(id), button: .right)
    harness.settle()
  }

  /// Touches an item and waits for the end of a long press.
  func longPress(_ id: Int) {
    harness.touch(.began, at: center(id))
    harness.advance(by: .milliseconds(600))
  }

  var menuItems: [SemanticsNode] { harness.semantics.filter { $0.role == .menuItem } }
  var titles: [String] { menuItems.map(\.text) }
  var menuFrame: Rect? { harness.semantics.first { $0.role == .menu }?.bounds }
  var isOpen: Bool { menuFrame != nil }

  func click(_ title: String) {
    guard let item = menuItems.first(where: { $0.text == title }) else { return }
    harness.click(at: item.bounds.center)
    harness.settle()
  }

  var selected: [Int] {
    list.selectedRanges(inSection: 0).joined().compactMap { ids.indices.contains($0) ? ids[$0] : nil }
  }
}

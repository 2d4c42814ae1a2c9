import Scrollwork
import ScrollworkTesting

/// A node of test data. Its id names its ancestors: `0.2.1` is the second child of the third child of the first root.
struct TreeNode: Identifiable {
  var id: String
  var children: [TreeNode]?
  var height = 40.0

  init(_ id: String, _ children: [TreeNode]? = nil, height: Double = 40) {
    (self.id, self.children, self.height) = (id, children, height)
  }

  /// Returns a tree in which each node of a level has as many children as `breadths` says.
  static func tree(_ breadths: [Int], under parent: String = "", height: (Int) -> Double = { _ in 40 }) -> [TreeNode] {
    guard let breadth = breadths.first else { return [] }
    return (0..<breadth).map { index in
      let id = parent.isEmpty ? "\(index)" : "\(parent).\(index)"
      let rest = Array(breadths.dropFirst())
      return TreeNode(id, rest.isEmpty ? nil : tree(rest, under: id, height: height), height: height(index))
    }
  }
}

/// An outline in a window of 400 x 300, and a program that applies the user's changes to it.
@MainActor
final class OutlineStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  var outline: Outline<TreeNode>
  /// The changes that the user asked the program to make.
  var changes: [OutlineChange<String>] = []
  /// Whether the program applies the user's changes.
  var accepts = true
  var problems: [Problem] = []
  /// The ids of the activated rows.
  var activated: [String] = []
  var layout: SectionLayout
  /// The text of the section's header; `nil` for none.
  var header: String?
  /// Changes the list before it is applied.
  var decorate: (List) -> List

  init(
    _ outline: Outline<TreeNode>, layout: SectionLayout = .list(rowHeight: 40), header: String? = nil,
    motion: MotionPolicy = .full, decorate: @escaping (List) -> List = { $0 }
  ) {
    (self.outline, self.layout, self.header, self.decorate) = (outline, layout, header, decorate)
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300), motion: motion)
    list.onProblem = { [weak self] in self?.problems.append($0) }
    harness.host.focus(list)
    submit()
    harness.showIfNeeded()
  }

  convenience init(_ breadths: [Int], expanded: Set<String> = [], motion: MotionPolicy = .full) {
    self.init(Outline(TreeNode.tree(breadths), expanded: expanded, children: \.children), motion: motion)
  }

  /// Applies the outline, for the next frame.
  func submit() {
    let section = Section(id: "tree", outline: outline) { [weak self] change in
      guard let self else { return }
      changes.append(change)
      guard accepts else { return }
      outline.perform(change)
      submit()
    } row: { node in
      Plate(text: node.id, height: node.height)
    }
    list.apply(
      decorate(
        List(sections: [
          section.withSectionLayout(layout).withHeader(header.map { Plate(text: $0, height: 30) })
        ]).didActivate { [weak self] in
          self?.activated.append("\($0.id)")
        }))
  }

  /// Changes the outline and shows the end of the motion.
  func change(_ body: (inout Outline<TreeNode>) -> Void) {
    body(&outline)
    submit()
    harness.settle()
  }

  /// The ids of the visible nodes, in the order of their rows.
  var ids: [String] { outline.rows.map(\.id) }

  var rows: [SemanticsNode] { harness.semantics.filter { $0.role == .treeItem } }

  func row(_ id: String) -> SemanticsNode? { rows.first { $0.id == id } }

  func y(_ id: String) -> Double? { row(id)?.bounds.minY }

  /// Clicks the chevron of a row.
  func clickChevron(_ id: String) {
    guard let row = row(id), let level = row.level else { return }
    harness.click(at: Point(x: Double(level - 1) * 16 + 12, y: row.target.midY))
    harness.showIfNeeded()
  }

  func click(_ id: String) {
    guard let row = row(id) else { return }
    harness.click(at: Point(x: 300, y: row.target.midY))
    harness.showIfNeeded()
  }

  func press(_ key: Key, count: Int = 1) {
    harness.key(key, count: count)
    harness.settle()
  }

  /// The id of the focused row.
  var focused: String? { list.focusedItem.map { list.id(at: $0).description } }

  func scroll(to offset: Double) {
    list.scroll(to: .offset(offset), animated: false)
    harness.showIfNeeded()
  }

  /// The leading edges of the contents of the bound rows, after indentation and chevron.
  var contentStarts: [Double] {
    rows.compactMap { (list.content(of: ElementID($0.id)) as? OutlineRowView)?.children.first?.frame.minX }
  }

  /// The ids of the bound rows that are pinned: away from their positions in the content; from top to bottom.
  var pinned: [String] {
    let natural = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, Double($0) * 40 - offset) })
    return rows.filter { natural[$0.id] != $0.target.minY }.map(\.id)
  }
}

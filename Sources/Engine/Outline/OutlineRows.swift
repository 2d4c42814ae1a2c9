package import ScrollworkDiffing
import ScrollworkLayout

/// The outline of a section, without the type of its nodes.
struct OutlineRows {
  let shape: OutlineShape
  let problems: OutlineProblems
  /// Applies a change that the user made to the node of a row. The second argument is the row.
  let perform: @MainActor (OutlineRowChange, Int) -> Void
}

/// A change that the user makes to the node of a row in an outline.
package enum OutlineRowChange {
  case expand, collapse, expandSiblings
}

/// A row of an outline in a list.
struct OutlinePlace {
  let rows: OutlineRows
  /// The path of the outline's first row.
  let first: ElementPath
  let row: Int

  /// The level and the states of the node.
  var mark: OutlineShape.Mark { rows.shape[row] }

  /// Returns the path of a row of this outline, by its position.
  func path(of row: Int) -> ElementPath { ElementPath(section: first.section, item: first.item + row) }
}

extension List {
  /// Returns the outline row at a path; `nil` if the item there belongs to no outline.
  func outlinePlace(of path: ElementPath) -> OutlinePlace? {
    guard contains(path) else { return nil }
    let (section, row) = sections[path.section].innermost(holding: path.item)
    guard let rows = section.rows.outline, row >= 0, row < rows.shape.count else { return nil }
    return OutlinePlace(
      rows: rows, first: ElementPath(section: path.section, item: path.item - row), row: row)
  }
}

extension List {
  /// Whether the item at a path belongs to an outline.
  package func isOutlineRow(at path: ElementPath) -> Bool { outlinePlace(of: path) != nil }
}

extension FrameInput {
  /// Reports the problems of the outline that an element belongs to.
  func reportOutline(of key: LayoutElement.Key) {
    guard let path = key.path, list.sections.indices.contains(path.section),
      list.sections[path.section].rows.outline != nil || list.sections[path.section].composition != nil,
      let problems = list.sections[path.section].innermost(holding: path.item).section.rows.outline?.problems
    else { return }
    for problem in problems.take() { binder.record(problem) }
  }
}

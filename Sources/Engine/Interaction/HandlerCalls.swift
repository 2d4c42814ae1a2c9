import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The calls of the program's handlers and questions about items: those of the item first, then those of the list.
///
/// Rows are made anew from the newest list, so the newest handlers are in force.
@MainActor
struct HandlerCalls {
  let list: List
  /// Returns the bound item at a path; `nil` if the item is not bound.
  let bound: (ElementPath) -> BoundItem?

  /// Tells the item at `path` and the list of an event.
  func tell(_ event: KeyPath<CellHandlers, CellHandlers.Handler?>, _ path: ElementPath) {
    guard list.contains(path) else { return }
    let row = list.sections[path.section].rows.row(path.item)
    let (own, common) = (row.handlers?[keyPath: event], list.cellHandlers?[keyPath: event])
    guard own != nil || common != nil else { return }
    let context = context(of: path, row)
    own?(context)
    common?(context)
  }

  /// Returns whether the item at `path` and the list allow what a question asks.
  func allows(_ question: KeyPath<CellHandlers, CellHandlers.Question?>, _ path: ElementPath) -> Bool {
    let row = list.sections[path.section].rows.row(path.item)
    let (own, common) = (row.handlers?[keyPath: question], list.cellHandlers?[keyPath: question])
    guard own != nil || common != nil else { return true }
    let context = context(of: path, row)
    return own?(context) != false && common?(context) != false
  }

  /// Returns the context that a handler of the item at `path` gets.
  func context(of path: ElementPath) -> CellContext {
    context(of: path, list.sections[path.section].rows.row(path.item))
  }

  /// Returns the contexts of those of the bound items whose target frames are in a rectangle.
  /// - Complexity: O(*v* log *v*) in the number of bound items.
  func contexts(of items: [BoundItem], in rectangle: Rect) -> [CellContext] {
    items.compactMap { item in
      guard item.key.kind == .item, let path = item.key.path, item.target.intersects(rectangle) else { return nil }
      return context(of: path)
    }
  }

  private func context(of path: ElementPath, _ row: @autoclosure () -> Row) -> CellContext {
    let item = bound(path)
    return CellContext(
      path: path, id: list.id(at: path), component: item?.row.component ?? row().component, content: item?.content)
  }

  // MARK: Focus

  /// The program's answers about which items can get the focus.
  var focusQuestions: FocusQuestions { FocusQuestions(list) { allows(\.canFocus, $0) } }

  /// Asks the program whether the focus may move from one item to another.
  func letsFocusMove(from old: ElementPath?, to new: ElementPath) -> Bool {
    guard new != old, let ask = list.handlers.shouldUpdateFocus else { return true }
    return ask(FocusContext(previous: old.map(context), next: context(of: new)))
  }

  // MARK: Many items

  /// The largest number of items that one action asks or tells one by one. Making so many rows takes about a
  /// millisecond.
  static let maximumRows = 1_000

  /// Calls the handlers of the items whose selection changed; if these are more than `maximumRows`, only those of
  /// `chosen` and of the bound items.
  /// - Complexity: O(*k*) in the number of items whose handlers are called.
  func tell(_ change: SelectionChange, _ items: [BoundItem]) {
    tell(\.didDeselect, change.deselected, items, choosing: nil)
    tell(\.didSelect, change.selected, items, choosing: change.chosen)
  }

  private func tell(
    _ event: KeyPath<CellHandlers, CellHandlers.Handler?>, _ selection: Selection, _ items: [BoundItem],
    choosing chosen: ElementPath?
  ) {
    guard selection.count > Self.maximumRows else {
      for path in selection.paths { tell(event, path) }
      return
    }
    if let chosen { tell(event, chosen) }
    for case let path? in items.map(\.key.path) where path != chosen && selection.contains(path) { tell(event, path) }
  }

  // MARK: Selection

  /// Returns the part of a change of the selection that the program permits.
  /// - Parameters:
  ///   - chosen: The item whose refusal prevents the whole change; `nil` if each item is permitted by itself.
  ///   - isSingle: Whether at most one item may be selected, so that any refusal prevents the whole change.
  /// - Complexity: O(*k*) in the number of items asked, each of which makes a row.
  func permitted(
    from old: Selection, to new: Selection, choosing chosen: ElementPath?, isSingle: Bool, _ items: [BoundItem]
  ) -> Selection {
    let (added, removed) = (new.subtracting(old), old.subtracting(new))
    if let chosen, added.contains(chosen), !allows(\.shouldSelect, chosen) { return old }
    var others = added
    if let chosen { others.remove(chosen) }
    let left = refused(\.shouldSelect, others, items)
    let kept = refused(\.shouldDeselect, removed, items)
    if isSingle, !left.isEmpty || !kept.isEmpty { return old }
    return new.subtracting(left).union(kept)
  }

  /// Returns the items of `selection` for which the program answers a question with `false`.
  private func refused(
    _ question: KeyPath<CellHandlers, CellHandlers.Question?>, _ selection: Selection, _ items: [BoundItem]
  ) -> Selection {
    var refused = Selection()
    let asksAll = list.cellHandlers?[keyPath: question] != nil || selection.count <= Self.maximumRows
    for (section, positions) in selection.positionsBySection {
      let asks =
        asksAll || list.sections[section].rows.areDeclared
        || items.contains { $0.key.path?.section == section && $0.row.handlers?[keyPath: question] != nil }
      guard asks else { continue }
      var inSection = PositionSet()
      for item in positions.ranges.joined() where !allows(question, ElementPath(section: section, item: item)) {
        inSection.insert(item..<item + 1)
      }
      refused.insert(inSection, inSection: section)
    }
    return refused
  }
}

/// A change of the selection to report to the handlers of the items.
package struct SelectionChange: Equatable {
  /// The newly selected items, and the chosen item even if it was selected before.
  var selected: Selection
  /// The items that were selected and are not any more.
  var deselected: Selection
  /// The item that the user or the program chose; `nil` if there is none, or if it is not selected.
  var chosen: ElementPath?
}

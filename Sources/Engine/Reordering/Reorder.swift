public import ScrollworkDiffing

/// A change of the order of items that the user made by drag or by key.
public struct Reorder {
  /// The paths of the moved items in the list that the program applied last, ascending. There is at least one.
  public let sources: [ElementPath]
  /// The ids of the moved items, in the order of `sources`.
  public let ids: [ElementID]
  /// The path, in the list that the program applied last, of the item before which the moved items are inserted. At the
  /// end of a section, its item is the number of items in the section.
  ///
  /// Positions count the moved items too, as those of `sources` do.
  public let destination: ElementPath
  /// The id of the section into which the items are moved. In a section with subsections, it is the innermost
  /// subsection.
  public let destinationSection: ElementID
  /// The position in `destinationSection` of the item before which the moved items are inserted, in the list that the
  /// program applied last; the number of items if they go to the end. Moved items count too.
  public let destinationItem: Int

  /// Performs the change on the elements of a list with one section, without subsections.
  /// - Complexity: O(*n*) in the number of elements.
  public func apply<Element>(to elements: inout [Element]) {
    var sections = [elements]
    apply(to: &sections)
    elements = sections[0]
  }

  /// Performs the change on the elements of each section. Paths outside of `sections` are ignored.
  /// - Complexity: O(*n*) in the number of elements of the sections that change.
  public func apply<Element>(to sections: inout [[Element]]) {
    guard sections.indices.contains(destination.section) else { return }
    let valid = sources.filter {
      sections.indices.contains($0.section) && sections[$0.section].indices.contains($0.item)
    }
    let moved = valid.map { sections[$0.section][$0.item] }
    let before = valid.count { $0.section == destination.section && $0.item < destination.item }
    for (section, paths) in Dictionary(grouping: valid, by: \.section) {
      let gone = Set(paths.map(\.item))
      sections[section] = sections[section].indices.filter { !gone.contains($0) }.map { sections[section][$0] }
    }
    let position = min(max(0, destination.item - before), sections[destination.section].count)
    sections[destination.section].insert(contentsOf: moved, at: position)
  }
}

/// A destination to which the user drags or moves items, for the program to accept or change.
public struct ReorderProposal {
  /// The paths of the items in the list that the program applied last, ascending.
  public let sources: [ElementPath]
  /// The path, in the list that the program applied last, of the item before which the dragged items would be inserted.
  /// At the end of a section, its item is the number of items in the section.
  public let destination: ElementPath
  /// The ids of the items, in the order of `sources`.
  public let ids: [ElementID]
  /// The view of the list that the items come from, if it is another list of the group; `nil` if they are items of this
  /// list. `sources` are then paths in that list.
  public let origin: CollectionView?
}

extension List {
  /// Returns a copy of the list whose items the user can reorder, and that calls `handler` when the user has done so.
  ///
  /// By pointer, the user drags an item or the selected items; by touch, a long press begins the drag; by keyboard,
  /// Alt and an arrow key move the focused item or the selected items. While an item is dragged its neighbours make
  /// room, and the list scrolls near the edges of the view. Escape cancels the drag.
  ///
  /// The handler changes the program's data, for example by ``Reorder/apply(to:)-([Element])``, and applies the new
  /// list. If it applies none, the items return to their old places.
  public func onReorder(_ handler: @escaping @MainActor (CollectionView, Reorder) -> Void) -> List {
    modified { $0.reorder = handler }
  }

  /// Returns a copy of the list that asks `question` whether the user may move an item. Without a question all items
  /// can be moved.
  ///
  /// The question is asked when a drag begins, for each item that would be moved. For an item of another list of the
  /// group, that list's own question is asked; ``targetForReorder(_:)`` of this list decides where it may go here.
  public func shouldReorder(_ question: @escaping @MainActor (ElementPath, ElementID) -> Bool) -> List {
    modified { $0.shouldReorder = question }
  }

  /// Returns a copy of the list that asks `question` for the destination of items that the user moves: the proposed
  /// one, another one, or `nil` to refuse. After a refusal they stay at the last place that the program accepted.
  ///
  /// The question is asked each time the proposed destination changes during a drag.
  public func targetForReorder(_ question: @escaping @MainActor (ReorderProposal) -> ElementPath?) -> List {
    modified { $0.targetForReorder = question }
  }
}

public import ScrollworkDiffing

/// A move of items from one list to another that the user made by drag.
public struct ReorderTransfer {
  /// The view of the list that the items leave.
  public let source: CollectionView
  /// The paths of the moved items, ascending, in the list that the program applied last to `source`. There is at least
  /// one.
  public let sources: [ElementPath]
  /// The ids of the items, in the order of `sources`.
  public let ids: [ElementID]
  /// The view of the list that the items enter.
  public let target: CollectionView
  /// The path, in the list that the program applied last to `target`, of the item before which the items are inserted.
  /// At the end of a section, its item is the number of items in the section.
  public let destination: ElementPath
  /// The id of the section that the items enter. In a section with subsections, it is the innermost subsection.
  public let destinationSection: ElementID
  /// The position in `destinationSection` of the item before which the items are inserted.
  public let destinationItem: Int

  /// Performs the move on the elements of two lists with one section each, without subsections.
  /// - Complexity: O(*n*) in the number of elements.
  public func apply<Element>(from source: inout [Element], to target: inout [Element]) {
    var (old, new) = ([source], [target])
    apply(from: &old, to: &new)
    (source, target) = (old[0], new[0])
  }

  /// Performs the move on the elements of the sections of two lists. Paths outside of them are ignored.
  /// - Complexity: O(*n*) in the number of elements of the sections that change.
  public func apply<Element>(from source: inout [[Element]], to target: inout [[Element]]) {
    guard target.indices.contains(destination.section) else { return }
    let valid = sources.filter { source.indices.contains($0.section) && source[$0.section].indices.contains($0.item) }
    let moved = valid.map { source[$0.section][$0.item] }
    for path in valid.reversed() { source[path.section].remove(at: path.item) }
    let position = min(max(0, destination.item), target[destination.section].count)
    target[destination.section].insert(contentsOf: moved, at: position)
  }
}

/// One list's declaration of its group: the name of the group, and the handlers of this list.
struct ReorderGroup {
  let id: ElementID
  let onLeave: (@MainActor (CollectionView, ReorderTransfer) -> Void)?
  let onEnter: @MainActor (CollectionView, ReorderTransfer) -> Void
}

extension List {
  /// Returns a copy of the list whose items the user can drag to other lists of the same window that name the same
  /// group, and that takes items from those.
  ///
  /// Items can be dragged out of a list that also has ``onReorder(_:)``. While an item is dragged over another list of
  /// the group, it leaves its own list, and the other one makes room and scrolls near its edges. The
  /// ``targetForReorder(_:)`` question of the other list chooses the place there, or refuses the item. A drop that is
  /// refused, Escape, and an update that removes the item end the drag, and no handler is called.
  ///
  /// At a drop, `onLeave` of the list that the items leave is called first, then `onEnter` of the list that they enter,
  /// both before a frame shows anything new. The handlers change the program's data, for example `onEnter` alone by
  /// ``ReorderTransfer/apply(from:to:)-([Element],_)``, and apply both new lists. If they apply none, the items return.
  /// - Parameters:
  ///   - group: The name of the group.
  ///   - onLeave: Called with this list's view when items leave it.
  ///   - onEnter: Called with this list's view when items enter it.
  public func reorderGroup(
    _ group: some Hashable, onLeave: (@MainActor (CollectionView, ReorderTransfer) -> Void)? = nil,
    onEnter: @escaping @MainActor (CollectionView, ReorderTransfer) -> Void
  ) -> List {
    let group = ReorderGroup(id: ElementID(group), onLeave: onLeave, onEnter: onEnter)
    return modified { $0.reorderGroup = group }
  }
}

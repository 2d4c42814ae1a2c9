import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry

/// An item that is dragged over a list of its group other than its own.
struct ReorderGuest {
  /// The row and the identity of the dragged item.
  let rows: SectionRows
  /// The paths of all dragged items in the list that they come from.
  var sources: [ElementPath]
  var ids: [ElementID]
  /// The view of the list that the items come from.
  weak var origin: CollectionView?
  /// The list that the program applied last to the visited view, without the item.
  var list: List
}

extension ReorderDrag {
  /// Returns the dragged items as guests of another list.
  func guest(from origin: CollectionView, in list: List) -> ReorderGuest {
    let (own, position) = shown.base.sections[shown.source.section].innermost(holding: shown.source.item)
    let sources = sources
    return ReorderGuest(
      rows: own.rows.part(position..<position + 1), sources: sources, ids: sources.map(shown.base.id), origin: origin,
      list: list)
  }

  /// Returns the move that a drop of items from another list makes; `nil` if the list has refused them.
  /// - Parameter drag: The drag of the list that the items leave.
  func transfer(of drag: ReorderDrag, to target: CollectionView) -> ReorderTransfer? {
    guard let source = guest?.origin, !shown.isAway else { return nil }
    let (sources, reorder) = (drag.sources, reorder())
    return ReorderTransfer(
      source: source, sources: sources, ids: sources.map(drag.shown.base.id), target: target,
      destination: reorder.destination, destinationSection: reorder.destinationSection,
      destinationItem: reorder.destinationItem)
  }
}

extension List {
  /// Returns the list with an item of another list at the end of the first section that can take it, and the item's
  /// path; `nil` if no section can. The drag then moves the item from there.
  func adding(_ guest: SectionRows) -> (list: List, path: ElementPath)? {
    for index in sections.indices {
      for position in (0...sections[index].count).reversed() {
        guard let section = sections[index].inserting(guest, at: position, isAfter: true) else { continue }
        var list = self
        list.sections[index] = section
        return (list, ElementPath(section: index, item: position))
      }
    }
    return nil
  }
}

extension ViewHost {
  /// Returns the innermost collection view at a point of the window; `nil` if there is none.
  func collectionView(at point: Point) -> CollectionView? {
    var view = hitTest(point)
    while let current = view, !(current is CollectionView) { view = current.parent }
    return view as? CollectionView
  }
}

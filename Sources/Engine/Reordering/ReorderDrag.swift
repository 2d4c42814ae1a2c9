package import ScrollworkDiffing
package import ScrollworkGeometry
import ScrollworkHostInterface

/// A drag that reorders items.
package struct ReorderDrag {
  /// The list that is shown, with the dragged item at the place where a drop would put it.
  var shown: ReorderedList
  /// The paths of the other items that a drop moves too, in the program's list, ascending.
  var others: [ElementPath]
  /// The destination that the pointer proposed last, in the list that is shown; `nil` if it proposed none since the
  /// list changed. The program is asked once for each destination.
  var proposed: ReorderSearch.Place?
  /// The position of the pointer in the view.
  var pointer: Point
  /// The position of the pointer in the dragged item, as fractions of its width and height.
  let grip: Point
  /// The size of the dragged item when it was lifted.
  var size = Size.zero
  /// The dragged items, if they come from another list; `nil` if they belong to this one.
  var guest: ReorderGuest?

  package init(shown: ReorderedList, others: [ElementPath], pointer: Point, grip: Point, size: Size = .zero) {
    (self.shown, self.others) = (shown, others)
    (self.pointer, self.grip, self.size) = (pointer, grip, size)
  }

  /// The list that the program applied last to the view of this drag; an item of another list is not in it.
  var own: List { guest?.list ?? shown.base }

  /// The number of items that a drop moves.
  var count: Int { guest?.ids.count ?? others.count + 1 }

  /// The frame of the dragged item under the pointer, in the view.
  /// - Parameter size: The size of the item's target frame.
  func frame(_ size: Size) -> Rect {
    Rect(
      x: pointer.x - grip.x * size.width, y: pointer.y - grip.y * size.height, width: size.width, height: size.height)
  }

  /// The paths of all items that a drop moves, in the program's list, ascending.
  var sources: [ElementPath] {
    guard !others.isEmpty else { return [shown.source] }
    return (others + [shown.source]).sorted()
  }

  /// Returns the change that a drop makes.
  func reorder() -> Reorder {
    let sources = sources
    let (section, item) = place(of: shown.target)
    return Reorder(
      sources: sources, ids: sources.map(shown.base.id), destination: destination(of: shown.target),
      destinationSection: section, destinationItem: item)
  }

  /// Returns the innermost section of the shown list at a path of the dragged item, and the position in that section of
  /// the item after it. Positions count the moved items at their old places.
  private func place(of target: ElementPath) -> (section: ElementID, item: Int) {
    let (section, item) = shown.list().sections[target.section].innermost(holding: target.item)
    let own = shown.base.sections[shown.source.section].innermost(holding: shown.source.item)
    let isAfterSource =
      guest == nil && section.id == own.section.id && target.section == shown.source.section && item > own.item
    return (section.id, isAfterSource ? item + 1 : item)
  }

  /// Converts a path of the dragged item in the shown list to a destination in the program's list, where positions
  /// count the moved items at their old places.
  func destination(of target: ElementPath) -> ElementPath {
    if guest != nil { return target }
    // Without the dragged item, the target is the position of the item before which it stands.
    let isAfterSource = target.section == shown.source.section && target.item >= shown.source.item
    return ElementPath(
      section: target.section, item: isAfterSource && target != shown.source ? target.item + 1 : target.item)
  }

  /// Converts a destination in the program's list to a path in the shown list; `nil` if there is no such position.
  func target(at destination: ElementPath) -> ElementPath? {
    guard own.sections.indices.contains(destination.section),
      (0...own.sections[destination.section].count).contains(destination.item)
    else { return nil }
    if guest != nil { return destination }
    let isAfterSource = destination.section == shown.source.section && destination.item > shown.source.item
    return ElementPath(section: destination.section, item: isAfterSource ? destination.item - 1 : destination.item)
  }

  /// The sentence in which assistive technology announces the new position of the item.
  var announcement: String {
    let count = shown.base.sections[shown.target.section].count + (shown.target.section == shown.source.section ? 0 : 1)
    return "Moved to position \(shown.target.item + 1) of \(count)"
  }

  /// Whether a drop would change anything.
  var changesOrder: Bool {
    if shown.target != shown.source { return true }
    // Several items come together at the place of the dragged one, unless they are neighbours already.
    let sources = sources
    return zip(sources, sources.dropFirst()).contains { $0.section != $1.section || $0.item + 1 != $1.item }
  }
}

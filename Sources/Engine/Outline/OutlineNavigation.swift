import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkHostInterface
import ScrollworkLayout

/// The effect of a key pressed while a row of an outline has the focus.
///
/// A value: it reads the list and returns what to do, and the engine does it.
@MainActor
enum OutlineNavigation {
  /// Expands or collapses the node of a row, or expands the node and its siblings.
  case perform(OutlinePlace, OutlineRowChange)
  /// Moves the focus to an item.
  case focus(ElementPath)

  /// Returns the effect of a key; `nil` if the key has no special effect in an outline.
  /// - Parameter focus: The item with the focus.
  init?(_ event: KeyEvent, at focus: ElementPath, in list: List, isRightToLeft: Bool) {
    guard event.modifiers.isEmpty, event.key == .left || event.key == .right,
      let place = list.outlinePlace(of: focus)
    else { return nil }
    if (event.key == .right) != isRightToLeft {
      if place.mark.isExpandable, !place.mark.isExpanded {
        self = .perform(place, .expand)
      } else if let child = place.rows.shape.firstChild(of: place.row) {
        self = .focus(place.path(of: child))
      } else {
        return nil
      }
    } else if place.mark.isExpanded {
      self = .perform(place, .collapse)
    } else if let parent = place.rows.shape.parent(of: place.row) {
      self = .focus(place.path(of: parent))
    } else {
      return nil
    }
  }
}

extension List {
  /// Returns the path, in this old list, of the row whose node an update expanded or collapsed; `nil` if there is none.
  ///
  /// The update keeps this row in place, also if it is pinned. If there are several, the focused one is returned, else
  /// the first.
  /// - Parameters:
  ///   - paths: The bound rows, in order.
  ///   - focus: The focused item of this list.
  @MainActor
  func toggledRow(
    among paths: some Sequence<ElementPath>, focus: ElementPath?, in new: List, _ mapping: ListMapping
  ) -> ElementPath? {
    var first: ElementPath?
    for path in paths where sections[path.section].rows.outline != nil || sections[path.section].composition != nil {
      guard let before = outlinePlace(of: path), let target = mapping.newPath(ofOld: path),
        let after = new.outlinePlace(of: target), before.mark.isExpanded != after.mark.isExpanded
      else { continue }
      if path == focus { return path }
      first = first ?? path
    }
    return first
  }
}

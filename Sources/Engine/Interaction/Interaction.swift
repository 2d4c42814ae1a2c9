package import ScrollworkDiffing
import ScrollworkGeometry

/// The selected, focused, hovered and pressed items.
package struct Interaction: ~Copyable {
  package init() {}

  package var selection = Selection()
  package var focused: ElementPath?
  /// Whether the list, not the user, focused the item: the list does so when it gets the keyboard focus.
  var isFocusAutomatic = false
  /// The focused item if the user chose it; `nil` otherwise. Changes of the list keep this item in place.
  var userFocus: ElementPath? { isFocusAutomatic ? nil : focused }
  /// Selected identities that are in no list now.
  var absentSelection = AbsentItems()
  /// The identity that the user focused, if it is in no list now.
  var absentFocus = AbsentItems()
  /// The fixed end of a range selection.
  var rangeStart: ElementPath?
  /// The column that the focus keeps to while the user moves it by keys along the main axis.
  var columnGoal: ColumnGoal?
  package var selectionWasChanged = false
  package var focusWasChanged = false
  package var hovered: ElementPath?
  /// The pointer's position in the view; `nil` when the pointer is elsewhere.
  var pointerLocation: Point?
  package var pressed: ElementPath?
  var tracker = PointerTracker()
}

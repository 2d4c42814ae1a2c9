import ScrollworkDiffing
import ScrollworkGeometry

/// The selected, focused, hovered and pressed items.
struct Interaction: ~Copyable {
  var selection = Selection()
  var focused: ElementPath?
  /// Whether the item has the focus only because the list got the keys, and the user chose no item.
  var isFocusAutomatic = false
  /// Selected identities that are in no list now.
  var absentSelection = AbsentItems()
  /// The identity that the user focused, if it is in no list now.
  var absentFocus = AbsentItems()
  /// The fixed end of a range selection.
  var rangeStart: ElementPath?
  /// The column that Up and Down keep to.
  var columnGoal: ColumnGoal?
  var selectionWasChanged = false
  var focusWasChanged = false
  var hovered: ElementPath?
  /// The pointer's position in the view; `nil` when it is elsewhere.
  var pointerLocation: Point?
  var pressed: ElementPath?
  var tracker = PointerTracker()
}

import ScrollworkContentViews
package import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface

/// The selected, focused, hovered and pressed items.
///
/// The methods add each change of selection and focus to `events`, from which the engine tells the program.
package struct Interaction: ~Copyable {
  package init() {}

  /// A change to report to the program's handlers.
  package enum Event: Equatable {
    /// The set of selected items changed.
    case selection
    /// Another item, or none, has the focus.
    case focus
    /// Items were selected or deselected.
    case items(SelectionChange)
    /// The user pressed an item.
    case highlighted(ElementPath)
    /// The press of an item ended.
    case unhighlighted(ElementPath)
  }

  /// The changes that the program has not been told about yet, in their order.
  package private(set) var events: [Event] = []

  package private(set) var selection = Selection()
  package private(set) var focused: ElementPath?
  /// Whether the list itself focused the item, not the user or the program. The list does so when it gets the keyboard
  /// focus.
  private(set) var isFocusAutomatic = false
  /// The focused item if the user or the program focused it; `nil` if the list did. If the item is visible, it is the
  /// first choice for the anchor when the list changes; see ``AnchorPolicy``.
  var userFocus: ElementPath? { isFocusAutomatic ? nil : focused }
  /// Selected identities that are in no list now.
  private var absentSelection = AbsentItems()
  /// The identity that had the focus when an update removed it; empty if there is none.
  private var absentFocus = AbsentItems()
  /// The fixed end of a range selection; `nil` if none was set.
  package private(set) var rangeStart: ElementPath?
  /// The column that the focus keeps to while keys move it along the main axis; `nil` if it keeps to none.
  private(set) var columnGoal: ColumnGoal?
  /// The End key that is repeated for each page that loads; `nil` if there is none.
  private(set) var endKey: EndKey?
  package private(set) var hovered: ElementPath?
  /// The pointer's position in the view; `nil` when the pointer is elsewhere.
  private(set) var pointerLocation: Point?
  package private(set) var pressed: ElementPath?
  private(set) var tracker = PointerTracker()
  /// The item whose context menu is open; `nil` if there is none, or if an update removed the item.
  private(set) var menuItem: ElementPath?
  /// The search for the next cell with a text field, while the next cell is out of view; `nil` if there is none.
  private var editingMove: EditingMove?
  /// The zoom that the user is making; `nil` if there is none.
  private(set) var zoom: ZoomGesture?
  /// The item that zooming keeps in place, and the position of the pointer; `nil` before the first zoom and after a
  /// scroll. Until the pointer moves, further zooms keep the same item, because zooming brings others under the
  /// pointer.
  private(set) var zoomHold: (location: Point, id: ElementID)?

  // MARK: Zooming

  /// Adds a step to the zoom, or begins one.
  /// - Parameter held: The pointer's position, and the item that stays in place there.
  /// - Returns: The number of whole notches that this step completes.
  mutating func zoom(by amount: Double, holding held: (location: Point, id: ElementID)?, at now: Instant) -> Int {
    var gesture = zoom ?? ZoomGesture(last: now)
    zoomHold = held
    let steps = gesture.turn(by: amount, at: now)
    zoom = gesture
    return steps
  }

  /// Ends the zoom. The next one may keep the same item in place.
  mutating func endZoom() { zoom = nil }

  /// Forgets the item that zooms keep in place, because the user scrolls.
  mutating func dropZoomHold() { zoomHold = nil }

  // MARK: Events

  /// Records a change to report to the program's handlers.
  mutating func record(_ event: Event) { events.append(event) }

  /// Records a change by an update; one call of a handler is enough for all changes of an update.
  private mutating func recordOnce(_ event: Event) {
    if !events.contains(event) { events.append(event) }
  }

  /// Returns the recorded changes, and forgets them.
  package mutating func takeEvents() -> [Event] {
    guard !events.isEmpty else { return [] }
    defer { events.removeAll() }
    return events
  }

  // MARK: Selection

  /// Changes the selection.
  /// - Parameter chosen: The item that the user or the program chose. Its handler is called if it is selected now,
  ///   even if it was selected before.
  package mutating func changeSelection(choosing chosen: ElementPath? = nil, _ change: (inout Selection) -> Void) {
    let before = selection
    change(&selection)
    guard selection != before else { return }
    record(.selection)
    let chosen = chosen.flatMap { selection.contains($0) ? $0 : nil }
    var items = SelectionChange(
      selected: selection.subtracting(before), deselected: before.subtracting(selection), chosen: chosen)
    if let chosen { items.selected.insert(chosen) }
    record(.items(items))
  }

  /// Sets the fixed end of a range selection; `nil` to forget it.
  mutating func startRange(at path: ElementPath?) { rangeStart = path }

  /// Forgets the selected identities that are in no list now.
  mutating func forgetAbsentSelection() { absentSelection.removeAll() }

  /// The current selection and focus, to restore them later.
  var memory: SelectionMemory {
    SelectionMemory(selection: selection, absent: absentSelection, rangeStart: rangeStart, focused: focused)
  }

  /// Returns to an earlier selection and focus.
  mutating func restore(_ memory: SelectionMemory) {
    (absentSelection, rangeStart) = (memory.absent, memory.rangeStart)
    if focused != memory.focused { focus(memory.focused) }
    changeSelection { $0 = memory.selection }
  }

  // MARK: Focus

  /// Moves the focus on behalf of the user or the program.
  package mutating func focus(_ path: ElementPath?) {
    columnGoal = nil
    absentFocus.removeAll()
    isFocusAutomatic = false
    if path != focused { record(.focus) }
    focused = path
  }

  /// Records that the list itself focused the item, not the user or the program.
  mutating func markFocusAutomatic() { isFocusAutomatic = true }

  /// Sets the column that the focus keeps to; `nil` to forget it.
  mutating func keepColumn(_ goal: ColumnGoal?) { columnGoal = goal }

  /// A press of the End key, and the number of items when it was pressed.
  struct EndKey {
    var event: KeyEvent
    var count: Int
  }

  /// Records the End key to repeat for each page that loads; `nil` after any other event that scrolls.
  mutating func followPages(by key: EndKey?) { endKey = key }

  /// Traps if an item is selected, focused, hovered or pressed that is not in the list.
  /// - Complexity: O(1): only the first selected sections are examined.
  package func checkInvariants(in list: List) {
    for (section, positions) in selection.positionsBySection.lazy.prefix(16) {
      precondition(list.sections.indices.contains(section), "items of section \(section) are selected")
      precondition(!positions.isEmpty, "section \(section) is stored without selected items")
      precondition(
        positions.ranges.last.map { $0.upperBound <= list.sections[section].count } ?? true,
        "items beyond the end of section \(section) are selected")
      positions.checkInvariants()
    }
    let paths = [
      ("focused", focused), ("hovered", hovered), ("pressed", pressed), ("first", rangeStart), ("menu's", menuItem),
    ]
    for (name, path) in paths {
      precondition(path.map(list.contains) ?? true, "the \(name) item is not in the list")
    }
    precondition(!isFocusAutomatic || focused != nil, "the list focused an item that does not exist")
  }

  // MARK: The pointer

  /// Records the position of the pointer; `nil` when it is elsewhere.
  mutating func movePointer(to point: Point?) { pointerLocation = point }

  /// Marks an item as hovered; `nil` to end the hover.
  /// - Returns: Whether another item is hovered now.
  @discardableResult
  package mutating func hover(_ path: ElementPath?) -> Bool {
    defer { hovered = path }
    return path != hovered
  }

  /// Marks an item as pressed; `nil` to end the press.
  package mutating func press(_ path: ElementPath?) {
    guard path != pressed else { return }
    if let pressed { record(.unhighlighted(pressed)) }
    if let path { record(.highlighted(path)) }
    pressed = path
  }

  /// Begins to track a finger, or the pointer with its button pressed.
  mutating func beginTracking(at point: Point, _ time: Instant) { tracker.began(at: point, time) }

  /// Records a movement of the tracked pointer.
  /// - Returns: The distance from the start; `nil` while the touch may still be a tap.
  mutating func track(to point: Point, _ time: Instant) -> Point? { tracker.moved(to: point, time) }

  /// Ends the tracking.
  mutating func endTracking() { tracker.ended() }

  /// Records the item whose context menu is open; `nil` for none.
  mutating func holdMenuItem(_ path: ElementPath?) { menuItem = path }

  // MARK: Editing

  /// Records a search for a text field that continues when the next cell is in view.
  mutating func awaitEditing(_ move: EditingMove) { editingMove = move }

  /// Returns the search for a text field that is to continue, and forgets it; `nil` if there is none.
  mutating func takeEditingMove() -> EditingMove? {
    guard editingMove != nil else { return nil }
    defer { editingMove = nil }
    return editingMove
  }

  // MARK: Updates

  /// Maps selection, focus and pressed item to the newest list. Remembers selected and focused identities that are
  /// absent from the list.
  package mutating func follow(_ update: UpdateTransaction, to list: List) {
    let (mapping, focus) = (update.mapping, focused)
    editingMove = nil
    followSelection(update, list)
    rangeStart = rangeStart.flatMap { mapping.newPath(ofOld: $0) }
    pressed = pressed.flatMap { mapping.newPath(ofOld: $0) }
    menuItem = menuItem.flatMap { mapping.newPath(ofOld: $0) }
    focused = focus.flatMap {
      mapping.newPath(ofOld: $0) ?? update.collapsedAncestor(of: $0, in: list) ?? mapping.survivor(near: $0, in: list)
    }
    followFocus(from: focus, update, list)
    if focused == nil { isFocusAutomatic = false }
  }

  private mutating func followSelection(_ update: UpdateTransaction, _ list: List) {
    let returned = absentSelection.takeReturned(to: list, by: update.mapping)
    let before = selection
    selection = before.mapped(by: update.mapping)
    if selection.count != before.count {
      recordOnce(.selection)
      rememberAbsent(before, update)
    }
    for (section, positions) in returned {
      recordOnce(.selection)
      selection.insert(positions, inSection: section)
    }
  }

  private mutating func rememberAbsent(_ selection: Selection, _ update: UpdateTransaction) {
    let (mapping, old) = (update.mapping, update.oldList)
    for (section, positions) in selection.positionsBySection {
      let survivors = mapping.sections.newPosition(ofOld: section).flatMap { mapping.elements[$0] }
      var absent = survivors.map { positions.intersection($0.deletedRanges()) } ?? positions
      for crossing in mapping.crossings where crossing.old.section == section {
        absent.remove(crossing.old.item..<crossing.old.item + 1)
      }
      absentSelection.add(absent, of: old.sections[section].rows.identities, section: old.sections[section].id)
    }
  }

  /// Remembers the identity of a focused item that was removed. The item gets the focus again when it comes back; until
  /// then a neighbour has the focus, or in an outline the ancestor that was collapsed.
  private mutating func followFocus(from old: ElementPath?, _ update: UpdateTransaction, _ list: List) {
    if let returned = absentFocus.takeReturned(to: list, by: update.mapping).first,
      let first = returned.positions.ranges.first
    {
      focused = ElementPath(section: returned.section, item: first.lowerBound)
      recordOnce(.focus)
    } else if let old, update.mapping.newPath(ofOld: old) == nil {
      recordOnce(.focus)
      guard absentFocus.isEmpty else { return }
      let section = update.oldList.sections[old.section]
      absentFocus.add(PositionSet(old.item..<old.item + 1), of: section.rows.identities, section: section.id)
    }
  }

  /// Clears selection and focus, including remembered absent identities, before a list is shown without a diff.
  package mutating func clear() {
    if !selection.isEmpty { recordOnce(.selection) }
    if focused != nil { recordOnce(.focus) }
    selection.removeAll()
    absentSelection.removeAll()
    absentFocus.removeAll()
    (focused, isFocusAutomatic) = (nil, false)
    rangeStart = nil
    pressed = nil
    menuItem = nil
    columnGoal = nil
    editingMove = nil
  }

  /// Selects and focuses the items at the positions that the program gave with the list. The list has one section and
  /// is shown without a diff.
  package mutating func restore(_ selected: PositionSet, focused position: Int?, in list: List) {
    guard let count = list.sections.first?.count else { return }
    selection.insert(selected.intersection([0..<count]), inSection: 0)
    selection.keepItems(of: list)
    if !selection.isEmpty { recordOnce(.selection) }
    guard let position, position >= 0, position < count else { return }
    let path = ElementPath(section: 0, item: position)
    guard list.canChoose(path) else { return }
    focused = path
    rangeStart = path
  }
}

extension ListMapping {
  /// Returns the nearest survivor after a removed item in its section, or else the nearest before it; `nil` if no item
  /// of the section survives.
  func survivor(near old: ElementPath, in list: List) -> ElementPath? {
    guard let section = sections.newPosition(ofOld: old.section), let elements = elements[section] else { return nil }
    func path(_ item: Int?) -> ElementPath? {
      item.map { ElementPath(section: section, item: $0) }.flatMap { list.canChoose($0) ? $0 : nil }
    }
    var next = elements.firstSurvivor(from: old.item + 1)
    while let item = next {
      if let new = path(elements.newPosition(ofOld: item)) { return new }
      next = elements.firstSurvivor(from: item + 1)
    }
    var last = elements.lastSurvivor(upTo: old.item - 1)
    while let item = last {
      if let new = path(elements.newPosition(ofOld: item)) { return new }
      last = elements.lastSurvivor(upTo: item - 1)
    }
    return nil
  }
}

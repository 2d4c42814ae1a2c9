package import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkHostInterface

/// The row actions that are shown: those of the swiped row, and those of the row under the pointer.
package struct Swiping: ~Copyable {
  package init() {}

  /// The swiped row, until its content is back at its normal position; `nil` if there is none.
  private(set) var row: SwipedRow?
  /// The row under the pointer if it has actions; else `nil`.
  private(set) var hovered: HoveredRow?
  /// The path of the row under the pointer, whether it has actions or not.
  private var hoveredPath: ElementPath?
  /// The generation of the list, as ``Document`` counts it, for which the actions were made.
  private var generation = 0
  /// The time to which the springs were last advanced.
  private var advanced = Instant.zero
  private var serial = 0

  /// A row under the pointer whose actions are shown.
  struct HoveredRow {
    /// A number that distinguishes this hover from others.
    let serial: Int
    var path: ElementPath
    var actions: SwipeActions
  }

  /// Whether a frame must lay out row actions.
  var isActive: Bool { row != nil || hovered != nil }

  /// Whether the current touch began a swipe. It has no other effect until it ends, even if an update removes the row.
  private(set) var holdsTouch = false

  /// Whether the swiped row is held, or shows its actions and is not closing.
  package var isOpen: Bool { row?.isOpen ?? false }

  // MARK: The swipe

  /// Begins to swipe a row. If it is open, the swipe continues from there.
  package mutating func begin(_ path: ElementPath, _ actions: SwipeActions, extent: Double) {
    if row?.path != path {
      serial += 1
      row = SwipedRow(serial: serial, path: path, actions, extent: extent)
    }
    row?.beginDrag()
    holdsTouch = true
  }

  /// Moves the content of the row with the finger.
  package mutating func drag(by distance: Double, animated: Bool, at now: Instant) {
    if row?.isMoving != true { advanced = now }
    row?.drag(by: distance, animated: animated)
  }

  /// Releases the row.
  /// - Returns: The action that the swipe performs; `nil` for none.
  package mutating func release(velocity: Double, animated: Bool, at now: Instant) -> MenuAction? {
    (advanced, holdsTouch) = (now, false)
    return row?.release(velocity: velocity, animated: animated)
  }

  /// Closes the open row.
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func close(animated: Bool, at now: Instant) -> Bool {
    guard isOpen else { return false }
    if row?.isMoving != true { advanced = now }
    row?.close(animated: animated)
    return true
  }

  /// Ends the swipe at once.
  mutating func end() { row = nil }

  /// Advances the springs, and forgets a row that has closed.
  /// - Returns: Whether anything moves.
  mutating func advance(to now: Instant) -> Bool {
    row?.advance(by: max(0, now.seconds(since: advanced)))
    advanced = now
    if row?.isClosed == true { row = nil }
    return row?.isMoving ?? false
  }

  /// Updates the extent of the swiped row.
  mutating func resize(to extent: Double) { row?.resize(to: extent) }

  // MARK: The pointer and updates

  /// Whether actions must be made, because the pointer is over another row or another list is shown.
  func needsActions(hovered path: ElementPath?, generation: Int) -> Bool {
    path != hoveredPath || generation != self.generation && (row != nil || path != nil)
  }

  /// Records the row under the pointer and its actions; `nil` for none.
  package mutating func hover(_ path: ElementPath?, _ actions: SwipeActions?) {
    let shown = actions.flatMap { $0.isEmpty ? nil : $0 }
    if let shown, hovered?.path == path, path != nil {
      hovered?.actions = shown
    } else {
      serial += 1
      hovered = path.flatMap { path in shown.map { HoveredRow(serial: serial, path: path, actions: $0) } }
    }
    hoveredPath = path
  }

  /// Replaces the actions of the open row by those that a newer list gives it. If they look different, the row closes.
  mutating func follow(to generation: Int, _ actions: SwipeActions?, at now: Instant) {
    self.generation = generation
    guard let old = row, old.isOpen, let actions else { return }
    if actions.looksLike(old.actions) { row?.replace(actions) } else { close(animated: true, at: now) }
  }

  /// Maps the swiped and the hovered row to the new list of an update. The actions of a removed row are hidden.
  mutating func follow(_ mapping: ListMapping) {
    if let path = row?.path { follow(path: mapping.newPath(ofOld: path)) }
    hoveredPath = hoveredPath.flatMap { mapping.newPath(ofOld: $0) }
    if let path = hoveredPath { hovered?.path = path } else { hovered = nil }
  }

  private mutating func follow(path: ElementPath?) {
    if let path { row?.path = path } else { row = nil }
  }

  /// Forgets all rows, because the whole list is replaced.
  mutating func forgetAll() { (row, hovered, hoveredPath) = (nil, nil, nil) }

  /// Traps if actions belong to an item that is not in the list.
  package func checkInvariants(in list: List) {
    for path in [row?.path, hovered?.path, hoveredPath] {
      precondition(path.map(list.contains) ?? true, "actions belong to the missing item \(String(describing: path))")
    }
    precondition(hovered == nil || hovered?.path == hoveredPath, "actions are shown at another row than the pointer's")
  }
}

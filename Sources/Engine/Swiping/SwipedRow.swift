import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkHostInterface

/// A row that the user swipes, or whose actions a swipe has revealed.
///
/// Distances count along the cross axis, in logical pixels, positive towards the trailing edge: a positive offset
/// reveals the leading actions.
struct SwipedRow {
  /// The number that tells the row from those of other swipes.
  let serial: Int
  var path: ElementPath
  private(set) var actions: SwipeActions
  /// The extent of the row.
  private(set) var extent: Double
  /// The distance of the row's content from its place.
  private(set) var offset = SpringValue(0, spring: .move)
  /// The offset at which the finger took the row; `nil` if no finger holds it.
  private(set) var dragStart: Double?
  /// The share of the actions' space that the first action takes, beyond its own, because a release performs it.
  private(set) var takeover = SpringValue(0, spring: .widen)

  /// The space of an action, and the share of the row that all actions of an edge take at most.
  private static let (actionExtent, largestShare) = (72.0, 0.8)
  /// The share of the row beyond which a swipe performs the first action, and the smallest distance from the end of the
  /// actions.
  private static let (fullShare, fullDistance) = (0.6, 40.0)
  /// The share of a finger's movement that the row follows where it resists, and the largest such distance.
  private static let (resistance, largestResisted) = (0.55, 80.0)
  /// The time for which the velocity of the finger counts at the release, in seconds.
  private static let projection = 0.12

  init(serial: Int, path: ElementPath, _ actions: SwipeActions, extent: Double) {
    (self.serial, self.path, self.actions, self.extent) = (serial, path, actions, extent)
  }

  /// Whether the row is held, or shows its actions and does not close.
  var isOpen: Bool { dragStart != nil || offset.target != 0 }

  /// Whether nothing of the actions is visible or will be.
  var isClosed: Bool { dragStart == nil && offset.isAtRest && offset.value == 0 }

  /// Whether the content or the first action moves.
  var isMoving: Bool { dragStart == nil && !offset.isAtRest || !takeover.isAtRest }

  /// The actions that the current offset reveals, from the edge inwards.
  var revealed: [MenuAction] { offset.value < 0 ? actions.trailing : actions.leading }

  /// Whether a release performs the first action.
  var isFull: Bool { dragStart != nil && isFull(at: offset.value) }

  private func isFull(at offset: Double) -> Bool {
    guard performsFirst(at: offset) else { return false }
    return abs(offset) >= min(max(Self.fullShare * extent, width(at: offset) + Self.fullDistance), extent - 1)
  }

  private func side(at offset: Double) -> [MenuAction] { offset < 0 ? actions.trailing : actions.leading }

  private func performsFirst(at offset: Double) -> Bool {
    actions.allowsFullSwipe && side(at: offset).first?.isEnabled == true
  }

  /// Returns the space of all actions that an offset reveals.
  private func width(at offset: Double) -> Double {
    min(Double(side(at: offset).count) * Self.actionExtent, Self.largestShare * extent)
  }

  // MARK: The finger

  mutating func beginDrag() { dragStart = offset.value }

  /// Moves the content with the finger. The content resists beyond its actions, or, if a long swipe performs the first
  /// one, beyond its own extent.
  /// - Parameter distance: The distance of the finger from its start.
  mutating func drag(by distance: Double, animated: Bool) {
    guard let dragStart else { return }
    let place = dragStart + distance
    let free = performsFirst(at: place) ? extent : width(at: place)
    let beyond = max(0, abs(place) - free)
    let reached = min(abs(place), free) + min(beyond * Self.resistance, Self.largestResisted)
    offset = SpringValue(place < 0 ? -reached : reached, spring: .move)
    takeover.target = isFull ? 1 : 0
    if !animated { takeover.finish() }
  }

  /// Releases the content: it moves to where its actions are revealed, or back to its place.
  /// - Returns: The action that the swipe performs; `nil` for none.
  mutating func release(velocity: Double, animated: Bool) -> MenuAction? {
    let performed = isFull ? revealed.first : nil
    let (place, width) = (offset.value, width(at: offset.value))
    let projected = place + velocity * Self.projection
    let opens = performed == nil && width > 0 && (place < 0 ? -projected : projected) > width / 2
    dragStart = nil
    offset.target = opens ? (place < 0 ? -width : width) : 0
    offset.push(by: velocity)
    takeover.target = 0
    if !animated { finish() }
    return performed
  }

  mutating func close(animated: Bool) {
    dragStart = nil
    (offset.target, takeover.target) = (0, 0)
    if !animated { finish() }
  }

  private mutating func finish() {
    offset.finish()
    takeover.finish()
  }

  /// Takes newer actions. They must look like the old ones.
  mutating func replace(_ actions: SwipeActions) { self.actions = actions }

  /// Takes the extent of the row after a resize.
  mutating func resize(to extent: Double) {
    guard extent != self.extent else { return }
    self.extent = extent
    if offset.target != 0 { offset.target = offset.target < 0 ? -width(at: -1) : width(at: 1) }
  }

  mutating func advance(by seconds: Double) {
    if dragStart == nil { offset.advance(by: seconds) }
    takeover.advance(by: seconds, tolerance: 0.005, slow: 0.05)
  }
}

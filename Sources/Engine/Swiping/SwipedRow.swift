import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkHostInterface

/// A row that the user swipes, or whose actions a swipe has revealed.
///
/// Distances count along the cross axis, in logical pixels, positive towards the trailing edge: a positive offset
/// reveals the leading actions.
struct SwipedRow {
  /// A number that distinguishes this swipe from others, also of the same row.
  let serial: Int
  var path: ElementPath
  private(set) var actions: SwipeActions
  /// The extent of the row along the cross axis.
  private(set) var extent: Double
  /// The distance of the row's content from its normal position; positive if the leading actions are revealed.
  private(set) var offset = SpringValue(0, spring: .move)
  /// The offset when the finger began to drag; `nil` if no finger holds the row.
  private(set) var dragStart: Double?
  /// The fraction of the other actions' space that the first action covers: 1 while a release performs it, else 0.
  private(set) var takeover = SpringValue(0, spring: .widen)

  /// The extent of one action, in logical pixels, and the largest fraction of the row that all actions of an edge take.
  private static let (actionExtent, largestShare) = (72.0, 0.8)
  /// The fraction of the row beyond which a swipe performs the first action, and the smallest distance from the end of
  /// the actions at which it does, in logical pixels.
  private static let (fullShare, fullDistance) = (0.6, 40.0)
  /// The fraction of a finger's movement that the row follows beyond its limit, and the largest such distance.
  private static let (resistance, largestResisted) = (0.55, 80.0)
  /// The time by which the finger's motion is extrapolated at the release, in seconds, to decide whether the row opens.
  private static let projection = 0.12

  init(serial: Int, path: ElementPath, _ actions: SwipeActions, extent: Double) {
    (self.serial, self.path, self.actions, self.extent) = (serial, path, actions, extent)
  }

  /// Whether the row is held, or shows its actions and is not closing.
  var isOpen: Bool { dragStart != nil || offset.target != 0 }

  /// Whether no action is visible, no finger holds the row, and nothing moves.
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

  /// Returns the extent of all actions that an offset reveals.
  private func width(at offset: Double) -> Double {
    min(Double(side(at: offset).count) * Self.actionExtent, Self.largestShare * extent)
  }

  // MARK: The finger

  mutating func beginDrag() { dragStart = offset.value }

  /// Moves the content with the finger. The content resists beyond the extent of its actions or, if a long swipe
  /// performs the first one, beyond the extent of the row.
  /// - Parameter distance: The distance of the finger from where the drag began.
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

  /// Releases the content: it moves to where all its actions are revealed, or back to its normal position.
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

  /// Replaces the actions by newer ones that look the same.
  mutating func replace(_ actions: SwipeActions) { self.actions = actions }

  /// Updates the extent of the row after a resize.
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

import ScrollworkDiffing
import ScrollworkLayout

/// Requests of the program that wait for a frame.
///
/// A class, so that the program may add requests while a frame runs without a conflicting access to the engine.
@MainActor
final class Inbox {
  /// The newest list that no frame has shown yet.
  var update: PendingUpdate?
  /// The last scroll request since the program applied `update`. It refers to the list of `update`.
  var scroll: ScrollRequest?
  /// The last selection that the program asked for since it applied `update`.
  var selection: SelectionRequest?
  /// A saved position to restore when the list that it refers to is shown.
  var restore: RestoreRequest?
  /// Saved offsets of nested scroll containers to restore in the next frame, in logical pixels.
  var nestedOffsets: [(site: ScrollSite, offset: Double)] = []
  /// The settings as the program last changed them; the engine adopts them between frames.
  var settings = EngineSettings()
  /// Calls made while the engine was busy, in order.
  private var calls: [DeferredCall] = []

  /// The last list that the program applied while the engine was busy; `nil` if no such call waits.
  var deferredList: List? { calls.last { $0.list != nil }?.list }

  /// Adds a call to the end of the queue.
  func append(_ call: DeferredCall) { calls.append(call) }

  /// The number of waiting calls.
  var callCount: Int { calls.count }

  /// Removes the oldest waiting call and returns it. The others still wait, so that ``deferredList`` knows them.
  func takeCall() -> DeferredCall { calls.removeFirst() }
}

/// A selection that waits for the list that it refers to.
enum SelectionRequest {
  /// One item, by its id and that of its section.
  case item(ElementID, section: ElementID)
  case all
}

/// A saved position that waits for the list that it refers to.
struct RestoreRequest {
  /// The position of the item in the list that was applied last when the program asked.
  var path: ElementPath
  var id: ElementID
  var section: ElementID
  /// The part of the item's extent above the viewport's start.
  var fraction: Double
}

/// A call of the program that waits until the engine is no longer busy.
struct DeferredCall {
  /// The list that the call applies, so that later calls can refer to it.
  var list: List?
  var body: @MainActor (ListEngine) -> Void
}

/// A list that waits for a frame.
struct PendingUpdate {
  var list: List
  var strategy: UpdateStrategy
  var reason: UpdateReason
  var update: Update
  /// The selected and focused positions that the program gives for a list that replaces the old one without a diff.
  var interaction: (selected: PositionSet, focused: Int?)?
}

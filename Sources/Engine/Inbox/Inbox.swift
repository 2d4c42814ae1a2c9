import ScrollworkDiffing

/// Requests of the program that wait for a frame.
///
/// A class, so that the program may add requests while a frame runs without a conflicting access to the engine.
@MainActor
final class Inbox {
  /// The newest list that no frame has shown yet; `nil` if there is none.
  private(set) var update: PendingUpdate?
  /// The last scroll request since the program applied `update`, to whose list it refers; `nil` if there is none.
  private var scroll: ScrollRequest?
  /// The selections that the program asked for since it applied `update`, in order.
  private var selections: [SelectionRequest] = []
  /// The saved position to restore when the list that it refers to is shown; `nil` if there is none.
  private var restore: RestoreRequest?
  /// The changes of nested scroll containers that the program requested since it applied `update`, in order. A request
  /// to restore offsets waits for the next frame even without an `update`.
  private var nested: [NestedRequest] = []
  /// The changes of nested scroll containers that the program requested after `scroll`.
  private var nestedAfterScroll: [NestedRequest] = []
  /// The settings as the program last changed them; the engine adopts them between frames.
  private(set) var settings = EngineSettings()
  /// Calls made while the engine was busy, in order.
  private var calls = CallQueue()

  // MARK: Requests

  /// Replaces the pending update. If that was a sort or filter by the user, an update by the program takes over its
  /// reason.
  /// - Returns: The update that was replaced; `nil` if there was none.
  func apply(_ new: PendingUpdate) -> Update? {
    defer {
      let reason = new.reason == .program ? update?.reason : nil
      update = new
      if let reason { update?.reason = reason }
    }
    return update?.update
  }

  /// Replaces the request to scroll.
  func scroll(_ request: ScrollRequest) {
    scroll = request
    nested += nestedAfterScroll
    nestedAfterScroll = []
  }

  /// Adds a request, and drops those that it overrides; `nil` only drops requests to change the selection.
  func select(_ request: SelectionRequest?) {
    if request?.selectsAlone != false { selections.removeAll { !$0.isOfFocus } }
    if let request { selections.append(request) }
  }

  /// Replaces the request to restore a position, and drops an earlier request to scroll.
  func restore(_ request: RestoreRequest) { (restore, scroll) = (request, nil) }

  /// Drops the request to restore a position.
  func dropRestore() { restore = nil }

  /// Adds a request to change nested scroll containers, and drops those that it overrides.
  /// - Complexity: O(*r*) in the number of such requests. Each container has at most one; otherwise, requests would
  ///   accumulate in a hidden list, which makes no frames.
  func add(_ request: NestedRequest) {
    nested.removeAll { $0.isReplaced(by: request) }
    nestedAfterScroll.removeAll { $0.isReplaced(by: request) }
    if case .restore(let places) = request, places.isEmpty { return }
    if scroll == nil { nested.append(request) } else { nestedAfterScroll.append(request) }
  }

  /// Changes the settings, and returns the new ones.
  func changeSettings(_ change: (inout EngineSettings) -> Void) -> EngineSettings {
    change(&settings)
    return settings
  }

  // MARK: Draining

  /// Drops the pending update, because the frame shows it.
  func dropUpdate() { update = nil }

  /// Returns the request to scroll and forgets it; `nil` if there is none.
  func takeScroll() -> ScrollRequest? {
    defer { scroll = nil }
    return scroll
  }

  /// Returns the requests to select, and forgets them.
  func takeSelections() -> [SelectionRequest] {
    guard !selections.isEmpty else { return [] }
    defer { selections.removeAll() }
    return selections
  }

  /// Returns the request to restore a position and forgets it; `nil` if there is none.
  func takeRestore() -> RestoreRequest? {
    defer { restore = nil }
    return restore
  }

  /// Returns the requests to change nested scroll containers that were made before the request to scroll, and forgets
  /// them. The next call returns those that were made after it.
  func takeNestedRequests() -> [NestedRequest] {
    guard !nested.isEmpty || !nestedAfterScroll.isEmpty else { return [] }
    defer { (nested, nestedAfterScroll) = (nestedAfterScroll, []) }
    return nested
  }

  /// Traps if a request waits for a list although none is pending.
  func checkInvariants() {
    precondition(update != nil || scroll == nil && selections.isEmpty, "a request waits for a list that was shown")
  }

  // MARK: Calls

  /// The last list that the program applied while the engine was busy; `nil` if no such call waits.
  var deferredList: List? { calls.lastList }

  /// Adds a call to the end of the queue.
  func append(_ call: DeferredCall) { calls.append(call) }

  /// The number of waiting calls.
  var callCount: Int { calls.count }

  /// Removes the oldest waiting call and returns it. The others still wait, so that ``deferredList`` knows them.
  func takeCall() -> DeferredCall { calls.takeFirst() }
}

/// A change of selection or focus that waits for the list that it refers to.
enum SelectionRequest {
  /// One item, by its id and that of its section.
  case item(ElementID, section: ElementID, ItemAction)
  case all

  /// Whether the request decides the whole selection, whatever was asked for before.
  var selectsAlone: Bool {
    switch self {
    case .item(_, _, let action): action == .select
    case .all: true
    }
  }

  /// Whether the request changes the focus and not the selection.
  var isOfFocus: Bool {
    switch self {
    case .item(_, _, let action): action == .focus
    case .all: false
    }
  }
}

/// A call of the program about one item.
enum ItemAction {
  /// Selects the item alone and focuses it.
  case select
  case deselect
  /// Focuses the item and leaves the selection as it is.
  case focus
}

/// A saved position that waits for the list that it refers to.
struct RestoreRequest {
  /// The position of the item in the list that was applied last when the program asked.
  var path: ElementPath
  var id: ElementID
  var section: ElementID
  /// The fraction of the item's extent that is before the viewport's start.
  var fraction: Double
}

/// A call of the program that waits until the engine is no longer busy.
struct DeferredCall {
  /// The list that the call applies, so that later calls can refer to it; `nil` for other calls.
  var list: List?
  var body: @MainActor (ListEngine) -> Void
}

/// A list that waits for a frame.
struct PendingUpdate {
  var list: List
  var strategy: UpdateStrategy
  var reason: UpdateReason
  var update: Update
  /// The selected and focused positions that the program gives for a list shown without a diff; else `nil`.
  var interaction: (selected: PositionSet, focused: Int?)?
  /// The change from the shown list, if the engine itself made the list for a drag; else `nil`.
  var known: KnownMapping?
}

/// The mapping from the list of one generation, as ``Document`` counts it, to another list.
struct KnownMapping {
  let generation: Int
  let mapping: ListMapping
}

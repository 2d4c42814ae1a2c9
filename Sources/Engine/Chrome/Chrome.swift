import ScrollworkHostInterface

/// The parts of a list that are not items: scroll bar, page loaders, state placeholder and unseen pill.
@MainActor
package final class Chrome {
  package init() {}

  let scrollBar = ScrollBar()
  package let paging = Paging()
  let stateHolder = ComponentHolder()
  let pillHolder = ComponentHolder()
  /// The time at which a list without items began to load; `nil` if none is loading.
  private var loadingSince: Instant?
  /// The views that show components outside the items, the topmost first.
  var holders: [ComponentHolder] { [pillHolder, stateHolder, paging.startStatus, paging.endStatus] }
  /// The number of items added at the end since the user left it.
  package private(set) var unseenCount = 0
  /// Called when the user activates the unseen pill.
  private(set) var onPillActivated: (() -> Void)?

  /// Lets the page loaders and the unseen pill call the engine.
  func connect(
    onPillActivated: @escaping () -> Void, onRetry: @escaping (PageEdge) -> Void, onChange: @escaping () -> Void
  ) {
    self.onPillActivated = onPillActivated
    paging.connect(onRetry: onRetry, onChange: onChange)
  }

  /// Adds items to the unseen count.
  package func addUnseen(_ count: Int) { unseenCount += count }

  /// Limits the unseen count to the number of items after the visible ones.
  package func limitUnseen(to count: Int) { unseenCount = min(unseenCount, count) }

  /// Traps if the chrome contradicts itself.
  package func checkInvariants() {
    precondition(unseenCount >= 0, "\(unseenCount) items are unseen")
    let room = paging.measuredRoom
    precondition(room.leading >= 0 && room.trailing >= 0, "page loaders take \(room)")
  }

  /// Records `now` as the start of a load, unless a list without items is loading already. Returns the start of the
  /// load.
  func beginLoading(at now: Instant) -> Instant {
    let since = loadingSince ?? now
    loadingSince = since
    return since
  }

  /// Records that no list without items is loading.
  func endLoading() { loadingSince = nil }
}

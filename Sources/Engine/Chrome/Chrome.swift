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
  var loadingSince: Instant?
  /// The views that show components outside the items, the topmost first.
  var holders: [ComponentHolder] { [pillHolder, stateHolder, paging.startStatus, paging.endStatus] }
  /// The number of items added at the end since the user left it.
  package var unseenCount = 0
  /// Called when the user activates the unseen pill.
  var onPillActivated: (() -> Void)?
}

import ScrollworkContentViews

/// A list that a collection view asks for when a frame needs it, instead of getting it by a call of `apply`.
///
/// So any number of changes before a frame lead to one list.
@MainActor
final class DeferredList {
  /// The object that makes the list: the definition of the sources or the connection with a provider.
  let owner: AnyObject
  private weak var view: CollectionView?
  private let make: () -> List?
  /// The strategy of the next update; `nil` if nothing changed since the last one.
  private var strategy: UpdateStrategy?

  /// Creates the deferred list of a view.
  /// - Parameter make: Returns the list as it is now; `nil` if there is none yet.
  init(of view: CollectionView, owner: AnyObject, make: @escaping () -> List?) {
    self.view = view
    self.owner = owner
    self.make = make
  }

  /// Requests a frame that asks for the list. May be called while the list is made or shown; then the frame after that
  /// one asks again.
  func setNeedsApply(_ strategy: UpdateStrategy = .animatedBatchUpdates) {
    self.strategy = strategy
    view?.host?.setNeedsFrame()
    view?.host?.requestLaterFrame()
  }

  /// Asks for the list and applies it, if it changed. Called at the start of a frame, which shows the list.
  func applyIfNeeded() {
    guard let strategy, let view, let host = view.host, !view.isHidden else { return }
    host.withoutRequestingFrames { apply(strategy) }
  }

  /// Asks for the list and applies it now.
  @discardableResult
  func apply(_ strategy: UpdateStrategy, completion: (@MainActor (UpdateOutcome) -> Void)? = nil) -> Update? {
    // Reset first, so that a change while the list is made leads to another update.
    self.strategy = nil
    guard let list = make() else { return nil }
    return view?.engine.apply(list, strategy: strategy, reason: .program, completion: completion)
  }
}

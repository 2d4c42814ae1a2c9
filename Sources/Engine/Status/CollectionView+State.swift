import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

extension CollectionView {
  /// What loads is said only if it takes longer than this, in seconds: what is there at once does not flicker.
  private static let patience = 0.12

  /// Shows what the list is about if it has no items.
  func runStatePass(_ context: FrameContext) {
    let handlers = list.handlers
    var wanted: AnyComponent?
    if hasApplied, !hasItems {
      if case .loading = handlers.state {
        let since = loadingSince ?? context.now
        loadingSince = since
        let due = since.advanced(bySeconds: Self.patience)
        if context.now >= due { wanted = placeholder(handlers) } else { context.wake(at: due) }
      } else {
        loadingSince = nil
        wanted = placeholder(handlers)
      }
    } else {
      loadingSince = nil
    }
    guard wanted != nil || stateHolder.isShown else { return }
    host?.withoutRequestingFrames {
      stateHolder.show(wanted, at: context.now)
      stateHolder.frame = bounds
      stateHolder.layoutIfNeeded(environment: context.environment)
    }
  }

  private func placeholder(_ handlers: ListHandlers) -> AnyComponent? {
    if case .ready = handlers.state { return nil }
    let context = ListStateContext(state: handlers.state, action: handlers.stateAction)
    if let make = handlers.placeholder { return make(context).map { AnyComponent($0) } }
    return AnyComponent(StatePlaceholder(context: context))
  }
}

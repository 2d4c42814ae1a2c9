import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

extension ListEngine {
  /// What loads is said only if it takes longer than this, in seconds: what is there at once does not flicker.
  private static let patience = 0.12

  /// Shows what the list is about if it has no items.
  func runStatePass(_ context: FrameContext) {
    let handlers = document.list.handlers
    var wanted: AnyComponent?
    if document.hasApplied, !document.hasItems {
      if case .loading = handlers.state {
        let since = chrome.loadingSince ?? context.now
        chrome.loadingSince = since
        let due = since.advanced(bySeconds: Self.patience)
        if context.now >= due { wanted = placeholder(handlers) } else { context.wake(at: due) }
      } else {
        chrome.loadingSince = nil
        wanted = placeholder(handlers)
      }
    } else {
      chrome.loadingSince = nil
    }
    guard wanted != nil || chrome.stateHolder.isShown else { return }
    host?.withoutRequestingFrames {
      chrome.stateHolder.show(wanted, at: context.now)
      chrome.stateHolder.frame = layout.bounds
      chrome.stateHolder.layoutIfNeeded(environment: context.environment)
    }
  }

  private func placeholder(_ handlers: ListHandlers) -> AnyComponent? {
    if case .ready = handlers.state { return nil }
    let context = ListStateContext(state: handlers.state, action: handlers.stateAction)
    if let make = handlers.placeholder { return make(context).map { AnyComponent($0) } }
    return AnyComponent(StatePlaceholder(context: context))
  }
}

import ScrollworkContentViews
import ScrollworkDiffing

/// Calls of the program, which may come at any moment.
///
/// A call from a component or a handler must not change the state that a pass or an event handler is working on. It
/// waits until the frame or the event is done; then the waiting calls take effect in the order in which they were made.
extension ListEngine {
  /// Performs a call of the program: now, or after the frame, event or call that is being handled.
  /// - Parameter list: The list, if the call applies one.
  func request(applying list: List? = nil, _ call: @escaping @MainActor (ListEngine) -> Void) {
    guard activity == .idle else {
      inbox.append(DeferredCall(list: list, body: call))
      host?.setNeedsFrame()
      return
    }
    handle { call(self) }
  }

  /// Scrolls now, or later as `request(applying:_:)` does. Allocates nothing if the engine is idle, because a program
  /// may scroll in each frame.
  func requestScroll(to target: ScrollTarget, at alignment: ScrollAlignment, animated: Bool) {
    guard activity == .idle else { return request { $0.scroll(to: target, at: alignment, animated: animated) } }
    handle { scroll(to: target, at: alignment, animated: animated) }
  }

  /// Handles an event of the user or a call of the program, after the calls that still wait. Then performs the calls
  /// that the program's handlers made meanwhile.
  func handle<Result>(_ event: () -> Result) -> Result {
    guard activity == .idle else { return event() }
    activity = .handling
    makeWaitingCalls()
    let result = event()
    makeWaitingCalls()
    activity = .idle
    return result
  }

  /// Performs the waiting calls. Calls made while these run wait for the next frame, so handlers that call each other
  /// do not hang the program.
  func makeWaitingCalls() {
    for _ in 0..<inbox.callCount { inbox.takeCall().body(self) }
  }

  /// Calls a handler of the program with the view, if there is one. While passes run, the call waits until the frame is
  /// done.
  func tell(_ handler: ((CollectionView) -> Void)?) {
    guard let handler else { return }
    // A closure would be an allocation in each frame that scrolls.
    guard activity == .runningPasses else {
      if let view { handler(view) }
      return
    }
    outbox.append { [weak view] in
      if let view { handler(view) }
    }
  }

  /// Runs code of the program. While passes run, the code waits until the frame is done.
  func tell(_ event: @escaping () -> Void) {
    if activity == .runningPasses { outbox.append(event) } else { event() }
  }

  /// Changes the settings. The program reads the new values back at once; the engine adopts them as soon as it is idle.
  func changeSettings(_ change: (inout EngineSettings) -> Void) {
    let settings = inbox.changeSettings(change)
    request { $0.adopt(settings) }
  }

  private func adopt(_ new: EngineSettings) {
    let policy = settings.anchorPolicy
    settings = new
    guard policy != new.anchorPolicy else { return }
    anchors.dropStanding()
    // A view that is at the end follows it from now on.
    if new.anchorPolicy == .end { scroll.policyBecameEnd() }
  }
}

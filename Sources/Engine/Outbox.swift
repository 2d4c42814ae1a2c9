import ScrollworkContentViews

/// Events that the engine reports after the frame.
///
/// Handlers run only when the frame is complete, so a handler that calls the view finds a consistent state.
@MainActor
struct Outbox: ~Copyable {
  /// Calls of the program's handlers that were requested while passes ran, in order.
  var events: [() -> Void] = []
  /// Updates whose outcome is to be reported.
  var finished: [(update: Update, outcome: UpdateOutcome)] = []
  /// Callers of `settled()` that wait for the end of motion.
  var waiting: [CheckedContinuation<Void, Never>] = []
  /// The quality of the frames since the program last asked.
  var metrics = FrameMetrics()

  /// Removes and returns the calls of handlers.
  mutating func takeEvents() -> [() -> Void] {
    guard !events.isEmpty else { return [] }
    defer { events.removeAll() }
    return events
  }

  /// Removes and returns the finished updates.
  mutating func takeFinished() -> [(update: Update, outcome: UpdateOutcome)] {
    guard !finished.isEmpty else { return [] }
    defer { finished.removeAll() }
    return finished
  }
}

/// A call of a cell's `willDisplay` or `didEndDisplay` handler.
struct DisplayEvent {
  var handler: @MainActor (CellContext) -> Void
  var context: CellContext
}

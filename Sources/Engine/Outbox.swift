import ScrollworkContentViews

/// Events that the engine reports when the frame is done.
@MainActor
struct Outbox: ~Copyable {
  /// Calls of the program's handlers that passes asked for, in order.
  var events: [() -> Void] = []
  /// Updates that were applied or superseded.
  var finished: [(update: Update, outcome: UpdateOutcome)] = []
  /// Callers of `settled()` that wait for the end of motion.
  var waiting: [CheckedContinuation<Void, Never>] = []
  var metrics = FrameMetrics()

  /// Removes the waiting calls of handlers and returns them.
  mutating func takeEvents() -> [() -> Void] {
    guard !events.isEmpty else { return [] }
    defer { events.removeAll() }
    return events
  }

  /// Removes the finished updates and returns them.
  mutating func takeFinished() -> [(update: Update, outcome: UpdateOutcome)] {
    guard !finished.isEmpty else { return [] }
    defer { finished.removeAll() }
    return finished
  }
}

/// A handler of the program, with its argument.
struct DisplayEvent {
  var handler: @MainActor (CellContext) -> Void
  var context: CellContext
}

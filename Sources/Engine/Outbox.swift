import ScrollworkContentViews

/// Events that the engine reports when the frame is done.
@MainActor
struct Outbox: ~Copyable {
  /// Updates that were applied or superseded.
  var finished: [(update: Update, outcome: UpdateOutcome)] = []
  /// Callers of `settled()` that wait for the end of motion.
  var waiting: [CheckedContinuation<Void, Never>] = []
  var metrics = FrameMetrics()
}

/// A handler of the program, with its argument.
struct DisplayEvent {
  var handler: @MainActor (CellContext) -> Void
  var context: CellContext
}

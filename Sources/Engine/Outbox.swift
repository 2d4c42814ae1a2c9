import ScrollworkContentViews

/// Events that the engine reports after the frame.
///
/// Handlers run only when the frame is complete, so a handler that calls the view finds a consistent state.
@MainActor
struct Outbox: ~Copyable {
  /// Updates whose outcome is to be reported.
  private var finished: [(update: Update, outcome: UpdateOutcome)] = []
  /// Callers of `settled()` that wait for the end of motion.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The quality of the frames since the program last asked.
  private var metrics = FrameMetrics()
  /// Whether no problem was written to standard error yet.
  private var isFirstProblem = true

  /// Returns whether no problem was written to standard error yet. Later calls return false.
  mutating func takeFirstProblem() -> Bool {
    defer { isFirstProblem = false }
    return isFirstProblem
  }

  /// Adds the outcome of an update.
  mutating func finish(_ update: Update, _ outcome: UpdateOutcome) { finished.append((update, outcome)) }

  /// Marks all updates that wait to be reported as superseded, because another list replaces theirs before a frame.
  mutating func supersede() {
    for index in finished.indices { finished[index].outcome = .superseded }
  }

  /// Adds a caller that waits for the end of motion.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

  /// Records the defects of a frame, in logical pixels. The metrics keep the largest value of each kind.
  mutating func record(anchorError: Double = 0, blankLength: Double = 0, step: Double = 0) {
    metrics.anchorError = max(metrics.anchorError, anchorError)
    metrics.blank = max(metrics.blank, blankLength)
    metrics.step = max(metrics.step, step)
  }

  /// Removes and returns the callers that wait for the end of motion.
  mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
    guard !waiting.isEmpty else { return [] }
    defer { waiting.removeAll() }
    return waiting
  }

  /// Returns the quality of the frames since the last call.
  mutating func takeMetrics() -> FrameMetrics {
    defer { metrics = FrameMetrics() }
    return metrics
  }

  /// Removes and returns the finished updates.
  mutating func takeFinished() -> [(update: Update, outcome: UpdateOutcome)] {
    guard !finished.isEmpty else { return [] }
    defer { finished.removeAll() }
    return finished
  }
}

/// A call of the display handlers of an element and its list.
struct DisplayEvent {
  /// The element's own handler; `nil` if it has none.
  var handler: CellHandlers.Handler?
  var context: CellContext
  /// The list's handler of the same event, taken from the newest list; `nil` for headers and footers.
  var listHandler: KeyPath<CellHandlers, CellHandlers.Handler?>?

  /// Calls the element's handler, then the list's.
  @MainActor func report(in list: List) {
    handler?(context)
    if let listHandler { list.cellHandlers?[keyPath: listHandler]?(context) }
  }
}

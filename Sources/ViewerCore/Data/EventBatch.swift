import Dispatch

/// Events that are collected during a pause and applied together.
///
/// Applying takes time proportional to the size of a list, so the pause is a multiple of the time that applying took
/// last.
struct EventBatch<Event: Sendable>: Sendable {
  private var events: [Event] = []
  private var isScheduled = false
  /// The time at which events were last applied; `cost` is the duration of applying them, in nanoseconds.
  private var end = DispatchTime(uptimeNanoseconds: 0)
  private var cost = 0

  /// The pause as a multiple of the time that applying took.
  private static var pauseFactor: Int { 10 }
  /// The longest pause, in nanoseconds.
  private static var maximumPause: Int { 250_000_000 }

  /// Adds events.
  /// - Returns: The time in nanoseconds after which to apply them; `nil` if that is planned already.
  mutating func add(_ new: some Sequence<Event>) -> Int? {
    events += new
    guard !isScheduled, !events.isEmpty else { return nil }
    isScheduled = true
    let pause = min(Self.maximumPause, cost * Self.pauseFactor)
    return max(0, pause - Int(clamping: DispatchTime.now().uptimeNanoseconds - end.uptimeNanoseconds))
  }

  /// Removes and returns the collected events, to apply them.
  mutating func take() -> [Event] {
    defer { (events, isScheduled) = ([], false) }
    return events
  }

  /// Records that events were applied.
  /// - Parameter start: The time at which applying began.
  mutating func didApply(since start: DispatchTime) {
    end = .now()
    cost = Int(clamping: end.uptimeNanoseconds - start.uptimeNanoseconds)
  }
}

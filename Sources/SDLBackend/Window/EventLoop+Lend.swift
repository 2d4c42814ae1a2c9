package import ScrollworkHostInterface

extension EventLoop {
  /// Runs the main actor's jobs on the initial thread, outside the loop, as long as `condition` holds.
  /// - Parameter end: The time at which to return anyway; `nil` for never.
  @MainActor
  package static func lendThread(until end: Instant? = nil, whileTrue condition: () -> Bool) {
    while condition() {
      // The sleep ends after 0.1 s, because the condition may change without a job.
      let rest = end.map { ($0.nanoseconds - now().nanoseconds) / 1_000_000 } ?? 100
      guard rest >= 0 else { return }
      _ = Waker.sleep(on: [MainQueue.descriptor], milliseconds: Int32(min(100, rest + 1)))
      MainQueue.drain()
    }
  }
}

extension EventLoop {
  /// Lends the initial thread to the main actor's jobs, without a window, as long as `condition` holds.
  @MainActor
  package static func lendThread(whileTrue condition: () -> Bool) {
    while condition() {
      // A tenth of a second at most: what ends the condition need not be a job.
      _ = Waker.sleep(on: [MainQueue.descriptor], milliseconds: 100)
      MainQueue.drain()
    }
  }
}

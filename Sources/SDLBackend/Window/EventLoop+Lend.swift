extension EventLoop {
  /// Runs the main actor's jobs on the initial thread, without a window, as long as `condition` holds.
  @MainActor
  package static func lendThread(whileTrue condition: () -> Bool) {
    while condition() {
      // The sleep ends after 0.1 s, because the condition may change without a job.
      _ = Waker.sleep(on: [MainQueue.descriptor], milliseconds: 100)
      MainQueue.drain()
    }
  }
}

extension EventLoop {
  /// Runs the main actor's jobs on the initial thread, without a window, as long as `condition` holds.
  @MainActor
  package static func lendThread(whileTrue condition: () -> Bool) {
    while condition() {
      // At most 0.1 s, because something else than a job may end the condition.
      _ = Waker.sleep(on: [MainQueue.descriptor], milliseconds: 100)
      MainQueue.drain()
    }
  }
}

import Glibc

extension EventLoop {
  /// Lends the initial thread to the main actor's jobs, without a window, as long as `condition` holds.
  @MainActor
  package static func lendThread(whileTrue condition: () -> Bool) {
    while condition() {
      var queue = pollfd(fd: MainQueue.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&queue, 1, 100)
      MainQueue.drain()
    }
  }
}

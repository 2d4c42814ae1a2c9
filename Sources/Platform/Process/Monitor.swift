import Glibc

/// A value behind a lock, and threads that sleep until it is what they wait for.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  // `value` is only touched while `lock` is held; the two pointers never change.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  /// Who looks at the value after a change.
  package enum Waking: Sendable {
    /// One of those who wait, as each could act on it.
    case one
    case all
  }

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Changes the value. Costs no system call while nobody waits.
  package func update(waking: Waking = .all, _ change: (inout Value) -> Void) {
    pthread_mutex_lock(lock)
    change(&value)
    if waking == .one { pthread_cond_signal(changed) } else { pthread_cond_broadcast(changed) }
    pthread_mutex_unlock(lock)
  }

  /// Sleeps until `body` finds what it looks for. It may take that at once: nobody else sees the value in between.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(changed, lock)
    }
  }
}

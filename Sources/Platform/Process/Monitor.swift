import Glibc

/// A value behind a lock. Threads can sleep until the value satisfies a condition (a monitor: mutex and condition
/// variable).
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  // Sendable: `value` is touched only while `lock` is held, and the two pointers never change.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  /// The number of threads to wake after a change.
  package enum Waking: Sendable {
    /// One waiting thread, which is enough if any of them can act on the change.
    case one
    /// All waiting threads.
    case all
  }

  /// Creates a monitor around `value`.
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

  /// Changes the value under the lock and wakes waiting threads. Makes no system call if no thread waits and the lock
  /// is free.
  package func update(waking: Waking = .all, _ change: (inout Value) -> Void) {
    pthread_mutex_lock(lock)
    change(&value)
    if waking == .one { pthread_cond_signal(changed) } else { pthread_cond_broadcast(changed) }
    pthread_mutex_unlock(lock)
  }

  /// Blocks until `body` returns a result. `body` runs under the lock, so it may also change the value.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(changed, lock)
    }
  }
}

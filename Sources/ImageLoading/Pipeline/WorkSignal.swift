import Glibc

/// Tells sleeping threads that there may be work. Calls while nobody sleeps cost no system call and do not add up.
final class WorkSignal: @unchecked Sendable {
  // `generation` and `isStopped` are only touched while `lock` is held; the two pointers never change.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var generation = 0
  private var isStopped = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  func raise() {
    pthread_mutex_lock(lock)
    generation += 1
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
  }

  func stop() {
    pthread_mutex_lock(lock)
    isStopped = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// Sleeps until the signal was raised after `seen`, and returns what to pass the next time; `nil` for the end.
  func wait(after seen: Int) -> Int? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while generation == seen, !isStopped { pthread_cond_wait(changed, lock) }
    return isStopped ? nil : generation
  }
}

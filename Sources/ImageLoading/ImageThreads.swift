import Dispatch
import Glibc
import ScrollworkHostInterface
import Synchronization

/// Threads that read and decode. Not Swift's own pool: what blocks there holds up every task of the program.
final class ImageThreads: Sendable {
  typealias Work = @Sendable () -> Void

  private struct State {
    var queue = ImageJobQueue()
    var work: [Int: Work] = [:]
    var isStopped = false
  }

  private enum Next {
    case work(Work)
    case nothing
    case stop
  }

  private let state = Mutex(State())
  /// Raised once for each job that is put in; a job that was taken out again leaves a wake-up for nothing.
  private let available = DispatchSemaphore(value: 0)
  private let threadCount: Int

  init(threadCount: Int) {
    self.threadCount = threadCount
    for _ in 0..<threadCount { start() }
  }

  func insert(_ id: Int, priority: ImagePriority, _ work: @escaping Work) {
    state.withLock {
      $0.queue.insert(id, priority: priority)
      $0.work[id] = work
    }
    available.signal()
  }

  /// Takes out a job that has not begun; false if it has, or is not there.
  func remove(_ id: Int) -> Bool {
    state.withLock {
      guard $0.queue.remove(id) else { return false }
      $0.work[id] = nil
      return true
    }
  }

  /// Changes the priority of a job that has not begun.
  func setPriority(_ priority: ImagePriority, of id: Int) {
    state.withLock {
      if $0.queue.contains(id) { $0.queue.insert(id, priority: priority) }
    }
  }

  /// Ends the threads once they have done what they are at. Jobs that wait are dropped.
  func stop() {
    state.withLock { $0 = State(isStopped: true) }
    for _ in 0..<threadCount { available.signal() }
  }

  private func start() {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(self)
    if pthread_create(&thread, nil, imageThreadMain, argument.toOpaque()) == 0 {
      pthread_detach(thread)
    } else {
      argument.release()
    }
  }

  fileprivate func run() {
    while true {
      available.wait()
      switch takeNext() {
      case .work(let work): work()
      case .nothing: continue
      case .stop: return
      }
    }
  }

  private func takeNext() -> Next {
    state.withLock {
      if $0.isStopped { return .stop }
      guard let id = $0.queue.popFirst(), let work = $0.work.removeValue(forKey: id) else { return .nothing }
      return .work(work)
    }
  }
}

/// A thread's life. On Linux the niceness is each thread's own; decoding yields to the thread that draws frames.
private func imageThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let threads = Unmanaged<ImageThreads>.fromOpaque(argument).takeRetainedValue()
  _ = nice(10)
  threads.run()
  return nil
}

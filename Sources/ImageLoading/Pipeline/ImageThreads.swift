import Glibc
import ScrollworkPlatform

/// Threads that repeat a step until it finds no work, and then sleep.
///
/// They are not in Swift's cooperative pool, where blocking work would stall all tasks of the program.
final class ImageThreads: Sendable {
  /// Performs one piece of work; returns `false` if there is none.
  typealias Step = @Sendable () -> Bool

  /// The state whose changes wake the sleeping threads.
  private struct News {
    /// The number of wake-ups.
    var calls = 0
    var isOver = false
  }

  private let news = Monitor(News())
  private let niceness: Int32
  private let step: Step

  /// Starts the threads.
  /// - Parameter niceness: The Linux niceness of each thread, 0 to 19: background work yields to the thread that draws
  ///   frames.
  init(count: Int, niceness: Int32, step: @escaping Step) {
    self.niceness = niceness
    self.step = step
    for _ in 0..<count { start() }
  }

  /// Wakes up one thread.
  func wake() { news.update(waking: .one) { $0.calls += 1 } }

  /// Ends the threads after their current step.
  func stop() { news.update { $0.isOver = true } }

  private func start() {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(self)
    if pthread_create(&thread, nil, imageThreadMain, argument.toOpaque()) == 0 {
      pthread_detach(thread)
    } else {
      argument.release()
    }
  }

  /// Runs one thread until `stop`.
  fileprivate func run() {
    _ = nice(niceness)
    var seen = 0
    while true {
      let next = news.wait { $0.calls == seen && !$0.isOver ? nil : $0 }
      if next.isOver { return }
      seen = next.calls
      while step() {}
    }
  }
}

/// Runs a thread; `argument` is the retained `ImageThreads`.
private func imageThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<ImageThreads>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}

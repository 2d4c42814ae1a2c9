import Glibc
import ScrollworkPlatform

/// Threads that ask for work, do it, and sleep when there is none. Not Swift's own pool: what blocks there holds up every
/// task of the program.
final class ImageThreads: Sendable {
  /// Does one piece of work; false if there is none.
  typealias Step = @Sendable () -> Bool

  /// What sleeping threads are told.
  private struct News {
    /// How often there was work.
    var calls = 0
    var isOver = false
  }

  private let news = Monitor(News())
  private let niceness: Int32
  private let step: Step

  /// - Parameter niceness: On Linux each thread's own; what works in the background yields to the thread that draws frames.
  init(count: Int, niceness: Int32, step: @escaping Step) {
    self.niceness = niceness
    self.step = step
    for _ in 0..<count { start() }
  }

  /// There is work for one more thread.
  func wake() { news.update(waking: .one) { $0.calls += 1 } }

  /// Ends the threads once they have done what they are at.
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

/// A thread's life.
private func imageThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<ImageThreads>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}

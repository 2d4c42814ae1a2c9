import Foundation
import ScrollworkPlatform
import Testing

@Test func `threads share a number of places and never more`() async {
  struct State {
    var free = 3
    var inside = 0
    var most = 0
    var done = 0
  }
  let monitor = Monitor(State())
  for _ in 0..<8 {
    Thread.detachNewThread {
      for _ in 0..<50 {
        monitor.wait { (state: inout State) -> Void? in
          guard state.free > 0 else { return nil }
          state.free -= 1
          state.inside += 1
          state.most = max(state.most, state.inside)
          return ()
        }
        monitor.update(waking: .one) {
          $0.inside -= 1
          $0.free += 1
          $0.done += 1
        }
      }
      monitor.update { _ in }
    }
  }
  let end = monitor.wait { $0.done == 400 ? $0 : nil }
  #expect(end.free == 3 && end.inside == 0 && (1...3).contains(end.most))
}

/// Counts steps, so that tests can say how much work an answer takes instead of how long it took.
///
/// A step is a node of a tree looked at, a row or a section walked over. Only programs built for debugging count.
package enum Effort {
  #if DEBUG
    /// Used by the one task that counts.
    private final class Counter: @unchecked Sendable {
      var steps = 0
    }

    @TaskLocal private static var counter: Counter?

    /// The number of steps that `body` took.
    package static func steps(of body: () -> Void) -> Int {
      let counter = Counter()
      $counter.withValue(counter, operation: body)
      return counter.steps
    }
  #endif

  @inline(__always)
  static func step() {
    #if DEBUG
      counter?.steps += 1
    #endif
  }
}

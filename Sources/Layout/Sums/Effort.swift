/// A counter of steps, with which tests check the work that an answer takes instead of its time.
///
/// A step is a visit of a tree node, a row or a section. Only debug builds count.
package enum Effort {
  #if DEBUG
    /// The counter of the task that counts.
    private final class Counter: @unchecked Sendable {
      var steps = 0
    }

    @TaskLocal private static var counter: Counter?

    /// Returns the number of steps that `body` took.
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

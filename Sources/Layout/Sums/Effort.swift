/// A counter of steps, with which tests check the work of an operation independently of time.
///
/// A step is a visit of a tree node, an item, a place in a row, a line, a row or a section. Only debug builds count.
package enum Effort {
  #if DEBUG
    /// The counter of the current task. It is `Sendable` without checks, because only the synchronous body of
    /// ``steps(of:)`` changes it.
    private final class Counter: @unchecked Sendable {
      var steps = 0
    }

    @TaskLocal private static var counter: Counter?

    /// Returns the number of steps that `body` takes.
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

import Synchronization

/// A counter of steps, with which tests check the work of an operation independently of time.
///
/// A step is a visit of a tree node, an item, a place in a row, a line, a row or a section.
package enum OperationCounter {
  /// The counter of the current task. It is `Sendable` without checks, because only the synchronous body of
  /// ``steps(of:)`` changes it.
  private final class Counter: @unchecked Sendable {
    var steps = 0
  }

  @TaskLocal private static var counter: Counter?
  /// The number of running calls of ``steps(of:)``. While it is zero, a step does not look for a counter, which would
  /// take long.
  private static let users = Atomic(0)

  /// Returns the number of steps that `body` takes.
  package static func steps(of body: () -> Void) -> Int {
    let counter = Counter()
    users.add(1, ordering: .relaxed)
    defer { users.subtract(1, ordering: .relaxed) }
    $counter.withValue(counter, operation: body)
    return counter.steps
  }

  @inline(__always)
  static func step() {
    if users.load(ordering: .relaxed) > 0 { count() }
  }

  /// Counts a step. Separate from ``step()``, so that the many loops that call that function stay small.
  @inline(never)
  private static func count() { counter?.steps += 1 }
}

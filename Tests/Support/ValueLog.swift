import Synchronization

/// Collects the values of background threads. A test can wait until they satisfy a condition.
package final class ValueLog<Value: Sendable>: Sendable {
  private struct State {
    /// The source of the values, which lives as long as this object.
    var source: (any Sendable)?
    var values: [Value] = []
    var waiters: [(condition: @Sendable ([Value]) -> Bool, continuation: CheckedContinuation<[Value], Never>)] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var values: [Value] { state.withLock { $0.values } }

  /// Keeps an object alive as long as this one.
  package func keep(_ source: any Sendable) { state.withLock { $0.source = source } }

  package func add(_ value: Value) { add(contentsOf: [value]) }

  package func add(contentsOf values: [Value]) {
    let (due, all) = state.withLock { state in
      state.values += values
      let all = state.values
      let due = state.waiters.filter { $0.condition(all) }
      state.waiters.removeAll { $0.condition(all) }
      return (due, all)
    }
    for waiter in due { waiter.continuation.resume(returning: all) }
  }

  /// Returns all values so far, once they satisfy the condition.
  ///
  /// It stops the process after a time limit, because otherwise a test could wait forever.
  package func wait(for condition: @escaping @Sendable ([Value]) -> Bool) async -> [Value] {
    let watchdog = Task.detached { [self] in
      try await Task.sleep(for: .seconds(900))
      fatalError("waited in vain; the last of \(values.count) values is \(String(describing: values.last))")
    }
    defer { watchdog.cancel() }
    return await withCheckedContinuation { continuation in
      let known = state.withLock { state -> [Value]? in
        if condition(state.values) { return state.values }
        state.waiters.append((condition, continuation))
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// Returns the newest value if it satisfies the condition, otherwise the first later value that does.
  package func first(where condition: @escaping @Sendable (Value) -> Bool) async -> Value {
    let values = await wait { $0.last.map(condition) ?? false }
    return values[values.count - 1]
  }
}

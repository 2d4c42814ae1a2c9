/// The program's calls that wait until the engine is no longer busy, in order.
struct CallQueue {
  private var calls: [DeferredCall] = []
  /// The number of calls at the start of `calls` that were taken already.
  private var taken = 0
  /// The number of calls from the start of `calls` to the last one that applies a list; zero if none does.
  private var lastApplying = 0

  /// The number of waiting calls.
  var count: Int { calls.count - taken }

  /// The list of the last waiting call that applies one; `nil` if none does.
  var lastList: List? { lastApplying > taken ? calls[lastApplying - 1].list : nil }

  /// Adds a call to the end of the queue.
  mutating func append(_ call: DeferredCall) {
    calls.append(call)
    if call.list != nil { lastApplying = calls.count }
  }

  /// Removes the oldest call and returns it.
  /// - Complexity: O(1) on average: the storage of calls that were taken is freed when it is half of the whole.
  mutating func takeFirst() -> DeferredCall {
    let call = calls[taken]
    // The call and its list must not live longer than the call waits.
    calls[taken] = DeferredCall { _ in }
    taken += 1
    if taken == calls.count {
      calls.removeAll(keepingCapacity: taken <= Self.keptCapacity)
      (taken, lastApplying) = (0, 0)
    } else if taken > Self.keptCapacity, taken * 2 >= calls.count {
      calls.removeFirst(taken)
      (taken, lastApplying) = (0, max(0, lastApplying - taken))
    }
    return call
  }

  /// The number of calls for which the queue keeps storage.
  private static let keptCapacity = 64
}

package import ScrollworkHostInterface

/// A priority queue of jobs: the most urgent first, and by `RequestOrder` among equally urgent ones.
package struct ImageJobQueue {
  private struct Entry {
    var priority: ImagePriority
    var order: RequestOrder
    /// The number of this entry. The entry is valid only while `sequenceOfJob` holds this number for its job.
    var sequence: Int
    var id: Int

    func isBefore(_ other: Entry) -> Bool {
      guard priority == other.priority else { return priority > other.priority }
      return order == other.order ? sequence < other.sequence : order.isBefore(other.order, at: priority)
    }
  }

  /// The entries as a binary heap. Removing or changing a job leaves a stale entry behind, which is skipped later.
  private var heap: [Entry] = []
  private var sequenceOfJob = ProbeTable<Int>()
  private var nextSequence = 0

  /// Creates an empty queue.
  package init() {}

  /// The number of waiting jobs.
  package var count: Int { sequenceOfJob.count }

  /// Whether a job is in the queue.
  package func contains(_ id: Int) -> Bool { sequenceOfJob.first(id) != nil }

  /// Adds a job, or changes the priority and order of a waiting one.
  /// - Parameter order: The order of the request; `nil` to place it after all earlier ones.
  /// - Complexity: O(log *n*) amortised.
  package mutating func insert(_ id: Int, priority: ImagePriority, order: RequestOrder? = nil) {
    sequenceOfJob.update(nextSequence, hash: id)
    let order = order ?? RequestOrder(turn: nextSequence)
    heap.append(Entry(priority: priority, order: order, sequence: nextSequence, id: id))
    nextSequence += 1
    rise(from: heap.count - 1)
    if heap.count > 2 * count + 64 { dropStaleEntries() }
  }

  /// Removes a job; returns `false` if it is not in the queue.
  package mutating func remove(_ id: Int) -> Bool {
    sequenceOfJob.remove(id) != nil
  }

  /// Returns the first job without removing it.
  /// - Complexity: O(log *n*) amortised.
  package mutating func first() -> (id: Int, priority: ImagePriority)? {
    // After many removals, one pass over all entries is faster than popping stale entries one by one.
    if heap.count > 2 * count + 64 { dropStaleEntries() }
    while let entry = heap.first {
      if sequenceOfJob.first(entry.id) == entry.sequence { return (entry.id, entry.priority) }
      _ = popEntry()
    }
    return nil
  }

  /// Removes and returns the first job.
  /// - Complexity: O(log *n*) amortised.
  package mutating func popFirst() -> Int? {
    while let entry = popEntry() {
      guard sequenceOfJob.first(entry.id) == entry.sequence else { continue }
      sequenceOfJob.remove(entry.id)
      return entry.id
    }
    return nil
  }

  /// Removes and returns the first entry, stale or not; `nil` if there is none.
  private mutating func popEntry() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink(from: 0)
    }
    return first
  }

  /// Rebuilds the heap without stale entries.
  /// - Complexity: O(*n*)
  private mutating func dropStaleEntries() {
    heap.removeAll { sequenceOfJob.first($0.id) != $0.sequence }
    for index in heap.indices.reversed() { sink(from: index) }
  }

  /// Moves an entry up to its place in the heap.
  private mutating func rise(from start: Int) {
    var index = start
    while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Moves an entry down to its place in the heap.
  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var first = index
      for child in (2 * index + 1)...(2 * index + 2) where child < heap.count && heap[child].isBefore(heap[first]) {
        first = child
      }
      if first == index { return }
      heap.swapAt(index, first)
      index = first
    }
  }
}

package import ScrollworkHostInterface

/// Jobs that wait, the most urgent first, among equals by the order in which they were asked for.
package struct ImageJobQueue {
  private struct Entry {
    var priority: ImagePriority
    var order: AskingOrder
    /// Which of the entries of its job it is.
    var sequence: Int
    var id: Int

    func isBefore(_ other: Entry) -> Bool {
      guard priority == other.priority else { return priority > other.priority }
      return order == other.order ? sequence < other.sequence : order.isBefore(other.order, at: priority)
    }
  }

  /// A binary heap. A job that was removed or changed leaves its entry behind, which no longer counts.
  private var heap: [Entry] = []
  private var sequenceOfJob = ProbeTable<Int>()
  private var nextSequence = 0

  package init() {}

  package var count: Int { sequenceOfJob.count }

  package func contains(_ id: Int) -> Bool { sequenceOfJob.first(id) != nil }

  /// Adds a job, or gives one that waits another priority and place.
  /// - Parameter order: When it was asked for; without it now, in a turn of its own.
  /// - Complexity: O(log *n*) amortised.
  package mutating func insert(_ id: Int, priority: ImagePriority, order: AskingOrder? = nil) {
    sequenceOfJob.update(nextSequence, hash: id)
    let order = order ?? AskingOrder(turn: nextSequence)
    heap.append(Entry(priority: priority, order: order, sequence: nextSequence, id: id))
    nextSequence += 1
    rise(from: heap.count - 1)
    if heap.count > 2 * count + 64 { dropStaleEntries() }
  }

  /// False if the job does not wait, because it was taken or never inserted.
  package mutating func remove(_ id: Int) -> Bool {
    sequenceOfJob.remove(id) != nil
  }

  /// The first job, which stays.
  /// - Complexity: O(log *n*) amortised.
  package mutating func first() -> (id: Int, priority: ImagePriority)? {
    // After many were removed at once it is quicker to look at all than to take out the first ones one by one.
    if heap.count > 2 * count + 64 { dropStaleEntries() }
    while let entry = heap.first {
      if sequenceOfJob.first(entry.id) == entry.sequence { return (entry.id, entry.priority) }
      _ = popEntry()
    }
    return nil
  }

  /// Takes the first job.
  /// - Complexity: O(log *n*) amortised.
  package mutating func popFirst() -> Int? {
    while let entry = popEntry() {
      guard sequenceOfJob.first(entry.id) == entry.sequence else { continue }
      sequenceOfJob.remove(entry.id)
      return entry.id
    }
    return nil
  }

  private mutating func popEntry() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink(from: 0)
    }
    return first
  }

  private mutating func dropStaleEntries() {
    heap.removeAll { sequenceOfJob.first($0.id) != $0.sequence }
    for index in heap.indices.reversed() { sink(from: index) }
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

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

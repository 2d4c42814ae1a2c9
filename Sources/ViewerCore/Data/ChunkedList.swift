/// A growing list with cheap copies: full chunks are shared, and an append after a copy copies one chunk at most.
///
/// A background thread appends and publishes copies, which never change.
package struct ChunkedList<Element: Sendable>: RandomAccessCollection, Sendable {
  /// The chunks. All but the last one are full.
  private var chunks: [[Element]] = []
  package private(set) var count = 0

  /// The binary logarithm of the chunk size.
  private static var shift: Int { 10 }
  private static var chunkSize: Int { 1 << shift }

  package init() {}

  package init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(position: Int) -> Element {
    precondition(position >= 0 && position < count, "element \(position) of \(count)")
    return chunks[position >> Self.shift][position & (Self.chunkSize - 1)]
  }

  /// Appends an element.
  /// - Complexity: O(1) on average; a shared last chunk of 1,024 elements is copied first.
  package mutating func append(_ element: Element) {
    if count & (Self.chunkSize - 1) == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  /// Removes elements from the end until `newCount` are left.
  package mutating func truncate(to newCount: Int) {
    while count > Swift.max(newCount, 0) {
      let inLast = (count - 1) & (Self.chunkSize - 1) + 1
      let removed = Swift.min(inLast, count - Swift.max(newCount, 0))
      if removed == inLast {
        chunks.removeLast()
      } else {
        chunks[chunks.count - 1].removeLast(removed)
      }
      count -= removed
    }
  }

  /// Returns the first position whose element does not satisfy `isBefore`, by binary search.
  /// - Precondition: All elements that satisfy `isBefore` come first.
  /// - Complexity: O(log *n*)
  package func partitioningIndex(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

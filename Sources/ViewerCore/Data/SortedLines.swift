/// The lines of a file in another order. The value never changes and is cheap to copy.
package struct SortedLines: Sendable {
  /// The generation of the file; see `LineIndexSnapshot.generation`.
  package let generation: Int
  /// The line numbers in the sorted order, counted from 0.
  package let numbers: [Int32]
  /// The number of the result, unique in the process.
  let revision: Int

  package var count: Int { numbers.count }
}

/// The state of a sort.
package struct LineSortState: Sendable {
  /// The finished share, 0 to 1; `nil` when it is done.
  package var progress: Double?
  /// The newest result; `nil` before the first one.
  package var lines: SortedLines?
  /// The reason why the lines cannot be sorted; `nil` if they can.
  package var objection: String?
}

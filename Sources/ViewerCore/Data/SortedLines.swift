/// The lines of a file in another order than that of the file. It never changes and is cheap to copy.
package struct SortedLines: Sendable {
  /// Of the file; see `LineIndexSnapshot.generation`.
  package let generation: Int
  /// Line numbers from 0, in order.
  package let numbers: [Int32]
  /// Tells it from what was sorted before.
  let revision: Int

  package var count: Int { numbers.count }
}

/// How far sorting is.
package struct LineSortState: Sendable {
  /// 0 to 1; `nil` when it is done.
  package var progress: Double?
  /// What was sorted last.
  package var lines: SortedLines?
  /// Why the lines stay in the order of the file, in words.
  package var objection: String?
}

/// A line by its place in the file. It stays the same row as the file grows.
package struct LineRow: Identifiable, Hashable, Sendable {
  /// Counted from 0.
  package var id: Int

  package init(id: Int) {
    self.id = id
  }

  /// As people count, from 1.
  package var number: Int { id + 1 }
}

/// Every line of a file, from the first to the last: nothing but a count, whatever their number.
package struct LineRows: RandomAccessCollection, Sendable {
  package let count: Int

  package init(count: Int) {
    self.count = count
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(position: Int) -> LineRow { LineRow(id: position) }
}

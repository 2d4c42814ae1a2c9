/// A line, identified by its number. It keeps its identity while the file grows.
package struct LineRow: Identifiable, Hashable, Sendable {
  /// The line number, counted from 0.
  package var id: Int

  package init(id: Int) {
    self.id = id
  }

  /// The line number shown to the user, counted from 1.
  package var number: Int { id + 1 }
}

/// All lines of a file as a collection, which stores nothing but their number.
package struct LineRows: RandomAccessCollection, Sendable {
  package let count: Int

  package init(count: Int) {
    self.count = count
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(position: Int) -> LineRow { LineRow(id: position) }
}

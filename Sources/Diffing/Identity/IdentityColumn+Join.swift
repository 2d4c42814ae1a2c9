extension IdentityColumn {
  /// A range of consecutive elements in a column.
  @usableFromInline
  package struct Part {
    @usableFromInline let column: IdentityColumn
    @usableFromInline let range: Range<Int>

    /// Creates a part of a column.
    /// - Precondition: The range is in the column's bounds.
    package init(_ column: IdentityColumn, _ range: Range<Int>) {
      precondition(range.lowerBound >= 0 && range.upperBound <= column.count, "\(range) of \(column.count)")
      self.column = column
      self.range = range
    }
  }

  /// Returns a column of parts of other columns, one part after the other: for example, to move an element.
  ///
  /// If the identities have different types, the column boxes them all, and none of them matches those of the original
  /// columns.
  /// - Complexity: O(*p*) in the number of parts; O(*n*) in the number of elements if their identities have different
  ///   types.
  package static func joining(_ parts: [Part]) -> IdentityColumn {
    guard let first = parts.first else { return IdentityColumn(ids: []) }
    guard parts.allSatisfy({ $0.column.type == first.column.type }) else {
      return IdentityColumn(ids: parts.flatMap { part in part.range.map { part.column.id(at: $0) } })
    }
    return first.column.operations.join(parts)
  }

  /// Creates a column of several parts from their identities, which are joined already.
  @usableFromInline
  convenience init<ID: Hashable>(_ identities: Identities<ID>, of parts: [Part]) {
    let starts = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.range.count) }
    self.init(identities, shape: .unknown, isShareable: parts.allSatisfy(\.column.isShareable)) { position in
      let index = starts.partitioningIndex { $0 > position } - 1
      return parts[index].column.id(at: parts[index].range.lowerBound + position - starts[index])
    }
  }
}

extension IdentityColumn {
  /// A subsection whose elements are consecutive in a column.
  @usableFromInline
  package struct Section {
    /// The identity of the subsection.
    package let id: ElementID
    /// The position of the subsection's first element in the column that contains it.
    package let start: Int
    /// The identities that the elements have within the subsection.
    package let elements: IdentityColumn

    package init(id: ElementID, start: Int, elements: IdentityColumn) {
      self.id = id
      self.start = start
      self.elements = elements
    }

    /// The position after the subsection's last element, in the column that contains it.
    var end: Int { start + elements.count }
  }

  /// Creates a column whose elements are in subsections.
  ///
  /// In this column the identity of an element includes its subsection. An element that left its subsection is searched
  /// for by the identity that it had within the subsection. Elements outside of all subsections, such as headers, are
  /// not searched for.
  /// - Parameter sections: The subsections in the order of their elements.
  package convenience init(_ column: IdentityColumn, joining sections: [Section]) {
    self.init(column, shape: .joined(sections))
  }

  /// The subsections that hold the elements; none for most columns.
  var sections: [Section] {
    if case .joined(let sections) = shape { return sections }
    return []
  }

  /// Whether the elements are in subsections.
  var isJoined: Bool {
    if case .joined = shape { return true }
    return false
  }
}

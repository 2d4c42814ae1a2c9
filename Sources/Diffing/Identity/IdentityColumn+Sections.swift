extension IdentityColumn {
  /// One of the sections whose elements follow each other in a column.
  @usableFromInline
  package struct Section {
    /// Its identity.
    package let id: ElementID
    /// Its first element, in the column that holds it.
    package let start: Int
    /// The identities that its elements have in it.
    package let elements: IdentityColumn

    package init(id: ElementID, start: Int, elements: IdentityColumn) {
      self.id = id
      self.start = start
      self.elements = elements
    }

    /// Behind its last element.
    var end: Int { start + elements.count }
  }

  /// A column of elements that are in sections.
  ///
  /// In the column itself each has an identity that tells its section. What leaves its section is looked for by the
  /// identity that it has there; elements that are in none of the sections, as headers, are not.
  /// - Parameter sections: In the order of their elements.
  package convenience init(_ column: IdentityColumn, joining sections: [Section]) {
    self.init(column, shape: .joined(sections))
  }

  /// The sections that the elements are in; none for most columns.
  var sections: [Section] {
    if case .joined(let sections) = shape { return sections }
    return []
  }

  /// True if its elements are in sections.
  var isJoined: Bool {
    if case .joined = shape { return true }
    return false
  }
}

/// A comparison of two lists of sections that any thread may finish.
///
/// The sections are mapped before, on the thread of the lists, because the identity of a section may be a value that
/// must stay with that thread. Only the columns of the elements are kept; ``mapping()`` compares them later.
///
/// ```swift
/// let sections = ListMapping.sections(of: old, and: new)
/// guard let comparison = ListComparison(from: old, to: new, sections: sections) else {
///   return ListMapping.between(old, and: new, sections: sections)
/// }
/// return await Task.detached { comparison.mapping() }.value
/// ```
///
/// `Sendable` although a column is not: a column never changes, and all values in these are `Sendable`.
package struct ListComparison: @unchecked Sendable {
  /// The mapping of the sections.
  package let sections: PositionMapping
  private let old: [IdentityColumn]
  private let new: [IdentityColumn]
  /// The text of an identity that two new sections have, if the diff met one.
  private let repeatedSection: String?

  /// Creates a comparison of lists whose mapping of sections is known; returns `nil` unless any thread may read all
  /// columns, see ``IdentityColumn/isShareable``.
  /// - Parameter sections: The mapping of the sections, as ``ListMapping/sections(of:and:)`` finds it.
  /// - Complexity: O(*s*) in the number of sections.
  package init?(from old: [SectionIdentity], to new: [SectionIdentity], sections: PositionMapping) {
    guard (old + new).allSatisfy(\.elements.isShareable) else { return nil }
    self.old = old.map(\.elements)
    self.new = new.map(\.elements)
    self.sections = sections
    repeatedSection = sections.repetition.map { "\(new[$0.first].id)" }
  }

  /// Finds the mapping of the elements.
  /// - Complexity: As `ListMapping.between(_:and:)`.
  package func mapping() -> ListMapping {
    ListMapping.between(old, and: new, sections: sections) { _ in repeatedSection ?? "" }
  }
}

/// A comparison of two lists of sections that any thread may finish.
///
/// The sections are mapped at once, on the thread of the lists, because the identity of a section may be a value that
/// must stay with that thread. Only the columns of the elements are kept; ``mapping()`` compares them later.
///
/// ```swift
/// guard let comparison = ListComparison(from: old, to: new) else { return ListMapping.between(old, and: new) }
/// return await Task.detached { comparison.mapping() }.value
/// ```
package struct ListComparison: Sendable {
  /// The mapping of the sections.
  package let sections: PositionMapping
  private let old: [IdentityColumn.Shared]
  private let new: [IdentityColumn.Shared]
  /// The text of an identity that two new sections have; `nil` if the diff met none.
  private let repeatedSection: String?

  /// Creates a comparison of lists whose mapping of sections is known; returns `nil` unless any thread may read all
  /// columns, see ``IdentityColumn/isShareable``.
  /// - Parameter sections: The mapping of the sections, as ``ListMapping/sections(of:and:)`` finds it.
  /// - Complexity: O(*s*) in the number of sections.
  package init?(from old: [SectionIdentity], to new: [SectionIdentity], sections: PositionMapping) {
    let (oldColumns, newColumns) = (old.compactMap(\.elements.shared), new.compactMap(\.elements.shared))
    guard oldColumns.count == old.count, newColumns.count == new.count else { return nil }
    self.old = oldColumns
    self.new = newColumns
    self.sections = sections
    repeatedSection = sections.repetition.map { "\(new[$0.first].id)" }
  }

  /// Creates a comparison of two lists; returns `nil` unless all columns hold `Sendable` elements.
  /// - Complexity: O(*s*) on average, in the number of sections.
  package init?(from old: [SectionIdentity], to new: [SectionIdentity]) {
    self.init(from: old, to: new, sections: ListMapping.sections(of: old, and: new))
  }

  /// Returns the mapping of the sections and their elements.
  /// - Complexity: As `ListMapping.between(_:and:)`.
  package func mapping() -> ListMapping {
    ListMapping.between(old.map(\.column), and: new.map(\.column), sections: sections) { _ in
      repeatedSection ?? ""
    }
  }
}

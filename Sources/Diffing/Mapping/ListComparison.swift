/// Two lists of sections that any thread may compare.
///
/// The identity of a section may be anything, also what must stay with its thread; so which section became which is found
/// before, where the lists are. Of the elements only the columns are kept.
///
/// ```swift
/// guard let comparison = ListComparison(from: old, to: new) else { return ListMapping.between(old, and: new) }
/// return await Task.detached { comparison.mapping() }.value
/// ```
public struct ListComparison: Sendable {
  /// Which section became which.
  public let sections: PositionMapping
  private let old: [IdentityColumn.Shared]
  private let new: [IdentityColumn.Shared]
  /// The identity that two new sections have, if the diff met one.
  private let repeatedSection: String?

  /// - Parameter sections: Which section became which, as ``ListMapping/sections(of:and:)`` finds it.
  /// - Returns: `nil` if the identities of some elements must not be read from any thread.
  /// - Complexity: O(*s*) in the number of sections.
  public init?(from old: [SectionIdentity], to new: [SectionIdentity], sections: PositionMapping) {
    let (oldColumns, newColumns) = (
      old.compactMap(\.elements.shared), new.compactMap(\.elements.shared)
    )
    guard oldColumns.count == old.count, newColumns.count == new.count else { return nil }
    self.old = oldColumns
    self.new = newColumns
    self.sections = sections
    repeatedSection = sections.repetition.map { "\(new[$0.first].id)" }
  }

  /// The same where it is not known yet which section became which.
  /// - Complexity: O(*s*) on average, in the number of sections.
  public init?(from old: [SectionIdentity], to new: [SectionIdentity]) {
    self.init(from: old, to: new, sections: ListMapping.sections(of: old, and: new))
  }

  /// Which element became which.
  /// - Complexity: As `ListMapping.between(_:and:)`.
  public func mapping() -> ListMapping {
    ListMapping.between(old.map(\.column), and: new.map(\.column), sections: sections) { _ in
      repeatedSection ?? ""
    }
  }
}

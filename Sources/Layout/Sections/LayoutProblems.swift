import ScrollworkDiffing
import ScrollworkGeometry

/// The mistakes found in resolved declarations, each recorded once per section.
struct LayoutProblems: Sendable {
  private struct Cause: Hashable {
    let problem: LayoutProblem
    /// The index of the section; nil for list boundaries and the configuration.
    let section: Int?
  }

  private var known: Set<Cause> = []
  /// The mistakes that have not been reported yet.
  private var untold: [Cause] = []

  var isEmpty: Bool { untold.isEmpty }

  mutating func record(_ problem: LayoutProblem, in section: Int?) {
    let cause = Cause(problem: problem, section: section)
    if known.insert(cause).inserted { untold.append(cause) }
  }

  /// Updates the section positions after an update, and removes the mistakes of deleted sections.
  mutating func follow(_ mapping: PositionMapping) {
    guard !known.isEmpty else { return }
    func followed(_ cause: Cause) -> Cause? {
      guard let section = cause.section else { return cause }
      return mapping.newPosition(ofOld: section).map { Cause(problem: cause.problem, section: $0) }
    }
    known = Set(known.compactMap(followed))
    untold = untold.compactMap(followed)
  }

  /// Marks the mistakes that `before` has already reported as reported here too, for the same sections.
  mutating func leaveOut(_ before: LayoutProblems) {
    let told = before.known.subtracting(before.untold)
    untold.removeAll { told.contains($0) }
    known.formUnion(told)
  }

  /// Returns the mistakes that have not been reported yet, in the order in which they were found, and marks them as
  /// reported.
  mutating func take() -> [(problem: LayoutProblem, section: Int?)] {
    defer { untold = [] }
    return untold.map { ($0.problem, $0.section) }
  }
}

extension LayoutSolver {
  /// Whether a mistake in a declaration was found and not reported yet.
  package var hasProblems: Bool { !problems.isEmpty }

  /// Returns the mistakes found since the last call; the section is nil for mistakes in the configuration. Always empty
  /// unless `Checks.areOn`.
  package mutating func takeProblems() -> [(problem: LayoutProblem, section: Int?)] { problems.take() }

  /// Records the mistakes in the declarations of a section's subsections that are resolved. Does nothing unless
  /// `Checks.areOn`.
  mutating func recordProblemsOfSubsections(in section: Int) {
    guard Checks.areOn else { return }
    let index = Int(states.store(of: section))
    guard index >= 0, let found = stores[index]?.arranged?.takeProblems() else { return }
    for problem in found { problems.record(problem, in: section) }
  }

  /// Records the mistakes in the configuration. Does nothing unless `Checks.areOn`.
  mutating func recordProblemsOfConfiguration() {
    guard Checks.areOn else { return }
    var check = DeclarationCheck()
    check.length(configuration.interSectionSpacing)
    for item in configuration.boundaryItems { check.boundaryItem(item) }
    for problem in check.problems { problems.record(problem, in: nil) }
  }
}

/// A mistake in the declaration of a layout. The layout falls back to a safe value and continues.
///
/// Each resolved layout is checked once: always in debug builds, and in release builds if the environment variable
/// `SCROLLWORK_CHECKS` is set.
public enum LayoutProblem: Hashable, Sendable, CustomStringConvertible {
  /// A size, an inset or a distance is negative, infinite or not a number, or an offset is infinite or not a number. It
  /// counts as zero.
  case invalidLength
  /// A group that cannot hold any cell: it has no subitems, or the closure of a custom group returned no places. A
  /// section of such groups is empty.
  case emptyGroup
  /// A provider returned no layout for a section, which is therefore empty.
  case noLayout
  /// A size is a fraction of an estimated side of its group. It stays a fraction of the estimate, even when the group
  /// is measured; most likely the size should be estimated too.
  case fractionOfEstimate

  /// The mistake in a few words, as the object of "the layout of section 2 has …".
  public var description: String {
    switch self {
    case .invalidLength: "a length that is negative, infinite or not a number"
    case .emptyGroup: "a group without a place for any cell"
    case .noLayout: "no layout from its provider"
    case .fractionOfEstimate: "a fraction of a side of its group that is estimated"
    }
  }
}

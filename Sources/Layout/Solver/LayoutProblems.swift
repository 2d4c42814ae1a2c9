import ScrollworkDiffing

/// What was wrong in the declarations that were resolved, each once for each section.
struct LayoutProblems: Sendable {
  private struct Cause: Hashable {
    let problem: LayoutProblem
    /// Nil for what stands before and after all sections.
    let section: Int?
  }

  private var known: Set<Cause> = []
  /// Those that nobody was told.
  private var untold: [Cause] = []

  var isEmpty: Bool { untold.isEmpty }

  mutating func note(_ problem: LayoutProblem, in section: Int?) {
    let cause = Cause(problem: problem, section: section)
    if known.insert(cause).inserted { untold.append(cause) }
  }

  /// The sections became others.
  mutating func follow(_ mapping: PositionMapping) {
    guard !known.isEmpty else { return }
    func followed(_ cause: Cause) -> Cause? {
      guard let section = cause.section else { return cause }
      return mapping.newPosition(ofOld: section).map { Cause(problem: cause.problem, section: $0) }
    }
    known = Set(known.compactMap(followed))
    untold = untold.compactMap(followed)
  }

  /// Leaves out what was met before in the same sections.
  mutating func leaveOut(_ before: LayoutProblems) {
    let told = before.known.subtracting(before.untold)
    untold.removeAll { told.contains($0) }
    known.formUnion(told)
  }

  /// Those that nobody was told, in the order in which they were met.
  mutating func take() -> [(problem: LayoutProblem, section: Int?)] {
    defer { untold = [] }
    return untold.map { ($0.problem, $0.section) }
  }
}

#if DEBUG
  /// An arrangement that holds sections: what is wrong in what they declare belongs to the section that it is in.
  protocol ProblemHolder: LayoutArrangement {
    /// What was found since it was asked last.
    mutating func takeProblems() -> Set<LayoutProblem>
  }
#endif

extension LayoutSolver {
  /// True if something was wrong in what was declared, and nobody was told.
  package var hasProblems: Bool { !problems.isEmpty }

  /// What was wrong in what was declared, as far as it has been looked at and told to nobody before; the section is nil for
  /// what stands before and after all of them. Nothing in programs that are not built for debugging.
  package mutating func takeProblems() -> [(problem: LayoutProblem, section: Int?)] { problems.take() }

  /// Looks for what cannot be meant in the layout of a section.
  mutating func noteProblems(of template: Template, in section: Int) {
    #if DEBUG
      for problem in template.problems { problems.note(problem, in: section) }
    #endif
  }

  /// The same in the sections in a section, as far as somebody came near them.
  mutating func noteInnerProblems(in section: Int) {
    #if DEBUG
      let index = Int(states.store(of: section))
      guard index >= 0, var holder = stores[index]?.arranged as? any ProblemHolder else { return }
      for problem in holder.takeProblems() { problems.note(problem, in: section) }
      stores[index]?.arranged = holder
    #endif
  }

  /// The same in the configuration.
  mutating func noteGlobalProblems() {
    #if DEBUG
      var check = DeclarationCheck()
      check.length(configuration.interSectionSpacing)
      for item in configuration.boundaryItems { check.boundaryItem(item) }
      for problem in check.problems { problems.note(problem, in: nil) }
    #endif
  }
}

package import ScrollworkLayout

extension LayoutState {
  /// Lays out a list without regard to the previous list.
  /// - Returns: Whether the configuration changed, for example the scroll direction.
  /// - Complexity: O(*s*) in the number of sections.
  @discardableResult
  package mutating func reload(_ list: List, environment: LayoutEnvironment) -> Bool {
    let isOther = list.configuration != solver.configuration
    if isOther { solver = LayoutSolver(environment: environment, configuration: list.configuration) }
    solver.reload(list.solverInputs, environment: environment)
    return isOther
  }
}

extension List {
  /// The sections in the form that the solver takes. Each is converted when the solver first needs an element near it.
  var solverInputs: LayoutSolver.SectionInputs {
    let declared = DeclaredSections(sections: sections)
    return LayoutSolver.SectionInputs(count: sections.count) { declared.input(at: $0) }
  }
}

/// The sections of a list for its layout.
///
/// Unchecked, because the layout uses it only on the main actor, where the sections were made.
private struct DeclaredSections: @unchecked Sendable {
  let sections: [Section]

  func input(at index: Int) -> LayoutSolver.SectionInput { sections[index].solverInput }
}

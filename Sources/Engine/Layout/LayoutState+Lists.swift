import ScrollworkLayout

extension List {
  /// The sections as input for the solver. Each is converted when the solver first needs an element near it.
  var solverInputs: LayoutSolver.SectionInputs {
    let declared = DeclaredSections(sections: sections)
    return LayoutSolver.SectionInputs(count: sections.count) { declared.input(at: $0) }
  }
}

/// A list's sections, converted to input for the solver on demand.
///
/// Its conformance to `Sendable` is unchecked, because the layout uses it only on the main actor, where the sections
/// were made.
private struct DeclaredSections: @unchecked Sendable {
  let sections: [Section]

  func input(at index: Int) -> LayoutSolver.SectionInput { sections[index].solverInput }
}

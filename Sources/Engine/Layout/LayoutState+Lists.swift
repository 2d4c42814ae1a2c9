import ScrollworkLayout

extension List {
  /// The sections in the form that the solver takes. Each is converted when the solver first needs an element near it.
  var solverInputs: LayoutSolver.SectionInputs {
    let declared = DeclaredSections(sections: sections)
    return LayoutSolver.SectionInputs(count: sections.count) { declared.input(at: $0) }
  }
}

/// The sections of a list for its layout.
///
/// Its conformance to `Sendable` is unchecked, because the layout uses it only on the main actor, where the sections
/// were made.
private struct DeclaredSections: @unchecked Sendable {
  let sections: [Section]

  func input(at index: Int) -> LayoutSolver.SectionInput { sections[index].solverInput }
}

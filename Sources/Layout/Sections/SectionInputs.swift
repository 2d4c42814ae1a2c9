public import ScrollworkDiffing

extension LayoutSolver {
  /// The sections as the engine declares them. Each is made when it is needed, so it costs no more to pass a hundred
  /// thousand sections than one.
  package struct SectionInputs: Sendable {
    package let count: Int
    private let make: @Sendable (Int) -> SectionInput

    /// Creates the input for `count` sections.
    /// - Parameter make: Returns the section with an index. It must return the same one for each call with that index.
    package init(count: Int, make: @escaping @Sendable (Int) -> SectionInput) {
      self.count = count
      self.make = make
    }

    package init(_ sections: [SectionInput] = []) {
      self.init(count: sections.count) { sections[$0] }
    }

    subscript(section: Int) -> SectionInput { make(section) }
  }

  /// Replaces the sections and discards all state of the earlier ones.
  public mutating func reload(_ sections: [SectionInput], environment: LayoutEnvironment) {
    reload(SectionInputs(sections), environment: environment)
  }

  /// Replaces the sections; measured sizes move with their items.
  /// - Parameter mapping: The mapping from the current sections and items to the new ones.
  /// - Precondition: The mapping has the current and the new number of sections.
  /// - Complexity: O(*S* log *n*) if items were appended, or were inserted or deleted in one place of a section.
  public mutating func update(_ sections: [SectionInput], mapping: ListMapping) {
    update(SectionInputs(sections), mapping: mapping)
  }
}

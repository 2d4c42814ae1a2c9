package import ScrollworkDiffing

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

  /// Replaces the sections by an array; see `reload(_:environment:)` for `SectionInputs`.
  package mutating func reload(_ sections: [SectionInput], environment: LayoutEnvironment) {
    reload(SectionInputs(sections), environment: environment)
  }

  /// Updates the sections to an array; see `update(_:mapping:seen:newPart:)`.
  package mutating func update(_ sections: [SectionInput], mapping: ListMapping) {
    update(SectionInputs(sections), mapping: mapping)
  }
}

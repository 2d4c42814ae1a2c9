package import ScrollworkDiffing

extension LayoutSolver {
  /// The sections as the engine declares them. Each is made when it is read, so passing a hundred thousand sections
  /// costs no more than passing one.
  package struct SectionInputs: Sendable {
    package let count: Int
    private let make: @Sendable (Int) -> SectionInput

    /// - Parameter make: Returns a section; must return the same one each time it is called for an index.
    package init(count: Int, make: @escaping @Sendable (Int) -> SectionInput) {
      self.count = count
      self.make = make
    }

    package init(_ sections: [SectionInput] = []) {
      self.init(count: sections.count) { sections[$0] }
    }

    subscript(section: Int) -> SectionInput { make(section) }
  }

  /// Lays out an array of sections; see `reload(_:environment:)` for `SectionInputs`.
  package mutating func reload(_ sections: [SectionInput], environment: LayoutEnvironment) {
    reload(SectionInputs(sections), environment: environment)
  }

  /// Lays out an array of sections; see `update(_:mapping:seen:newPart:)`.
  package mutating func update(_ sections: [SectionInput], mapping: ListMapping) {
    update(SectionInputs(sections), mapping: mapping)
  }
}

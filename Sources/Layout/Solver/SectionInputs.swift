package import ScrollworkDiffing

extension LayoutSolver {
  /// The sections as the engine hands them in: each is made when it is asked for, so that handing in a hundred thousand
  /// takes no longer than handing in one.
  package struct SectionInputs: Sendable {
    package let count: Int
    private let make: @Sendable (Int) -> SectionInput

    /// - Parameter make: Says what a section is; the same every time that it is asked.
    package init(count: Int, make: @escaping @Sendable (Int) -> SectionInput) {
      self.count = count
      self.make = make
    }

    package init(_ sections: [SectionInput] = []) {
      self.init(count: sections.count) { sections[$0] }
    }

    subscript(section: Int) -> SectionInput { make(section) }
  }

  /// As `reload(_:environment:)` of sections that are made when they are asked for.
  package mutating func reload(_ sections: [SectionInput], environment: LayoutEnvironment) {
    reload(SectionInputs(sections), environment: environment)
  }

  /// As `update(_:mapping:)` of sections that are made when they are asked for.
  package mutating func update(_ sections: [SectionInput], mapping: ListMapping) {
    update(SectionInputs(sections), mapping: mapping)
  }
}

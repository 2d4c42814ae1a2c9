public import ScrollworkDiffing

extension LayoutSolver {
  /// A section: its layout, the number of its items, and whether it has a header and a footer.
  public struct SectionInput: Sendable {
    package var layout: SectionLayout
    /// The provider of the section's layout, called when the layout is resolved. If there is one, `layout` is ignored.
    package var provider: SectionProvider?
    package var itemCount: Int
    package var hasHeader: Bool
    package var hasFooter: Bool
    /// Returns the identity of an item as a string, for layouts that treat some items by their identity.
    package var identify: (@Sendable (Int) -> String)?
    /// The levels of the items if they are rows of an outline, which are pinned while their descendants scroll.
    package var outline: OutlineShape?

    /// Creates a section.
    /// - Parameters:
    ///   - provider: The provider of the layout, called when the layout is resolved. If there is one, `layout` is
    ///     ignored.
    ///   - hasHeader: Whether the header that the layout declares is placed.
    ///   - hasFooter: Whether the footer that the layout declares is placed.
    ///   - identify: Returns the identity of an item as a string, for layouts that treat some items by their identity.
    public init(
      layout: SectionLayout, provider: SectionProvider? = nil, itemCount: Int, hasHeader: Bool = false,
      hasFooter: Bool = false, identify: (@Sendable (Int) -> String)? = nil
    ) {
      self.layout = layout
      self.provider = provider
      self.itemCount = itemCount
      self.hasHeader = hasHeader
      self.hasFooter = hasFooter
      self.identify = identify
    }
  }

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
  package mutating func reload(_ sections: [SectionInput], environment: LayoutEnvironment) {
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

/// The values from which a ``SectionProvider`` may compute a section's layout.
public struct SectionLayoutContext: Sendable {
  /// The position of the section in the list.
  public var section: Int
  /// The number of cells in the section.
  public var itemCount: Int
  /// The size, scale and direction of the list, and the system preferences of the user.
  public var environment: LayoutEnvironment

  package init(section: Int, itemCount: Int, environment: LayoutEnvironment) {
    self.section = section
    self.itemCount = itemCount
    self.environment = environment
  }
}

/// A closure that returns the layout of a section. It is called when the section is about to become visible.
///
/// The layout must depend only on the context. If the closure returns nil, the section is empty.
public struct SectionProvider: Hashable, Sendable {
  private let closure: Keyed<@Sendable (SectionLayoutContext) -> SectionLayout?>

  /// The key that represents the closure when sections are compared.
  package var key: LayoutKey { closure.key }

  /// Returns the layout of a section; nil for an empty section.
  package func body(_ context: SectionLayoutContext) -> SectionLayout? { closure.value(context) }

  /// Creates a provider from a closure.
  /// - Parameters:
  ///   - key: A key that differs for each closure.
  ///   - body: Returns the layout of a section. It is called again when the environment changes.
  public init(
    key: some Hashable & Sendable, body: @escaping @Sendable (SectionLayoutContext) -> SectionLayout?
  ) {
    closure = Keyed(key, body)
  }
}

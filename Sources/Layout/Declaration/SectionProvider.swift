/// The values from which a ``SectionProvider`` may compute a section's layout.
public struct SectionLayoutContext: Sendable {
  /// The position of the section in the list.
  public var section: Int
  /// The number of cells in the section.
  public var itemCount: Int
  /// The size, scale and direction of the list, and the system preferences of the user.
  public var environment: LayoutEnvironment
  /// The sizes of cells, as far as they were measured.
  public var sizes: Sizes

  /// The measured sizes of a section's cells.
  public struct Sizes: Sendable {
    private let find: @Sendable (Int) -> Double?

    package init(_ find: @escaping @Sendable (Int) -> Double? = { _ in nil }) {
      self.find = find
    }

    /// Returns the extent of a cell's content along the scroll direction, in logical pixels; nil if it was not
    /// measured.
    public func extent(ofItem item: Int) -> Double? { find(item) }
  }

  package init(section: Int, itemCount: Int, environment: LayoutEnvironment, sizes: Sizes = Sizes()) {
    self.section = section
    self.itemCount = itemCount
    self.environment = environment
    self.sizes = sizes
  }
}

/// A closure that returns the layout of a section. It is called when the section is about to become visible.
///
/// The layout must depend only on the context. If the closure returns nil, the section is empty.
public struct SectionProvider: Hashable, Sendable {
  /// Returns the layout of a section; nil for an empty section.
  public typealias Body = @Sendable (SectionLayoutContext) -> SectionLayout?

  /// The key that represents the closure when sections are compared.
  package let key: LayoutKey
  package let body: Body

  /// Creates a provider from a closure.
  /// - Parameters:
  ///   - key: A key that differs for each closure.
  ///   - body: Returns the layout of a section. It is called again when the environment changes.
  public init(key: some Hashable & Sendable, body: @escaping Body) {
    self.key = LayoutKey(key)
    self.body = body
  }

  /// Returns whether two providers have equal keys.
  public static func == (a: SectionProvider, b: SectionProvider) -> Bool { a.key == b.key }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

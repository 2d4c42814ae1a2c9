/// What a section's layout may follow from.
public struct SectionLayoutContext: Sendable {
  /// Position of the section in the list.
  public var section: Int
  /// The number of its cells.
  public var itemCount: Int
  /// The size, scale and direction of the list, and what the person asked of the system.
  public var environment: LayoutEnvironment
  /// What is known of the cells' sizes.
  public var sizes: Sizes

  /// Measured sizes of a section's cells.
  public struct Sizes: Sendable {
    private let find: @Sendable (Int) -> Double?

    package init(_ find: @escaping @Sendable (Int) -> Double? = { _ in nil }) {
      self.find = find
    }

    /// How long a cell's content is along the direction of scrolling, in logical pixels; nil if it was not measured.
    public func extent(ofItem item: Int) -> Double? { find(item) }
  }

  package init(section: Int, itemCount: Int, environment: LayoutEnvironment, sizes: Sizes = Sizes()) {
    self.section = section
    self.itemCount = itemCount
    self.environment = environment
    self.sizes = sizes
  }
}

/// Gives a section its layout when it is about to come in sight.
///
/// The answer may depend on the context and on nothing else. Nil is an empty section.
public struct SectionProvider: Hashable, Sendable {
  /// Says how a section is laid out; nil for an empty one.
  public typealias Body = @Sendable (SectionLayoutContext) -> SectionLayout?

  /// Stands for the closure when sections are compared.
  public let key: LayoutKey
  package let body: Body

  /// - Parameters:
  ///   - key: Another one for another closure.
  ///   - body: Gives the layout; it is asked again in another environment.
  public init(key: some Hashable & Sendable, body: @escaping Body) {
    self.key = LayoutKey(key)
    self.body = body
  }

  public static func == (a: SectionProvider, b: SectionProvider) -> Bool { a.key == b.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

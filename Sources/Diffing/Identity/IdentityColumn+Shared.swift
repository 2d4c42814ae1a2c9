extension IdentityColumn {
  /// A column that any thread may read and compare.
  ///
  /// Sendable although a column is not: what a column holds never changes, and this one was made from elements and
  /// identities that are.
  public struct Shared: @unchecked Sendable {
    public let column: IdentityColumn

    fileprivate init(_ column: IdentityColumn) {
      self.column = column
    }
  }

  /// The column for other threads; `nil` unless ``isShareable``.
  public var shared: Shared? { isShareable ? Shared(self) : nil }
}

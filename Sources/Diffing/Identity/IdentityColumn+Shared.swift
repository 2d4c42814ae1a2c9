extension IdentityColumn {
  /// A column that any thread may read and compare.
  ///
  /// It is `Sendable` although a column is not: the contents of a column never change, and those of this one are
  /// `Sendable`.
  public struct Shared: @unchecked Sendable {
    /// The column itself.
    public let column: IdentityColumn

    fileprivate init(_ column: IdentityColumn) {
      self.column = column
    }
  }

  /// The column for other threads; `nil` unless ``isShareable``.
  public var shared: Shared? { isShareable ? Shared(self) : nil }
}

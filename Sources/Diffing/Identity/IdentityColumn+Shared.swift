extension IdentityColumn {
  /// A column that any thread may read and compare.
  ///
  /// `Sendable` although a column is not: a column never changes, and all values in this one are `Sendable`.
  package struct Shared: @unchecked Sendable {
    /// The column that may be shared between threads.
    package let column: IdentityColumn

    fileprivate init(_ column: IdentityColumn) {
      self.column = column
    }
  }

  /// This column, wrapped for use on other threads; `nil` unless ``isShareable``.
  package var shared: Shared? { isShareable ? Shared(self) : nil }
}

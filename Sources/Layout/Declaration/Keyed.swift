/// A closure, or several, with the key that represents them when layouts are compared, because closures cannot be.
package struct Keyed<Value: Sendable>: Hashable, Sendable {
  package let key: LayoutKey
  package let value: Value

  /// Creates a value that is equal to others with an equal key.
  package init(_ key: some Hashable & Sendable, _ value: Value) {
    self.key = LayoutKey(key)
    self.value = value
  }

  /// Returns whether both have equal keys.
  package static func == (a: Keyed, b: Keyed) -> Bool { a.key == b.key }

  /// Hashes the key.
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

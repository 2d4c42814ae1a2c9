/// A closure, or several, with a key. Values are compared by their keys, because closures cannot be compared.
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

/// A key that identifies a closure in a declaration. Closures cannot be compared, so two closures count as equal if
/// their keys are equal.
///
/// Use a new key whenever the closure would return something else. As long as the key is equal, layouts that were
/// computed earlier stay in use.
package struct LayoutKey: Hashable, Sendable {
  /// A shared, immutable box for the value: keys are copied by the hundred thousand, so a copy must be cheap.
  private final class Box: Sendable {
    let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) {
      self.value = value
    }
  }

  private let box: Box

  /// Creates a key from a value. Keys of equal values are equal.
  package init(_ value: some Hashable & Sendable) {
    box = Box(value)
  }

  package static func == (a: LayoutKey, b: LayoutKey) -> Bool {
    a.box === b.box || equals(a.box.value, b.box.value)
  }

  private static func equals<Value: Hashable>(_ a: Value, _ b: any Hashable) -> Bool {
    (b as? Value).map { $0 == a } ?? false
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(box.value)) }
}

/// A key that represents a closure in a declaration. Closures cannot be compared, so two count as equal if their keys
/// are.
///
/// Use a new key whenever the closure would return something else; otherwise layouts made with the old one stay in use.
public struct LayoutKey: Hashable, Sendable {
  /// The value of the key. Immutable, so that copies may share it: keys are copied by the hundred thousand.
  private final class Box: Sendable {
    let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) {
      self.value = value
    }
  }

  private let box: Box

  /// Creates a key that is equal to the keys of equal values.
  public init(_ value: some Hashable & Sendable) {
    box = Box(value)
  }

  public static func == (a: LayoutKey, b: LayoutKey) -> Bool {
    a.box === b.box || equals(a.box.value, b.box.value)
  }

  private static func equals<Value: Hashable>(_ a: Value, _ b: any Hashable) -> Bool {
    (b as? Value).map { $0 == a } ?? false
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(box.value)) }
}

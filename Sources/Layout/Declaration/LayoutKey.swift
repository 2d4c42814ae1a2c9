/// Says which closure a declaration holds: closures cannot be compared, so two count as equal if their keys are.
///
/// Take a new key whenever the closure would answer differently, or layouts made with the old one stay in use.
public struct LayoutKey: Hashable, Sendable {
  private let value: any Hashable & Sendable

  public init(_ value: some Hashable & Sendable) {
    self.value = value
  }

  public static func == (a: LayoutKey, b: LayoutKey) -> Bool { AnyHashable(a.value) == AnyHashable(b.value) }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}

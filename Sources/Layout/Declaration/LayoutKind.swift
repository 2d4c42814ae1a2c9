/// The name of a kind of supplementary or decoration. A section has at most one boundary supplementary of each kind.
public struct LayoutKind: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name that distinguishes the kind from others.
  public var name: String

  /// The kind of a section's own header.
  public static let header: LayoutKind = "header"
  /// The kind of a section's own footer.
  public static let footer: LayoutKind = "footer"

  /// Creates the kind with the given name.
  public init(_ name: String) { self.name = name }
  /// Creates the kind with the given name.
  public init(stringLiteral name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}

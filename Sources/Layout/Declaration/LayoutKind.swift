/// The name of a kind of supplementary or decoration. Within one section every kind is there once.
public struct LayoutKind: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// What tells it from other kinds.
  public var name: String

  /// The header that a section has of its own.
  public static let header: LayoutKind = "header"
  /// The footer that a section has of its own.
  public static let footer: LayoutKind = "footer"

  /// The kind of this name.
  public init(_ name: String) { self.name = name }
  /// The kind of this name.
  public init(stringLiteral name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}

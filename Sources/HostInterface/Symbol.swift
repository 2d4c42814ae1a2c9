/// A drawing of strokes on a grid of 16, used as an icon in one colour.
///
/// The outline is written as in SVG paths with absolute commands `M L H V C Z`, and `O x y r` for a circle, `D x y r` for a
/// filled dot and `R x y w h r` for a rounded rectangle. Strokes are 1.5 wide with round caps and joins.
public struct Symbol: Hashable, Sendable {
  public let name: String
  public let path: String

  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  public static func == (a: Symbol, b: Symbol) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// An icon of strokes in one colour, drawn on a grid of 16 by 16 units.
///
/// The outline uses the absolute commands of SVG paths, `M L H V C Z`, and three more. `O x y r` is a circle, `D x y r`
/// a filled dot and `R x y w h r` a rounded rectangle. Strokes are 1.5 units wide with round caps and joins.
public struct Symbol: Hashable, Sendable {
  /// The identity of the symbol. Caches rely on it: symbols with equal names must have equal paths.
  package let name: String
  /// The outline in units of the grid, with the origin at the upper left and y downwards.
  package let path: String

  /// Creates a symbol.
  /// - Parameters:
  ///   - name: A name that no symbol with another outline has.
  ///   - path: The outline, in the notation that ``Symbol`` describes. An invalid outline draws nothing.
  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// Whether both symbols have the same name.
  public static func == (a: Symbol, b: Symbol) -> Bool { a.name == b.name }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

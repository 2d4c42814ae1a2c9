/// The position of an element in a list of sections; not an identity.
public struct ElementPath: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The position of the section, from zero.
  public var section: Int
  /// The position of the element in its section, from zero.
  public var item: Int

  /// Creates a path of two positions.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether `a` comes before `b` in the list.
  public static func < (a: ElementPath, b: ElementPath) -> Bool {
    a.section != b.section ? a.section < b.section : a.item < b.item
  }

  /// Both positions: `0.3`.
  public var description: String { "\(section).\(item)" }
}

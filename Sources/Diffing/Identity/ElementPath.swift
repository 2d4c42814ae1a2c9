/// Where an element is in a list of sections: positions, not identity.
public struct ElementPath: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// Position of the section, from zero.
  public var section: Int
  /// Position of the element in its section, from zero.
  public var item: Int

  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  public static func < (a: ElementPath, b: ElementPath) -> Bool {
    a.section != b.section ? a.section < b.section : a.item < b.item
  }

  public var description: String { "\(section).\(item)" }
}

/// Something in the declaration of a layout that cannot be meant. It was repaired, the list goes on.
///
/// Only programs built for debugging look for it, once for each layout that is resolved.
public enum LayoutProblem: Hashable, Sendable, CustomStringConvertible {
  /// A size, an inset or a distance is negative, infinite or not a number; it counts as zero, an infinite offset too.
  case invalidLength
  /// A group has no place for any cell: it has no subitems, or the closure of a custom group placed none. A section of such
  /// groups is empty.
  case emptyGroup
  /// A provider gave a section no layout; it is empty.
  case noLayout
  /// Something is a fraction of a side of its group that is estimated. It stays that fraction of the guess, whatever is
  /// measured; most likely it is to be estimated too.
  case fractionOfEstimate

  public var description: String {
    switch self {
    case .invalidLength: "a length that is negative, infinite or not a number"
    case .emptyGroup: "a group without a place for any cell"
    case .noLayout: "no layout from its provider"
    case .fractionOfEstimate: "a fraction of a side of its group that is estimated"
    }
  }
}

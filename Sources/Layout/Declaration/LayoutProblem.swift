/// A mistake in the declaration of a layout. The layout falls back to a safe value and continues.
///
/// Only debug builds look for mistakes, once for each layout that is resolved.
public enum LayoutProblem: Hashable, Sendable, CustomStringConvertible {
  /// A size, an inset or a distance is negative, infinite or not a number, or an offset is infinite or not a number. It
  /// counts as zero.
  case invalidLength
  /// A group has no place for any cell: it has no subitems, or the closure of a custom group returned no places. A
  /// section of such groups is empty.
  case emptyGroup
  /// A provider returned no layout for a section, which is therefore empty.
  case noLayout
  /// A size is a fraction of an estimated side of its group. It stays a fraction of the estimate, even when the group
  /// is measured; most likely the size should be estimated too.
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

/// The gap between two neighbours in a group.
public enum LayoutSpacing: Hashable, Sendable {
  /// Exactly so many logical pixels.
  case fixed(Double)
  /// At least so many logical pixels; what is left over in the group is shared equally by its gaps.
  case flexible(Double)

  var minimum: Double {
    switch self {
    case .fixed(let gap), .flexible(let gap): Subpixels.sane(gap)
    }
  }

  var isFlexible: Bool {
    if case .flexible = self { return true }
    return false
  }
}

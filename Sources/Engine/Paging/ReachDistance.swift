/// How near the view comes to an end of its content before more is asked for.
public enum ReachDistance: Hashable, Sendable {
  /// Logical pixels.
  case absolute(Double)
  /// That many heights of the view.
  case relativeToContainerSize(multiplier: Double)

  /// In logical pixels, for a view so high.
  func pixels(container: Double) -> Double {
    switch self {
    case .absolute(let pixels): pixels
    case .relativeToContainerSize(let multiplier): container * multiplier
    }
  }
}

/// What a list does when the view comes near one of its ends.
struct ReachHandler {
  var distance: ReachDistance
  var hasMore: Bool
  var load: @MainActor (CollectionView) async throws -> Void
}

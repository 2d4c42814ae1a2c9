/// The distance from an end of the content at which a list loads more.
public enum ReachDistance: Hashable, Sendable {
  /// A number of logical pixels.
  case absolute(Double)
  /// A multiple of the view's extent along the main axis.
  case relativeToContainerSize(multiplier: Double)

  /// Returns the distance in logical pixels.
  /// - Parameter container: The view's extent along the main axis, in logical pixels.
  func pixels(container: Double) -> Double {
    switch self {
    case .absolute(let pixels): pixels
    case .relativeToContainerSize(let multiplier): container * multiplier
    }
  }
}

/// The handler of a list for one of its ends.
struct ReachHandler {
  var distance: ReachDistance
  var hasMore: Bool
  var load: @MainActor (CollectionView) async throws -> Void
}

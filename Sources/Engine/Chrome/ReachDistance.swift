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

/// A handler that loads more when the view comes near an end of the list, with the distance that counts as near.
struct ReachHandler {
  var distance: ReachDistance
  var hasMore: Bool
  var load: @MainActor (CollectionView) async throws -> Void
}

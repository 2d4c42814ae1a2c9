package import ScrollworkHostInterface

/// The recent failures by source, at most 1,000, so that a repeated request fails at once.
package struct FailureMemory {
  private struct Failure {
    var error: ImageError
    /// The time from which the source may be requested again; `nil` if it must first be removed by `forget(_:)`.
    var end: Instant?
  }

  private var failures = CostLimitedCache<ImageRequest.Source, Failure>(limit: 1000)

  /// Creates an empty memory.
  package init() {}

  /// The number of failures.
  package var count: Int { failures.count }

  /// Returns the failure of a source; `nil` if there is none or it has expired.
  package mutating func error(for source: ImageRequest.Source, at now: Instant) -> ImageError? {
    guard let failure = failures.value(for: source) else { return nil }
    if let end = failure.end, now >= end {
      failures.remove(source)
      return nil
    }
    return failure.error
  }

  /// Records a failure. An unreachable source and a cancellation are not recorded.
  ///
  /// A source that is corrupt, unsupported or too large fails until `forget(_:)` is called. Any other recorded failure
  /// lasts 10 seconds, apart from a "not found" answer.
  /// - Parameter absenceLifetime: The lifetime of a "not found" answer (404, 410), in seconds.
  package mutating func record(
    _ error: ImageError, for source: ImageRequest.Source, at now: Instant, absenceLifetime: Double
  ) {
    let lifetime: Double?
    switch error {
    case .corrupt, .unsupported, .tooLarge: lifetime = nil
    case .refused(_, 404), .refused(_, 410): lifetime = absenceLifetime
    case .unreadable, .refused: lifetime = 10
    case .unreachable, .cancelled: return
    }
    let end = lifetime.map { now.advanced(bySeconds: $0) }
    failures.insert(Failure(error: error, end: end), cost: 1, for: source)
  }

  /// Removes the failure of a source, so that the next request tries again.
  package mutating func forget(_ source: ImageRequest.Source) { failures.remove(source) }
}

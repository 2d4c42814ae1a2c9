package import ScrollworkHostInterface

/// What failed not long ago, so that it fails again at once.
package struct FailureMemory {
  private struct Failure {
    var error: ImageError
    /// `nil` for as long as nobody asks for a retry.
    var end: Instant?
  }

  private var failures = CostLimitedCache<ImageRequest.Source, Failure>(limit: 1000)

  package init() {}

  package var count: Int { failures.count }

  package mutating func error(for source: ImageRequest.Source, at now: Instant) -> ImageError? {
    guard let failure = failures.value(for: source) else { return nil }
    if let end = failure.end, now >= end {
      failures.remove(source)
      return nil
    }
    return failure.error
  }

  /// - Parameter absenceLifetime: Seconds for which a picture that is not there stays so.
  package mutating func note(
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

  package mutating func forget(_ source: ImageRequest.Source) { failures.remove(source) }

  package mutating func forgetAll() { failures.removeAll() }
}

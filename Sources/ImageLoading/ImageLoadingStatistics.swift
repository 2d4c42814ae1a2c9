/// What an image loader has done since it was made.
public struct ImageLoadingStatistics: Hashable, Sendable {
  /// Calls of `load`.
  public var requested = 0
  /// Pictures that were in memory when they were asked for.
  public var hits = 0
  /// Requests that joined one that was under way.
  public var coalesced = 0
  /// Pictures that were decoded.
  public var decoded = 0
  /// Jobs that ended with an error.
  public var failed = 0
  /// Jobs that nobody wanted any more before they had begun.
  public var cancelled = 0
  /// Bytes of the pictures in memory now.
  public var bytes = 0
  /// Jobs that wait or run now.
  public var inFlight = 0

  public init() {}
}

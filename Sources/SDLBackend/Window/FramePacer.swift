package import ScrollworkHostInterface

/// Decides the times of frames: at most one in each period of the display, and none without a reason. It is a pure
/// value.
///
/// The times of successive frames differ by whole periods, so that motion is even; they form a grid. After a rest, or
/// if a frame is late by a whole period, a new grid starts.
package struct FramePacer {
  /// The time between frames, in nanoseconds.
  package var period: Int64
  /// Whether frames are suspended. Requests made meanwhile are kept.
  package var isPaused = false
  /// The time of the last frame, from which the grid continues; `nil` before the first frame.
  private var last: Instant?
  /// The time of the next frame, as the last frame asked for it; `nil` if it asked for none.
  private var wake: Instant?
  /// Whether a frame was requested, and whether it may come before the period ends.
  private var isRequested = true
  private var isUrgent = false
  /// The latest time that the program knows, from an event or a frame. No later frame has an earlier time.
  private var latest: Instant = .zero

  /// Creates a pacer that has a frame requested.
  /// - Parameter rate: Frames per second.
  /// - Precondition: `rate` is greater than zero.
  package init(rate: Double) {
    period = Self.period(rate: rate)
  }

  /// Returns the time between frames in nanoseconds.
  /// - Parameter rate: Frames per second.
  /// - Precondition: `rate` is greater than zero.
  package static func period(rate: Double) -> Int64 {
    precondition(rate > 0, "\(rate) frames a second")
    return Int64((1e9 / rate).rounded())
  }

  /// Requests a frame because of an event at `now`.
  /// - Parameter urgently: Whether the frame may come before the period ends.
  package mutating func request(at now: Instant, urgently: Bool = false) {
    isRequested = true
    if urgently { isUrgent = true }
    latest = max(latest, now)
  }

  /// The time at which the next frame can start, which may have passed; `nil` if no frame is requested or frames are
  /// suspended.
  package var due: Instant? {
    if isPaused { return nil }
    guard let last, !isUrgent else { return isRequested || isUrgent ? latest : wake }
    let earliest = Instant(nanoseconds: last.nanoseconds + period)
    if isRequested { return earliest }
    return wake.map { max($0, earliest) }
  }

  /// Starts a frame if one is due.
  /// - Returns: The time that the frame shows; `nil` if no frame is due.
  package mutating func begin(at now: Instant) -> Instant? {
    guard let due, due <= now else { return nil }
    let isOnGrid = last != nil && now.nanoseconds - due.nanoseconds < period && !isUrgent
    let time = max(isOnGrid ? due : now, latest)
    last = isOnGrid ? due : now
    latest = time
    isRequested = false
    isUrgent = false
    wake = nil
    return time
  }

  /// Ends the frame that `begin` started.
  /// - Parameter wake: The time of the next frame; `nil` for none before the next event.
  package mutating func end(wake: Instant?) {
    self.wake = wake
  }
}

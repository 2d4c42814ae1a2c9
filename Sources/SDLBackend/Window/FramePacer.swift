package import ScrollworkHostInterface

/// Decides the times of frames: at most one in each period of the display, and none without a reason.
///
/// Successive frames are on a grid of whole periods, so that motion is even. After a rest, or if a frame is late by a
/// whole period, the grid starts anew. It is a pure value.
package struct FramePacer {
  /// The time between frames, in nanoseconds.
  package var period: Int64
  /// Whether frames are suspended; requests are kept.
  package var isPaused = false
  /// The time of the last frame on the grid.
  private var last: Instant?
  /// The time that the last frame asked for.
  private var wake: Instant?
  /// Whether a frame was requested, and whether it must not wait for the period.
  private var isRequested = true
  private var isUrgent = false
  /// The latest time passed to the program; its time never goes backwards.
  private var latest: Instant = .zero

  /// Creates a pacer with a frame requested.
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

  /// Requests a frame, because something changed at `now`.
  /// - Parameter urgently: Whether not to wait for the display's next period.
  package mutating func request(at now: Instant, urgently: Bool = false) {
    isRequested = true
    if urgently { isUrgent = true }
    latest = max(latest, now)
  }

  /// The time of the next frame, possibly in the past; `nil` if none is requested.
  package var due: Instant? {
    if isPaused { return nil }
    guard let last, !isUrgent else { return isRequested || isUrgent ? latest : wake }
    let earliest = Instant(nanoseconds: last.nanoseconds + period)
    if isRequested { return earliest }
    return wake.map { max($0, earliest) }
  }

  /// Starts the frame that is due.
  /// - Returns: The time that the frame shows; `nil` if none is due yet.
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

  /// Ends the frame.
  /// - Parameter wake: The time of the next one; `nil` for none before the next event.
  package mutating func end(wake: Instant?) {
    self.wake = wake
  }
}

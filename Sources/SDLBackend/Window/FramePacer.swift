package import ScrollworkHostInterface

/// Decides when frames are made: at most one in each period of the display, none without a reason.
///
/// Frames that follow each other stand on a grid of whole periods, so that what moves moves evenly; after a rest, or
/// when a frame came a whole period late, the grid begins anew.
package struct FramePacer {
  /// Nanoseconds from one frame to the next.
  package var period: Int64
  /// While true no frame is due; reasons are kept.
  package var isPaused = false
  private var last: Instant?
  private var wake: Instant?
  private var isRequested = true
  private var isUrgent = false
  /// The latest instant that the program has been told; time never runs backwards for it.
  private var latest: Instant = .zero

  /// - Parameter rate: Frames a second.
  /// - Precondition: `rate` is greater than zero.
  package init(rate: Double) {
    period = Self.period(rate: rate)
  }

  /// Nanoseconds from one frame to the next at a number of frames a second.
  /// - Precondition: `rate` is greater than zero.
  package static func period(rate: Double) -> Int64 {
    precondition(rate > 0, "\(rate) frames a second")
    return Int64((1e9 / rate).rounded())
  }

  /// Something happened at `now` that a frame may have to show.
  /// - Parameter urgently: Do not wait for the display's next period.
  package mutating func request(at now: Instant, urgently: Bool = false) {
    isRequested = true
    if urgently { isUrgent = true }
    latest = max(latest, now)
  }

  /// When the next frame is to be made: an instant that may have passed, or `nil` if nothing calls for a frame.
  package var due: Instant? {
    if isPaused { return nil }
    guard let last, !isUrgent else { return isRequested || isUrgent ? latest : wake }
    let earliest = Instant(nanoseconds: last.nanoseconds + period)
    if isRequested { return earliest }
    return wake.map { max($0, earliest) }
  }

  /// Begins the frame that is due.
  /// - Returns: The instant that the frame is to show, or `nil` if no frame is due yet.
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
  /// - Parameter wake: When the next is wanted, `nil` for not before something happens.
  package mutating func end(wake: Instant?) {
    self.wake = wake
  }
}

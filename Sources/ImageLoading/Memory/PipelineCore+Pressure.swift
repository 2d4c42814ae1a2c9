import ScrollworkHostInterface
import Synchronization

/// The state of a pipeline's checks for memory pressure.
struct PressureWatch {
  /// Whether a check is scheduled.
  var isWatching = false
  /// Whether the last check found a shortage.
  var isShort = false
}

extension PipelineCore {
  /// The time between checks, in seconds.
  static let pressureInterval = 5.0
  /// The fraction of each cache's limit that stays when memory is short. A cache that uses less has nothing to free.
  static let keptUnderPressure = 0.25

  /// Whether the last check found the system short of memory.
  package var isMemoryShort: Bool { pressure.withLock { $0.isShort } }

  /// Schedules a check for memory pressure unless one is scheduled; to be called after something was stored. Checks
  /// repeat while there is memory to free, so an idle program with small caches runs no timer.
  func watchPressure() {
    let isNew = pressure.withLock { watch in
      defer { watch.isWatching = true }
      return !watch.isWatching
    }
    guard isNew else { return }
    parts.clock.call(at: parts.clock.now.advanced(bySeconds: Self.pressureInterval)) { [weak self] in
      self?.lookAtPressure()
    }
  }

  /// Whether a check could free memory or end a shortage.
  private var isWorthWatching: Bool {
    isMemoryShort || Double(memory.totalCost) > Double(memory.limit) * Self.keptUnderPressure
      || keepsBytes(beyondPart: Self.keptUnderPressure)
  }

  /// Checks once and trims the caches if memory is short.
  private func lookAtPressure() {
    let isShort = parts.isMemoryShort()
    pressure.withLock { $0 = PressureWatch(isWatching: false, isShort: isShort) }
    if isShort {
      memory.trim(toPart: Self.keptUnderPressure)
      let still = animations.withLock { $0.trim(toPart: Self.keptUnderPressure) }
      forgetPictures(of: still)
      trimBytes(toPart: Self.keptUnderPressure)
    }
    if isWorthWatching { watchPressure() }
  }
}

import ScrollworkHostInterface
import Synchronization

/// A pipeline's knowledge of the system's memory.
struct PressureWatch {
  /// Whether a check is scheduled.
  var isWatching = false
  /// Whether the last check found a shortage.
  var isShort = false
}

extension PipelineCore {
  /// The time between checks, in seconds.
  static let pressureInterval = 5.0
  /// The fraction of each cache's limit that stays when memory is short. Caches below it need no checks.
  static let keptUnderPressure = 0.25

  /// Whether the last check found the system short of memory.
  package var isMemoryShort: Bool { pressure.withLock { $0.isShort } }

  /// Schedules a check for memory pressure, and further ones as long as there is memory to free. With small caches and
  /// nothing to do, no timer runs. Call it after something was stored.
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

import ScrollworkHostInterface
import Synchronization

/// What a pipeline knows of the system's memory.
struct PressureWatch {
  var isWatching = false
  var isShort = false
}

extension PipelineCore {
  /// Looked at this often, in seconds.
  static let pressureInterval = 5.0
  /// What is kept when memory is short; a cache that holds less need not be watched.
  static let keptUnderPressure = 0.25

  /// True from when the system was short of memory until a look that found it was not.
  package var isMemoryShort: Bool { pressure.withLock { $0.isShort } }

  /// Looks soon whether the system is short of memory, and again from time to time as long as there is something to give
  /// back: at rest with little in memory nothing wakes up. To be called when something has come.
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

  private var isWorthWatching: Bool {
    isMemoryShort || Double(memory.totalCost) > Double(memory.limit) * Self.keptUnderPressure
      || keepsBytes(beyondPart: Self.keptUnderPressure)
  }

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

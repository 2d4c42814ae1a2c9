import ScrollworkContentViews
import ScrollworkPlatform

/// A recorder of the processor time that each frame and each of its phases takes on the main thread.
@MainActor
package final class FrameRecorder {
  /// The processor time of each frame since the last `take`, in microseconds.
  private var frames: [Double] = []
  /// The processor time of each frame since the program began, in microseconds.
  private var allFrames: [Double] = []
  // The processor time of each phase, summed over all frames, in microseconds by the phase's raw value.
  private var allPhases = [Double](repeating: 0, count: FramePhase.allCases.count)
  private var phases = [Double](repeating: 0, count: FramePhase.allCases.count)
  private var current: FramePhase?
  private var phaseStart = 0.0
  private var frameStart = 0.0
  /// Whether frames are measured. Off by default, because reading the clock takes time.
  package var isEnabled = false

  /// The time between two frames of a display at 60 Hz, in microseconds. Slower frames count as late.
  private static let period = 1e6 / 60
  /// The largest number of recorded frames, which bounds the memory for them.
  private static let limit = 100_000

  /// The processor time that the main thread has used so far, in microseconds.
  private static var cpuMicroseconds: Double { Double(ProcessStatistics.threadCPUNanoseconds) / 1000 }

  /// Starts the measurement of a frame.
  func beginFrame() {
    guard isEnabled else { return }
    frameStart = Self.cpuMicroseconds
    current = nil
  }

  /// Ends the measurement of the current phase and starts that of `phase`.
  func begin(_ phase: FramePhase) {
    guard isEnabled else { return }
    let now = Self.cpuMicroseconds
    if let current { phases[current.rawValue] += now - phaseStart }
    current = phase
    phaseStart = now
  }

  /// Ends the measurement of the frame and of its last phase.
  func endFrame() {
    guard isEnabled else { return }
    let now = Self.cpuMicroseconds
    if let current { phases[current.rawValue] += now - phaseStart }
    current = nil
    if frames.count < Self.limit { frames.append(now - frameStart) }
  }

  /// The processor time of each frame since the last `take`, in microseconds, in the order of the frames.
  package var times: [Double] { frames }

  /// Returns the measurements since the last call of `take` or `takeAll`, and begins new ones.
  package func take() -> FrameStatistics {
    gather()
    defer { frames.removeAll(keepingCapacity: true) }
    defer { for index in phases.indices { phases[index] = 0 } }
    return Self.statistics(frames, phases)
  }

  /// Returns the measurements since the program began. The next `take` does not return these measurements again.
  package func takeAll() -> FrameStatistics {
    _ = take()
    return Self.statistics(allFrames, allPhases)
  }

  /// Adds the measurements since the last `take` to those since the program began.
  private func gather() {
    allFrames.append(contentsOf: frames.prefix(max(0, Self.limit - allFrames.count)))
    for index in phases.indices { allPhases[index] += phases[index] }
  }

  private static func statistics(_ frames: [Double], _ phases: [Double]) -> FrameStatistics {
    let sorted = frames.sorted()
    let late = sorted.filter { $0 > period }
    let seconds = max(Double(sorted.count) * period, 1) / 1e6
    return FrameStatistics(
      frames: sorted.count, late: late.count,
      hitchMillisecondsPerSecond: late.reduce(0) { $0 + $1 - period } / 1000 / seconds,
      cpu: FrameStatistics.Percentiles(sorted: sorted), phases: phases)
  }
}

/// The processor time of a number of frames, summarised.
package struct FrameStatistics: Sendable {
  /// The distribution of the processor time of a frame, in microseconds.
  package struct Percentiles: Sendable {
    package var p50 = 0.0
    package var p90 = 0.0
    package var p99 = 0.0
    package var max = 0.0

    init(sorted: [Double]) {
      guard let last = sorted.last else { return }
      func at(_ part: Double) -> Double { sorted[Int((Double(sorted.count - 1) * part).rounded())] }
      (p50, p90, p99, max) = (at(0.5), at(0.9), at(0.99), last)
    }
  }

  /// The number of frames.
  package var frames: Int
  /// The number of frames that took more than 1/60 second of processor time.
  package var late: Int
  /// The time by which late frames exceeded 1/60 second, in milliseconds for each second of display. Every frame counts
  /// as 1/60 second of display.
  package var hitchMillisecondsPerSecond: Double
  /// The distribution of the processor time of a frame, in microseconds.
  package var cpu: Percentiles
  /// The processor time of each phase over all frames, in microseconds, by the phase's raw value.
  package var phases: [Double]
}

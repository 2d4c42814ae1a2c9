import ScrollworkContentViews
import ScrollworkPlatform

/// Measures the main thread's processor time of each frame and its phases.
@MainActor
package final class FrameRecorder {
  /// The processor time of each frame since the last `take`, in microseconds.
  private var frames: [Double] = []
  /// The processor time of each frame since the program began, in microseconds.
  private var allFrames: [Double] = []
  // Sums over all frames, in microseconds, by phase.
  private var allPhases = [Double](repeating: 0, count: FramePhase.allCases.count)
  private var phases = [Double](repeating: 0, count: FramePhase.allCases.count)
  private var current: FramePhase?
  private var phaseStart = 0.0
  private var frameStart = 0.0
  /// Whether to measure. Off by default, because reading the clock takes time.
  package var isEnabled = false

  /// The period of a display with 60 frames per second, in microseconds; slower frames count as late.
  private static let period = 1e6 / 60
  /// The largest number of recorded frames, so that the memory stays bounded.
  private static let limit = 100_000

  /// The main thread's processor time.
  private static var cpuMicroseconds: Double { Double(ProcessStatistics.threadCPUNanoseconds) / 1000 }

  /// Starts a frame.
  func beginFrame() {
    guard isEnabled else { return }
    frameStart = Self.cpuMicroseconds
    current = nil
  }

  /// Ends the current phase and starts another.
  func begin(_ phase: FramePhase) {
    guard isEnabled else { return }
    let now = Self.cpuMicroseconds
    if let current { phases[current.rawValue] += now - phaseStart }
    current = phase
    phaseStart = now
  }

  /// Ends the frame.
  func endFrame() {
    guard isEnabled else { return }
    let now = Self.cpuMicroseconds
    if let current { phases[current.rawValue] += now - phaseStart }
    current = nil
    if frames.count < Self.limit { frames.append(now - frameStart) }
  }

  /// Returns and clears the measurements since the last call.
  package func take() -> FrameStatistics {
    gather()
    defer { frames.removeAll(keepingCapacity: true) }
    defer { for index in phases.indices { phases[index] = 0 } }
    return Self.statistics(frames, phases)
  }

  /// Returns the measurements since the program began.
  package func takeAll() -> FrameStatistics {
    _ = take()
    return Self.statistics(allFrames, allPhases)
  }

  /// Adds the current measurements to those of the whole run.
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

/// The measurements of a number of frames.
package struct FrameStatistics: Sendable {
  /// The distribution of the frames' times, in microseconds.
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
  /// The number of frames that took longer than 1/60 second.
  package var late: Int
  /// The time beyond 1/60 second of late frames, in milliseconds per second of frames.
  package var hitchMillisecondsPerSecond: Double
  /// The processor time of a frame, in microseconds.
  package var cpu: Percentiles
  /// The processor time of each phase over all frames, in microseconds, by the phase's raw value.
  package var phases: [Double]
}

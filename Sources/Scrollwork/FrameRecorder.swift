import ScrollworkContentViews
import ScrollworkPlatform

/// Measures frames: how much of the main thread's time each takes, and where it goes.
@MainActor
package final class FrameRecorder {
  /// CPU time of each frame since the last call of `take`, in microseconds.
  private var frames: [Double] = []
  /// The same over the whole run.
  private var allFrames: [Double] = []
  private var allPhases = [Double](repeating: 0, count: FramePhase.allCases.count)
  private var phases = [Double](repeating: 0, count: FramePhase.allCases.count)
  private var current: FramePhase?
  private var phaseStart = 0.0
  private var frameStart = 0.0
  /// Off, nothing is measured: reading the clock costs.
  package var isEnabled = false

  /// A display of 60 frames a second: what takes longer is late.
  private static let period = 1e6 / 60
  /// So many frames are remembered; a program that runs for days must not grow.
  private static let limit = 100_000

  private static var cpuMicroseconds: Double { Double(ProcessStatistics.threadCPUNanoseconds) / 1000 }

  func beginFrame() {
    guard isEnabled else { return }
    frameStart = Self.cpuMicroseconds
    current = nil
  }

  func begin(_ phase: FramePhase) {
    guard isEnabled else { return }
    let now = Self.cpuMicroseconds
    if let current { phases[current.rawValue] += now - phaseStart }
    current = phase
    phaseStart = now
  }

  func endFrame() {
    guard isEnabled else { return }
    let now = Self.cpuMicroseconds
    if let current { phases[current.rawValue] += now - phaseStart }
    current = nil
    if frames.count < Self.limit { frames.append(now - frameStart) }
  }

  /// What was measured since the last call.
  package func take() -> FrameStatistics {
    gather()
    defer { frames.removeAll(keepingCapacity: true) }
    defer { for index in phases.indices { phases[index] = 0 } }
    return Self.statistics(frames, phases)
  }

  /// What was measured since the program began.
  package func takeAll() -> FrameStatistics {
    _ = take()
    return Self.statistics(allFrames, allPhases)
  }

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

/// What was measured over a number of frames.
package struct FrameStatistics: Sendable {
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

  package var frames: Int
  package var late: Int
  package var hitchMillisecondsPerSecond: Double
  /// Microseconds a frame.
  package var cpu: Percentiles
  /// Microseconds in all, by the phase's number.
  package var phases: [Double]
}

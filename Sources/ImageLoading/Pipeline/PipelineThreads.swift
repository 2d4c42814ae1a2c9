/// The threads of a pipeline. They retain the core only while they work, so a released pipeline leaves its waiting jobs
/// undone.
final class PipelineThreads: Sendable {
  private let reading: ImageThreads
  private let decoding: ImageThreads
  private let upkeep: ImageThreads

  init(_ core: PipelineCore) {
    // Higher values yield the processor more readily; caches may wait longest.
    let configuration = core.configuration
    reading = ImageThreads(count: max(1, configuration.readingThreadCount), niceness: 5) { [weak core] in
      core?.readNext() ?? false
    }
    decoding = ImageThreads(count: max(1, configuration.decodingThreadCount), niceness: 10) { [weak core] in
      core?.decodeNext() ?? false
    }
    upkeep = ImageThreads(count: 1, niceness: 19) { [weak core] in core?.upkeepNext() ?? false }
  }

  /// Returns a callback that wakes up the threads with work.
  var onDemand: @Sendable (PipelineCore.Demand) -> Void {
    { [reading, decoding, upkeep] demand in
      if demand.reading { reading.wake() }
      if demand.decoding { decoding.wake() }
      if demand.upkeep { upkeep.wake() }
    }
  }

  /// Ends the threads after their current work.
  func stop() {
    reading.stop()
    decoding.stop()
    upkeep.stop()
  }
}

import Scrollwork
package import ScrollworkPlatform

extension ScriptRunner {
  /// Returns the members of the reply to the script command `dump`.
  func dump() throws(ScriptError) -> [JSON.Member] {
    guard viewer.list.host != nil else {
      throw ScriptError("This screen shows no list; go back or open a folder or file")
    }
    let frame = window.host.frame(at: now, describing: true)
    let list = window.host.focusedView as? CollectionView ?? viewer.list
    return list.dump(of: frame, at: now, images: imageStatistics)
  }

  /// The statistics of the image pipeline.
  var imageStatistics: JSON {
    let images = window.services.images.statistics
    return .object([
      .init("requested", .int(images.requested)), .init("decoded", .int(images.decoded)),
      .init("cancelled", .int(images.cancelled)), .init("hits", .int(images.hits)),
      .init("failed", .int(images.failed)), .init("bytes", .int(images.bytes)),
    ])
  }

  /// Returns the members of the reply to the script command `stats`: measurements of the frames since the last such
  /// command.
  func statistics() -> [JSON.Member] {
    let frames = window.recorder.take()
    let metrics = viewer.list.takeMetrics()
    return Self.members(frames, metrics)
  }

  /// Returns the members of a reply that describe measured frames.
  static func members(_ frames: FrameStatistics, _ metrics: FrameMetrics) -> [JSON.Member] {
    let phases: [(String, [FramePhase])] = [
      ("apply", [.apply, .scroll]), ("layout", [.layout]), ("bind", [.bind, .measure]), ("animate", [.animate]),
      ("paint", [.paint, .draw]), ("present", [.present]),
    ]
    let times = phases.map { name, parts in
      JSON.Member(name, .number(parts.reduce(0) { $0 + frames.phases[$1.rawValue] }))
    }
    return [
      .init("frames", .int(frames.frames)), .init("late", .int(frames.late)),
      .init("hitch_ms_per_s", .number(frames.hitchMillisecondsPerSecond)),
      .init(
        "cpu_us",
        .object([
          .init("p50", .number(frames.cpu.p50)), .init("p90", .number(frames.cpu.p90)),
          .init("p99", .number(frames.cpu.p99)), .init("max", .number(frames.cpu.max)),
        ])),
      .init("phases", .object(times)),
      .init("blank_px_max", .number(metrics.blank)), .init("anchor_error_px_max", .number(metrics.anchorError)),
      .init("step_px_max", .number(metrics.step)),
    ]
  }

  /// Writes the file of `--stats`: all frames of the run, images and memory.
  package func writeStatistics(to path: String) throws(FileError) {
    var members = Self.members(window.recorder.takeAll(), viewer.list.takeMetrics())
    members.append(.init("images", imageStatistics))
    members.append(.init("peak_rss_mb", .number(Double(ProcessStatistics.peakResidentBytes) / 1_048_576)))
    try OutputFile.write(JSON.object(members).text + "\n", to: path)
  }
}

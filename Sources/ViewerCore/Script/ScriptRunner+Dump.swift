import Scrollwork
package import ScrollworkPlatform

extension ScriptRunner {
  /// What the focused list shows, else the first.
  func dump() throws(ScriptError) -> [JSON.Member] {
    let list = viewer.list
    guard list.host != nil else { throw ScriptError("no list is shown") }
    let frame = window.host.frame(at: now, describing: true)
    let report = list.report
    return [
      .init("offset", Self.pair(report.offset.x, report.offset.y)),
      .init("contentSize", Self.pair(report.contentSize.width, report.contentSize.height)),
      .init("viewport", Self.pair(report.viewport.width, report.viewport.height)),
      .init("total", .int(list.isHidden ? 0 : report.total)),
      .init(
        "visible",
        .array((Self.items(of: frame.semantics) + (list.isHidden ? [] : list.leavingNodes(at: now))).map(Self.item))),
      .init("animating", .int(report.animating)),
      .init("images", imageStatistics),
      .init("live", .object([.init("contents", .int(report.contents)), .init("pooled", .int(report.pooled))])),
    ]
  }

  var imageStatistics: JSON {
    let images = window.services.images.statistics
    return .object([
      .init("requested", .int(images.requested)), .init("decoded", .int(images.decoded)),
      .init("cancelled", .int(images.cancelled)), .init("hits", .int(images.hits)),
      .init("failed", .int(images.failed)), .init("bytes", .int(images.bytes)),
    ])
  }

  /// The nodes that belong to the focused list, else to the first.
  private static func items(of nodes: [SemanticsNode]) -> [SemanticsNode] {
    let lists = nodes.indices.filter { nodes[$0].role == .list }
    guard let start = lists.first(where: { nodes[$0].states.contains(.focused) }) ?? lists.first else { return [] }
    return nodes[(start + 1)...].prefix { $0.depth > nodes[start].depth }
      .filter { $0.depth == nodes[start].depth + 1 && [.cell, .header, .footer].contains($0.role) }
  }

  private static func item(_ node: SemanticsNode) -> JSON {
    .object([
      .init("section", .string(node.section)), .init("id", .string(node.id)),
      .init("kind", .string(node.role.rawValue)),
      .init("frame", rect(node.bounds)), .init("target", rect(node.target)), .init("alpha", .number(node.alpha)),
      .init("selected", .bool(node.states.contains(.selected))),
      .init("focused", .bool(node.states.contains(.focused))), .init("text", .string(node.text)),
    ])
  }

  private static func pair(_ a: Double, _ b: Double) -> JSON { .array([.number(a), .number(b)]) }

  private static func rect(_ rect: Rect) -> JSON {
    .array([.number(rect.minX), .number(rect.minY), .number(rect.width), .number(rect.height)])
  }

  /// What was measured of the frames since the last call.
  func statistics() -> [JSON.Member] {
    let frames = window.recorder.take()
    let metrics = viewer.list.takeMetrics()
    return Self.members(frames, metrics)
  }

  static func members(_ frames: FrameStatistics, _ metrics: FrameMetrics) -> [JSON.Member] {
    let names = ["apply", "layout", "bind", "animate", "paint", "present"]
    return [
      .init("frames", .int(frames.frames)), .init("late", .int(frames.late)),
      .init("hitch_ms_per_s", .number(frames.hitchMillisecondsPerSecond)),
      .init(
        "cpu_us",
        .object([
          .init("p50", .number(frames.cpu.p50)), .init("p90", .number(frames.cpu.p90)),
          .init("p99", .number(frames.cpu.p99)), .init("max", .number(frames.cpu.max)),
        ])),
      .init("phases", .object(zip(names, frames.phases).map { JSON.Member($0, .number($1)) })),
      .init("blank_px_max", .number(metrics.blank)), .init("anchor_error_px_max", .number(metrics.anchorError)),
      .init("step_px_max", .number(metrics.step)),
    ]
  }

  /// What `--stats` writes at the end: all frames of the run, pictures and memory.
  package func writeStatistics(to path: String) throws(FileError) {
    var members = Self.members(window.recorder.takeAll(), viewer.list.takeMetrics())
    members.append(.init("images", imageStatistics))
    members.append(.init("peak_rss_mb", .number(Double(ProcessStatistics.peakResidentBytes) / 1_048_576)))
    try OutputFile.write(JSON.object(members).text + "\n", to: path)
  }
}

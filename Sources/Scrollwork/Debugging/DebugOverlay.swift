import ScrollworkContentViews
import ScrollworkEngine
import ScrollworkImageLoading

/// A panel of figures about the frames of a window and about its list, above all other views. It receives no events.
@MainActor
final class DebugOverlay {
  /// The recorder of the frames since the figures were last written.
  let recorder = FrameRecorder()
  private let images: ImagePipeline
  private let layer = Overlay()
  private let panel = DebugPanel()
  /// The work counts of the list when the figures were last written.
  private var lastWork = WorkCounts()

  init(images: ImagePipeline) {
    self.images = images
    recorder.isEnabled = true
    layer.isPassive = true
    layer.addChild(panel)
    panel.onTick = { [weak self] in self?.tick() }
  }

  func show(in host: ViewHost) {
    host.present(layer)
    host.animate(panel)
  }

  func hide() { layer.host?.remove(layer) }

  private func tick() {
    // One frame is the panel's own. Without others the last figures stay.
    if recorder.times.count > 1 || panel.lines.isEmpty { write() }
    panel.place()
  }

  /// Replaces the figures by those of the frames since the last call.
  private func write() {
    let times = recorder.times
    var lines = Self.lines(about: recorder.take())
    if let list = layer.host.flatMap({ Self.list(in: $0.content) }) { lines += self.lines(about: list) }
    let pictures = images.statistics
    lines.append(
      DebugLine(
        "Pictures", "\(pictures.decoded)",
        "hits \(pictures.hits), cancelled \(pictures.cancelled), failed \(pictures.failed)"))
    panel.show(lines, times)
  }

  /// Describes the frames and, below them, the mean time of each phase.
  private static func lines(about frames: FrameStatistics) -> [DebugLine] {
    func time(_ microseconds: Double) -> String { DebugLine.fixed(microseconds / 1000, digits: 2) + " ms" }
    let hitches = DebugLine.fixed(frames.hitchMillisecondsPerSecond, digits: 1)
    return [
      DebugLine("Frames", "\(frames.frames)", "late \(frames.late), hitches \(hitches) ms/s"),
      DebugLine("Frame", time(frames.cpu.p50), "99 % \(time(frames.cpu.p99)), most \(time(frames.cpu.max))"),
    ]
      + FramePhase.allCases.map { phase in
        DebugLine("   \(phase)", time(frames.phases[phase.rawValue] / Double(max(1, frames.frames))), "")
      }
  }

  /// Describes a list, and its work since the last call.
  private func lines(about list: CollectionView) -> [DebugLine] {
    let (report, work) = (list.report, list.report.work)
    // Another list may be shown now.
    let last = work.bindings >= lastWork.bindings ? lastWork : WorkCounts()
    lastWork = work
    let place = report.anchor.map { "\($0.item), \(DebugLine.fixed($0.fraction * 100)) % above" }
    let (estimated, measured) = (DebugLine.fixed(work.estimatedExtent), DebugLine.fixed(work.measuredExtent))
    var lines = [
      DebugLine("Items", "\(report.contents)", "of \(report.total), moving \(report.animating), pool \(report.pooled)"),
      DebugLine(
        "Bound", "\(work.bindings - last.bindings)", "reused \(work.reuses - last.reuses), in all \(work.bindings)"),
      DebugLine("Measured", "\(work.measurements - last.measurements)", "in all \(work.measurements)"),
      DebugLine("Extents", "\(measured) px", "estimated \(estimated) px"),
      DebugLine("Offset", "\(DebugLine.fixed(report.offset.y))", "of \(DebugLine.fixed(report.contentSize.height)) px"),
      DebugLine("Anchor", report.isAtEnd ? "end" : place ?? "start", ""),
    ]
    if let prefetcher = list.neighbourhoodObserver as? CollectionPrefetcher {
      let counts = prefetcher.counts
      lines.append(
        DebugLine("Ahead", "\(counts.reduce(0, +))", "near \(counts[1]), far \(counts[0]), in sight \(counts[2])"))
    }
    return lines
  }

  /// Returns the outermost visible list of a view tree; `nil` if there is none.
  private static func list(in view: View) -> CollectionView? {
    var level = [view]
    while !level.isEmpty {
      if let list = level.lazy.compactMap({ $0 as? CollectionView }).first(where: { !$0.isHidden }) { return list }
      level = level.flatMap(\.children)
    }
    return nil
  }
}

import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkViewerCore

/// The job that the list programs of other toolkits perform too, step by step, so that one run can compare them all.
///
/// In a window of 1280 x 800 with rows of 56 pixels it scrolls 600 frames by 40 pixels each and 600 frames by 2,000,
/// applies five updates of 2,000 edits, and rests.
@MainActor
final class PeerJob {
  private let rows: Int
  private let list = CollectionView()
  private let window: Window
  private var ids: [UInt32] = []
  private var random = PeerRandom()
  private var report: [String: JSON] = [:]

  private static let frames = 600
  private static let edits = 1000

  init(rows: Int) throws {
    self.rows = rows
    window = try Window(title: "peer", size: Size(width: 1280, height: 800), content: list)
    list.selectionMode = .none
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<rows, id: \.self) { PeerRow(id: UInt32(truncatingIfNeeded: $0)) }
          .withSectionLayout(.list(rowHeight: PeerRow.height)).withHighlight(.none)
      ]))
    window.showPeerFrame()
  }

  func run(firstFrameOnly: Bool) throws {
    let first = Clocks.monotonic - Clocks.processStart
    report = [
      "name": .string("scrollwork"), "n": .int(rows), "first_frame_ms": .number(first / 1e6),
      "first_frame_cpu_ms": .number(Clocks.processCPU / 1e6), "update_ms": .null, "idle_cpu_pct": .null,
    ]
    if firstFrameOnly { return try printReport() }
    window.showPeerFrame()
    if let prefix = Variables.value(of: "PEER_SHOT") { return takeShots(prefix) }
    add(phase(from: 0, step: 40), as: "scroll")
    add(phase(from: (maximum / 2).rounded(.down), step: 2000), as: "fling")
    if rows == 100_000 {
      measureUpdates()
      measureIdle()
    }
    report["rss_mb"] = .number(Clocks.peakMemory)
    try printReport()
  }

  private func printReport() throws {
    let members = report.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }
    Message.write(JSON.object(members).text, toErrors: false)
  }

  private var maximum: Double { list.contentSize.height - 800 }

  private func show(at offset: Double) {
    list.scroll(to: .offset(offset), animated: false)
    window.showPeerFrame()
  }

  private func takeShots(_ prefix: String) {
    PeerShot.take(prefix + "-top.png")
    for step in 1...20 { show(at: 40 * Double(step)) }
    PeerShot.take(prefix + "-s800.png")
    for step in (0...10).reversed() { show(at: maximum - 40 * Double(step)) }
    PeerShot.take(prefix + "-end.png")
    print("{\"name\":\"scrollwork\",\"n\":\(rows),\"max_pos\":\(Int(maximum)),\"want_max\":\(rows * 56 - 800)}")
  }

  // MARK: Phases

  private struct Phase {
    var cpu: [Double] = []
    var wall: [Double] = []
    var serverMean = 0.0
  }

  private func phase(from start: Double, step: Double) -> Phase {
    let maximum = maximum
    var position = start > maximum ? 0 : start
    func next() {
      position += step
      if position > maximum { position -= maximum }
      show(at: position)
    }
    for _ in 0..<10 { next() }
    var phase = Phase()
    let server = Clocks.serverCPU
    var (cpu, wall) = (Clocks.processCPU, Clocks.monotonic)
    for _ in 0..<Self.frames {
      next()
      let (cpuNow, wallNow) = (Clocks.processCPU, Clocks.monotonic)
      phase.cpu.append((cpuNow - cpu) / 1e6)
      phase.wall.append((wallNow - wall) / 1e6)
      (cpu, wall) = (cpuNow, wallNow)
    }
    phase.serverMean = (Clocks.serverCPU - server) / 1e6 / Double(Self.frames)
    return phase
  }

  private func add(_ phase: Phase, as name: String) {
    for (part, suffix) in [(0.5, "p50"), (0.95, "p95"), (0.99, "p99")] {
      report["\(name)_cpu_ms_\(suffix)"] = .number(phase.cpu.percentile(part))
      report["\(name)_wall_ms_\(suffix)"] = .number(phase.wall.percentile(part))
    }
    report[name + "_xsrv_ms_mean"] = .number(phase.serverMean)
  }

  // MARK: Updates

  private func measureUpdates() {
    ids = (0..<UInt32(rows)).map { $0 }
    apply(ids)
    show(at: 50_000 * PeerRow.height)
    window.showPeerFrame()
    var times: [Double] = []
    for round in 0..<5 {
      let next = edited(ids, firstNew: UInt32(1_000_000 + round * 1000))
      let start = Clocks.monotonic
      apply(next)
      window.showPeerFrame()
      times.append((Clocks.monotonic - start) / 1e6)
      ids = next
    }
    report["update_ms"] = .number(times.percentile(0.5))
  }

  private func apply(_ ids: [UInt32]) {
    list.apply(
      List(sections: [
        Section(id: 0, data: ids, id: \.self) { PeerRow(id: $0) }
          .withSectionLayout(.list(rowHeight: PeerRow.height)).withHighlight(.none)
      ]))
  }

  /// Returns the ids after a thousand deletions and a thousand insertions at random positions.
  private func edited(_ ids: [UInt32], firstNew: UInt32) -> [UInt32] {
    var deleted = Set<Int>()
    while deleted.count < Self.edits { deleted.insert(Int(random.next()) % ids.count) }
    var kept = ids.indices.filter { !deleted.contains($0) }.map { ids[$0] }
    let places = (0..<Self.edits).map { _ in Int(random.next()) % kept.count }.sorted(by: >)
    for (offset, place) in places.enumerated() { kept.insert(firstNew + UInt32(offset), at: place) }
    return kept
  }

  // MARK: Rest

  private func measureIdle() {
    window.rest(seconds: 3)
    let (cpu, wall) = (Clocks.processCPU, Clocks.monotonic)
    window.rest(seconds: 5)
    report["idle_cpu_pct"] = .number((Clocks.processCPU - cpu) / (Clocks.monotonic - wall) * 100)
  }
}

extension Window {
  /// Makes and shows a frame. SDL waits until the X server has processed it.
  fileprivate func showPeerFrame() {
    _ = showFrame(at: Instant(nanoseconds: Int64(Clocks.monotonic)))
  }
}

/// The random generator that the list programs of the other toolkits use too (xorshift64).
struct PeerRandom {
  private var state: UInt64 = 88_172_645_463_325_252

  mutating func next() -> UInt32 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt32(truncatingIfNeeded: state >> 16)
  }
}

/// Screenshots of the X server's screen, by ImageMagick if it is installed.
enum PeerShot {
  static func take(_ path: String) {
    _ = system("import -window root '\(path)'")
  }
}

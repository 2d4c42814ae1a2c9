import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// The viewer's window in this process, which runs a script as the program does. The stage checks every frame.
@MainActor
final class StormStage {
  private let viewer = Viewer()
  private let harness: ViewHarness
  private let playground: Playground
  private let storm: Storm
  /// The lines of the script so far, for the messages of failed checks.
  private var said: [Substring] = []
  /// The replies to the lines, each a line of JSON.
  private(set) var answers: [String] = []
  /// The hash of all draw groups in all frames, by which two builds can be compared exactly.
  private(set) var digest = FrameDigest()

  init(_ storm: Storm) throws {
    self.storm = storm
    try viewer.open("gallery:playground")
    playground = try #require(viewer.playground)
    harness = ViewHarness(
      content: viewer.root, size: Size(width: Double(Storm.width), height: Double(Storm.height)), scale: storm.scale)
    let viewer = viewer
    harness.host.onUnhandledKey = { viewer.handleKey($0) }
    viewer.focusList()
  }

  private var list: CollectionView { playground.list }
  private var cells: [SemanticsNode] { harness.semantics.filter { $0.role == .cell } }

  func run() throws {
    for step in storm.steps {
      if step.isPaced { try performPaced(step.lines) } else { try perform(step.lines[...]) }
    }
  }

  private func perform(_ lines: ArraySlice<String>) throws {
    for line in lines {
      said.append(line.prefix(80))
      let command = try #require(try ScriptCommand.parse(line), "\(line)")
      answers.append(ScriptReply.done(try perform(command)).line)
      showIfNeeded()
    }
  }

  private func perform(_ command: ScriptCommand) throws -> [JSON.Member] {
    switch command {
    case .list(let command): return playground.perform(command)
    case .dump:
      show()
      return list.dump(of: harness.frame, at: harness.now, images: Self.noImages)
    case .wait(let milliseconds): wait(milliseconds)
    case .settle:
      settle()
      checkRest()
    case .resize(let size):
      harness.host.size = size
      harness.host.setNeedsFrame()
    case .motion(let policy): harness.host.environment.motion = policy
    case .wheel(let turn, let place?, let modifiers):
      send(.pointerMoved(place, []), .wheel(turn, at: place, modifiers))
    case .click(let point, 1, let button, let modifiers):
      send(
        .pointerMoved(point, []), .pointerDown(point, button, clicks: 1, modifiers),
        .pointerUp(point, button, modifiers))
    case .key(let key, let modifiers): send(.keyDown(key, modifiers, isRepeat: false), .keyUp(key, modifiers))
    case .touch(let phase, let id, let point): send(.touch(phase, id: id, at: point))
    case .stats: break
    default: Issue.record("no storm says \(command)")
    }
    return []
  }

  private static let noImages = JSON.object(
    ["requested", "decoded", "cancelled", "hits", "failed", "bytes"].map { .init($0, .int(0)) })

  private func send(_ events: InputEvent...) {
    for event in events { harness.host.handle(event, at: harness.now) }
  }

  // MARK: Time, as in a script

  private static let frameDuration = Duration.nanoseconds(16_666_667)

  private func wait(_ milliseconds: Double) {
    var rest = Duration.nanoseconds(Int64(milliseconds * 1e6))
    while rest > .zero {
      let step = min(rest, Self.frameDuration)
      harness.clock.advance(by: step)
      showIfNeeded()
      rest -= step
    }
  }

  private func settle() {
    let end = harness.now + .seconds(30)
    while true {
      showIfNeeded()
      if let wake = harness.host.settlingWake, wake <= harness.now + .seconds(3) {
        harness.clock.advance(to: max(harness.now + Self.frameDuration, wake))
        show()
      } else if !harness.host.needsFrame {
        return
      }
      guard harness.now < end else {
        Issue.record("never rests: \(said.suffix(4))")
        return
      }
    }
  }

  private func showIfNeeded() {
    let count = harness.framesMade
    harness.showIfNeeded()
    if harness.framesMade > count { check() }
  }

  private func show() {
    harness.show()
    check()
  }

  // MARK: Invariants of each frame

  private func check() {
    digest.add(harness.frame)
    let recent = said.suffix(4)
    let metrics = list.takeMetrics()
    #expect(metrics.anchorError <= 0.5, "\(recent)")
    #expect(metrics.step <= 0.5, "\(recent)")
    let groups = harness.frame.groups
    #expect(Set(groups.map(\.id)).count == groups.count, "\(recent)")
    #expect(groups.allSatisfy { $0.frame.minY.isFinite } && list.contentOffset.y.isFinite, "\(recent)")
    let report = playground.report
    #expect(report.repeated == 0 && report.unpaired == 0, "\(recent)")
    #expect(list.report.contents < 200 && report.made < 800, "\(recent)")
    guard !storm.hasDuplicates else { return }
    let cells = cells.map(\.id)
    #expect(Set(cells).count == cells.count, "\(recent)")
    // A crossfade shows an item in two places, and the next crossfade may begin before it has ended. A copy that faded
    // in for less than a frame is removed at once, so that copies do not accumulate with updates.
    #expect(report.displayed.values.allSatisfy { (1...4).contains($0) }, "\(report.displayed): \(recent)")
  }

  /// Checks, at rest, that the visible items belong to the newest list and are those reported as displayed.
  private func checkRest() {
    let recent = said.suffix(4)
    let report = playground.report
    #expect(report.calls == report.applied + report.superseded, "\(recent)")
    let newest = Dictionary(playground.numbers.joined().map { ("\($0.id)", $0.text) }) { first, _ in first }
    #expect(
      cells.allSatisfy { newest[Storm.number($0.id)] == $0.text && $0.bounds == $0.target && $0.alpha == 1 },
      "\(recent)")
    if !storm.hasDuplicates {
      #expect(report.displayed.keys.map { "\($0)" }.sorted() == cells.map { Storm.number($0.id) }.sorted(), "\(recent)")
      #expect(report.displayed.values.allSatisfy { $0 == 1 }, "\(recent)")
    }
    if !storm.hasDuplicates, [.measured, .pinned].contains(playground.arrangement) {
      let heights = Dictionary(uniqueKeysWithValues: cells.map { ($0.id, $0.bounds.height) })
      for (number, height) in playground.wantedHeights {
        #expect(heights["\(number)"].map { abs($0 - height) <= 0.5 } ?? false, "\(number) for \(height): \(recent)")
      }
    }
    guard newest.isEmpty else { return }
    #expect(report.displayed.isEmpty && report.shown == 0, "\(recent)")
    #expect(list.report.contents <= 4, "only headers and backgrounds: \(recent)")
  }

  // MARK: Motion

  /// The frames of the visible items.
  private var places: [String: Rect] {
    Dictionary(cells.filter { $0.alpha > 0 }.map { ($0.id, $0.bounds) }) { first, _ in first }
  }

  /// Checks that an update lets no item jump and keeps the velocity of moving items. In a millisecond, a spring changes
  /// a position by a fraction of a pixel, while a scroll moves by whole device pixels.
  private func performPaced(_ lines: [String]) throws {
    try perform(lines[...0])
    let first = places
    try perform(lines[1...2])
    let before = places
    var ways = [list.ownMotion.map { abs($0.remaining) }]
    try perform(lines[3...4])
    let after = places
    for (id, place) in after {
      guard let old = before[id] else { continue }
      #expect(place.goesOn(from: old), "\(id) went from \(old) to \(place): \(said.suffix(4))")
    }
    try perform(lines[5...6])
    // Two cases are excluded: a timed animation starts with the speed of its easing, and a scroll stops at an end.
    guard list.animator == nil, !list.isAtEnd, !list.isAtStart else { return }
    ways.append(list.ownMotion.map { abs($0.remaining) })
    // A scroll to a distant target accelerates with the remaining distance, according to its stiffest spring.
    let longest = ways.compactMap(\.self).max()
    let most = 0.9 + (longest ?? 0) * 0.001 + (longest == nil ? 1 : 2) / storm.scale
    let top = Double(Storm.listTop)
    let window = Rect(x: 0, y: top, width: harness.host.size.width, height: harness.host.size.height - top)
    for (id, place) in places {
      guard let old = first[id], let middle = before[id], let start = after[id], abs(middle.minY - old.minY) > 0.01
      else { continue }
      let (step, next) = (middle.minY - old.minY, place.minY - start.minY)
      // If no item would be visible any more, all pending changes are applied at once, so this item is not compared.
      guard start.offset(by: Point(x: 0, y: step)).intersects(window) else { continue }
      // A spring reduces a high speed by some hundredths.
      #expect(abs(next - step) <= most + abs(step) / 20, "\(id) went \(step), then \(next): \(said.suffix(4))")
    }
  }
}

extension Rect {
  /// Whether an item that was at `old` continues its motion without a jump. An item that would become too short to be
  /// visible may keep its end instead of its start.
  fileprivate func goesOn(from old: Rect) -> Bool {
    if origin.distance(to: old.origin) <= 0.5 + 1e-6 { return true }
    return minX == old.minX && old.minY < minY && minY <= Double(Storm.listTop) && abs(maxY - old.maxY) <= 0.5
  }
}

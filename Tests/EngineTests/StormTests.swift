import Scrollwork
import ScrollworkTesting
import Testing

/// A content that knows whether it is shown.
private final class StormView: View {
  var text = ""
  var wantedHeight = 40.0
  var shown = 0

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: wantedHeight)
  }
  override var semanticsText: String { text }
}

private struct StormRow: Component {
  var item: Item
  var register: @MainActor (StormView) -> Void

  var reuseIdentifier: String { item.id % 5 == 0 ? "fifth" : "other" }
  func renderContent() -> StormView {
    let view = StormView()
    register(view)
    return view
  }
  func render(in content: StormView) {
    content.text = item.text
    content.wantedHeight = item.height
  }
  func contentWillDisplay(_ content: StormView) { content.shown += 1 }
  func contentDidEndDisplay(_ content: StormView) { content.shown -= 1 }
}

/// Throws everything at a list, at any time, and looks at every frame.
@MainActor
private final class Storm {
  var generator: SeededGenerator
  let list = CollectionView()
  let harness: ViewHarness
  var layout: SectionLayout
  static let layouts: [SectionLayout] = [
    .list(rowHeight: 40), .list(estimatedRowHeight: 50), .grid(minimumItemWidth: 90, itemHeight: 70, spacing: 4),
    .list(estimatedRowHeight: 30).headerPinToVisibleBounds(),
    Part.cards(.continuous), Part.cards(.groupPagingCentered),
    .waterfall(columns: 3, spacing: 4, sizes: .uniform(LayoutSize(width: .absolute(50), height: .absolute(70)))),
    .list(rowHeight: .absolute(44), separator: LayoutSeparator()).background("none"),
  ]
  static let animators: [(any Animator)?] = [
    nil, nil, FadeAnimator(), ScaleAnimator(), WobbleAnimator(), ZoomAnimator(), EdgeShrinkAnimator(),
    CascadeAnimator(), RowAnimator(.left), RowAnimator(.middle), RowAnimator(.none),
  ]
  /// Some storms have items that are there twice: then not everything can be told apart.
  let hasDuplicates: Bool
  var strategy = UpdateStrategy.animatedBatchUpdates
  /// How often each call of `apply` was told what became of it.
  var completions: [Int] = []
  var pagesLoaded = 0
  var contents: [StormView] = []
  /// How often each item was told to be seen, less how often to be gone.
  var displays: [Int: Int] = [:]
  var sections: [[Item]]
  var nextID = 0
  var log: [String] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    layout = Self.layouts[Int(seed % UInt64(Self.layouts.count))]
    hasDuplicates = seed % 7 == 3
    harness = ViewHarness(content: list, scale: seed % 3 == 0 ? 1.5 : 1)
    list.anchorPolicy = [.item, .start, .end, .none][Int(seed / 8 % 4)]
    sections = []
    sections = [makeItems(80), makeItems(30)]
    apply(.program)
  }

  func makeItems(_ count: Int) -> [Item] {
    (0..<count).map { _ in
      nextID += 1
      return Item(nextID, height: Double(Int.random(in: 12...90, using: &generator)))
    }
  }

  func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  // MARK: What happens

  func step() {
    switch random(0...15) {
    case 0...5: update()
    case 6 where random(0...2) == 0:
      let delta = WheelDelta(x: Double(random(-3...3)), y: 0, isPrecise: random(0...1) == 0)
      send("aside \(delta.x)") { $0.send(.wheel(delta, at: Point(x: 50, y: 50), [])) }
    case 6: send("wheel") { $0.wheel(Double(self.random(-4...4)), at: Point(x: 50, y: 50)) }
    case 7:
      let delta = WheelDelta(x: 0, y: Double(random(-30...30)) / 10, isPrecise: true)
      send("precise \(delta.y)") { $0.send(.wheel(delta, at: Point(x: 50, y: 50), [])) }
    case 8 where random(0...2) == 0:
      layout = Self.layouts[random(0...Self.layouts.count - 1)]
      log.append("layout")
      apply(.program)
      check()
    case 8:
      let size = Size(width: Double(random(2...5) * 100), height: Double(random(80...400)))
      send("resize \(size)") { $0.resize(to: size) }
    case 9, 10:
      let (x, y) = (Double(random(0...300)), Double(random(0...200)))
      send("click \(x) \(y)") { $0.click(at: Point(x: x, y: y), modifiers: self.random(0...2) == 0 ? .control : []) }
    case 11:
      let key: Key =
        [.up, .down, .left, .right, .pageDown, .pageUp, .home, .end].randomElement(using: &generator) ?? .down
      send("key \(key.name)") { $0.key(key) }
    case 12: drag()
    case 13: grow()
    case 14 where random(0...2) == 0:
      list.animator = Self.animators[random(0...Self.animators.count - 1)]
      log.append("animator")
    case 14 where random(0...3) == 0:
      let motion: MotionPolicy = [.full, .reduced, .off].randomElement(using: &generator) ?? .full
      send("motion \(motion)") { $0.changeEnvironment { $0.motion = motion } }
    default: send("show") { $0.show() }
    }
    for _ in 0..<random(0...4) {
      harness.advance(by: .milliseconds(random(1...40)), framesPerSecond: 1000)
      check()
    }
  }

  func send(_ what: String, _ action: (ViewHarness) -> Void) {
    log.append(what)
    action(harness)
    check()
  }

  func drag() {
    send("touch") { harness in
      harness.touch(.began, at: Point(x: 50, y: 100))
      for step in 1...4 {
        harness.advance(by: .milliseconds(8), framesPerSecond: 500)
        harness.touch(.moved, at: Point(x: 50, y: 100 - Double(step * self.random(-30...30))))
      }
      harness.touch(.ended, at: Point(x: 50, y: 100))
    }
  }

  /// A content changes its mind about its size.
  func grow() {
    guard let view = contents.filter({ $0.shown > 0 }).randomElement(using: &generator) else { return }
    send("grow \(view.text)") { _ in
      view.wantedHeight = Double(self.random(12...120))
      view.setNeedsMeasure()
    }
  }

  func update() {
    let section = random(0...sections.count - 1)
    let count = sections[section].count
    var reason = UpdateReason.program
    strategy = [.nonanimatedBatchUpdates, .reloadData].randomElement(using: &generator) ?? .reloadData
    if random(0...9) > 0 { strategy = .animatedBatchUpdates }
    switch random(0...8) {
    case 0 where hasDuplicates && count > 0:
      sections[section].insert(sections[section][random(0...count - 1)], at: random(0...count))
    case 0: sections[section].insert(contentsOf: makeItems(random(1...9)), at: random(0...count))
    case 1 where count > 0:
      let start = random(0...count - 1)
      sections[section].removeSubrange(start..<min(count, start + random(1...20)))
    case 2 where count > 0:
      let item = sections[section].remove(at: random(0...count - 1))
      let target = random(0...sections.count - 1)
      sections[target].insert(item, at: random(0...sections[target].count))
    case 3:
      sections[section].shuffle(using: &generator)
      reason = .sort
    case 4:
      sections[section].removeAll { $0.id % 3 == 0 }
      reason = .filter
    case 5 where count > 0: sections[section][random(0...count - 1)].height = Double(random(12...90))
    case 6: sections.swapAt(0, sections.count - 1)
    case 7 where count > 40:
      sections[section] = Array(sections[section][20...]) + sections[section][..<20]
    default: sections[section] += makeItems(random(1...5))
    }
    if random(0...12) == 0 { sections[section] = [] }
    log.append("update \(sections.map(\.count)) \(reason) \(strategy)")
    let pace = random(0...2) == 0 ? measurePace() : nil
    apply(reason)
    // The newest of several calls wins.
    if random(0...5) == 0 { apply(reason, shows: false) }
    if let pace { check(pace) }
    check()
  }

  // MARK: How what is seen moves

  /// Where each item is seen, and how far it went in the last thousandth of a second.
  struct Pace {
    var places: [String: Rect]
    var steps: [String: Point]
    /// How far the view still went by itself; `nil` if it stood.
    var way: Double?
  }

  /// Where each item is seen; nothing where things can be told apart by nobody.
  func places() -> [String: Rect] {
    let cells = harness.semantics.filter { $0.role == .cell && $0.alpha > 0 }
    return Dictionary(cells.map { ($0.id, $0.bounds) }) { first, _ in first }
  }

  /// `nil` where things cannot be told apart, or are at once where they belong. What wobbles stays behind what scrolls,
  /// and does no more when that ends.
  func measurePace() -> Pace? {
    guard strategy == .animatedBatchUpdates, harness.host.environment.motion == .full, !hasDuplicates,
      !(list.animator is WobbleAnimator)
    else { return nil }
    harness.show()
    let before = places()
    harness.advance(by: .milliseconds(1), framesPerSecond: 1000)
    harness.show()
    check()
    let now = places()
    let steps = before.reduce(into: [:]) { steps, old in
      steps[old.key] = now[old.key].map { $0.origin - old.value.origin }
    }
    return Pace(places: now, steps: steps, way: list.ownMotion.map { abs($0.remaining) })
  }

  /// An update moves nothing at once, and what it finds on its way goes on with its speed. In a thousandth of a second a
  /// spring changes that by a fraction of a pixel; what scrolls goes by whole device pixels.
  func check(_ pace: Pace) {
    let now = places()
    for (id, place) in now {
      guard let old = pace.places[id] else { continue }
      #expect(place.goesOn(from: old), "\(id) went from \(old) to \(place): \(log.suffix(4))")
    }
    harness.advance(by: .milliseconds(1), framesPerSecond: 1000)
    harness.show()
    // What has a fixed time begins as fast as its easing says; where an end leaves no room, scrolling ends.
    guard list.animator == nil, !list.isAtEnd, !list.isAtStart else { return }
    let ways = [pace.way, list.ownMotion.map { abs($0.remaining) }].compactMap(\.self)
    // A view that sets out to go far gains speed by the way that is left, as its stiffest spring does.
    let gain = (ways.max() ?? 0) * 0.001
    let most = 0.9 + gain + (ways.isEmpty ? 1 : 2) / harness.frame.scale
    for node in harness.semantics where node.role == .cell {
      guard let old = now[node.id]?.minY, let step = pace.steps[node.id]?.y, abs(step) > 0.01 else { continue }
      let next = node.bounds.minY - old
      #expect(abs(next - step) <= most, "\(node.id) went \(step), then \(next): \(log.suffix(4))")
    }
  }

  func apply(_ reason: UpdateReason, shows: Bool = true) {
    let call = completions.count
    completions.append(0)
    let parts = sections.enumerated().map { index, items in
      Section(id: index, data: items) { item in
        StormRow(item: item) { [unowned self] in contents.append($0) }
          .willDisplay { [unowned self] in displays[$0.id.value(as: Int.self) ?? -1, default: 0] += 1 }
          .didEndDisplay { [unowned self] in displays[$0.id.value(as: Int.self) ?? -1, default: 0] -= 1 }
      }
      .withHeader(Plate(text: "header \(index)", height: 24)).withSectionLayout(layout)
    }
    let declared = List(sections: parts).onReachEnd(offsetFromEnd: .absolute(50)) { [unowned self] _ in
      guard pagesLoaded < 5 else { return }
      pagesLoaded += 1
      sections[sections.count - 1] += makeItems(10)
      log.append("page")
      apply(.program, shows: false)
    }
    list.apply(declared, updateStrategy: strategy, reason: reason) { [unowned self] _ in completions[call] += 1 }
    if shows { harness.showIfNeeded() }
  }

  // MARK: What must hold in every frame

  func check() {
    let recent = log.suffix(4)
    let metrics = list.takeMetrics()
    #expect(metrics.anchorError <= 0.5, "\(recent)")
    #expect(metrics.step <= 0.5, "\(recent)")
    #expect(contents.allSatisfy { $0.shown == 0 || $0.shown == 1 }, "\(recent)")
    let groups = harness.frame.groups.map(\.id)
    #expect(Set(groups).count == groups.count, "\(recent)")
    let cells = harness.semantics.filter { $0.role == .cell }.map(\.id)
    #expect(hasDuplicates || Set(cells).count == cells.count, "\(recent)")
    #expect(list.report.contents < 200 && contents.count < 800, "\(recent)")
    #expect(completions.allSatisfy { $0 <= 1 }, "\(recent)")
    // A cross-fade shows an item where it was and where it is, and the next one may begin before it has ended; what
    // faded in for less than a frame leaves nothing behind, so that there are not more with every update.
    let most = displays.values.max() ?? 0
    #expect(hasDuplicates || most <= 4 && displays.values.allSatisfy { $0 >= 0 }, "\(most) at once: \(recent)")
    #expect(list.contentOffset.y.isFinite && harness.frame.groups.allSatisfy { $0.frame.minY.isFinite }, "\(recent)")
  }

  func end() {
    #expect(harness.settle(), "never rests: \(log.suffix(4))")
    check()
    #expect(completions.allSatisfy { $0 == 1 })
    let cells = harness.semantics.filter { $0.role == .cell }
    let newest = Dictionary(sections.joined().map { ("\($0.id)", $0.text) }) { first, _ in first }
    #expect(cells.allSatisfy { newest[$0.id] == $0.text && $0.bounds == $0.target && $0.alpha == 1 })
    if !hasDuplicates {
      #expect(displays.filter { $0.value != 0 }.map { "\($0.key)" }.sorted() == cells.map(\.id).sorted())
    }
    #expect(hasDuplicates || displays.values.allSatisfy { $0 <= 1 })
    pagesLoaded = .max
    sections = [[], []]
    apply(.program)
    harness.settle()
    #expect(displays.values.allSatisfy { $0 == 0 })
    #expect(contents.allSatisfy { $0.shown == 0 })
    #expect(list.report.contents <= 4, "only headers and backgrounds")
  }
}

/// How many storms there are; the fewest that begin with each layout under each policy.
#if DEBUG
  private let storms = 32
#else
  private let storms = 2000
#endif

@Test(arguments: seeds(storms))
@MainActor
func `whatever comes at whatever time, nothing jumps, doubles or stays behind`(seed: Int) {
  let storm = Storm(seed: UInt64(seed))
  for _ in 0..<40 { storm.step() }
  storm.end()
}

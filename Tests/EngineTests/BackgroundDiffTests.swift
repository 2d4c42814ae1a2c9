import Dispatch
import Glibc
import Scrollwork
import ScrollworkTesting
import Synchronization
import Testing

/// Diffs of large lists, which run on another thread. An outdated result is never shown.
@MainActor struct BackgroundDiffTests {
  @Test func `a large diff runs on another thread, and the list can be scrolled meanwhile`() async {
    let stage = LargeStage()
    stage.apply(Rows(0..<1000))
    let gate = Gate()
    let update = stage.apply(Rows((0..<1000).reversed(), gate: gate))
    stage.harness.wheel(-4, at: Point(x: 100, y: 100))
    stage.harness.settle()
    let visible = stage.first
    #expect(visible != "0")
    gate.open()
    await stage.waitForDiff()
    #expect(await update.outcome == .applied)
    #expect(gate.wasReadOnAnotherThread)
    // The old list is shown until the diff has ended.
    #expect(stage.harness.semantics.contains { $0.id == visible })
  }

  @Test func `a diff for a list that is no longer the newest is never shown`() async {
    let stage = LargeStage()
    stage.apply(Rows(0..<1000))
    let gate = Gate()
    var outcomes: [UpdateOutcome] = []
    let first = stage.apply(Rows(1000..<2000, gate: gate)) { outcomes.append($0) }
    let second = stage.apply(Rows(2000..<3000)) { outcomes.append($0) }
    #expect(stage.first == "0")
    gate.open()
    await stage.waitForDiff()
    #expect(stage.first == "0", "the result of the first diff is discarded")
    await stage.waitForDiff()
    #expect(stage.first == "2000")
    #expect(await first.outcome == .superseded)
    #expect(await second.outcome == .applied)
    #expect(outcomes == [.superseded, .applied])
  }

  @Test func `a program that applies lists faster than diffs end still shows a list`() async {
    let stage = LargeStage()
    stage.apply(Rows(0..<1000))
    var shown: Set<String> = []
    for round in 1...8 {
      stage.apply(Rows(round * 1000..<(round + 1) * 1000))
      await stage.waitForDiff { stage.apply(Rows(round * 1000 + 1..<(round + 1) * 1000)) }
      shown.insert(stage.first)
    }
    #expect(shown.count > 1)
  }

  @Test func `a reload discards a running diff`() async {
    let stage = LargeStage()
    stage.apply(Rows(0..<1000))
    let gate = Gate()
    stage.apply(Rows((0..<1000).reversed(), gate: gate))
    stage.list.reloadData()
    stage.harness.settle()
    #expect(stage.first == "999")
    gate.open()
    let update = stage.apply(Rows(500..<1500))
    await stage.waitForDiff()
    await stage.waitForDiff()
    #expect(await update.outcome == .applied)
    #expect(stage.list.itemCount == 1000)
  }

  @Test func `a small list and one of values that are not Sendable are diffed at once`() {
    let stage = LargeStage()
    stage.apply(Rows(0..<50))
    stage.apply(Rows(10..<60))
    #expect(stage.list.itemCount == 50 && stage.harness.semantics.contains { $0.id == "10" })
    stage.list.apply(
      List(sections: [Section(id: 0, cells: (0..<500).map { Cell(id: $0, component: Plate(text: "\($0)")) })]))
    stage.harness.showIfNeeded()
    #expect(stage.list.itemCount == 500)
  }
}

/// A list whose diffs run on another thread if it has at least 100 items, in a window.
@MainActor
private struct LargeStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    list.backgroundDiffThreshold = 100
  }

  @discardableResult
  func apply(_ rows: Rows, completion: (@MainActor (UpdateOutcome) -> Void)? = nil) -> Update {
    let section = Section(id: 0, data: rows, id: \.self) { Plate(text: "row \($0)") }
    let update = list.apply(
      List(sections: [section.withSectionLayout(.list(rowHeight: 40))]), updateStrategy: .nonanimatedBatchUpdates,
      completion: completion)
    harness.showIfNeeded()
    return update
  }

  /// The identity of the first visible row.
  var first: String { harness.semantics.first { $0.role == .cell && $0.bounds.maxY > 0 }?.id ?? "" }

  /// Waits until a diff has ended, and shows the frame that it requests.
  /// - Parameter before: Called before that frame.
  func waitForDiff(before: () -> Void = {}) async {
    while !harness.host.needsFrame { await Task.yield() }
    before()
    harness.showIfNeeded()
  }
}

/// A collection that returns its elements one at a time. If it has a gate, each access first passes the gate.
private struct Rows: RandomAccessCollection, Sendable {
  private let numbers: [Int]
  private let gate: Gate?

  init(_ numbers: some Sequence<Int>, gate: Gate? = nil) {
    (self.numbers, self.gate) = (Array(numbers), gate)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { numbers.count }
  subscript(position: Int) -> Int {
    gate?.pass()
    return numbers[position]
  }
}

/// A gate. Until it is opened, it stops every thread except the one that created it.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let passed = Atomic(false)
  private let maker = pthread_self()

  var wasReadOnAnotherThread: Bool { passed.load(ordering: .relaxed) }

  func pass() {
    guard pthread_equal(pthread_self(), maker) == 0, !passed.load(ordering: .relaxed) else { return }
    semaphore.wait()
    passed.store(true, ordering: .relaxed)
  }

  func open() { semaphore.signal() }
}

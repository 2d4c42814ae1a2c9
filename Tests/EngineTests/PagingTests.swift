import Scrollwork
import ScrollworkTesting
import Testing

/// A simulated server. It answers only when the test calls `answer`.
@MainActor
final class SlowServer {
  private(set) var calls = 0
  private var waiting: [CheckedContinuation<Void, any Error>] = []

  struct Failure: Error, CustomStringConvertible {
    var description: String { "no connection" }
  }

  /// The number of calls that were answered and have continued since.
  private var finished = 0

  func load() async throws {
    calls += 1
    defer { finished += 1 }
    try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  /// Answers all waiting calls and waits until they have continued.
  func answer(_ result: Result<Void, any Error> = .success(())) async {
    let answered = waiting
    waiting = []
    let expected = finished + answered.count
    for continuation in answered { continuation.resume(with: result) }
    // Waits for all of them, however busy the main actor is.
    while finished < expected { await Task.yield() }
    for _ in 0..<5 { await Task.yield() }
  }
}

@MainActor
struct PagingTests {
  /// Returns a list of rows of 40 in a window of 100, with handlers added by `listening`.
  private func stage(
    _ count: Int, height: Double = 40, policy: AnchorPolicy = .item, _ listening: (List) -> List
  ) -> (list: CollectionView, harness: ViewHarness) {
    let list = CollectionView()
    list.anchorPolicy = policy
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 100))
    apply(0..<count, height: height, to: list, listening)
    harness.showIfNeeded()
    return (list, harness)
  }

  private func apply(
    _ ids: Range<Int>, height: Double = 40, to list: CollectionView, _ listening: (List) -> List
  ) {
    list.apply(
      listening(
        List(sections: [
          Section(id: 0, data: Array(ids), id: \.self) { Plate(text: "\($0)") }
            .withSectionLayout(.list(rowHeight: height))
        ])))
  }

  private func calls(_ distance: ReachDistance, rows: Int, height: Double = 40, at offset: Double) -> Int {
    var calls = 0
    let (list, harness) = stage(rows, height: height) {
      $0.onReachEnd(offsetFromEnd: distance) { _ in calls += 1 }
    }
    let before = calls
    list.scroll(to: .offset(offset), animated: false)
    harness.showIfNeeded()
    return rows * Int(height) <= 100 ? calls : calls - before
  }

  @Test(arguments: [
    (ReachDistance.absolute(100), 0.0, 0), (.absolute(100), 199, 0), (.absolute(100), 200, 1), (.absolute(100), 201, 1),
    (.relativeToContainerSize(multiplier: 1), 199, 0), (.relativeToContainerSize(multiplier: 1), 200, 1),
    (.relativeToContainerSize(multiplier: 2), 99, 0), (.relativeToContainerSize(multiplier: 2), 100, 1),
  ])
  func `onReachEnd fires at the given distance and not a pixel earlier`(
    distance: ReachDistance, offset: Double, expected: Int
  ) {
    #expect(calls(distance, rows: 10, at: offset) == expected)
  }

  @Test func `content shorter than the viewport is at its end`() {
    #expect(calls(.absolute(0), rows: 1, height: 99, at: 0) == 1)
  }

  @Test func `onReachEnd is called once each time the view comes near`() {
    var calls = 0
    let (list, harness) = stage(20) { $0.onReachEnd(offsetFromEnd: .absolute(50)) { _ in calls += 1 } }
    #expect(calls == 0)
    for offset in [680.0, 690, 700, 680] {
      list.scroll(to: .offset(offset), animated: false)
      harness.showIfNeeded()
    }
    #expect(calls == 1)
    for offset in [300.0, 700] {
      list.scroll(to: .offset(offset), animated: false)
      harness.showIfNeeded()
    }
    #expect(calls == 2)
  }

  @Test func `a short first page loads more until there is enough to scroll`() async {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 100))
    var count = 1
    func show() {
      apply(0..<count, to: list) { declared in
        declared.onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 1)) { _ in
          count += 1
          show()
        }
      }
    }
    show()
    harness.settle()
    // The rows must reach 100 beyond the viewport of 100.
    #expect(count == 6)
  }

  @Test func `a higher window loads the next page`() {
    var calls = 0
    let (_, harness) = stage(10) { $0.onReachEnd(offsetFromEnd: .absolute(100)) { _ in calls += 1 } }
    harness.resize(to: Size(width: 200, height: 299))
    #expect(calls == 0)
    harness.resize(to: Size(width: 200, height: 300))
    #expect(calls == 1)
  }

  @Test func `two pages never load at once, and a failure is shown and retried on request`() async throws {
    let server = SlowServer()
    let (list, harness) = stage(10) { $0.onReachEnd { _ in try await server.load() } }
    list.scroll(to: .end, animated: false)
    harness.settle()
    #expect(server.calls == 1)
    #expect(list.pageState(at: .end).isLoading)
    #expect(harness.semantics.contains { $0.role == .progressBar && $0.text == "Loading more" })
    list.scroll(to: .start, animated: false)
    harness.settle()
    list.scroll(to: .end, animated: false)
    harness.settle()
    #expect(server.calls == 1)

    await server.answer(.failure(SlowServer.Failure()))
    harness.settle()
    #expect(list.pageState(at: .end).failure == "no connection")
    #expect(server.calls == 1)
    #expect(harness.semantics.contains { $0.text == "no connection" })
    let button = try #require(harness.semantics.first { $0.text == "Try again" })
    harness.click(at: button.bounds.center)
    #expect(server.calls == 2)
    await server.answer()
    harness.settle()
    #expect(list.pageState(at: .end).failure == nil && !list.pageState(at: .end).isLoading)
    #expect(list.itemCount == 10)
  }

  @Test func `the loading row has room of its own below the last item`() async throws {
    let server = SlowServer()
    let (list, harness) = stage(10) { $0.onReachEnd { _ in try await server.load() } }
    list.scroll(to: .end, animated: false)
    harness.settle()
    list.scroll(to: .end, animated: false)
    harness.settle()
    let last = try #require(harness.semantics.first { $0.id == "9" })
    #expect(last.bounds.maxY == 56)
    let bar = try #require(harness.semantics.first { $0.role == .progressBar })
    #expect(bar.bounds.midY == 78)
    await server.answer()
    harness.settle()
    #expect(harness.semantics.first { $0.id == "9" }?.bounds.maxY == 100)
  }

  @Test func `a complete list does not load, and loads again when there is more`() {
    var calls = 0
    func listen(_ hasMore: Bool) -> (List) -> List { { $0.onReachEnd(hasMore: hasMore) { _ in calls += 1 } } }
    let (list, harness) = stage(3, listen(false))
    harness.settle()
    #expect(calls == 0)
    guard case .ended = list.pageState(at: .end) else {
      Issue.record("\(list.pageState(at: .end)) is not the end")
      return
    }
    apply(0..<3, to: list, listen(true))
    harness.settle()
    #expect(calls == 1)
  }

  @Test func `pages inserted at the start move no visible item`() async throws {
    let server = SlowServer()
    var first = 100
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 100))
    func show() {
      apply(first..<120, to: list) { declared in
        declared.onReachStart(offsetFromStart: .absolute(0)) { _ in
          try await server.load()
          first -= 10
          show()
        }
      }
    }
    show()
    list.scroll(to: .offset(200), animated: false)
    harness.settle()
    #expect(server.calls == 0 || first == 100)
    list.scroll(to: .offset(0), animated: false)
    harness.settle()
    let before = try #require(harness.semantics.first { $0.id == "100" }).bounds.minY
    await server.answer()
    harness.showIfNeeded()
    #expect(list.itemCount == 30)
    #expect(harness.semantics.first { $0.id == "100" }?.bounds.minY == before)
    harness.settle()
    #expect(harness.semantics.first { $0.id == "100" }?.bounds.minY == before)
  }

  @Test(arguments: [("F5", Modifiers()), ("R", .control)])
  func `a key asks for all of it anew`(key: String, modifiers: Modifiers) async {
    let server = SlowServer()
    let (list, harness) = stage(10) { $0.onRefresh { _ in try await server.load() } }
    harness.host.focus(list)
    harness.key(Key(key), modifiers: modifiers, count: 2)
    #expect(server.calls == 1)
    harness.settle()
    #expect(harness.semantics.contains { $0.text == "Refreshing" && $0.bounds.minY >= 0 })
    await server.answer()
    harness.settle()
    #expect(list.contentOffset.y == 0)
    #expect(!harness.semantics.contains { $0.text == "Refreshing" })
  }

  @Test func `pulling the content down refreshes, and it rests below the refresh row`() async {
    let server = SlowServer()
    let (list, harness) = stage(10) { $0.onRefresh { _ in try await server.load() } }
    for (distance, expected) in [(30.0, 0), (250, 1)] {
      harness.touch(.began, at: Point(x: 50, y: 10))
      for step in 1...10 {
        harness.advance(by: .milliseconds(20))
        harness.touch(.moved, at: Point(x: 50, y: 10 + distance * Double(step) / 10))
      }
      harness.touch(.ended, at: Point(x: 50, y: 10 + distance))
      #expect(server.calls == expected)
      harness.settle()
    }
    #expect(list.contentOffset.y == -44)
    await server.answer()
    harness.settle()
    #expect(list.contentOffset.y == 0)
  }

  @Test func `a program may replace the loading row or show none`() async {
    let server = SlowServer()
    let (_, harness) = stage(2) {
      $0.onReachEnd { _ in try await server.load() }
        .pageStatus { context in context.state.isLoading ? Card(text: "soon") : nil }
    }
    harness.settle()
    #expect(harness.semantics.contains { $0.text == "soon" })
    await server.answer(.failure(SlowServer.Failure()))
    harness.settle()
    #expect(!harness.semantics.contains { $0.text == "soon" || $0.text == "no connection" })
  }

  /// Shows a list that loads pages of 20 rows, up to 100, as fast as the server answers, and presses End.
  private func pages(of server: SlowServer, _ mode: SelectionMode = .multiple) -> (CollectionView, ViewHarness) {
    let list = CollectionView()
    list.selectionMode = mode
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 100))
    var count = 20
    func show() {
      apply(0..<count, to: list) { declared in
        declared.onReachEnd(hasMore: count < 100) { _ in
          try await server.load()
          count += 20
          show()
        }
      }
    }
    show()
    harness.host.focus(list)
    harness.settle()
    harness.key(.end)
    return (list, harness)
  }

  @Test(arguments: [SelectionMode.multiple, .none], [0, 1_000])
  func `End goes on to the end of each page until there is no more`(mode: SelectionMode, delay: Int) async {
    let server = SlowServer()
    let (list, harness) = pages(of: server, mode)
    for page in 1...4 {
      // The page comes while the list still scrolls, or long after it came to rest.
      harness.advance(by: .milliseconds(delay))
      #expect(server.calls == page)
      await server.answer()
      harness.advance(by: .milliseconds(32))
    }
    harness.settle()
    #expect(list.itemCount == 100 && list.isAtEnd)
    #expect(mode == .none || list.focusedItem?.item == 99 && list.selectedRanges(inSection: 0) == [99..<100])
    // The end is reached, so later items do not move the view.
    apply(0..<110, to: list) { $0 }
    harness.settle()
    #expect(!list.isAtEnd)
  }

  @Test(arguments: ["key", "wheel", "press", "program", "filter"])
  func `anything else that scrolls or selects ends the way to the last page`(event: String) async {
    let server = SlowServer()
    let (list, harness) = pages(of: server)
    harness.settle()
    switch event {
    case "key": harness.key(.up)
    case "wheel": harness.wheel(1, at: Point(x: 50, y: 50))
    case "press": harness.click(at: Point(x: 50, y: 20))
    case "program": list.scroll(to: .offset(100))
    default: list.apply(list.snapshot(), reason: .filter)
    }
    harness.settle()
    await server.answer()
    harness.settle()
    #expect(list.itemCount == 40 && !list.isAtEnd)
  }

  @Test func `a cancelled load that ends late leaves a newer load alone`() async {
    let (old, new) = (SlowServer(), SlowServer())
    let (list, harness) = stage(2) { $0.onReachEnd { _ in try await old.load() } }
    harness.settle()
    apply(0..<2, to: list) { $0 }
    harness.settle()
    func show(_ count: Int) {
      apply(0..<count, to: list) { $0.onReachEnd { _ in try await new.load() } }
      harness.settle()
    }
    show(2)
    #expect((old.calls, new.calls) == (1, 1))
    await old.answer(.failure(SlowServer.Failure()))
    harness.settle()
    #expect(!harness.semantics.contains { $0.text == "no connection" })
    // More items are a new end, but the newer load still runs.
    show(3)
    #expect(new.calls == 1)
  }

  @Test func `a load is cancelled when the list no longer has the handler`() async {
    let server = SlowServer()
    var wasCancelled: Bool?
    let (list, harness) = stage(2) {
      $0.onReachEnd { _ in
        try? await server.load()
        wasCancelled = Task.isCancelled
      }
    }
    harness.settle()
    apply(0..<2, to: list) { $0 }
    harness.settle()
    await server.answer()
    #expect(wasCancelled == true)
    #expect(!harness.semantics.contains { $0.role == .progressBar })
  }
}

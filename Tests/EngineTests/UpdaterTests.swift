import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@MainActor
struct UpdaterTests {
  private func moves(_ stage: Stage) -> Bool { stage.list.report.animating > 0 }

  private func stage(_ updater: some Updater, _ count: Int = 1000) -> Stage {
    let stage = Stage(Stage.items(0..<count))
    stage.list.updater = updater
    return stage
  }

  @Test func `the default updater has no limit`() {
    let stage = stage(LiveUpdater())
    stage.apply(Stage.items((0..<1000).reversed()))
    #expect(moves(stage))
  }

  @Test(arguments: [(3, true), (4, false)])
  func `a number of changes up to the limit is animated, and one more is not`(changes: Int, isAnimated: Bool) {
    let updater = LimitedUpdater()
    #expect(updater.animatableChangeCount == 300)
    updater.animatableChangeCount = 3
    let stage = stage(updater)
    // Two of the deleted rows are visible, the others are far below. All of them count.
    stage.apply(Stage.items((0..<1000).filter { ![2, 3].contains($0) && $0 < 1000 - (changes - 2) }))
    #expect(moves(stage) == isAnimated)
    #expect(stage.visible.first?.id == "0")
  }

  @Test func `above the limit only the motion is dropped, whatever changes`() {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let old = Array(0..<40)
      var new = old
      for step in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<new.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: new.remove(at: place)
        case 1: new.insert(100 + step, at: place)
        default: new.insert(new.remove(at: place), at: Int.random(in: 0..<new.count, using: &random))
        }
      }
      let updater = LimitedUpdater()
      updater.keepsContentOffset = false
      updater.animatableChangeCount = Int.random(in: 0...6, using: &random)
      let changeCount = Changeset(source: old, target: new).changeCount
      let (limited, free) = (stage(updater, old.count), stage(LiveUpdater(), old.count))
      for stage in [limited, free] { stage.apply(Stage.items(new)) }
      if changeCount > updater.animatableChangeCount { #expect(!moves(limited), "seed \(seed)") }
      if changeCount <= updater.animatableChangeCount { #expect(moves(limited) == moves(free), "seed \(seed)") }
      for stage in [limited, free] { stage.harness.settle() }
      #expect(limited.offset == free.offset && limited.visible.map(\.id) == free.visible.map(\.id), "seed \(seed)")
      #expect(new.allSatisfy { limited.y($0) == free.y($0) }, "seed \(seed)")
    }
  }

  @Test func `without animation everything is in place at once`() {
    let updater = LimitedUpdater()
    updater.isAnimationEnabled = false
    let stage = stage(updater)
    stage.apply(Stage.items(3..<1000))
    #expect(!moves(stage))
    #expect(stage.y(3) == 0)
  }

  @Test(arguments: [false, true]) func `motion while scrolling follows the updater's option`(isAllowed: Bool) {
    let updater = LimitedUpdater()
    updater.isAnimationEnabledWhileScrolling = isAllowed
    let stage = stage(updater)
    stage.harness.wheel(-2, at: Point(x: 50, y: 50))
    stage.harness.advance(by: .milliseconds(50))
    stage.apply(Stage.items((0..<1000).filter { $0 != 4 }))
    #expect(moves(stage) == isAllowed)
  }

  @Test(arguments: [true, false]) func `an updater keeps either the distance from the start or the anchor`(keeps: Bool)
  {
    let updater = LimitedUpdater()
    updater.keepsContentOffset = keeps
    let stage = stage(updater)
    stage.scroll(to: 4000)
    stage.apply(Stage.items(Array(2000..<2010) + Array(0..<1000)))
    stage.harness.settle()
    #expect(stage.offset == (keeps ? 4000 : 4400))
    #expect(stage.y(keeps ? 90 : 100) == 0)
  }

  @Test func `while a finger rests on the list, the anchor is kept in place of the distance`() {
    let stage = stage(LimitedUpdater())
    stage.scroll(to: 4000)
    stage.harness.touch(.began, at: Point(x: 50, y: 200))
    for step in 1...10 {
      stage.harness.touch(.moved, at: Point(x: 50, y: 200 - Double(step) * 10))
      stage.harness.advance(by: .milliseconds(16))
    }
    stage.harness.advance(by: .milliseconds(500))
    let (before, row) = (stage.offset, stage.y(110))
    #expect(before > 4000)
    stage.apply(Stage.items(Array(2000..<2010) + Array(0..<1000)))
    stage.harness.settle()
    #expect(stage.offset == before + 400 && stage.y(110) == row)
    stage.harness.touch(.ended, at: Point(x: 50, y: 100))
    stage.harness.settle()
    #expect(stage.offset == before + 400)
  }

  @Test func `a kept distance stays within the bounds`() {
    let stage = stage(LimitedUpdater())
    stage.scroll(to: 30_000)
    stage.apply(Stage.items(0..<100))
    stage.harness.settle()
    #expect(stage.offset == 4000 - 300)
  }

  @Test func `content smaller than the view is shown from its start, whatever the kept distance`() {
    let stage = stage(LimitedUpdater())
    stage.scroll(to: 4000)
    stage.apply(Stage.items(0..<3))
    stage.harness.settle()
    #expect(stage.offset == 0 && stage.y(0) == 0)
  }

  /// The view is 30 x 40 and the content 100 x 200, as in Carbon's test, where the offset is limited to (74, 163). Here
  /// offsets are counted from the start of the insets, so they are larger by 2 and 1.
  @Test(arguments: [Axis.vertical, .horizontal])
  func `a kept distance is limited by the content with its insets, along either axis`(axis: Axis) throws {
    let stage = Stage(size: Size(width: 30, height: 40))
    stage.list.updater = LimitedUpdater()
    stage.list.contentInsets = Insets(top: 1, leading: 2, bottom: 3, trailing: 4)
    func show(_ count: Int) {
      let (width, height) = axis == .vertical ? (24.0, 40.0) : (20, 36)
      let size = LayoutSize(width: .absolute(width), height: .absolute(height))
      stage.list.apply(
        List {
          for number in 0..<count {
            Section(id: number) { Plate(text: "\(number)").identified(by: number) }
              .withSectionLayout(RowLayout(), sizes: .uniform(size))
          }
        }
        .withLayoutConfiguration(LayoutConfiguration(scrollDirection: axis)))
      stage.harness.settle()
    }
    show(100)
    stage.list.scroll(to: .offset(200), animated: false)
    stage.harness.settle()
    #expect(stage.list.contentOffset == (axis == .vertical ? Point(x: 0, y: 200) : Point(x: 200, y: 0)))
    show(5)
    #expect(stage.list.contentOffset == (axis == .vertical ? Point(x: 0, y: 164) : Point(x: 76, y: 0)))
    let last = try #require(stage.frame("4"))
    #expect(axis == .vertical ? last.minY == 160 - 163 : last.minX == 80 - 74)
  }

  /// The ways in which the user scrolls.
  enum Scrolling: CaseIterable {
    case dragging, flinging
  }

  @Test(arguments: Scrolling.allCases)
  func `an updater that keeps the distance does not move what the user scrolls`(way: Scrolling) throws {
    let stage = stage(LimitedUpdater())
    stage.scroll(to: 4000)
    switch way {
    case .dragging:
      stage.harness.touch(.began, at: Point(x: 50, y: 200))
      stage.harness.touch(.moved, at: Point(x: 50, y: 150))
    case .flinging: stage.fling()
    }
    stage.harness.show()
    let y = try #require(stage.y(104))
    stage.apply(Stage.items(Array(2000..<2010) + Array(0..<1000)))
    #expect(stage.y(104) == y && stage.offset > 4400)
  }

  /// A component that reports a change only if it is told to.
  struct Silent: Component {
    var text: String
    var hasChanged = false

    func renderContent() -> Label { Label() }
    func render(in content: Label) { content.text = text }
    func shouldContentUpdate(with next: Silent) -> Bool { next.hasChanged }
  }

  private func show(_ text: String, hasChanged: Bool, in list: CollectionView) {
    list.apply(
      List(sections: [
        Section(id: 0, cells: [Cell(id: 1, component: Silent(text: text, hasChanged: hasChanged))])
      ]))
  }

  @Test(arguments: [
    (true, false, false, "new"), (false, false, false, "old"), (false, false, true, "new"), (false, true, true, "old"),
    (true, true, true, "new"),
  ])
  func `the updater's options decide which visible components are rendered again`(
    always: Bool, skips: Bool, hasChanged: Bool, expected: String
  ) {
    let updater = LimitedUpdater()
    updater.alwaysRenderVisibleComponents = always
    updater.skipReloadComponents = skips
    let list = CollectionView()
    list.updater = updater
    let harness = ViewHarness(content: list)
    show("old", hasChanged: false, in: list)
    harness.showIfNeeded()
    show("new", hasChanged: hasChanged, in: list)
    harness.settle()
    #expect(harness.semantics.first { $0.role == .cell }?.text == expected)
  }

  @Test(arguments: [true, false]) func `a content view is reused or replaced as the option says`(reconfigures: Bool) {
    let updater = LimitedUpdater()
    updater.reconfiguresItems = reconfigures
    let list = CollectionView()
    list.updater = updater
    let harness = ViewHarness(content: list)
    show("old", hasChanged: false, in: list)
    harness.showIfNeeded()
    let before = list.cell(at: ElementPath(section: 0, item: 0)).content
    show("new", hasChanged: true, in: list)
    harness.showIfNeeded()
    let after = list.cell(at: ElementPath(section: 0, item: 0)).content
    #expect((before === after) == reconfigures)
    #expect(list.report.contents == (reconfigures ? 1 : 2))
    harness.settle()
    #expect(list.report.contents == 1)
    #expect(harness.semantics.first { $0.role == .cell }?.text == "new")
  }

  @Test func `a replaced content view crossfades or is swapped at once, by the style for reloads`() {
    for (style, contents) in [(RowAnimator.Style.fade, 2), (.none, 1)] {
      let updater = LimitedUpdater()
      updater.reconfiguresItems = false
      updater.set(allAnimation: style)
      let list = CollectionView()
      list.updater = updater
      let harness = ViewHarness(content: list)
      show("old", hasChanged: false, in: list)
      harness.showIfNeeded()
      show("new", hasChanged: true, in: list)
      harness.showIfNeeded()
      #expect(list.report.contents == contents, "\(style)")
      #expect(harness.semantics.last { $0.role == .cell }?.text == "new")
    }
  }

  @Test func `a replaced content view slides out to its style's side and the new one slides in`() {
    let updater = LimitedUpdater()
    updater.reconfiguresItems = false
    updater.reloadRowsAnimation = .left
    let list = CollectionView()
    list.updater = updater
    let harness = ViewHarness(content: list, size: Size(width: 300, height: 200))
    show("old", hasChanged: false, in: list)
    harness.settle()
    show("newer", hasChanged: true, in: list)
    harness.showIfNeeded()
    /// Returns the left edge of the first draw group whose text has as many characters as `text`.
    func place(_ text: String) -> Double? {
      harness.frame.groups.first { group in
        group.canvas.commands.contains {
          if case .text(let line, _, _) = $0 { line.glyphs.count == text.count } else { false }
        }
      }?.frame.minX
    }
    var places: [(former: Double, next: Double)] = []
    // Only visible rows are drawn.
    while let former = place("old"), places.count < 100 {
      places.append((former, place("newer") ?? -300))
      harness.advance(by: .milliseconds(16))
    }
    #expect(places.count > 5 && places.first?.former == 0 && (places.first?.next ?? 0) < -250, "\(places)")
    for (earlier, later) in zip(places, places.dropFirst()) {
      #expect(later.former <= earlier.former && later.next >= earlier.next, "\(earlier), \(later)")
    }
    #expect(places.contains { $0.former < -50 && $0.next > -250 })
    harness.settle()
    #expect(place("newer") == 0 && place("old") == nil && list.report.contents == 1)
  }

  /// A component that decides itself whether its content view is rendered again.
  private struct Choosy: Component {
    var text: String

    func renderContent() -> Label { Label() }
    func render(in content: Label) { content.text = text }
    func shouldRender(next: Choosy, in content: Label) -> Bool { next.text != "skipped" }
  }

  @Test func `a component can keep its content view from being rendered again`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    for (text, expected) in [("first", "first"), ("skipped", "first"), ("last", "last")] {
      list.apply(List { Cell(id: 1, component: Choosy(text: text)) })
      harness.settle()
      #expect(harness.semantics.first { $0.role == .cell }?.text == expected)
    }
  }

  @Test func `an updater that reloads drops the state of items`() {
    let stage = stage(ReloadUpdater())
    stage.click(2)
    #expect(stage.selected() == [2])
    stage.apply(Stage.items(0..<1000))
    #expect(stage.selected() == [] && !moves(stage))
  }

  @Test func `data that is reloaded is laid out before the next frame`() {
    let stage = Stage(Stage.items(0..<10))
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items(0..<50)) { Plate(text: $0.text) }.withSectionLayout(.list(rowHeight: 40))
      ]))
    #expect(stage.list.contentSize.height == 400)
    stage.list.reloadData()
    #expect(stage.list.contentSize.height == 2000 && stage.list.itemCount == 50)
    stage.harness.settle()
    #expect(stage.visible.count == 8)
  }

  @Test func `layouts can be requested again, and the anchor stays in place`() {
    let stage = Stage((0..<100).map { Item($0, height: 50) }, layout: .list(estimatedRowHeight: 30))
    stage.scroll(to: 2000)
    stage.harness.settle()
    let before = stage.visible.map(\.bounds)
    stage.list.setNeedsLayout()
    stage.harness.settle()
    #expect(stage.visible.map(\.bounds) == before)
  }

  @Test func `a caller can wait for the end of motion`() async {
    let stage = Stage(Stage.items(0..<10))
    await stage.list.settled()
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items((0..<10).reversed())) { Plate(text: $0.text) }
          .withSectionLayout(.list(rowHeight: 40))
      ]))
    var isSettled = false
    let waiting = Task {
      await stage.list.settled()
      isSettled = true
    }
    await Task.yield()
    stage.harness.advance(by: .milliseconds(50))
    await Task.yield()
    #expect(!isSettled)
    stage.harness.settle()
    await waiting.value
    #expect(isSettled)
  }

  @Test func `waiting for the end of motion ends when the view leaves its window`() async {
    let stage = Stage(Stage.items(0..<10))
    stage.apply(Stage.items((0..<10).reversed()))
    let waiting = Task { await stage.list.settled() }
    for _ in 0..<5 { await Task.yield() }
    stage.harness.host.content = View()
    await waiting.value
  }
}

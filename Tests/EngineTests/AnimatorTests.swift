import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct AnimatorTests {
  private static let side = RowAnimator(.left, timing: .timed(0.2, .linear))

  private func stage(_ animator: (any Animator)?, motion: MotionPolicy = .full) -> Stage {
    let stage = Stage(Stage.items(0..<5), motion: motion)
    stage.list.animator = animator
    return stage
  }

  private func milliseconds(_ stage: Stage, _ count: Int) {
    stage.harness.advance(by: .milliseconds(count), framesPerSecond: 100)
  }

  @Test func `a row slides in from its side within the requested time`() {
    let stage = stage(Self.side)
    stage.apply(Stage.items([0, 9, 1, 2, 3, 4]))
    #expect(stage.node(9)?.bounds.minX == -400 && stage.node(9)?.alpha == 1)
    milliseconds(stage, 100)
    #expect(abs((stage.node(9)?.bounds.minX ?? 0) + 200) < 0.001)
    milliseconds(stage, 100)
    #expect(stage.node(9)?.bounds == Rect(x: 0, y: 40, width: 400, height: 40))
  }

  @Test func `a row slides out to its side and is recycled only there`() {
    let stage = stage(Self.side)
    stage.apply(Stage.items([0, 2, 3, 4]))
    #expect(stage.list.report.contents == 5)
    milliseconds(stage, 190)
    #expect(stage.list.report.contents == 5)
    milliseconds(stage, 20)
    #expect(stage.list.report.contents == 4)
  }

  @Test func `a row deleted while it slides in reverses from where it is, also a second time`() {
    let stage = stage(Self.side)
    stage.apply(Stage.items([0, 9, 1, 2, 3, 4]))
    milliseconds(stage, 100)
    stage.apply(Stage.items(0..<5))
    let exiting = stage.list.exitingNodes(at: stage.harness.now).first { $0.id == "9" }
    #expect(abs((exiting?.bounds.minX ?? 0) + 200) < 0.001)
    milliseconds(stage, 10)
    let further = stage.list.exitingNodes(at: stage.harness.now).first { $0.id == "9" }?.bounds.minX ?? 0
    #expect((-200 ... -180).contains(further), "it has its speed still")
    milliseconds(stage, 90)
    stage.apply(Stage.items([0, 9, 1, 2, 3, 4]))
    #expect((-300 ... -210).contains(stage.node(9)?.bounds.minX ?? 0))
    stage.harness.settle()
    #expect(stage.node(9)?.bounds.minX == 0)
  }

  @Test(arguments: [(RowAnimator.Style.top, -40.0), (.bottom, 40)])
  func `a row slides in from above or from below while it fades in`(style: RowAnimator.Style, distance: Double) throws {
    let stage = stage(RowAnimator(style, timing: .timed(0.2, .linear)))
    stage.apply(Stage.items([0, 1, 2, 3, 9, 4]))
    #expect(stage.y(9) == 160 + distance && stage.node(9)?.alpha == 0)
    milliseconds(stage, 100)
    #expect(try abs(#require(stage.y(9)) - 160 - distance / 2) < 0.001)
    #expect(try (0.4...0.9).contains(#require(stage.node(9)?.alpha)))
    stage.apply(Stage.items(0..<5))
    milliseconds(stage, 300)
    #expect(stage.list.report.contents == 5)
  }

  @Test func `cells grow on insertion and shrink on deletion`() throws {
    let stage = stage(ScaleAnimator(scale: 0.5, timing: .timed(0.2, .linear)))
    stage.apply(Stage.items([0, 1, 2, 3, 4, 9]))
    var values: [Double] = []
    for _ in 0..<3 {
      values.append(try #require(scales(stage).last))
      milliseconds(stage, 100)
    }
    #expect(zip(values, [0.5, 0.75, 1]).allSatisfy { abs($0 - $1) < 0.001 }, "\(values)")
    stage.apply(Stage.items(0..<5))
    milliseconds(stage, 100)
    #expect(try abs(#require(scales(stage).last) - 0.75) < 0.001)
    milliseconds(stage, 110)
    #expect(stage.list.report.contents == 5)
  }

  @Test func `a row opens from its centre`() throws {
    let stage = stage(RowAnimator(.middle, timing: .timed(0.2, .linear)))
    stage.apply(Stage.items([0, 9, 1, 2, 3, 4]))
    #expect(stage.node(9)?.bounds.height == 0)
    milliseconds(stage, 100)
    let half = try #require(stage.node(9)?.bounds)
    #expect(abs(half.height - 20) < 0.001 && abs(half.midY - 60) < 0.001)
  }

  @Test func `the style none shows everything at once`() {
    let stage = stage(RowAnimator(.none, timing: .timed(0)))
    stage.apply(Stage.items([9, 1, 2, 3, 4]))
    #expect(stage.node(9)?.alpha == 1)
    stage.harness.settle()
    #expect(stage.list.report.contents == 5)
  }

  @Test func `rows and sections have separate styles`() {
    let stage = stage(nil)
    let updater = LimitedUpdater()
    updater.set(allAnimation: .none)
    updater.insertSectionsAnimation = .right
    stage.list.updater = updater
    stage.apply(sections: [Stage.items([0, 9]), Stage.items([20])])
    #expect(stage.node(9)?.bounds.minX == 0)
    #expect(stage.node(20)?.bounds.minX == 400)
  }

  @Test func `the nearest animator applies: of the content view, the cell, the section, the view`() {
    let (left, right) = (RowAnimator(.left), RowAnimator(.right))
    func show(_ list: CollectionView, content: Bool, cell: Bool, section: Bool, _ ids: [Int]) {
      list.apply(
        List(sections: [
          Section(
            id: 0,
            cells: ids.map { id in
              Cell(id: id, component: Owner(animator: content ? left : nil)).withAnimator(
                cell ? (content ? right : left) : nil)
            }
          )
          .withSectionLayout(.list(rowHeight: 40))
          .withAnimator(section ? (cell || content ? right : left) : nil)
        ]))
    }
    for (content, cell, section) in [
      (true, true, true), (false, true, true), (false, false, true), (false, false, false),
    ] {
      let list = CollectionView()
      list.animator = content || cell || section ? right : left
      let harness = ViewHarness(content: list)
      show(list, content: content, cell: cell, section: section, [1])
      harness.showIfNeeded()
      show(list, content: content, cell: cell, section: section, [1, 2])
      harness.showIfNeeded()
      #expect(harness.semantics.first { $0.id == "2" }?.bounds.minX == -400, "\(content) \(cell) \(section)")
    }
  }

  /// A component whose content view has its own animator.
  struct Owner: Component {
    var animator: RowAnimator?

    func renderContent() -> Label { Label() }
    func render(in content: Label) { content.collectionAnimator = animator }
  }

  @Test func `in a cascade each row starts a little after the one before`() {
    let stage = stage(CascadeAnimator(step: 0.05))
    stage.apply(Stage.items(10..<16))
    milliseconds(stage, 160)
    let alphas = (10..<16).compactMap { stage.node($0)?.alpha }
    #expect(alphas.count == 6 && zip(alphas, alphas.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(alphas[0] > 0.5 && alphas[5] == 0)
    stage.harness.settle()
    #expect(stage.cells.allSatisfy { $0.alpha == 1 && $0.bounds == $0.target })
  }

  @Test func `a requested duration applies to moves too`() {
    let stage = stage(FadeAnimator(timing: .timed(0.2, .linear)))
    stage.apply(Stage.items([9, 0, 1, 2, 3, 4]))
    milliseconds(stage, 100)
    #expect(abs((stage.y(0) ?? 0) - 20) < 0.001)
    #expect(abs((stage.node(9)?.alpha ?? 0) - 0.875) < 0.001)
  }

  @Test(arguments: [MotionTiming.Easing.linear, .easeIn, .easeOut, .easeInOut])
  func `a motion of fixed duration is retargeted without a jolt and ends on time`(easing: MotionTiming.Easing) {
    let stage = stage(FadeAnimator(timing: .timed(0.2, easing)))
    stage.apply(Stage.items([3, 4, 0, 1, 2]))
    milliseconds(stage, 100)
    func pass() -> Double {
      let before = stage.y(0) ?? 0
      stage.harness.advance(by: .milliseconds(1), framesPerSecond: 1000)
      return (stage.y(0) ?? 0) - before
    }
    let speed = pass()
    #expect(speed > 0.25)
    stage.apply(Stage.items([0, 3, 4, 1, 2]))
    #expect(abs(pass() - speed) < 0.05)
    milliseconds(stage, 190)
    #expect(stage.y(0) != 0)
    milliseconds(stage, 10)
    #expect(stage.y(0) == 0)
  }

  @Test(arguments: [MotionTiming.Easing.linear, .easeIn, .easeOut, .easeInOut])
  func `updates that leave a row in place do not delay its motion, whatever the timing`(easing: MotionTiming.Easing) {
    let stage = stage(FadeAnimator(timing: .timed(0.2, easing, delay: 0.05)))
    stage.apply(Stage.items([3, 4, 0, 1, 2]))
    for round in 0..<248 {
      stage.harness.advance(by: .milliseconds(1), framesPerSecond: 1000)
      stage.apply([3, 4, 0, 1, 2].map { Item($0, text: "\(round)") })
    }
    #expect(stage.y(0) != 80)
    milliseconds(stage, 4)
    #expect(stage.y(0) == 80)
  }

  @Test func `wobbling rows lag behind scrolling, more so at the entering edge, and swing back`() throws {
    let stage = Stage(Stage.items(0..<100))
    stage.list.animator = WobbleAnimator()
    stage.apply(Stage.items(0..<100))
    stage.harness.settle()
    stage.harness.wheel(-1, at: Point(x: 50, y: 50))
    stage.harness.advance(by: .milliseconds(60))
    let lags = stage.visible.map { $0.bounds.minY - $0.target.minY }
    #expect(try #require(lags.last) > #require(lags.first))
    #expect(try #require(lags.last) > 1)
    stage.harness.settle()
    #expect(stage.visible.allSatisfy { $0.bounds == $0.target })
  }

  /// Returns the cells' draw groups, from the top down.
  private func cells(_ stage: Stage) -> [DrawGroup] {
    // As one chain, these calls take the compiler many seconds.
    let cells = stage.harness.frame.groups.filter { $0.frame.width == 400 }
    return cells.sorted { $0.frame.minY < $1.frame.minY }
  }

  /// Returns the scales of the cells' draw groups, from the top down.
  private func scales(_ stage: Stage) -> [Double] {
    cells(stage).map(\.scale)
  }

  @Test func `zooming cells are largest in the middle and follow scrolling`() throws {
    let stage = Stage(Stage.items(0..<100), size: Size(width: 400, height: 200))
    stage.list.animator = ZoomAnimator(smallest: 0.6)
    stage.apply(Stage.items(0..<100))
    stage.harness.settle()
    let scales = scales(stage)
    #expect(scales.count == 5 && scales[2] == 1 && scales[0] == scales[4] && scales[0] < scales[1])
  }

  @Test func `cells shrink at the edge where they leave`() {
    let stage = Stage(Stage.items(0..<100), size: Size(width: 400, height: 200))
    stage.list.animator = EdgeShrinkAnimator()
    stage.apply(Stage.items(0..<100))
    stage.scroll(to: 20)
    let groups = cells(stage)
    #expect(groups.map(\.scale) == [0.75, 1, 1, 1, 1, 0.75])
    #expect(groups.map(\.alpha) == [0.5, 1, 1, 1, 1, 0.5])
    // The frame of the first row starts at -20, so half of the row is hidden. The animator moves it down by a quarter
    // of its height.
    #expect(groups.first?.frame.minY == -10)
  }

  @Test func `with reduced motion every animation is a fade of a tenth of a second`() {
    let stage = stage(RowAnimator(.left, timing: .timed(2)), motion: .reduced)
    stage.apply(Stage.items([0, 9, 2, 3, 4]))
    #expect(stage.node(9)?.bounds.minX == 0 && stage.node(9)?.alpha == 0)
    milliseconds(stage, 110)
    #expect(stage.node(9)?.alpha == 1)
    #expect(stage.list.report.contents == 5)
  }
}

import Scrollwork
import ScrollworkTesting

/// The state of a list on which tests run single passes, without a view, a window or a host.
@MainActor
final class PassStage {
  var layout = LayoutState()
  var items = ItemStore()
  var motion = UpdateMotion()
  var anchors = AnchorKeeper()
  var nested = NestedScrolling()
  var scroll = ScrollState()
  var interaction = Interaction()
  var paint = PaintBuffers()
  let binder = Binder()
  let environment = Environment(text: SimpleText(), images: ScriptedImages(), clipboard: MemoryClipboard())
  private(set) var list = List()
  /// The identities of the rows in the list.
  private(set) var ids: [Int] = []
  private var sectionLayout = SectionLayout.list(rowHeight: 40)
  /// The offset of the viewport, in logical pixels.
  var offset = 0.0
  var now = Instant.zero
  /// The amount of motion that the user allows.
  var motionPolicy = MotionPolicy.off
  /// The calls that components received, in order.
  let log = CallLog()

  /// Creates a stage with a row for each of the heights.
  /// - Parameter heights: The heights that the rows need, in logical pixels. The identity of a row is its position.
  init(heights: [Double], layout sectionLayout: SectionLayout = .list(estimatedRowHeight: 40)) {
    layout.resize(to: Size(width: 400, height: 300))
    show(Array(heights.indices), heights: heights, layout: sectionLayout)
  }

  convenience init(count: Int) { self.init(heights: Array(repeating: 40, count: count), layout: .list(rowHeight: 40)) }

  /// Replaces the list and lays the new one out.
  func show(_ ids: [Int], heights: [Double], layout sectionLayout: SectionLayout) {
    self.sectionLayout = sectionLayout
    declare(ids, heights: heights)
    let environment = LayoutEnvironment(container: layout.size)
    layout.change(to: environment, resolving: [])
    layout.finishFrame()
    layout.reload(list, environment: environment)
  }

  /// Replaces the list without laying the new one out.
  func declare(_ ids: [Int], heights: [Double]) {
    let log = log
    self.ids = ids
    list = List(sections: [
      Section(id: 0, data: Array(zip(ids, heights)), id: \.0) { LoggedRow(id: $0.0, height: $0.1, log: log) }
        .withSectionLayout(sectionLayout)
    ])
  }

  var viewport: Rect { Rect(x: 0, y: offset, width: layout.size.width, height: layout.size.height) }

  func input(measuringAnchor: Anchor.Item? = nil, animatesCorrections: Bool = false, lastFrame: Instant? = nil)
    -> FrameInput
  {
    FrameInput(
      binder: binder, list: list, now: now, lastFrame: lastFrame, viewport: viewport, measuringAnchor: measuringAnchor,
      animatesCorrections: animatesCorrections, isUpdating: motion.update != nil, motion: motionPolicy)
  }

  // MARK: Passes

  /// Runs the layout pass, which finds the visible elements.
  func layOut(overscan: Double = 0) {
    LayoutPass.run(&layout, &anchors, nested, viewport: viewport, overscan: overscan)
  }

  /// Finds the visible elements and binds them.
  func bind(overscan: Double = 0) {
    layOut(overscan: overscan)
    BindPass.run(&items, layout, motion, input())
  }

  /// Binds and measures until no item is unmeasured, at most four times.
  func settle() {
    for _ in 0..<4 {
      bind()
      guard MeasurePass.hasUnmeasuredItems(items, layout) else { break }
      measure()
    }
    BindPass.finish(&items, input())
  }

  @discardableResult
  func measure(_ conditions: MeasurePass.MeanConditions = .firstRound) -> Bool {
    MeasurePass.measure(items, layout, binder, environment)
    return MeasurePass.run(&layout, items, conditions)
  }

  /// Records the latest measured sizes in the layout; returns the result of the measure pass.
  func takeSizes() -> Bool { MeasurePass.run(&layout, items, .firstRound) }

  var hasUnmeasuredItems: Bool { MeasurePass.hasUnmeasuredItems(items, layout) }

  func overscan(isLastRound: Bool) -> Double { MeasurePass.overscan(items, layout, isLastRound: isLastRound) }

  /// Whether the viewport is blank: items belong there, but all of them are drawn elsewhere.
  var isBlank: Bool { MotionPass.isBlank(items, viewport) }

  // MARK: Events

  /// Sets the scroll offset without animation; the scroll pass presents it.
  func jump(to offset: Double) { scroll.go(to: offset, animated: false, in: layout, input()) }

  func select(_ position: Int) {
    interaction.changeSelection { $0.insert(ElementPath(section: 0, item: position)) }
    _ = interaction.takeEvents()
  }

  func focus(_ position: Int) {
    interaction.focus(ElementPath(section: 0, item: position))
    _ = interaction.takeEvents()
  }

  /// Starts the exit of a bound item.
  func exit(_ item: BoundItem) {
    items.keepBound(items.bound.filter { $0 !== item })
    items.startExit(of: item)
  }

  // MARK: What is there

  /// The bound rows, by identity.
  var bound: [Int] { items.bound.compactMap { ($0.row.component.as(LoggedRow.self))?.id } }

  /// The positions of the selected rows.
  var selected: [Int] {
    let selection = interaction.selection
    return ids.indices.filter { selection.contains(ElementPath(section: 0, item: $0)) }
  }

  func item(_ id: Int) -> BoundItem? { items.bound.first { $0.row.component.as(LoggedRow.self)?.id == id } }
}

/// A record of the calls that components received.
@MainActor
final class CallLog {
  private(set) var calls: [String] = []

  nonisolated init() {}
  func append(_ call: String) { calls.append(call) }

  /// Returns the calls since it was last called.
  func take() -> [String] {
    defer { calls.removeAll() }
    return calls
  }
}

/// A row that records the calls of its component.
struct LoggedRow: Component {
  var id: Int
  var height: Double
  var log: CallLog

  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 40) }
  func renderContent() -> PlateView { PlateView() }
  func render(in content: PlateView) {
    log.append("render \(id)")
    content.text = "row \(id)"
    content.wantedHeight = height
  }
  func contentWillDisplay(_ content: PlateView) { log.append("display \(id)") }
  func contentDidEndDisplay(_ content: PlateView) { log.append("end \(id)") }
}

extension SectionLayout {
  /// A layout of tiles of 100 by 100 in a row that scrolls along the cross axis and has a snap point at each tile.
  static var carousel: SectionLayout {
    let group = LayoutGroup.vertical(
      LayoutSize(width: .absolute(100), height: .absolute(100)),
      repeating: LayoutItem(width: .fractionalWidth(1), height: .absolute(100)), count: 1)
    return SectionLayout(group: group).orthogonalScrolling(.groupPaging)
  }
}

import Scrollwork
import ScrollworkTesting

/// The moments of a frame at which the program's code runs.
enum Moment: CaseIterable {
  case renderContent, render, contentUpdate, measure, layout, viewLayout, draw, stateChange
  case willDisplay, contentWillDisplay, didEndDisplay, contentDidEndDisplay
  case updater, animator, visibleItems
  case didScroll, selectionChange, focusChange, didSelect, completion
}

/// A row of 40 that calls code of the test at each moment of a frame that concerns it.
struct MomentRow: Component {
  var id: Int
  var name = "row"
  var call: @MainActor (Moment) -> Void

  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 40) }
  // Rows that replace others need content views of their own.
  var reuseIdentifier: String { id < 1_000 ? "row" : "row \(id)" }
  func renderContent() -> MomentView {
    call(.renderContent)
    return MomentView()
  }
  func shouldContentUpdate(with next: MomentRow) -> Bool {
    MainActor.assumeIsolated { call(.contentUpdate) }
    return next.name != name
  }
  func render(in content: MomentView) {
    content.call = call
    content.text = "\(name) \(id)"
    call(.render)
  }
  func layout(content: MomentView, in bounds: Rect) {
    content.frame = bounds
    call(.layout)
  }
  func contentWillDisplay(_ content: MomentView) { call(.contentWillDisplay) }
  func contentDidEndDisplay(_ content: MomentView) { call(.contentDidEndDisplay) }
}

final class MomentView: View, StateObserving {
  var call: @MainActor (Moment) -> Void = { _ in }
  var text = "" { didSet { setNeedsDisplay() } }
  var height = 40.0

  override var semanticsText: String { text }
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    call(.measure)
    return Size(width: proposal.width, height: height)
  }
  func cellStateDidChange(_ state: CellState) { call(.stateChange) }
  override func layout(environment: Environment) { call(.viewLayout) }
  override func draw(in canvas: Canvas, environment: Environment) { call(.draw) }
}

/// An animator and updater that call code of the test.
@MainActor
private struct MomentAnimator: Animator, Updater {
  var call: @MainActor (Moment) -> Void

  func insert(_ context: AnimationContext) -> Entrance {
    call(.animator)
    return StandardAnimator().insert(context)
  }
  func delete(_ context: AnimationContext) -> Entrance { StandardAnimator().delete(context) }
  func plan(for change: ListChange) -> UpdatePlan {
    call(.updater)
    return LiveUpdater().plan(for: change)
  }
}

/// A list of rows that can run code of the test at each moment of a frame.
@MainActor
final class MomentStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  private var actions: [Moment: [@MainActor (CollectionView) -> Void]] = [:]
  private var drives = 0

  init(_ ids: some Sequence<Int> = 0..<100, selectionMode: SelectionMode = .multiple) {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    list.selectionMode = selectionMode
    list.onSelectionChange = { [weak self] _ in self?.run(.selectionChange) }
    list.onFocusChange = { [weak self] _ in self?.run(.focusChange) }
    let hook = MomentAnimator { [weak self] in self?.run($0) }
    (list.updater, list.animator) = (hook, hook)
    list.apply(make(ids)) { [weak self] _ in self?.run(.completion) }
    harness.settle()
  }

  /// Runs `action` once, when `moment` occurs next.
  func atNext(_ moment: Moment, _ action: @escaping @MainActor (CollectionView) -> Void) {
    actions[moment, default: []].append(action)
  }

  var hasWaitingActions: Bool { !actions.values.allSatisfy(\.isEmpty) }

  private func run(_ moment: Moment) {
    guard let waiting = actions.removeValue(forKey: moment) else { return }
    for action in waiting { action(list) }
  }

  func make(_ ids: some Sequence<Int>) -> List {
    var layout = SectionLayout.list(estimatedRowHeight: 40)
    layout.visibleItemsHandler = VisibleItemsHandler(0) { [weak self] _, _, _ in
      MainActor.assumeIsolated { self?.run(.visibleItems) }
    }
    return List(sections: [
      Section(id: 0) {
        for id in ids {
          Cell(id: id, component: MomentRow(id: id) { [weak self] in self?.run($0) })
            .willDisplay { [weak self] _ in self?.run(.willDisplay) }
            .didEndDisplay { [weak self] _ in self?.run(.didEndDisplay) }
            .didSelect { [weak self] _ in self?.run(.didSelect) }
        }
      }
      .withSectionLayout(layout)
    ])
    .didScroll { [weak self] _ in self?.run(.didScroll) }
  }

  /// Makes frames in which every moment occurs: by a scroll, an update, a selection and a replaced row.
  /// - Parameter isDone: Called after each step; `true` ends the function.
  func driveThroughAllMoments(until isDone: () -> Bool = { false }) {
    drives += 1
    let steps: [() -> Void] = [
      { self.harness.wheel(2, at: Point(x: 50, y: 50)) },
      { self.list.apply(self.list.snapshot()) { [weak self] _ in self?.run(.completion) } },
      { self.list.select(ElementPath(section: 0, item: self.drives % 3)) },
      { self.list.setNeedsReload() },
      { self.list.scroll(to: .offset(1000), animated: false) },
      { self.list.scroll(to: .start, animated: false) },
      { self.applyUnlessReplaced((0..<100).map { $0 == 5 ? 1_000 + self.drives : $0 }) },
      { self.applyUnlessReplaced(Array(0..<100)) },
    ]
    for step in steps where !isDone() {
      step()
      harness.settle()
    }
  }

  /// Applies a list, unless code of the test has applied one of another length.
  private func applyUnlessReplaced(_ ids: [Int]) {
    if list.snapshot().sections[0].count == ids.count { list.apply(make(ids)) }
  }
}

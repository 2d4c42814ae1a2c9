import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The parts of a list that are not items: scroll bar, section index, page loaders, state placeholder, unseen pill,
/// rubber band and the actions of rows.
@MainActor
package final class Chrome {
  package init() {}

  let scrollBar = ScrollBar()
  /// The x coordinate at which the visible content ends, in the coordinates of the list; infinite without a lane.
  var visibleEnd: Double { scrollBar.laneStart }
  let sectionIndex = SectionIndexView()
  let sectionLabel = SectionLabel()
  let band = RubberBandView()
  let (swipeActions, hoverActions) = (SwipeActionsView(), HoverActionsView())
  package let paging = Paging()
  let stateHolder = ComponentHolder()
  let pillHolder = ComponentHolder()
  /// The time at which a list without items began to load; `nil` if none is loading.
  private var loadingSince: Instant?
  /// The views that show components outside the items, the topmost first.
  var holders: [ComponentHolder] { [pillHolder, stateHolder, paging.startStatus, paging.endStatus] }
  /// The holders in the order of their semantics nodes and of hit testing: the page loaders before the placeholder,
  /// which fills the view.
  private var describedHolders: [ComponentHolder] { [pillHolder, paging.startStatus, paging.endStatus, stateHolder] }
  /// The number of items added at the end since the user left it.
  package private(set) var unseenCount = 0
  /// Called when the user activates the unseen pill.
  private(set) var onPillActivated: (() -> Void)?

  /// Whether actions of rows are visible.
  package var showsRowActions: Bool { !swipeActions.isHidden || !hoverActions.isHidden }

  /// Lets the actions of rows call the engine.
  func connect(onRowAction: @escaping @MainActor (MenuAction) -> Void) {
    (swipeActions.onChoose, hoverActions.onChoose) = (onRowAction, onRowAction)
  }

  /// Lets the page loaders and the unseen pill call the engine.
  func connect(
    onPillActivated: @escaping () -> Void, onRetry: @escaping (PageEdge) -> Void, onChange: @escaping () -> Void
  ) {
    self.onPillActivated = onPillActivated
    paging.connect(onRetry: onRetry, onChange: onChange)
  }

  /// Shows the title of a section or a place beside a part of the scroll bar or the section index, in the coordinates of
  /// the list; `nil` fades the label out. The label does not cover the column of titles.
  func showLabel(
    _ text: String?, _ form: SectionLabel.Form, beside edge: Rect, along axis: Axis, in size: Size
  ) {
    var edge = edge
    if !sectionIndex.isHidden { edge.origin.x = min(edge.minX, sectionIndex.frame.minX) }
    sectionLabel.show(text, form, beside: edge, along: axis, in: size)
  }

  /// Returns the part of the chrome that gets the pointer at a point of the view; `nil` if there is none.
  func findView(at point: Point) -> View? {
    if let hit = scrollBar.hitTest(point - scrollBar.frame.origin) { return hit }
    if let hit = sectionIndex.hitTest(point - sectionIndex.frame.origin) { return hit }
    for view in [swipeActions, hoverActions] {
      if let hit = view.hitTest(point - view.frame.origin) { return hit }
    }
    for holder in describedHolders {
      if let hit = holder.hitTest(point - holder.frame.origin) { return hit }
    }
    return nil
  }

  /// Returns the tool tip of a row's action at a point of the view; `nil` if there is none.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard hoverActions.hitTest(point - hoverActions.frame.origin) != nil,
      var tip = hoverActions.findToolTip(at: point - hoverActions.frame.origin, environment: environment)
    else { return nil }
    tip.place = tip.place.offset(by: hoverActions.frame.origin)
    return tip
  }

  /// Appends the semantics nodes of all parts but the scroll bar, one level below the list's.
  func describe(into context: FrameContext) {
    context.depth += 1
    for part in [swipeActions, hoverActions, sectionIndex, sectionLabel] as [View] {
      context.descend(to: part) { part.describe(into: context) }
    }
    for holder in describedHolders {
      context.descend(to: holder) { holder.describe(into: context) }
    }
    context.depth -= 1
  }

  /// Adds items to the unseen count.
  package func addUnseen(_ count: Int) { unseenCount += count }

  /// Limits the unseen count to the number of items after the visible ones.
  package func limitUnseen(to count: Int) { unseenCount = min(unseenCount, count) }

  /// Traps if the chrome contradicts itself.
  package func checkInvariants() {
    precondition(unseenCount >= 0, "\(unseenCount) items are unseen")
    let room = paging.measuredRoom
    precondition(room.leading >= 0 && room.trailing >= 0, "page loaders take \(room)")
  }

  /// Records `now` as the start of a load, unless a list without items is loading already. Returns the start of the
  /// load.
  func beginLoading(at now: Instant) -> Instant {
    let since = loadingSince ?? now
    loadingSince = since
    return since
  }

  /// Forgets the start of the load, because no list without items is loading now.
  func endLoading() { loadingSince = nil }
}

import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Facts about the state, for the frame, for events and for questions of the program.
///
/// While passes run, they have exclusive access to the states that they write. So questions that the program asks
/// meanwhile are answered from `published`.
extension ListEngine {
  // MARK: Questions of the program

  /// Whether the state is in use and cannot answer: passes run, or the layout is being changed or queried.
  private var isBusy: Bool { activity == .runningPasses || layoutActivity.isLayingOut }

  /// The list that is shown. Until an update is laid out, this is the list before it.
  var shownList: List { published.held?.list ?? document.list }

  /// The list that is shown, with its selection and focus.
  var shown: PublishedState.Held {
    published.held ?? PublishedState.Held(document, interaction, unseenCount: chrome.unseenCount)
  }

  /// The number of lists shown so far.
  var reloadCount: Int { published.held?.generation ?? document.generation }

  /// Whether the layout may be inconsistent: it is changed or queried, or an update changes all states.
  private var isLayoutBusy: Bool { layoutActivity.isLayingOut || published.held != nil }

  /// The distance of the viewport from the content's start, in logical pixels.
  var contentOffset: Point { isBusy ? published.contentOffset : layout.contentOffset(at: scroll.presentedOffset) }

  /// The size of all content, in logical pixels; items not yet measured count with their estimates.
  var contentSize: Size { isBusy ? published.contentSize : layout.contentSize }

  /// The visible rectangle, in content coordinates, for questions.
  private var visibleRect: Rect { isBusy ? published.viewport : viewport }

  /// Whether the content is longer than the view.
  var hasRoom: Bool { isBusy ? published.place.hasRoom : scroll.scroller.maximum > 0 }

  /// Whether the view is at the start of its content.
  var isAtStart: Bool { isBusy ? published.place.isAtStart : scroll.isAtStart }

  /// Whether the view is at the end of its content.
  var isAtEnd: Bool { isBusy ? published.place.isAtEnd : scroll.endTracking.isAtEnd }

  /// The bound items, in reading order.
  var boundItems: [BoundItem] { isBusy ? published.boundItems : items.bound }

  /// Returns the offset of a section that is a nested scroll container, in logical pixels from its leading end; zero
  /// for any other section.
  func sectionOffset(_ section: Int) -> Double {
    isLayoutBusy ? published.sectionOffset(section) : layout.sectionOffset(section)
  }

  /// Returns the offset of the innermost scroll container around an item, in logical pixels; zero without one.
  func sectionOffset(holding path: ElementPath) -> Double {
    isLayoutBusy ? published.sectionOffset(holding: path) : layout.sectionOffset(holding: path)
  }

  /// The scroll position of the view. A position at the start of the list names no item. While passes run or the layout
  /// is queried, the position does not contain the offsets of nested scroll containers.
  var scrollPosition: ScrollPosition {
    if isBusy { return ScrollPosition(of: published.ranges, at: published.place, shownList) }
    let ranges = items.bound.map { ScrollPosition.ItemRange(of: $0, in: layout) }
    var position = ScrollPosition(of: ranges, at: scroll.place, document.list)
    position.sections = ScrollPosition.sections(of: document.list, layout, nested)
    return position
  }

  /// Returns the content view of an item; `nil` if the item is not bound.
  /// - Complexity: O(*v*) in the number of bound items.
  func content(of id: ElementID) -> View? {
    boundItems.first { $0.key.kind == .item && $0.key.path.map(shownList.id) == id }?.content
  }

  /// The program's handlers and questions about the items of the list that is shown.
  var handlerCalls: HandlerCalls {
    HandlerCalls(list: shownList) { [isBusy] path in
      let key = LayoutElement.Key.item(path)
      // Passes may have changed the keys of the recorded items, so the items may no longer be sorted by key.
      return isBusy ? self.published.boundItems.first { $0.key == key } : self.items.item(at: key)
    }
  }

  /// Returns the item whose target frame contains a point of the view; `nil` if there is none.
  /// - Complexity: O(*v*) in the number of visible items.
  func path(at point: Point) -> ElementPath? {
    boundItems.path(at: point + visibleRect.origin, in: shownList)
  }

  /// Returns the item whose target frame contains a point of the view, or the nearest visible item; `nil` if there is
  /// none.
  func path(nearest point: Point) -> ElementPath? {
    boundItems.path(nearest: point + visibleRect.origin, in: visibleRect, shownList)
  }

  /// Returns the target frame of an item from the content's start inside of the insets; `nil` while it is not known.
  func contentFrame(of path: ElementPath) -> Rect? {
    isLayoutBusy || !shownList.contains(path) ? nil : layout.contentFrame(of: path)
  }

  /// The cells whose target frames are in the viewport, in reading order.
  var visibleCells: [CellContext] { handlerCalls.contexts(of: boundItems, in: visibleRect) }

  /// Returns the tool tip of the cell's content at a point of the view; `nil` if there is none.
  func toolTip(at point: Point, _ environment: Environment) -> ToolTip? {
    chrome.toolTip(at: point, environment: environment)
      ?? boundItems.toolTip(at: point + visibleRect.origin, point, environment: environment)
  }

  /// Returns the view that gets the pointer: an interactive view in a cell, else the list itself.
  func findView(at point: Point) -> View? {
    guard let list = view, !list.isHidden, list.bounds.contains(point) else { return nil }
    if let hit = chrome.findView(at: point) { return hit }
    return boundItems.interactiveView(at: point + visibleRect.origin, point) ?? list
  }

  /// The content views whose controls the keyboard focus can reach: those of the focused item and of visible headers,
  /// footers and other supplementaries. If all items were included, the user would have to pass all their controls to
  /// leave the list.
  var focusableContents: [View] {
    // Read before the loop, out of which the optimiser would move a read of the layout that may not take place.
    let (visible, list, focused) = (visibleRect, shownList, shown.focused)
    return boundItems.filter { item in
      item.isChoosable(in: list) ? item.key.path == focused : item.target.intersects(visible)
    }.map(\.content)
  }

  // MARK: Semantics

  /// Appends the semantics nodes of the list, its bound items and its chrome.
  func describeItems(into context: FrameContext) {
    context.semantics.append(
      SemanticsNode(
        role: .list, bounds: Rect(origin: context.origin, size: layout.size), depth: context.depth,
        setSize: itemCount, states: view?.semanticsStates ?? []))
    var semantics = semantics(at: context.origin, context.now)
    semantics.depth = context.depth + 1
    if view?.isFocused == true { semantics.focused = interaction.focused }
    semantics.describe(items.bound, into: context)
    context.describing(insideItem: false) { chrome.describe(into: context) }
  }

  /// Returns a semantics node for each exiting item, for tools that inspect lists.
  func exitingNodes(at now: Instant) -> [SemanticsNode] {
    let semantics = semantics(at: (view?.convertToRoot(layout.bounds) ?? layout.bounds).origin, now)
    return items.exiting.compactMap(semantics.node(forExiting:))
  }

  /// Returns the value that describes items in words.
  /// - Parameter origin: The view's origin in the window.
  private func semantics(at origin: Point, _ now: Instant) -> ItemSemantics {
    ItemSemantics(list: document.list, solver: layout.solver, shift: origin - scroll.presentedOrigin, now: now)
  }

  // MARK: Facts for passes and events

  /// Returns the input of the passes for a frame at `now`.
  func frameInput(at now: Instant) -> FrameInput {
    let (isUpdating, policy) = (motion.isUpdating, host?.motion ?? .off)
    return FrameInput(
      binder: binder, list: document.list,
      animator: motion.animator ?? settings.animator, now: now,
      lastFrame: lastFrame, viewport: viewport, isTrackingEnd: scroll.isTrackingEnd(by: settings.anchorPolicy),
      measuringAnchor: anchors.measuring,
      animatesCorrections: !isUpdating && !layout.hasNewEnvironment && !document.isUnpresented && policy == .full
        && lastFrame != nil,
      isUpdating: isUpdating, motion: policy)
  }

  /// The input of the passes for an event between frames.
  var eventInput: FrameInput { frameInput(at: host?.now ?? .zero) }

  /// Whether changes are animated by movement. False if the user allows only crossfades or no motion, and while the
  /// list is in no window.
  var animatesMotion: Bool { host?.motion == .full }

  /// The visible rectangle, in content coordinates.
  var viewport: Rect { Rect(origin: scroll.presentedOrigin, size: layout.size) }

  /// Whether the list or a nested scroll container moves, or is held by the user.
  var scrolls: Bool { scroll.scroller.isMoving || nested.isMoving }

  /// Returns the row of an element; `nil` for a supplementary that the list does not have.
  func row(for key: LayoutElement.Key) -> Row? { document.list.row(for: key, in: layout.solver) }
}

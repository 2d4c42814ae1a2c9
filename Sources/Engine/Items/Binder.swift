package import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The only object through which a frame calls components and their content views.
///
/// Components and content views may call the collection view back. The binder is a class of its own, so that such a
/// call never touches state that a pass is changing: the binder collects requests for measuring, which reach the items
/// after the pass.
@MainActor
package final class Binder {
  /// The window's view tree; `nil` while the list is in no window.
  package weak var host: ViewHost?
  /// The view that is the parent of all content views: the collection view.
  package weak var parent: View?
  /// Display handlers of the program to call after the frame, in the order of the events.
  private(set) var displayEvents: [DisplayEvent] = []
  /// Problems to report after the frame.
  package private(set) var problems: [Problem] = []
  /// The problems that `recordOnce` has recorded, which it does not record again.
  private var knownProblems: Set<Problem> = []
  /// The work so far. The reuses of content views are counted by the pool.
  private(set) var work = WorkCounts()
  /// Content views that asked for another size and whose items are not marked as unmeasured yet.
  private var contentsToMeasure: [(content: View, animated: Bool)] = []

  package init() {}

  // MARK: Rendering

  /// Renders a row into an item and attaches its content view to the window.
  func bind(_ item: BoundItem, to row: Row, key: LayoutElement.Key, highlight: CellHighlight) {
    work.bindings += 1
    item.row = row
    item.key = key
    // The parent is set without adding a child: the list emits its content views itself, in draw order.
    item.content.parent = parent
    item.group.clear()
    item.setHighlight(highlight)
    withoutRequestingFrames {
      item.content.attach(to: host)
      row.component.render(in: item.content)
      // A content view from the pool still has the state of the item that it showed before.
      (item.content as? any StateObserving)?.cellStateDidChange(item.state)
    }
  }

  /// Renders the row of an item again into its content view.
  func render(_ item: BoundItem) {
    withoutRequestingFrames { item.row.component.render(in: item.content) }
  }

  /// Lets the component place its content view in the cell.
  /// - Parameter size: The cell's size, in logical pixels; `nil` for the size of the target frame.
  func layOut(_ item: BoundItem, in size: Size? = nil) {
    let size = size ?? item.target.size
    let presented = item.content.frame.origin
    withoutRequestingFrames {
      // Components place the view in the cell's coordinates; its presented origin is restored below.
      item.content.setOrigin(.zero)
      item.row.component.layout(content: item.content, in: contentBounds(of: item, in: size))
      let origin = item.content.frame.origin
      if origin != item.contentOrigin || item.laidOutSize != size { item.group.isDirty = true }
      item.contentOrigin = origin
      item.laidOutSize = size
      item.content.setOrigin(presented)
    }
  }

  /// Returns the rectangle in the cell where the content view belongs, in the cell's coordinates.
  private func contentBounds(of item: BoundItem, in size: Size) -> Rect {
    guard item.row.component.layoutMode.asksForWidth, let environment = host?.environment else {
      return Rect(origin: .zero, size: size)
    }
    let wanted = item.content.sizeThatFits(size, environment: environment).width
    let width = wanted >= 0 ? min(wanted, size.width) : size.width
    let x = environment.direction == .rightToLeft ? size.width - width : 0
    return Rect(x: x, y: 0, width: width, height: size.height)
  }

  /// Runs `body` in the current frame, so that its changes request no further frame.
  func withoutRequestingFrames(_ body: () -> Void) {
    if let host { host.withoutRequestingFrames(body) } else { body() }
  }

  // MARK: Measuring

  /// Returns the size of an item: the reference size of its component, if there is one. Otherwise the content view is
  /// measured for the width or height that `proposal` leaves open.
  /// - Parameters:
  ///   - proposal: The width and height that the layout decides, in logical pixels; `nil` where the content decides.
  ///   - bounds: The view's bounds.
  func measure(
    _ item: BoundItem, for proposal: ProposedSize, in bounds: Rect, _ environment: Environment
  ) -> Size {
    let component = item.row.component
    if let size = component.referenceSize(in: bounds) {
      check(size, of: item, proposal)
      return size
    }
    let space = Size(width: proposal.width ?? .infinity, height: proposal.height ?? .infinity)
    let size = item.content.sizeThatFits(space, environment: environment)
    check(size, of: item, proposal)
    return Size(width: proposal.width ?? size.width, height: proposal.height ?? size.height)
  }

  /// Records a problem if a width or height that the content decides is negative, infinite or not a number.
  private func check(_ size: Size, of item: BoundItem, _ proposal: ProposedSize) {
    func isValid(_ wanted: Double, _ given: Double?) -> Bool { given != nil || wanted.isFinite && wanted >= 0 }
    guard !isValid(size.width, proposal.width) || !isValid(size.height, proposal.height) else { return }
    problems.append(.invalidSize(size, reuseIdentifier: item.row.component.reuseIdentifier))
  }

  /// Counts a measurement.
  /// - Parameter estimate: The item's extent along the list until now, in logical pixels.
  func count(measured extent: Double, estimate: Double) {
    work.measurements += 1
    work.estimatedExtent += estimate
    work.measuredExtent += extent
  }

  /// Records a problem to report after the frame.
  func record(_ problem: Problem) { problems.append(problem) }

  /// Records a problem to report after the frame, unless it was recorded by this method before.
  func recordOnce(_ problem: Problem) { if knownProblems.insert(problem).inserted { record(problem) } }

  /// Records that a content view asked for another size.
  /// - Parameter animated: Whether the next frame animates the change; `false` for a request from inside a frame.
  /// - Complexity: O(*r*) in the number of recorded views. Each view is recorded once, or the requests of a hidden
  ///   list, which makes no frames, would pile up.
  package func requestMeasure(of content: View, animated: Bool = true) {
    guard let index = contentsToMeasure.firstIndex(where: { $0.content === content }) else {
      return contentsToMeasure.append((content, animated))
    }
    contentsToMeasure[index].animated = contentsToMeasure[index].animated || animated
  }

  /// Whether content views asked for another size since items were last marked as unmeasured.
  var hasMeasureRequests: Bool { !contentsToMeasure.isEmpty }

  /// Marks the items whose content views asked for another size as unmeasured, and forgets the requests.
  /// - Returns: Whether the change of any of the items is to be animated.
  /// - Complexity: O(*r* *v*) for *r* requests and *v* items.
  @discardableResult
  func applyMeasureRequests(to items: [BoundItem]) -> Bool {
    guard !contentsToMeasure.isEmpty else { return false }
    var isAnimated = false
    for item in items {
      for request in contentsToMeasure where request.content === item.content {
        item.measuredWidth = nil
        isAnimated = isAnimated || request.animated
      }
    }
    contentsToMeasure.removeAll(keepingCapacity: true)
    return isAnimated
  }

  // MARK: Display

  /// Begins the display of an item. Calls its component now, and the program's handlers after the frame.
  func startDisplay(of item: BoundItem, in list: List) {
    item.isDisplayed = true
    item.row.component.contentWillDisplay(item.content)
    recordID(of: item, in: list)
    record(\.willDisplay, of: item)
  }

  /// Ends the display of an item. Does nothing if the item was only measured and never displayed.
  func endDisplay(of item: BoundItem) {
    guard item.isDisplayed else { return }
    item.row.component.contentDidEndDisplay(item.content)
    record(\.didEndDisplay, of: item)
  }

  /// Records that the press of an item ends, because an update removes the item.
  func endHighlight(of item: BoundItem, in list: List) {
    recordID(of: item, in: list)
    record(\.onUnhighlight, of: item)
  }

  /// Records that the press of an item without a content view ends, because an update removes the item.
  func endHighlight(at path: ElementPath, in list: List) {
    let row = list.sections[path.section].rows.row(path.item)
    let context = CellContext(path: path, id: list.id(at: path), component: row.component, content: nil)
    displayEvents.append(
      DisplayEvent(handler: row.handlers?.onUnhighlight, context: context, listHandler: \.onUnhighlight))
  }

  /// Stores the identity of an item, or that of the section of a header or footer. Display handlers need it later, when
  /// another list may be shown.
  func recordID(of item: BoundItem, in list: List) {
    guard item.row.handlers != nil || list.reportsDisplay else { return }
    if let path = item.key.path {
      item.id = item.id ?? list.id(at: path)
    } else if item.key.isHeaderOrFooter {
      item.sectionID = list.sections[item.key.section].id
    }
  }

  /// Records an event of an element to report after the frame, unless neither the element nor the list has handlers.
  private func record(_ event: KeyPath<CellHandlers, CellHandlers.Handler?>, of item: BoundItem) {
    let isSupplementary = item.key.isHeaderOrFooter
    guard let id = isSupplementary ? item.sectionID : item.id else { return }
    let path = item.key.path ?? ElementPath(section: item.key.section, item: 0)
    let context = CellContext(path: path, id: id, component: item.row.component, content: item.content)
    displayEvents.append(
      DisplayEvent(
        handler: item.row.handlers?[keyPath: event], context: context,
        listHandler: isSupplementary || item.isHeaderOrFooter ? nil : event))
  }

  /// Whether the view with the keyboard focus is in the item's content view.
  func hasFocus(_ item: BoundItem) -> Bool {
    host?.focusedView.map { $0.isInside(item.content) } ?? false
  }

  // MARK: After the frame

  /// Returns the display events of the frame and forgets them.
  func takeDisplayEvents() -> [DisplayEvent] {
    guard !displayEvents.isEmpty else { return [] }
    defer { displayEvents.removeAll(keepingCapacity: true) }
    return displayEvents
  }

  /// Returns the problems of the frame and forgets them.
  package func takeProblems() -> [Problem] {
    guard !problems.isEmpty else { return [] }
    defer { problems.removeAll() }
    return problems
  }
}

extension LayoutElement.Key {
  /// Whether the element is the header or footer of a section, but not of a subsection.
  fileprivate var isHeaderOrFooter: Bool { kind == .header || kind == .footer }
}

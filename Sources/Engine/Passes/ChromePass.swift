package import ScrollworkContentViews
import ScrollworkDiffing
package import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Shows the parts of a list that are not items: page loaders, state placeholder, unseen pill and rubber band.
///
/// - Reads: the list, the layout, the scroll position, bound items, the rubber band. Page loaders and placeholder are
///   components, which run program code.
/// - Writes: the chrome; the scroll bounds, which include the page loaders.
/// - Returns: whether the view goes to the start, to show a loader there.
@MainActor
package enum ChromePass {
  /// The facts of a frame that the chrome needs.
  @MainActor
  package struct Input {
    let context: FrameContext
    let frame: FrameInput
    /// Returns the number in the unseen pill for the unseen count; `nil` to show no pill.
    let unseenPillNumber: (@MainActor (Int) -> Int)?

    package init(context: FrameContext, frame: FrameInput, unseenPillNumber: (@MainActor (Int) -> Int)?) {
      (self.context, self.frame, self.unseenPillNumber) = (context, frame, unseenPillNumber)
    }
  }

  // MARK: Page loaders

  /// Shows the states of the page loaders, and measures the extent that they need before the first and after the last
  /// item.
  package static func showLoaders(_ chrome: Chrome, _ layout: borrowing LayoutState, _ input: Input) {
    let paging = chrome.paging
    if paging.takeNeedsUpdate() {
      let handlers = input.frame.list.handlers
      input.frame.binder.withoutRequestingFrames {
        paging.endStatus.show(paging.status(at: .end, handlers), at: input.context.now)
        paging.startStatus.show(
          paging.status(at: .refresh, handlers) ?? paging.status(at: .start, handlers), at: input.context.now)
      }
    }
    paging.recordRoom(
      leading: length(of: paging.startStatus, layout, input), trailing: length(of: paging.endStatus, layout, input))
  }

  private static func length(of holder: ComponentHolder, _ layout: borrowing LayoutState, _ input: Input) -> Double {
    guard holder.holdsComponent else { return 0 }
    var space = layout.size
    space[layout.axis] = .infinity
    let length = holder.sizeThatFits(space, environment: input.context.environment)[layout.axis]
    return length.isFinite ? layout.inWholePixels(max(0, length)) : 0
  }

  /// Extends the scroll bounds by the measured extents of the page loaders.
  /// - Returns: Whether the view begins to scroll to the start, to show a loader that appeared there.
  package static func makeRoom(
    _ scroll: inout ScrollState, for chrome: Chrome, _ layout: borrowing LayoutState, _ input: FrameInput
  ) -> Bool {
    let (leading, trailing) = chrome.paging.measuredRoom
    guard leading != scroll.leadingRoom || trailing != scroll.trailingRoom else { return false }
    let (wasAtStart, grows) = (scroll.isAtStart && !scroll.scroller.isHeld, leading > scroll.leadingRoom)
    scroll.setRoom(leading: leading, trailing: trailing, in: layout, at: input.now)
    let goesToStart = wasAtStart && grows && !input.isUpdating
    if goesToStart { scroll.go(to: scroll.scroller.minimum, animated: true, in: layout, input) }
    scroll.present(in: layout)
    return goesToStart
  }

  /// Places the page loaders before the first and after the last item.
  package static func placeLoaders(
    _ chrome: Chrome, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ input: Input
  ) {
    let (start, end) = (chrome.paging.startStatus, chrome.paging.endStatus)
    let leading = scroll.leadingRoom > 0 ? scroll.leadingRoom : start.frame.size[layout.axis]
    let trailing = scroll.trailingRoom > 0 ? scroll.trailingRoom : end.frame.size[layout.axis]
    // A loader that fades out keeps its size.
    let (offset, insets) = (scroll.presentedOffset, layout.mainInsets)
    if start.isShown {
      place(start, at: layout.viewRect(from: insets.start - leading, length: leading, at: offset), input)
    }
    if end.isShown {
      place(
        end, at: layout.viewRect(from: layout.contentLength - insets.end, length: trailing, at: offset), input)
    }
  }

  private static func place(_ holder: ComponentHolder, at frame: Rect, _ input: Input) {
    input.frame.binder.withoutRequestingFrames {
      holder.frame = frame
      holder.layoutIfNeeded(environment: input.context.environment)
    }
  }

  // MARK: Rubber band

  /// Places the rubber band.
  /// - Parameter frame: The rectangle of the band in the view; `nil` for none.
  package static func placeBand(
    _ chrome: Chrome, _ frame: Rect?, in layout: borrowing LayoutState, _ input: Input
  ) {
    let view = layout.bounds.insetBy(-RubberBandView.overlap)
    let part = frame.map { frame in
      let part = frame.intersection(view)
      let rounded = input.context.environment.rounded
      return Rect(
        minX: rounded(part.minX), minY: rounded(part.minY), maxX: rounded(part.maxX), maxY: rounded(part.maxY))
    }
    if chrome.band.shown != part { input.frame.binder.withoutRequestingFrames { chrome.band.show(part) } }
  }

  // MARK: Placeholder

  /// The delay before a loading list shows its placeholder, in seconds, so that a list that loads at once does not
  /// flicker.
  private static let patience = 0.12

  /// Shows the placeholder of a list without items.
  /// - Parameter isEmpty: Whether a list was applied and has no items. The pass does not get the document itself,
  ///   because the program makes the placeholder and may ask the view for the number of items.
  package static func showPlaceholder(
    _ chrome: Chrome, isEmpty: Bool, _ layout: borrowing LayoutState, _ input: Input
  ) {
    let wanted = placeholder(chrome, isEmpty: isEmpty, input)
    guard wanted != nil || chrome.stateHolder.isShown else { return }
    let bounds = layout.insetBounds
    input.frame.binder.withoutRequestingFrames {
      chrome.stateHolder.show(wanted, at: input.context.now)
      chrome.stateHolder.frame = bounds
      chrome.stateHolder.layoutIfNeeded(environment: input.context.environment)
    }
  }

  private static func placeholder(_ chrome: Chrome, isEmpty: Bool, _ input: Input) -> AnyComponent? {
    let (handlers, now) = (input.frame.list.handlers, input.context.now)
    guard isEmpty else {
      chrome.endLoading()
      return nil
    }
    guard case .loading = handlers.state else {
      chrome.endLoading()
      return placeholder(handlers)
    }
    let due = chrome.beginLoading(at: now).advanced(bySeconds: patience)
    if now >= due { return placeholder(handlers) }
    input.context.wake(at: due)
    return nil
  }

  private static func placeholder(_ handlers: ListHandlers) -> AnyComponent? {
    if case .ready = handlers.state { return nil }
    let context = ListStateContext(state: handlers.state, action: handlers.stateAction)
    if let make = handlers.placeholder { return make(context).map { AnyComponent($0) } }
    return AnyComponent(StatePlaceholder(context: context))
  }

  // MARK: Unseen items

  private static let pillGap = 16.0
  /// The largest number of old items that are examined, from the end of the list backward, to find the last one that is
  /// in the new list too. All items after it in the new list count as unseen.
  private static let maximumTries = 64
  /// The largest number of unseen items that are looked for after a filter; earlier ones count as seen.
  private static let maximumRecount = 4096

  /// Subtracts the items removed from the end of the list from the unseen count, and adds the number of items that
  /// follow the last surviving item of the old list. If no last item survives, the count is 0.
  ///
  /// Does nothing if the policy is not ``AnchorPolicy/end``, if the view stays at the end anyway, or if it scrolls to a
  /// target. If the user caused the update by filtering or sorting, no item is new.
  package static func countUnseen(
    _ chrome: Chrome, _ update: UpdateTransaction, _ scroll: borrowing ScrollState, _ list: List, _ policy: AnchorPolicy
  ) {
    guard update.reason == .program else { return recountUnseen(chrome, update, list) }
    guard policy == .end, !scroll.followsEnd(by: policy), scroll.target == nil else { return }
    let old = update.oldList
    guard var path = old.lastPath else { return }
    for goneCount in 0..<maximumTries {
      if let new = update.mapping.newPath(ofOld: path) {
        chrome.limitUnseen(to: max(0, chrome.unseenCount - goneCount))
        chrome.addUnseen(list.itemCount(after: new))
        return
      }
      guard let before = old.path(before: path) else { break }
      path = before
    }
    // None of the newest items is left: the list shows something else, as after a log was replaced.
    chrome.limitUnseen(to: 0)
  }

  /// Sets the unseen count after a filter to the number of items from the first unseen one left; after a sort to 0.
  private static func recountUnseen(_ chrome: Chrome, _ update: UpdateTransaction, _ list: List) {
    let count = update.reason == .filter ? min(chrome.unseenCount, maximumRecount) : 0
    var (path, first) = (update.oldList.lastPath, ElementPath?.none)
    for _ in 0..<count {
      guard let old = path else { break }
      first = update.mapping.newPath(ofOld: old) ?? first
      path = update.oldList.path(before: old)
    }
    chrome.limitUnseen(to: 0)
    if let first { chrome.addUnseen(list.itemCount(after: first) + 1) }
  }

  /// Subtracts items that have become visible from the unseen count, and shows the pill while the count is not zero.
  package static func showUnseen(
    _ chrome: Chrome, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ items: borrowing ItemStore,
    _ input: Input
  ) {
    if chrome.unseenCount > 0 {
      let edge = scroll.presentedOffset + layout.length - layout.mainInsets.end
      var last: BoundItem?
      for item in items.bound where item.key.kind == .item && layout.lead(item.target) < edge { last = item }
      let list = input.frame.list
      let rest = scroll.endTracking.isAtEnd ? 0 : last?.key.path.map(list.itemCount(after:)) ?? 0
      chrome.limitUnseen(to: rest)
    }
    let number = chrome.unseenCount > 0 ? input.unseenPillNumber?(chrome.unseenCount) ?? 0 : 0
    guard number > 0 || chrome.pillHolder.isShown else { return }
    let bounds = layout.insetBounds
    input.frame.binder.withoutRequestingFrames { showPill(chrome, number, in: bounds, input.context) }
  }

  private static func showPill(_ chrome: Chrome, _ number: Int, in bounds: Rect, _ context: FrameContext) {
    let pill = UnseenPill(count: number) { [weak chrome] in chrome?.onPillActivated?() }
    chrome.pillHolder.show(number > 0 ? AnyComponent(pill) : nil, at: context.now)
    if number > 0 {
      let size = chrome.pillHolder.sizeThatFits(bounds.size, environment: context.environment)
      let x = context.environment.rounded(bounds.midX - size.width / 2)
      let y = bounds.maxY - pillGap - size.height
      chrome.pillHolder.frame = Rect(x: x, y: y, width: size.width, height: size.height)
    }
    chrome.pillHolder.layoutIfNeeded(environment: context.environment)
  }
}

extension List {
  /// The path of the last item, which may be the header or footer of a subsection; `nil` for an empty list.
  var lastPath: ElementPath? {
    sections.lastIndex { $0.count > 0 }.map { ElementPath(section: $0, item: sections[$0].count - 1) }
  }

  fileprivate func path(before path: ElementPath) -> ElementPath? {
    if path.item > 0 { return ElementPath(section: path.section, item: path.item - 1) }
    let before = sections[..<path.section].lastIndex { $0.count > 0 }
    return before.map { ElementPath(section: $0, item: sections[$0].count - 1) }
  }

  /// Returns the number of items after `path`, in its section and all later ones.
  fileprivate func itemCount(after path: ElementPath) -> Int {
    sections[path.section...].reduce(0) { $0 + $1.count } - path.item - 1
  }
}

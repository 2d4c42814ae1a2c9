import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What a view loads page by page, and where it says so.
@MainActor
final class Paging {
  let start = PageLoader()
  let end = PageLoader()
  let refresh = PageLoader()
  /// Above the content while something is loaded there.
  let startStatus = ComponentHolder()
  /// Below the last item.
  let endStatus = ComponentHolder()
  /// The ends that may be near: the next frame measures some of what lies before them.
  var unsureEdges: Set<PageEdge> = []
  /// True if the states have changed since a frame showed them.
  var isStale = true
  /// Room above the first item and below the last one, in logical pixels.
  var leadingRoom = 0.0
  var room = 0.0

  /// A finger that pulls the content further than this beyond its start, in logical pixels as they are seen, asks for
  /// all of it anew.
  static let refreshPull = 40.0
}

extension ListEngine {
  /// How it stands with the pages at an end of the list.
  func pageState(at edge: PageEdge) -> PageState { loader(at: edge).state }

  /// Asks again for what failed at an end.
  func retryLoading(at edge: PageEdge) {
    guard pageState(at: edge).failure != nil else { return }
    load(at: edge)
  }

  /// Asks for all of the list anew, if the program can do that and is not doing it already.
  /// - Returns: False if the list has no ``List/onRefresh(_:)``.
  @discardableResult
  func refresh() -> Bool {
    guard document.list.handlers.refresh != nil else { return false }
    load(at: .refresh)
    return true
  }

  private func loader(at edge: PageEdge) -> PageLoader {
    switch edge {
    case .start: chrome.paging.start
    case .end: chrome.paging.end
    case .refresh: chrome.paging.refresh
    }
  }

  private func load(at edge: PageEdge) {
    let handlers = document.list.handlers
    let handler =
      switch edge {
      case .start: handlers.reachStart?.load
      case .end: handlers.reachEnd?.load
      case .refresh: handlers.refresh
      }
    guard let handler else { return }
    loader(at: edge).begin { [weak self] in
      guard let view = self?.view else { return }
      try await handler(view)
    }
  }

  func preparePaging() {
    for loader in [chrome.paging.start, chrome.paging.end, chrome.paging.refresh] {
      loader.onChange = { [weak self] in
        self?.chrome.paging.isStale = true
        self?.host?.setNeedsFrame()
      }
    }
  }

  /// A finger lets go of content that it pulled beyond the start.
  func refreshIfPulled() {
    if scroll.scroller.offset <= scroll.scroller.minimum - Paging.refreshPull { refresh() }
  }

  // MARK: What is seen of it

  /// Shows what is loading and what failed. What stands below the last item takes room of its own there.
  func runStatusPass(_ context: FrameContext) {
    if chrome.paging.isStale {
      chrome.paging.isStale = false
      host?.withoutRequestingFrames {
        chrome.paging.endStatus.show(status(at: .end), at: context.now)
        chrome.paging.startStatus.show(status(at: .refresh) ?? status(at: .start), at: context.now)
      }
    }
    let (leading, trailing) = (
      length(of: chrome.paging.startStatus, context), length(of: chrome.paging.endStatus, context)
    )
    guard leading != chrome.paging.leadingRoom || trailing != chrome.paging.room else { return }
    let (wasAtStart, grows) = (scroll.isAtStart && !scroll.scroller.isHeld, leading > chrome.paging.leadingRoom)
    (chrome.paging.leadingRoom, chrome.paging.room) = (leading, trailing)
    scroll.scroller.rebound(minimum: -leading, maximum: endOffset, at: context.now)
    if wasAtStart, grows, motion.update == nil { go(to: .start) }
    scroll.present(in: layout)
  }

  private func status(at edge: PageEdge) -> AnyComponent? {
    let handlers = document.list.handlers
    let isWanted =
      switch edge {
      case .start: handlers.reachStart != nil
      case .end: handlers.reachEnd != nil
      case .refresh: handlers.refresh != nil
      }
    guard isWanted else { return nil }
    let state = pageState(at: edge)
    let context = PageContext(edge: edge, state: state) { [weak self] in self?.load(at: edge) }
    if let make = handlers.pageStatus { return make(context).map { AnyComponent($0) } }
    guard state.isLoading || state.failure != nil else { return nil }
    return AnyComponent(PageStatus(context: context))
  }

  private func length(of holder: ComponentHolder, _ context: FrameContext) -> Double {
    guard holder.holdsComponent else { return 0 }
    var space = layout.size
    space[layout.axis] = .infinity
    let length = holder.sizeThatFits(space, environment: context.environment)[layout.axis]
    return length.isFinite ? layout.inWholePixels(max(0, length)) : 0
  }

  /// Puts what says so where the content is now.
  func placeStatus(_ context: FrameContext) {
    place(chrome.paging.startStatus, chrome.paging.leadingRoom, context) { -$0 }
    place(chrome.paging.endStatus, chrome.paging.room, context) { _ in layout.contentLength }
  }

  /// What is on its way out keeps the size that it had.
  private func place(_ holder: ComponentHolder, _ room: Double, _ context: FrameContext, start: (Double) -> Double) {
    guard holder.isShown else { return }
    let length = room > 0 ? room : holder.frame.size[layout.axis]
    host?.withoutRequestingFrames {
      holder.frame = layout.viewRect(from: start(length), length: length, at: scroll.presentedOffset)
      holder.layoutIfNeeded(environment: context.environment)
    }
  }
}

import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Starts the scrolls that the program, keys and the scroll bar ask for, and restores saved positions.
///
/// - Reads: the layout and the list that is shown.
/// - Writes: the scroll state and nested scrolling; the offsets of nested containers, which the layout holds.
@MainActor
enum ScrollInput {
  /// Scrolls to a target. The view arrives there exactly, even if the items in between are not measured yet. Does
  /// nothing if the list lacks the target.
  static func go(
    to request: ScrollRequest, _ scroll: inout ScrollState, _ nested: inout NestedScrolling,
    _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    let animated = request.animated
    switch request.target {
    case .start: scroll.go(to: scroll.scroller.minimum, animated: animated, in: layout, input)
    case .offset(let offset): scroll.go(to: offset, animated: animated, in: layout, input)
    case .end:
      scroll.recordUserMovement()
      go(to: ActiveScrollTarget(.end, animated: animated), &scroll, layout, input)
    case .section(let section):
      guard input.list.sections.indices.contains(section) else { return }
      let start = layout.lead(
        layout.solver.frame(for: .header(section)) ?? layout.firstFrame(inSection: section, of: input.list))
      scroll.go(to: start - layout.coveredLength(over: nil).start, animated: animated, in: layout, input)
    case .id(let id, let section):
      guard let path = input.list.path(of: id, in: section) else { return }
      let item = ScrollRequest(target: .item(path), alignment: request.alignment, animated: animated)
      go(to: item, &scroll, &nested, layout, input)
    case .item(let path):
      guard input.list.contains(path) else { return }
      let alignment = scroll.resolve(request.alignment, for: path, in: layout)
      nested.reveal(path, animated: animated, in: layout, input)
      go(to: ActiveScrollTarget(.item(path, alignment), animated: animated), &scroll, layout, input)
    }
  }

  /// Gives nested scroll containers their saved offsets and ends their motions, or scrolls a container. Does nothing
  /// for a container that is not in the list.
  /// - Parameter animated: Whether a scroll is animated if its request asks for that.
  static func perform(
    _ request: NestedRequest, animated: Bool, _ nested: inout NestedScrolling, _ layout: inout LayoutState,
    _ input: FrameInput
  ) {
    switch request {
    case .restore(let places):
      for (container, offset) in input.list.offsets(of: places) {
        nested.stop(container)
        layout.scroll(container, to: offset)
      }
    case .scroll(let site, let offset, let wantsAnimation):
      let isAnimated = animated && wantsAnimation
      guard let path = input.list.path(of: site) else { return }
      let section = ScrollContainerID(section: path.section)
      guard let container = site.item == nil ? section : layout.innermostContainer(around: path) else { return }
      nested.scroll(container, toSnapPointNear: offset, animated: isAnimated, in: layout, input)
    }
  }

  private static func go(
    to target: ActiveScrollTarget, _ scroll: inout ScrollState, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    scroll.go(to: target)
    let offset = scroll.offset(for: target, in: layout, input.list)
    scroll.prepareAnimation(to: offset, animated: target.animated, in: layout, input)
    input.requestFrame()
  }
}

extension LayoutState {
  /// Returns the frame of the first cell of a section; of a section without cells, its own frame.
  fileprivate func firstFrame(inSection section: Int, of list: List) -> Rect {
    list.sections[section].count > 0
      ? solver.frame(of: ElementPath(section: section, item: 0)) : solver.sectionFrame(section)
  }
}

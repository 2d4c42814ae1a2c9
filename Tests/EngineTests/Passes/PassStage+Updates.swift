import Scrollwork
import ScrollworkTesting

/// Updates and scrolling in tests of single passes.
extension PassStage {
  /// Scrolls to `offset`, within the bounds of the current layout.
  func showOffset(_ offset: Double) {
    scroll.keep(.offset, in: layout)
    jump(to: offset)
    scroll.present(in: layout)
    self.offset = scroll.presentedOffset
  }

  /// Returns the input that decides which anchor is captured.
  func anchorInput(_ policy: AnchorPolicy = .item, focus: Int? = nil, scrolled: Double? = nil) -> AnchorInput {
    let path = focus.map { ElementPath(section: 0, item: $0) }
    return AnchorInput(policy: policy, focus: path, list: list, scrolled: scrolled)
  }

  /// Marks the bound items as shown by an earlier frame.
  func markShown() {
    for item in items.bound { item.isEntering = false }
  }

  /// Begins an update to other rows and lays the new rows out.
  /// - Parameter capture: Called while the layout is still the old one.
  @discardableResult
  func update(
    to ids: [Int], heights: [Double]? = nil, reason: UpdateReason = .program,
    capture: (UpdateTransaction) -> Void = { _ in }
  ) -> UpdateTransaction {
    let old = list
    declare(ids, heights: heights ?? Array(repeating: 40, count: ids.count))
    let mapping = ListMapping.between(old.identities, and: list.identities)
    let update = UpdatePass.begin(mapping, replacing: old, reason: reason, layout, scroll)
    capture(update)
    _ = UpdatePass.run(&layout, update, list, resolving: [])
    return update
  }

  /// Runs the passes of a frame that shows an animated update to other rows, and returns the report of the motion pass.
  /// - Parameter distance: The distance that the view scrolls in the frame, in logical pixels.
  @discardableResult
  func animateUpdate(to ids: [Int], reason: UpdateReason = .program, scrollingBy distance: Double = 0) -> MotionReport {
    motion.endNewest(with: layout, list, viewedFrom: scroll.presentedOrigin)
    var update = update(to: ids, reason: reason)
    update.isAnimated = true
    motion.begin(update)
    FollowPass.moveItems(&items, &motion, layout, input())
    if distance != 0 {
      jump(to: offset + distance)
      scroll.present(in: layout)
      offset = scroll.presentedOffset
      let delta = ScrollDelta(offset: distance, presented: Point(x: 0, y: distance), hasMoved: true)
      motion.recordScrolling(by: delta, in: layout)
    }
    return finishMotionFrame()
  }

  /// Runs the passes of a frame without an update, `seconds` after the last; returns the motion pass's report.
  @discardableResult
  func animate(after seconds: Double) -> MotionReport {
    let last = now
    now = now.advanced(bySeconds: seconds)
    MotionPass.advance(items, motion, input(lastFrame: last))
    return finishMotionFrame()
  }

  private func finishMotionFrame() -> MotionReport {
    bind()
    MotionPass.startEntrances(&motion, items, layout, input())
    BindPass.finish(&items, input())
    items.takeSuspended { motion.suspend($0) }
    let report = MotionPass.run(&motion, &items, layout, input())
    motion.checkInvariants()
    items.checkInvariants(in: list)
    motion.finishFrame(isMoving: report.isRunning)
    return report
  }

  /// Captures the anchor, updates to other rows, and keeps the anchor in place.
  /// - Returns: The captured anchor.
  @discardableResult
  func keepThroughUpdate(
    to ids: [Int], reason: UpdateReason = .program, policy: AnchorPolicy = .item, focus: Int? = nil
  ) -> Anchor {
    var anchor = Anchor.offset
    let update = update(to: ids, reason: reason) { update in
      anchor = anchors.capture(for: update, layout, scroll, items, anchorInput(policy, focus: focus))
    }
    ScrollPass.keepThroughUpdate(
      UpdatePass.fit(anchor, anchors.standing, update, in: layout), scrolls: false, &scroll, layout)
    offset = scroll.presentedOffset
    return anchor
  }

  /// Returns the distance of a row's start from the viewport's start, in logical pixels.
  func top(of id: Int) -> Double? {
    let position = ids.firstIndex(of: id)
    return position.map {
      layout.solver.frame(of: ElementPath(section: 0, item: $0)).minY - scroll.presentedOffset
    }
  }
}

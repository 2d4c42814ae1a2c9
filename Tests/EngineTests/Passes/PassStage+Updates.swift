import Scrollwork
import ScrollworkTesting

/// Updates and scrolling of a pass stage.
extension PassStage {
  /// Makes the current layout's bounds known to the scroll position.
  func showOffset(_ offset: Double) {
    scroll.keep(.offset, in: layout)
    scroll.scroller.jump(to: offset)
    scroll.present(in: layout)
    self.offset = scroll.presentedOffset
  }

  /// The facts on which anchors depend.
  func anchorInput(_ policy: AnchorPolicy = .item, focus: Int? = nil, scrolled: Double? = nil) -> AnchorInput {
    let path = focus.map { ElementPath(section: 0, item: $0) }
    return AnchorInput(policy: policy, focus: path, list: list, scrolled: scrolled)
  }

  /// Marks the bound items as shown by the frame before.
  func markShown() {
    for item in items.bound { item.isEntering = false }
  }

  /// Begins an update to other rows and lays them out.
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

  /// Captures the anchor of an update to other rows, and keeps it.
  /// - Returns: The captured anchor.
  @discardableResult
  func keepThroughUpdate(
    to ids: [Int], reason: UpdateReason = .program, policy: AnchorPolicy = .item, focus: Int? = nil
  ) -> Anchor {
    var anchor = Anchor.offset
    let update = update(to: ids, reason: reason) { update in
      anchor = anchors.capture(for: update, layout, scroll, items, anchorInput(policy, focus: focus))
    }
    ScrollPass.keep(UpdatePass.fit(anchor, anchors.standing, update, in: layout), through: false, &scroll, layout)
    offset = scroll.presentedOffset
    return anchor
  }

  /// The distance of a row's start from the viewport's start, in logical pixels.
  func top(of id: Int) -> Double? {
    let position = ids.firstIndex(of: id)
    return position.map {
      layout.solver.frame(of: ElementPath(section: 0, item: $0)).minY - scroll.presentedOffset
    }
  }
}

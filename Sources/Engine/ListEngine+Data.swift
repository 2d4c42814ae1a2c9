import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The list: applying it, and asking what is shown.
extension ListEngine {
  /// Makes `list` the newest one; the next frame shows it.
  func apply(
    _ list: sending List, strategy: UpdateStrategy, reason: UpdateReason,
    completion: (@MainActor (UpdateOutcome) -> Void)?
  ) -> Update {
    let update = Update(completion: completion)
    // A later update by the program does not cancel the reason of one that the user asked for in the same frame.
    let reason = reason == .program ? inbox.update?.reason ?? reason : reason
    // Reported at the end of the frame: a completion that applies again must not supersede this update.
    if let superseded = inbox.update?.update { outbox.finished.append((superseded, .superseded)) }
    inbox.update = PendingUpdate(list: list, strategy: strategy, reason: reason, update: update)
    host?.setNeedsFrame()
    return update
  }

  /// The list that was applied last, whether a frame has shown it or not.
  func snapshot() -> List { inbox.update?.list ?? document.list }

  /// Replaces everything by the list that was applied last, without a diff.
  func reloadData() {
    reload(
      inbox.update
        ?? PendingUpdate(list: document.list, strategy: .reloadData, reason: .program, update: Update()))
    host?.setNeedsFrame()
  }

  /// Renders all visible cells again in the next frame.
  func setNeedsReload() {
    guard inbox.update == nil else { return }
    _ = apply(document.list, strategy: .nonanimatedBatchUpdates, reason: .program, completion: nil)
  }

  /// Waits until the newest list is shown and nothing moves.
  func settled() async {
    guard host != nil, inbox.update != nil || motion.isRunning || scrolls || host?.needsFrame == true else { return }
    await withCheckedContinuation { outbox.waiting.append($0) }
  }

  /// The number of items in all sections that are shown.
  /// - Complexity: O(*s*) in the number of sections, however deep, the first time after an update.
  var itemCount: Int {
    if let known = document.knownItemCount { return known }
    let count = document.list.sections.reduce(0) { $0 + $1.countOfItems }
    document.knownItemCount = count
    return count
  }

  /// The content view of an item, if it is bound.
  /// - Complexity: O(*v*) in the number of bound items.
  func content(of id: ElementID) -> View? {
    items.bound.first { item in item.key.kind == .item && item.key.path.map { self.id(at: $0) == id } == true }?.content
  }

  func id(at path: ElementPath) -> ElementID {
    document.list.sections[path.section].rows.identities.id(at: path.item)
  }

  func cell(at path: ElementPath) -> CellContext { context(for: path, item: items.item(at: .item(path))) }

  func context(for path: ElementPath, item: BoundItem?) -> CellContext {
    CellContext(
      path: path, id: id(at: path),
      component: item?.row.component ?? document.list.sections[path.section].rows.row(path.item).component,
      content: item?.content)
  }

  // MARK: The view

  /// Adopts another anchor policy. A view that stands at the end follows it from now on if the policy is `.end`.
  func setAnchorPolicy(_ policy: AnchorPolicy) {
    guard settings.anchorPolicy != policy else { return }
    settings.anchorPolicy = policy
    anchors.relayout = nil
    if policy == .end { scroll.endArrival.policyBecameEnd() }
  }

  /// Measures a cell again whose content view asked for it.
  func contentNeedsMeasure(_ content: View) {
    if isMakingFrame {
      binder.requestMeasure(of: content)
    } else {
      for item in items.bound where item.content === content {
        item.measuredWidth = nil
        items.contentNeedsMeasure = true
      }
    }
    host?.setNeedsFrame()
  }

  /// Follows the view into another window, or out of one.
  func hostDidChange(to host: ViewHost?) {
    (self.host, binder.host) = (host, host)
    for item in items.bound { item.content.attach(to: host) }
    lastFrame = nil
    guard host == nil else { return }
    if let view { settings.neighbourhoodObserver?.collectionViewDidLeaveWindow(view) }
    // Without a window nothing moves, so nobody need wait.
    resumeSettling()
  }

  /// Ends a press without a release.
  func cancelPress() {
    interaction.pressed = nil
    endSectionDrag(at: host?.now ?? .zero)
    host?.setNeedsFrame()
  }

  /// Ends all waiting: no frame will show anything any more.
  func close() {
    if let update = inbox.update?.update { outbox.finished.append((update, .superseded)) }
    for (update, outcome) in outbox.finished { update.finish(outcome) }
    outbox.finished.removeAll()
    resumeSettling()
  }
}

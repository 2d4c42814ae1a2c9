import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Applying lists, and questions about the list that is shown.
extension ListEngine {
  /// Makes `list` the newest list, which the next frame shows.
  func apply(
    _ list: List, strategy: UpdateStrategy, reason: UpdateReason,
    selecting interaction: (selected: PositionSet, focused: Int?)? = nil,
    completion: (@MainActor (UpdateOutcome) -> Void)?
  ) -> Update {
    let update = Update(completion: completion)
    var pending = PendingUpdate(list: list, strategy: strategy, reason: reason, update: update)
    pending.interaction = interaction
    request(applying: list) { [pending] in $0.take(pending) }
    return update
  }

  /// Replaces the pending update by another one, which the next frame shows.
  private func take(_ new: PendingUpdate) {
    var new = new
    // If a sort or filter by the user waits for the same frame, its reason also holds for this update by the program.
    if new.reason == .program, let reason = inbox.update?.reason { new.reason = reason }
    // The outcome is reported at the end of the frame: a completion that applies a list must not supersede this update.
    if let superseded = inbox.update?.update { outbox.finish(superseded, .superseded) }
    inbox.apply(new)
    host?.setNeedsFrame()
  }

  /// Returns the list that was applied last, whether a frame has shown it or not.
  func snapshot() -> List { inbox.deferredList ?? inbox.update?.list ?? document.list }

  /// Replaces everything by the list that was applied last, without a diff.
  func reloadData() {
    replaceList(
      inbox.update
        ?? PendingUpdate(list: document.list, strategy: .reloadData, reason: .program, update: Update()))
    host?.setNeedsFrame()
  }

  /// Renders all visible cells again in the next frame.
  func setNeedsReload() {
    guard inbox.update == nil else { return }
    take(
      PendingUpdate(list: document.list, strategy: .nonanimatedBatchUpdates, reason: .program, update: Update()))
  }

  /// Waits until the newest list is shown and nothing moves.
  func settled() async {
    guard let host, activity != .idle || inbox.update != nil || motion.isRunning || scrolls || host.needsFrame else {
      return
    }
    await withCheckedContinuation { outbox.wait($0) }
  }

  /// The number of items in all sections of the list that is shown, without headers and footers.
  /// - Complexity: O(*s*) in the number of sections and subsections for the first access after an update.
  var itemCount: Int {
    document.itemCount()
  }

  /// Returns the content view of an item; `nil` if the item is not bound.
  /// - Complexity: O(*v*) in the number of bound items.
  func content(of id: ElementID) -> View? {
    boundItems.first { item in item.key.kind == .item && item.key.path.map { self.id(at: $0) == id } == true }?.content
  }

  func id(at path: ElementPath) -> ElementID {
    document.list.sections[path.section].rows.identities.id(at: path.item)
  }

  func cell(at path: ElementPath) -> CellContext {
    let key = LayoutElement.Key.item(path)
    // Passes may have changed the keys of the recorded items, so the items may no longer be sorted by key.
    let item = activity == .runningPasses ? published.boundItems.first { $0.key == key } : items.item(at: key)
    return context(for: path, item: item)
  }

  func context(for path: ElementPath, item: BoundItem?) -> CellContext {
    CellContext(
      path: path, id: id(at: path),
      component: item?.row.component ?? document.list.sections[path.section].rows.row(path.item).component,
      content: item?.content)
  }

  // MARK: The view

  /// Takes the size of the view. The next frame lays the list out for it.
  func resize(to size: Size) { layout.resize(to: size) }

  /// Requests that the next frame lays out and measures everything again.
  func setNeedsLayout() { layout.setNeedsLayout() }

  /// Measures the cell of a content view again in the next frame, because the view asked for another size.
  func contentNeedsMeasure(_ content: View) {
    if activity == .runningPasses {
      binder.requestMeasure(of: content)
    } else {
      items.setNeedsMeasure(content)
    }
    host?.setNeedsFrame()
  }

  /// Ends a press or drag without selecting anything.
  func cancelPress() {
    interaction.press(nil)
    endSectionDrag(at: host?.now ?? .zero)
    host?.setNeedsFrame()
  }
}

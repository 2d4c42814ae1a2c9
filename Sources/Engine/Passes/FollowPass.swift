import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Maps selection, focus and bound items to the new positions of their identities after an update.
///
/// - Reads: the update, the newest list, the new layout.
/// - Writes: the interaction; in a second step the item store with keys, nested containers, measured widths and
///   placements of its items, and the motion of exits and of items recycled in flight.
/// - Returns: nothing. Items whose elements are gone are in `items.exiting`.
@MainActor
package enum FollowPass {
  // MARK: Selection and focus

  /// Maps selection, focus and pressed item to the newest list. Identities that are absent from it are remembered.
  package static func run(_ interaction: inout Interaction, _ update: UpdateTransaction, _ list: List) {
    if !update.mapping.isIdentity { interaction.follow(update, to: list) }
  }

  /// Clears selection and focus before a list is shown without a diff.
  package static func clear(_ interaction: inout Interaction) { interaction.clear() }

  /// Selects and focuses items at the positions that the program gave with a list that is shown without a diff.
  package static func restore(
    _ interaction: inout Interaction, _ selected: PositionSet, focused: Int?, in list: List
  ) {
    interaction.restore(selected, focused: focused, in: list)
  }

  // MARK: Bound items

  /// Gives the bound items their new keys. Items whose elements are gone begin to exit.
  ///
  /// The other items get their target frames later, when everything visible is measured.
  package static func moveItems(
    _ items: inout ItemStore, _ motion: inout UpdateMotion, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard let update = motion.update else { return }
    motion.mapSuspended(through: update, to: layout, input.list)
    recordContainers(of: items, update, input.list)
    var kept: [(item: BoundItem, key: LayoutElement.Key)] = []
    for item in items.bound {
      if let key = update.newKey(of: item.key, in: layout.solver, input.list) {
        kept.append((item, key))
      } else {
        startExit(of: item, &items, &motion, update, input)
      }
    }
    // The animators of exits may ask the view, so no item has its new key before.
    for (item, key) in kept { move(item, to: key, update, layout, input) }
    items.keepBound(kept.map(\.item))
  }

  /// Records the nested scroll containers around each item, because an exiting item still scrolls with them.
  private static func recordContainers(of items: borrowing ItemStore, _ update: UpdateTransaction, _ list: List) {
    for item in items.exiting {
      item.containers = item.containers.compactMap { update.newContainer(of: $0, in: list) }
    }
    let scrolls = update.oldSolver.hasOwnScrolling
    for item in items.bound {
      item.containers.removeAll(keepingCapacity: true)
      guard scrolls else { continue }
      update.oldSolver.forEachScrollContainer(takingAlong: item.key) { container in
        if let container = update.newContainer(of: container, in: list) { item.containers.append(container) }
      }
    }
  }

  private static func move(
    _ item: BoundItem, to key: LayoutElement.Key, _ update: UpdateTransaction, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) {
    let viewport = Rect(origin: update.oldOrigin, size: layout.size)
    // A resize or a scroll in this frame is no part of the update, so the move starts from the frame in the resized old
    // layout, and a pinned item from where the old layout pins it after the scroll.
    if layout.hasNewEnvironment || item.isPinned, let frame = update.oldSolver.frame(for: item.key, pinnedIn: viewport)
    {
      item.placement.target = frame
    }
    rename(item, as: key, update, input.list)
    item.key = key
    if layout.solver.isEstimated(key) { item.measuredWidth = nil }
    guard update.isAnimated, key.kind != .badge else { return item.settle() }
    item.recordDeparture(inViewAt: update.oldOrigin)
    if input.animatesMotion { item.placement.previous.drawnOrigin = item.placement.previous.frame?.origin }
  }

  /// Gives an item its identity in the new list. In a section with subsections, the identity changes when the item
  /// moves to another subsection.
  private static func rename(_ item: BoundItem, as key: LayoutElement.Key, _ update: UpdateTransaction, _ list: List) {
    guard item.id != nil, let old = item.key.path, let new = key.path,
      update.oldList.sections[old.section].composition != nil || list.sections[new.section].composition != nil
    else { return }
    item.id = list.id(at: new)
  }

  private static func startExit(
    of item: BoundItem, _ items: inout ItemStore, _ motion: inout UpdateMotion, _ update: UpdateTransaction,
    _ input: FrameInput
  ) {
    guard update.isAnimated else { return items.remove(item) }
    if update.oldList.sections.indices.contains(item.key.section) {
      let section = update.oldList.sections[item.key.section]
      item.sectionID = section.id
      if item.key.kind == .item { item.id = section.rows.identities.id(at: item.key.item) }
    }
    item.placement.target.origin += input.viewport.origin - update.oldOrigin
    if item.hostItem == nil { motion.startRemoval(of: item, update, input) }
    items.startExit(of: item)
  }

  /// Marks the items whose content views asked for another size since the last frame as unmeasured.
  /// - Returns: Whether this frame should animate the changed sizes; false if no view asked, or if an update animates
  ///   anyway.
  package static func beginSelfSizing(
    _ items: borrowing ItemStore, _ motion: borrowing UpdateMotion, _ binder: Binder
  ) -> Bool {
    binder.applyMeasureRequests(to: items.bound) && !motion.isUpdating
  }

  /// Records the presented frames of all items, from which the moves of an update start.
  package static func departItems(_ items: borrowing ItemStore, _ motion: borrowing UpdateMotion) {
    guard let origin = motion.update?.oldOrigin else { return }
    for item in items.bound where item.key.kind != .badge {
      item.recordDeparture(inViewAt: origin)
      item.placement.previous.drawnOrigin = item.placement.previous.frame?.origin
    }
  }
}

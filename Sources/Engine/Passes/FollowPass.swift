import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Maps selection, focus and bound items to the new positions of their identities after an update.
///
/// - Reads: the update, the newest list, the new layout.
/// - Writes: the interaction; in a second step the item store, and the motion of exits.
/// - Returns: nothing. Items whose elements are gone are in `items.exiting`.
@MainActor
package enum FollowPass {
  // MARK: Selection and focus

  /// Maps selection, focus and pressed item to the newest list. Identities that are absent from it are remembered.
  package static func run(_ interaction: inout Interaction, _ update: UpdateTransaction, _ list: List) {
    guard !update.mapping.isIdentity else { return }
    let (mapping, focus) = (update.mapping, interaction.focused)
    mapSelection(&interaction, update, list)
    interaction.rangeStart = interaction.rangeStart.flatMap { mapping.newPath(ofOld: $0) }
    interaction.pressed = interaction.pressed.flatMap { mapping.newPath(ofOld: $0) }
    interaction.focused = focus.flatMap { mapping.newPath(ofOld: $0) ?? survivor(near: $0, mapping, list) }
    mapFocus(&interaction, from: focus, update, list)
  }

  private static func mapSelection(_ interaction: inout Interaction, _ update: UpdateTransaction, _ list: List) {
    let returned = interaction.absentSelection.takeReturned(to: list, by: update.mapping)
    let before = interaction.selection
    interaction.selection = before.mapped(by: update.mapping)
    if interaction.selection.count != before.count {
      interaction.selectionWasChanged = true
      rememberAbsent(&interaction, before, update)
    }
    for (section, positions) in returned {
      interaction.selectionWasChanged = true
      interaction.selection.insert(positions, inSection: section)
    }
  }

  private static func rememberAbsent(
    _ interaction: inout Interaction, _ selection: Selection, _ update: UpdateTransaction
  ) {
    let (mapping, old) = (update.mapping, update.oldList)
    for (section, positions) in selection.parts {
      let survivors = mapping.sections.newPosition(ofOld: section).flatMap { mapping.elements[$0] }
      var absent = survivors.map { positions.intersection($0.deletedRanges()) } ?? positions
      for crossing in mapping.crossings where crossing.old.section == section {
        absent.remove(crossing.old.item..<crossing.old.item + 1)
      }
      interaction.absentSelection.add(
        absent, of: old.sections[section].rows.identities, section: old.sections[section].id)
    }
  }

  /// Remembers the identity of a focused item that was removed. The item gets the focus again when it comes back; until
  /// then a neighbour has the focus.
  private static func mapFocus(
    _ interaction: inout Interaction, from old: ElementPath?, _ update: UpdateTransaction, _ list: List
  ) {
    if let returned = interaction.absentFocus.takeReturned(to: list, by: update.mapping).first,
      let first = returned.positions.ranges.first
    {
      interaction.focused = ElementPath(section: returned.section, item: first.lowerBound)
      interaction.focusWasChanged = true
    } else if let old, update.mapping.newPath(ofOld: old) == nil {
      interaction.focusWasChanged = true
      guard interaction.absentFocus.isEmpty else { return }
      let section = update.oldList.sections[old.section]
      interaction.absentFocus.add(
        PositionSet(old.item..<old.item + 1), of: section.rows.identities, section: section.id)
    }
  }

  /// Returns the nearest survivor after a removed item in its section, or else the nearest before it; `nil` if no item
  /// of the section survives.
  private static func survivor(near old: ElementPath, _ mapping: ListMapping, _ list: List) -> ElementPath? {
    guard let section = mapping.sections.newPosition(ofOld: old.section), let elements = mapping.elements[section]
    else { return nil }
    func path(_ item: Int?) -> ElementPath? {
      item.map { ElementPath(section: section, item: $0) }.flatMap { list.canChoose($0) ? $0 : nil }
    }
    for item in (old.item + 1)..<max(old.item + 1, elements.oldCount) {
      if let new = path(elements.newPosition(ofOld: item)) { return new }
    }
    for item in (0..<old.item).reversed() {
      if let new = path(elements.newPosition(ofOld: item)) { return new }
    }
    return nil
  }

  /// Clears selection and focus, including remembered absent identities, before a list is shown without a diff.
  package static func clear(_ interaction: inout Interaction) {
    if !interaction.selection.isEmpty { interaction.selectionWasChanged = true }
    if interaction.focused != nil { interaction.focusWasChanged = true }
    interaction.selection.removeAll()
    interaction.absentSelection.removeAll()
    interaction.absentFocus.removeAll()
    interaction.focused = nil
    interaction.rangeStart = nil
    interaction.pressed = nil
    interaction.columnGoal = nil
  }

  /// Selects and focuses items at the positions that the program gave with a one-section list that is shown without a
  /// diff.
  package static func restore(
    _ interaction: inout Interaction, _ selected: PositionSet, focused: Int?, in list: List
  ) {
    guard let count = list.sections.first?.count else { return }
    interaction.selection.insert(selected.intersection([0..<count]), inSection: 0)
    interaction.selection.keepItems(of: list)
    if !interaction.selection.isEmpty { interaction.selectionWasChanged = true }
    guard let focused, focused >= 0, focused < count else { return }
    let path = ElementPath(section: 0, item: focused)
    guard list.canChoose(path) else { return }
    interaction.focused = path
    interaction.rangeStart = path
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
    var kept: [BoundItem] = []
    for item in items.bound {
      guard let key = update.newKey(of: item.key, in: layout.solver, input.list) else {
        startExit(of: item, &items, &motion, update, input)
        continue
      }
      move(item, to: key, update, layout, input)
      kept.append(item)
    }
    kept.sort { $0.key < $1.key }
    items.bound = kept
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
      update.oldSolver.forEachScrollSite(takingAlong: item.key) { container in
        if let container = update.newContainer(of: container, in: list) { item.containers.append(container) }
      }
    }
  }

  private static func move(
    _ item: BoundItem, to key: LayoutElement.Key, _ update: UpdateTransaction, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) {
    let viewport = Rect(origin: update.oldOrigin, size: layout.size)
    // A resize in this frame is no part of the update, so the move starts from the frame in the resized old layout.
    if layout.hasNewEnvironment, let frame = update.oldSolver.frame(for: item.key, pinnedIn: viewport) {
      item.target = frame
    }
    rename(item, as: key, update, input.list)
    item.key = key
    if layout.solver.isEstimated(key) { item.measuredWidth = nil }
    guard update.isAnimated, key.kind != .badge else { return item.settle() }
    item.recordDeparture(inViewAt: update.oldOrigin)
    if input.binder.animatesMotion { item.seenBefore = item.departure?.origin }
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
    item.isExiting = true
    item.target.origin += input.viewport.origin - update.oldOrigin
    if item.hostItem == nil { motion.startRemoval(of: item, update, input) }
    items.exiting.append(item)
  }

  /// Clears the record that content views asked for another size since the last frame. Their items are marked as
  /// unmeasured already.
  /// - Returns: Whether this frame should animate the changed sizes; false if no view asked, or if an update animates
  ///   anyway.
  package static func beginSelfSizing(_ items: inout ItemStore, _ motion: borrowing UpdateMotion) -> Bool {
    guard items.contentNeedsMeasure else { return false }
    items.contentNeedsMeasure = false
    return motion.update == nil
  }

  /// Records the presented frames of all items, from which their moves start.
  package static func departItems(_ items: borrowing ItemStore, _ input: FrameInput) {
    for item in items.bound where item.key.kind != .badge {
      item.recordDeparture(inViewAt: input.viewport.origin)
      item.seenBefore = item.departure?.origin
    }
  }
}

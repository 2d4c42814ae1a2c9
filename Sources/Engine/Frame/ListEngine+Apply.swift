import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Takes the newest list: finds what survives, and gives everything that is kept its new position.
  func runApplyPass(_ context: FrameContext) {
    guard let update = inbox.update else { return }
    guard document.hasApplied, update.strategy != .reloadData else { return reload(update) }
    guard let mapping = difference(to: update) else { return }
    let old = document.list
    let plan = plan(for: update, mapping)
    guard plan.strategy != .reloadData else { return reload(update) }
    inbox.update = nil
    outbox.finished.append((update.update, .applied))
    take(update.list)
    // What the person scrolled since the last frame is no part of the change.
    let presentedBefore = scroll.presentedOrigin
    scroll.present(in: layout)
    recordScrolling(by: scroll.presentedOrigin - presentedBefore)
    reportRepetition(in: mapping)
    // What no frame has shown in this window comes from nowhere.
    let isShown = host != nil && lastFrame != nil && !document.isUnpresented
    let animates = plan.strategy == .animatedBatchUpdates && context.environment.motion != .off && isShown
    motion.endNewest(with: layout, document.list, viewedFrom: scroll.presentedOrigin)
    if !animates { motion.dropOngoing() }
    let hold = plan.keepsContentOffset ? Hold() : self.hold(through: mapping, from: old, update.reason)
    anchors.preferred = nil
    motion.update = UpdateTransaction(
      mapping: mapping, oldList: old, oldSolver: layout.solver, oldOrigin: scroll.presentedOrigin, isAnimated: animates,
      reason: update.reason, animator: plan.animator, anchor: hold.anchor)
    if let transition = motion.update { countUnseen(transition) }
    let velocity = scroll.scroller.velocity
    keepSectionOffsets(of: old) { newSite(of: $0, through: mapping, from: old) }
    let inUse = sectionsInUse
    layout.solver.update(document.list.solverInputs, mapping: mapping, seen: inUse) { part, before, section in
      document.list.sections[section].number(ofPart: part, from: old.sections[before])
    }
    takeConfiguration(inUse, mapping)
    mapSections(by: mapping, from: old)
    if !plan.keepsContentOffset, let transition = motion.update { revealOnCrossAxis(hold.anchor, transition) }
    stand(by: hold, glides: animates && motionTravels && !scroll.scroller.isHeld)
    mapInteraction(by: mapping, from: old)
    if let transition = motion.update { moveRealised(through: transition, at: context.now) }
    followPendingScroll(animated: animates)
    motion.update?.lostVelocity = velocity - scroll.scroller.velocity
    publish()
    // Whatever happened, what is seen calls the newest handlers.
    BindPass.renderAll(&items, plan, layout, frameInput(at: context.now))
  }

  /// Shows a list without looking for what survives.
  func reload(_ update: PendingUpdate) {
    inbox.update = nil
    outbox.finished.append((update.update, .applied))
    replaceEverything(by: update.list)
    if let (selected, focused) = update.interaction { restoreInteraction(selected, focused) }
    followPendingScroll(animated: false)
  }

  private func plan(for update: PendingUpdate, _ mapping: ListMapping) -> UpdatePlan {
    let updater = settings.updater
    return updater.plan(
      for: ListChange(strategy: update.strategy, reason: update.reason, isScrolling: scroll.scroller.isMoving) {
        mapping.changeCount
      })
  }

  private func take(_ new: List) {
    document.list = new
    document.generation += 1
    document.knownItemCount = nil
    document.hasItems = document.list.sections.contains { $0.count > 0 }
    chrome.paging.isStale = true
    layout.isRearranged = true
  }

  /// Goes where the program asked to go after it applied the list.
  func followPendingScroll(animated: Bool) {
    followPendingRestore()
    followPendingSelection()
    guard let request = inbox.scroll else { return }
    inbox.scroll = nil
    go(to: request.target, at: request.alignment, animated: request.animated && animated)
  }

  /// The list may scroll in another direction than before.
  private func takeConfiguration(_ inUse: Set<Int>, _ mapping: ListMapping) {
    guard document.list.configuration != layout.solver.configuration else { return }
    let before = layout.axis
    layout.solver = layout.solver.configured(
      document.list.configuration, seen: Set(inUse.compactMap(mapping.sections.newPosition)))
    guard layout.axis != before else { return }
    interaction.columnGoal = nil
    dropSectionHolds()
    scroll.scroller.stop()
    chrome.scrollBar.place(in: layout.size)
  }

  /// Goes where an update holds the view. In another direction there may be less room than the anchor had before.
  private func stand(by hold: Hold, glides: Bool) {
    let glides = glides && !hold.hasReturned
    var anchor = layout.hasNewEnvironment ? hold.relayout.map(fitted) ?? hold.anchor : hold.anchor
    if let held = anchor, motion.update?.oldSolver.configuration.scrollDirection != layout.axis {
      let room = max(0, layout.length - layout.solver.frame(of: held.path).size[layout.axis])
      anchor?.position = min(max(0, held.position), room)
    }
    motion.update?.anchor = anchor
    keep(anchor, followingEnd: hold.followsEnd && !glides)
    if hold.followsEnd, glides { scroll.target = ActiveScrollTarget(kind: .end, spring: .key) }
    if hold.showsStart { jump(to: 0) }
    if hold.relayout?.showsEnd == true { jump(to: scroll.scroller.maximum) }
    anchors.relayout = hold.relayout
    anchors.relayout?.offset = scroll.scroller.offset
    scroll.endArrival.updated(followed: hold.followsEnd, isAtEnd: scroll.endTracking.isAtEnd)
  }

  func replaceEverything(by new: List) {
    keepSectionOffsets(of: document.list) { _ in nil }
    anchors.relayout = nil
    take(new)
    (document.hasApplied, document.isUnpresented) = (true, true)
    chrome.unseenCount = 0
    motion.dropOngoing()
    for item in items.bound + items.exiting { release(item) }
    items.bound.removeAll(keepingCapacity: true)
    items.exiting.removeAll()
    clearInteraction()
    let environment = layout.environment ?? LayoutEnvironment(container: layout.size)
    if layout.reload(new, environment: environment) { chrome.scrollBar.place(in: layout.size) }
    nested.motions.removeAll()
    dropSectionHolds()
    restoreSectionOffsets()
    keep(nil, followingEnd: settings.anchorPolicy == .end)
  }

  /// Gives the items on screen their new keys; those whose element is gone begin to leave. Where the others come to
  /// stand is known when everything in sight is measured.
  private func moveRealised(through transition: UpdateTransaction, at now: Instant) {
    motion.mapSuspended(through: transition, to: layout, document.list)
    var kept: [BoundItem] = []
    let viewedBefore = Rect(origin: transition.oldOrigin, size: layout.size)
    for item in items.bound {
      guard let key = transition.newKey(of: item.key, in: layout.solver, document.list) else {
        leave(item, transition, at: now)
        continue
      }
      // A new size of the window is no part of the change.
      if layout.hasNewEnvironment, let frame = transition.oldSolver.frame(for: item.key, pinnedIn: viewedBefore) {
        item.target = frame
      }
      rename(item, as: key, transition)
      item.key = key
      if layout.solver.isEstimated(key) { item.measuredWidth = nil }
      kept.append(item)
      guard transition.isAnimated, key.kind != .badge else {
        item.settle()
        continue
      }
      item.setOut(inViewAt: transition.oldOrigin)
      if motionTravels { item.seenBefore = item.departure?.origin }
    }
    kept.sort { $0.key < $1.key }
    items.bound = kept
  }

  /// What goes to another section in a section is called otherwise.
  private func rename(_ item: BoundItem, as key: LayoutElement.Key, _ transition: UpdateTransaction) {
    guard item.id != nil, let old = item.key.path, let new = key.path,
      transition.oldList.sections[old.section].composition != nil
        || document.list.sections[new.section].composition != nil
    else { return }
    item.id = id(at: new)
  }

  private func leave(_ item: BoundItem, _ transition: UpdateTransaction, at now: Instant) {
    guard transition.isAnimated else {
      release(item)
      return
    }
    if transition.oldList.sections.indices.contains(item.key.section) {
      let section = transition.oldList.sections[item.key.section]
      item.sectionID = section.id
      if item.key.kind == .item { item.id = section.rows.identities.id(at: item.key.item) }
    }
    item.isExiting = true
    item.target.origin += scroll.presentedOrigin - transition.oldOrigin
    if item.hostItem == nil { motion.startRemoval(of: item, transition, frameInput(at: now)) }
    items.exiting.append(item)
  }

  /// False where the person asked for less motion: then things fade and do not travel.
  var motionTravels: Bool { binder.animatesMotion }
}

extension List {
  var identities: [SectionIdentity] {
    sections.map { SectionIdentity(id: $0.id, elements: $0.rows.identities) }
  }
}

extension ListMapping {
  /// Every item stays where it is.
  static func identity(of list: List) -> ListMapping {
    ListMapping(
      sections: .identity(count: list.sections.count), elements: list.sections.map { .identity(count: $0.count) })
  }
}

import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The steps of a frame that combine passes.
extension ListEngine {
  /// Lays the list out anew, with its anchors in place, if the environment changed: size, scale, direction, or a
  /// preference such as dark colours.
  func changeEnvironment(_ context: FrameContext) {
    if EnvironmentPass.advanceInsets(&layout, frameInput(at: context.now)) { context.wakeForNextFrame() }
    guard let environment = EnvironmentPass.newEnvironment(for: layout, in: context.environment) else { return }
    let isFirst = layout.environment == nil
    let containers = isFirst ? [] : anchors.keepContainers(layout, nested, items, document.list)
    let focus = isFirst ? nil : items.visibleFocus(interaction.userFocus, in: layout)
    let anchor = isFirst ? .offset : anchors.captureForEnvironment(layout, scroll, items, anchorInput)
    motion.endNewest(with: layout, document.list, viewedFrom: scroll.presentedOrigin)
    if layout.animatesResize, lastFrame != nil, document.hasApplied, animatesMotion {
      motion.begin(UpdatePass.beginResize(of: document.list, layout, scroll))
      FollowPass.departItems(items, motion)
    }
    var sections = layout.sectionsInUse(items, nested, document.list)
    // Invisible containers keep their leading items too, so their sections are resolved as well. If there are no
    // sections in use, the list is so short that all are resolved anyway.
    if !sections.isEmpty { sections.formUnion(containers.compactMap { $0.container?.id.section }) }
    EnvironmentPass.run(&layout, environment, resolving: sections)
    anchors.keepThroughEnvironment(anchor, visibleFocus: focus)
    nested.follow(anchors.restore(containers, in: &layout, document.list))
    anchors.revealFocus(in: &layout, nested, document.list)
    EnvironmentPass.layOutContents(items, binder)
    interaction.keepColumn(nil)
    scroll.keep(anchor.moved(to: anchor.resolve(in: layout)), in: layout)
    scroll.setAnchored()
    absorbShift()
    placeScrollBar()
  }

  // MARK: Updates

  /// Applies the newest list: finds the changes, lays them out, and gives the selection, the focus and all surviving
  /// items their new positions. Does nothing while another thread still diffs the list.
  func applyUpdate(_ context: FrameContext) {
    guard let pending = inbox.update else { return }
    guard document.hasApplied, pending.strategy != .reloadData else { return replaceList(pending) }
    let mapping = UpdatePass.findMapping(&document, to: pending, threshold: settings.backgroundDiffThreshold) {
      [weak self] in self?.host?.setNeedsFrame()
    }
    guard let mapping else { return }
    let change = ListChange(
      strategy: pending.strategy, reason: pending.reason, isScrolling: scroll.scroller.isMoving
    ) { mapping.changeCount }
    // The engine itself makes room for a dragged item.
    let plan = pending.known == nil ? settings.updater.plan(for: change) : .makingRoom
    guard plan.strategy != .reloadData else { return replaceList(pending) }
    if let path = view.flatMap({ settings.anchorItem?($0) }) ?? toggledRow(by: mapping, in: pending.list) {
      anchors.prefer(path)
    }
    let update = beginUpdate(pending, mapping, plan, context)
    let velocity = scroll.scroller.velocity
    let anchor =
      plan.keepsContentOffset ? anchors.skipUpdate() : anchors.capture(for: update, layout, scroll, items, anchorInput)
    ChromePass.countUnseen(chrome, update, scroll, document.list, settings.anchorPolicy)
    layOut(update, revealing: plan.keepsContentOffset ? nil : anchor)
    keepAnchor(anchor, through: update)
    endHighlight(unless: mapping, of: update.oldList)
    FollowPass.run(&interaction, update, document.list)
    if update.reason != .program { interaction.followPages(by: nil) }
    band.follow(update, to: document.list)
    typeAhead.follow(mapping)
    swiping.follow(mapping)
    if !mapping.isIdentity { scroll.follow(mapping, to: document.list, at: context.now) }
    FollowPass.moveItems(&items, &motion, layout, frameInput(at: context.now))
    followRequests(animated: update.isAnimated)
    motion.recordLostVelocity(velocity - scroll.scroller.velocity)
    publish()
    endDisplays()
    // Whatever the plan, visible items get the newest handlers.
    BindPass.renderAll(&items, plan, layout, frameInput(at: context.now))
  }

  /// Returns the visible row of an outline that an update expands or collapses; `nil` if there is none.
  private func toggledRow(by mapping: ListMapping, in new: List) -> ElementPath? {
    let visible = items.bound.lazy.filter { [viewport] in $0.target.intersects(viewport) }.compactMap(\.key.path)
    return document.list.toggledRow(among: visible, focus: interaction.focused, in: new, mapping)
  }

  /// Makes a pending list the list that is shown.
  /// - Returns: The transaction of the update. It contains the list and the layout before the update.
  private func beginUpdate(
    _ pending: PendingUpdate, _ mapping: ListMapping, _ plan: UpdatePlan, _ context: FrameContext
  ) -> UpdateTransaction {
    finish(pending)
    let old = document.list
    holdAnswers()
    UpdatePass.take(&document, pending.list)
    chrome.paging.setNeedsUpdate()
    // Scrolling since the last frame does not count as part of the update.
    follow(ScrollPass.present(&scroll, layout))
    UpdatePass.reportRepetition(in: mapping, document.list, binder)
    // Items that no frame has shown in this window have no old place to move from.
    let isShown = host != nil && lastFrame != nil && !document.isUnpresented
    let animates = plan.strategy == .animatedBatchUpdates && context.environment.motion != .off && isShown
    motion.endNewest(with: layout, old, viewedFrom: scroll.presentedOrigin)
    if !animates { motion.dropOngoing() }
    var update = UpdatePass.begin(mapping, replacing: old, reason: pending.reason, layout, scroll)
    update.isAnimated = animates
    motion.begin(update, animator: plan.animator)
    return update
  }

  /// Lays out the newest list. Nested containers keep their offsets.
  /// - Parameter anchor: The anchor whose item must be visible in sections that become scroll containers; `nil` to
  ///   reveal nothing.
  private func layOut(_ update: UpdateTransaction, revealing anchor: Anchor?) {
    let list = document.list
    nested.rememberOffsets(of: update.oldList, in: layout) { update.newContainer(of: $0, in: list) }
    let sections = layout.sectionsInUse(items, nested, list)
    if UpdatePass.run(&layout, update, list, resolving: sections) {
      interaction.keepColumn(nil)
      anchors.dropContainers()
      scroll.stop()
      placeScrollBar()
    }
    nested.restoreOffsets(of: list, in: &layout) { update.mapping.sections.oldPosition(ofNew: $0) == nil }
    anchors.followContainers(update, list)
    nested.follow(update, to: list)
    guard let anchor else { return }
    let paths = UpdatePass.lookedAt(update, items, layout, list, from: scroll.presentedOffset)
    nested.reveal((anchor.item.map { [$0.path] } ?? []) + paths, in: &layout, update, list)
  }

  /// Moves the scroll position so that the anchor of an update stays in place.
  private func keepAnchor(_ anchor: Anchor, through update: UpdateTransaction) {
    let scrolls =
      update.isAnimated && animatesMotion && !scroll.scroller.isHeld && !anchors.isReturning
    let fitted = UpdatePass.fit(anchor, anchors.standing, update, in: layout)
    anchors.keepThroughUpdate(fitted.item)
    ScrollPass.keepThroughUpdate(fitted, scrolls: scrolls, &scroll, layout)
    chooseOffset(through: update)
    absorbShift()
  }

  /// Lets the program replace the offset at which an update keeps its anchor.
  private func chooseOffset(through update: UpdateTransaction) {
    guard let view, let choose = document.list.handlers.targetOffset, !scroll.scroller.isHeld else { return }
    let proposal = OffsetProposal(
      offset: scroll.scroller.offset, maximum: scroll.scroller.maximum, viewport: layout.size,
      reason: update.reason)
    let offset = choose(view, proposal)
    guard offset.isFinite, offset != proposal.offset else { return }
    // The measuring anchor is the first item at the new offset, not the one that the update would have kept.
    anchors.keepThroughUpdate(nil)
    ScrollPass.choose(offset, &scroll, layout)
  }

  /// Shows a list without a diff: all items are bound anew, and measured sizes are lost. Selection and focus become
  /// those given with the list; without any, they are cleared.
  func replaceList(_ pending: PendingUpdate) {
    finish(pending)
    endHighlight(of: document.list)
    items.removeAll()
    publish()
    endDisplays()
    nested.rememberOffsets(of: document.list, in: layout) { _ in nil }
    anchors.dropAll()
    holdAnswers()
    UpdatePass.replaceList(&document, by: pending.list)
    chrome.paging.setNeedsUpdate()
    chrome.limitUnseen(to: 0)
    motion.dropOngoing()
    FollowPass.clear(&interaction)
    interaction.followPages(by: nil)
    band.end()
    typeAhead.end()
    swiping.forgetAll()
    scroll.dropTarget()
    if UpdatePass.replace(&layout, by: document.list) { placeScrollBar() }
    nested.stopAll()
    nested.restoreOffsets(of: document.list, in: &layout) { _ in true }
    scroll.keep(settings.anchorPolicy == .end ? .end(Anchor.End()) : .offset, in: layout)
    absorbShift()
    if let (selected, focused) = pending.interaction {
      // A view that happens to be at the end now does not follow it, until the program or the user scrolls there.
      scroll.placedByProgram()
      FollowPass.restore(&interaction, selected, focused: focused, in: document.list)
    }
    publish()
    followRequests(animated: false)
    publish()
  }

  /// Drops the pending update and records it as applied; updates that no frame showed are superseded.
  private func finish(_ pending: PendingUpdate) {
    if inbox.update != nil, document.isUnpresented { outbox.supersede() }
    inbox.dropUpdate()
    outbox.finish(pending.update, .applied)
  }

  /// Ends the display of the items that an update removed, and recycles them. Runs while no pass holds a state and
  /// after `publish()`, so that their components may ask the view.
  private func endDisplays() {
    for item in items.takeRemoved() {
      binder.endDisplay(of: item)
      items.recycle(item)
    }
  }

  /// Tells a pressed item, after the frame, that its press ends because an update removes it.
  /// - Parameter mapping: The mapping of the update; `nil` if it removes everything.
  private func endHighlight(unless mapping: ListMapping? = nil, of list: List) {
    guard let pressed = interaction.pressed, mapping?.newPath(ofOld: pressed) == nil else { return }
    if let item = items.item(at: .item(pressed)) {
      binder.endHighlight(of: item, in: list)
    } else {
      // The item has been scrolled out of view.
      binder.endHighlight(at: pressed, in: list)
    }
  }

  /// Performs the requests that the program made after it applied the list: to restore a position, to select, to
  /// scroll.
  private func followRequests(animated: Bool) {
    restorePositions(animated: animated)
    followPendingSelection()
    guard var request = inbox.takeScroll() else { return }
    request.animated = request.animated && animated
    go(request)
  }

  // MARK: Scrolling

  /// Restores the position that the program asked for: sets the offsets of nested containers and scrolls to the saved
  /// item. Does nothing while the list to which the position refers waits for a frame.
  /// - Parameter animated: Whether nested containers that the program scrolls may do so by a spring.
  func restorePositions(animated: Bool = true) {
    guard inbox.update == nil else { return }
    moveContainers(animated: animated)
    if let target = inbox.takeRestore().flatMap(document.list.target(restoring:)) { scroll.go(to: target) }
  }

  /// Resolves the layouts around the target of a running scroll, so that its offset is known before the view is near
  /// it. Also resolves the layouts of sections whose nested containers move.
  func resolveScrollTargets() {
    anchors.forgetMeasuring()
    if let path = targetPath, path.section < layout.solver.sectionCount {
      let anchor = currentAnchor()
      if LayoutPass.resolve(&layout, around: path) { keepWhileScrolling(anchor) }
    }
    for index in nested.motions.indices {
      let section = nested.motions[index].container.section
      guard section < layout.solver.sectionCount, !layout.solver.isResolved(section: section) else { continue }
      let anchor = currentAnchor()
      if LayoutPass.resolve(&layout, section: section) { keepWhileScrolling(anchor) }
    }
  }

  /// Moves the scroll position so that an anchor stays in place. During a scroll to a target, only an anchor with an
  /// item has an effect: the view does not jump to the start or end of the content.
  private func keepWhileScrolling(_ anchor: Anchor) {
    scroll.keepWhileScrolling(anchor, in: layout)
    absorbShift()
  }

  /// The item that a running scroll has as its target; `nil` if there is none.
  private var targetPath: ElementPath? { scroll.target?.path.flatMap { document.list.contains($0) ? $0 : nil } }

  /// Advances the scroll position to the time of the frame. Passes the movement on to the anchors, the update
  /// animations, and the animators of items.
  func scrollOn(_ context: FrameContext) {
    context.onPhase?(.scroll)
    let delta = ScrollPass.run(&scroll, &nested, layout, frameInput(at: context.now))
    if delta.hasMoved {
      anchors.dropStanding()
      if !motion.isUpdating { anchors.dropLostPosition() }
    }
    follow(delta)
    ScrollPass.holdBack(items, delta, frameInput(at: context.now))
  }

  /// Advances nested scroll containers to the time of the frame.
  func scrollNested(_ context: FrameContext) {
    guard nested.isMoving else { return }
    context.wake(at: ScrollPass.runNested(&nested, &layout, frameInput(at: context.now)))
    for (container, distance) in nested.scrolled {
      motion.recordNestedScrolling(by: distance, of: container, in: document.list)
      items.scrollExiting(with: container, by: distance, in: layout)
    }
  }

  /// Calls `absorbShift()`, then records the scrolling of the viewport in all ongoing updates.
  func follow(_ delta: ScrollDelta) {
    absorbShift()
    motion.recordScrolling(by: delta, in: layout)
  }

  /// Absorbs the shifts of the viewport's origin that the engine caused, not a scroll. Moves exiting items and
  /// animations by the same distances, so that they stay in place on the screen. Also records the anchor error.
  func absorbShift() {
    outbox.record(anchorError: scroll.anchorError)
    for distance in scroll.shifts {
      motion.shift(by: distance)
      items.shiftExiting(by: distance)
    }
    scroll.forgetShifts()
  }

  // MARK: Measuring

  /// Returns the anchor to keep in place while measured sizes replace estimates.
  func currentAnchor() -> Anchor { anchors.current(layout, scroll, items, anchorInput) }

  var anchorInput: AnchorInput {
    AnchorInput(
      policy: settings.anchorPolicy, focus: interaction.userFocus, list: document.list,
      scrolled: motion.update?.scrolled)
  }

  /// Moves the scroll position after a layout shift, so that the anchor stays in place; re-aims a running scroll at its
  /// target.
  func keepThroughShift(_ anchor: Anchor, at now: Instant) {
    layout.markRearranged()
    let delta = ScrollPass.keepThroughShift(anchor, &scroll, &nested, layout, frameInput(at: now))
    // The scroll may have moved the view, so the next change in this frame captures a new anchor.
    if scroll.target != nil { anchors.forgetMeasuring() }
    follow(delta)
  }

  /// Starts an animation of the changed sizes if content views asked for another size.
  func beginSelfSizing(_ context: FrameContext) {
    guard FollowPass.beginSelfSizing(items, motion, binder), document.hasApplied, animatesMotion else { return }
    motion.endNewest(with: layout, document.list, viewedFrom: scroll.presentedOrigin)
    let item = anchors.captureItem(AnchorSearch(), layout, scroll, items, anchorInput)
    motion.begin(UpdatePass.beginResize(of: document.list, layout, scroll))
    anchors.keepThroughUpdate(item)
    FollowPass.departItems(items, motion)
  }

  /// Prepares the measuring loop: publishes the answers for the program and records the target frames that a correction
  /// may change. If the view is at rest, also resolves some estimated extents. If the view may be near an end, makes
  /// some of the items before that end, so that the loop measures them.
  func beginMeasuring(_ context: FrameContext) {
    context.onPhase?(.layout)
    publish()
    anchors.forgetMeasuring()
    CorrectionPass.begin(&motion, items, frameInput(at: context.now))
    resolveAhead(context)
    ReachPass.run(&items, chrome, layout, scroll, frameInput(at: context.now))
  }

  /// Resolves the layouts of sections near the viewport.
  /// - Returns: Whether any element moved. Then other sections may have come near.
  func prepareSections(_ context: FrameContext) -> Bool {
    let section = targetPath?.section
    guard layout.solver.needsPreparation(in: viewport, and: section) else { return false }
    let anchor = currentAnchor()
    guard LayoutPass.prepare(&layout, in: viewport, and: [section, anchor.item?.path.section]) else { return false }
    keepThroughShift(anchor, at: context.now)
    return true
  }

  /// The anchors that stay in place while measured sizes replace estimates.
  typealias HeldAnchors = (list: Anchor, containers: [Anchor])

  /// Returns the anchors of the list and of its nested scroll containers.
  func holdAnchors() -> HeldAnchors {
    let anchor = currentAnchor()
    let containers =
      layout.hasNewEnvironment
      ? anchors.keepContainers(layout, nested, items, document.list) : AnchorKeeper.captureContainers(layout, items)
    return (anchor, containers)
  }

  /// Keeps the anchors in place after measured sizes moved elements.
  func keepAnchors(_ held: HeldAnchors, at now: Instant) {
    nested.follow(anchors.restore(held.containers, in: &layout, document.list))
    if layout.hasNewEnvironment { anchors.revealFocus(in: &layout, nested, document.list) }
    keepThroughShift(held.list, at: now)
  }

  /// Resolves some estimated extents of sections in each frame at rest.
  func resolveAhead(_ context: FrameContext) {
    guard layout.solver.pendingCount > 0 else { return }
    context.wakeForNextFrame()
    // The first frame that shows a new list has enough other work.
    let isFirst = layout.beginResolving(document.generation)
    guard !isFirst, !motion.isUpdating, !scrolls, !motion.isRunning, inbox.update == nil else { return }
    let anchor = currentAnchor()
    if LayoutPass.resolveAhead(&layout) { keepThroughShift(anchor, at: context.now) }
  }

  /// Records the problems of the layouts that the frame resolved.
  func reportLayoutProblems() {
    guard layout.solver.hasProblems else { return }
    for (problem, section) in layout.takeProblems() { binder.record(.layout(problem, section: section)) }
  }
}

import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The measuring loop.
extension ListEngine {
  /// The first round finds the visible elements, the second those that follow where sizes were a surprise, the third the
  /// rest. If that is not enough, what is left waits one frame.
  private static let maximumRounds = 3

  /// Lays out, binds and measures what is visible. A size that turns out different moves what follows and makes other
  /// elements visible, so this runs in rounds until nothing is left to measure.
  /// - Returns: Whether everything visible is measured and in place.
  func bindVisible(_ context: FrameContext) -> Bool {
    publish()
    anchors.measuring = nil
    CorrectionPass.begin(&motion, items, frameInput(at: context.now))
    resolveAhead(context)
    measureAhead(context)
    var isMeasured = false
    for round in 1...Self.maximumRounds {
      bind(context)
      let overscan =
        round == 1 ? 0 : MeasurePass.overscan(items, layout, isLastRound: round == Self.maximumRounds)
      if overscan > 0 { bind(context, overscan: overscan) }
      if !measure(context, round == 1 ? .byMean : .inNeed), overscan == 0 {
        isMeasured = true
        break
      }
    }
    if !isMeasured {
      // Places what the last round moved, and recycles what its overscan bound.
      bind(context)
      isMeasured = !MeasurePass.hasUnmeasuredItems(items, layout)
      if !isMeasured { host?.setNeedsFrame() }
    }
    BindPass.finish(&items, frameInput(at: context.now))
    takeSuspendedMotion()
    CorrectionPass.run(&motion, items, layout, frameInput(at: context.now))
    return isMeasured
  }

  /// Finds the elements in and around the viewport and binds them.
  private func bind(_ context: FrameContext, overscan: Double = 0) {
    prepareSections(context)
    LayoutPass.run(&layout, &anchors, nested, viewport: viewport, overscan: overscan)
    context.onPhase?(.bind)
    BindPass.run(&items, layout, motion, frameInput(at: context.now))
    takeSuspendedMotion()
    for item in items.entered where item.key.kind != .badge { startEntrance(of: item, at: context.now) }
  }

  /// Measures the bound items and keeps what the user looks at in place.
  /// - Returns: Whether any element moved.
  private func measure(_ context: FrameContext, _ guessing: MeasurePass.Guessing) -> Bool {
    guard MeasurePass.hasUnmeasuredItems(items, layout) else { return false }
    let held = heldPosition
    let containers = layout.hasNewEnvironment ? holdSections() : captureSectionAnchors()
    MeasurePass.measure(items, layout, binder, context.environment)
    guard MeasurePass.run(&layout, items, guessing) else { return false }
    adaptSections(to: containers)
    if layout.hasNewEnvironment, let focus = anchors.nestedFocus { keepSeenAside(focus) }
    layoutMoved(held, context)
    return true
  }

  /// Keeps the motion of items that the item store recycled in flight.
  private func takeSuspendedMotion() {
    guard !items.suspended.isEmpty else { return }
    motion.suspend(items.suspended)
    items.suspended.removeAll(keepingCapacity: true)
  }

  /// Starts the animation with which an item enters that the current update or ongoing ones brought into view.
  private func startEntrance(of item: BoundItem, at now: Instant) {
    guard let update = motion.update else {
      item.isJoining = !motion.ongoing.isEmpty
      return
    }
    guard update.isAnimated else { return }
    guard let oldKey = update.oldKey(of: item.key, in: layout.solver, document.list),
      let oldFrame = update.oldSolver.frame(for: oldKey)
    else {
      if !isFollowingEnd { motion.startInsertion(of: item, update, frameInput(at: now)) }
      return
    }
    // The item may have been in flight already.
    if !motion.ongoing.isEmpty, !item.isPinned { motion.join(item, as: oldKey, layout, frameInput(at: now)) }
    item.isJoining = true
    item.departure = item.displaced(oldFrame).offset(by: -update.oldOrigin)
    item.departureClip =
      update.oldClip(of: item.key, in: layout.solver, document.list)?.offset(by: -update.oldOrigin)
  }

  // MARK: Layouts of sections

  /// In each round at least one section gets its layout, and so many fill a window.
  private static let maximumPreparations = 64

  /// Resolves the layouts of sections near the viewport. Their extents may turn out different, which may bring other
  /// sections near.
  private func prepareSections(_ context: FrameContext) {
    for _ in 1...Self.maximumPreparations {
      guard layout.solver.needsPreparation(in: viewport, and: goalSection) else { return }
      let held = heldPosition
      guard layout.solver.prepare(in: viewport, and: [goalSection, held.anchor?.path.section]) else { return }
      layoutMoved(held, context)
    }
  }

  /// The section of the item that the view scrolls to.
  private var goalSection: Int? { goalPath?.section }

  /// The item that the view scrolls to.
  var goalPath: ElementPath? {
    switch scroll.target?.kind {
    case .item(let path, _)?, .fraction(let path, _)?: contains(path) ? path : nil
    case .end?, nil: nil
    }
  }

  /// The number of extents to resolve in a frame at rest. These, or a sixteenth as many layouts, take a fraction of a
  /// millisecond.
  private static let workAhead = 2_048

  /// Resolves estimated section extents while nothing moves, some in each frame, so that in the end the content's length
  /// is exact.
  private func resolveAhead(_ context: FrameContext) {
    guard layout.solver.pendingCount > 0 else { return }
    context.wakeForNextFrame()
    // The frame that takes a list has enough to do.
    let isFirst = layout.resolvedGeneration != document.generation
    layout.resolvedGeneration = document.generation
    guard !isFirst, motion.update == nil, !scrolls, !motion.isRunning, inbox.update == nil else { return }
    keepingPosition(context) { layout.solver.resolvePending(work: Self.workAhead) }
  }
}

/// Binding outside of the measuring loop.
extension ListEngine {
  func release(_ item: BoundItem) { items.release(item, binder) }

  func startDisplay(of item: BoundItem) { binder.startDisplay(of: item, in: document.list) }

  func row(for key: LayoutElement.Key) -> Row? { document.list.row(for: key, in: layout.solver) }
}

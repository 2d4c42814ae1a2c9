import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Realises what is in sight: asks the layout, binds what enters, measures what is not measured yet. A size that turns
  /// out different moves what follows and brings other things in sight, so this goes round until nothing is left to measure;
  /// if that takes too many rounds, what is left waits a frame.
  /// - Returns: True if everything in sight is measured and in place.
  func runVisibilityPass(_ context: FrameContext) -> Bool {
    anchors.measuring = nil
    recordTargets()
    resolveAhead(context)
    measureAhead(context)
    defer {
      releaseStrays(at: context.now)
      for item in items.bound where !item.isDisplayed { startDisplay(of: item) }
      followCorrections()
    }
    for round in 1...Self.roundsOfMeasuring {
      realise(context)
      let margin = margin(inRound: round)
      if margin > 0 { realise(context, beyond: margin) }
      if !measure(context, round == 1 ? .byMean : .inNeed), margin == 0 { return true }
    }
    // What the last round moved is to be seen where it is now, and what it looked at beyond the edges is let go.
    realise(context)
    guard somethingIsUnmeasured() else { return true }
    host?.setNeedsFrame()
    return false
  }

  /// The first finds out what comes in sight, the second what follows where that was a surprise, the third the rest.
  private static let roundsOfMeasuring = 3

  /// How far beyond both edges a round looks, in logical pixels: what comes in sight by its sizes is to be measured by then.
  private func margin(inRound round: Int) -> Double {
    guard round > 1, somethingIsUnmeasured() else { return 0 }
    guard round == Self.roundsOfMeasuring else { return reachOfUnmeasured(isCautious: false) }
    return max(layout.length / 2, reachOfUnmeasured(isCautious: true))
  }

  /// - Parameter margin: How far beyond both edges to look, in logical pixels.
  private func realise(_ context: FrameContext, beyond margin: Double = 0) {
    prepareSections(context)
    let viewport = self.viewport
    let (x, y) = layout.axis == .vertical ? (0, -margin) : (-margin, 0)
    let rect = viewport.inset(by: Insets(horizontal: x, vertical: y))
    layout.findElements(in: rect, pinnedIn: viewport)
    if snapIdleContainers(in: rect) { layout.findElements(in: rect, pinnedIn: viewport) }
    context.onPhase?(.bind)
    reconcile(context)
  }

  /// Sections that came near get their layouts. They may turn out to be longer or shorter than was thought; what is seen
  /// stays in place, and who goes somewhere goes there still: then other sections may be near.
  private func prepareSections(_ context: FrameContext) {
    for _ in 1...Self.roundsOfPreparation {
      guard layout.solver.needsPreparation(in: viewport, and: goalSection) else { return }
      let held = heldPosition
      guard layout.solver.prepare(in: viewport, and: [goalSection, held.anchor?.path.section]) else { return }
      layoutMoved(held, context)
    }
  }

  /// The section of the item that the view goes to.
  var goalSection: Int? { goalPath?.section }

  /// The item that the view goes to.
  var goalPath: ElementPath? {
    switch scroll.target?.kind {
    case .item(let path, _)?, .fraction(let path, _)?: contains(path) ? path : nil
    case .end?, nil: nil
    }
  }

  /// In each of them a section at least gets its layout, and so many fill a window.
  private static let roundsOfPreparation = 64

  /// The lengths of sections that nobody came near are found out a few at a time while nothing moves, so that in the end
  /// the length of the list is exact.
  private func resolveAhead(_ context: FrameContext) {
    guard layout.solver.pendingCount > 0 else { return }
    context.wakeForNextFrame()
    // The frame that takes a list has enough to do.
    let isFirst = layout.resolvedGeneration != document.generation
    layout.resolvedGeneration = document.generation
    guard !isFirst, motion.update == nil, !scrolls, !motion.isRunning, inbox.update == nil else { return }
    keepingPosition(context) { layout.solver.resolvePending(work: Self.workAhead) }
  }

  /// So many lengths, or a sixteenth as many layouts, take a fraction of a millisecond.
  private static let workAhead = 2_048

  /// Makes `realised` what `elements` says, in one walk along both: they have the same order.
  private func reconcile(_ context: FrameContext) {
    items.nextBound.removeAll(keepingCapacity: true)
    var old = 0
    for element in layout.visible {
      while old < items.bound.count, items.bound[old].key < element.key {
        keepIfTravelling(items.bound[old], context)
        old += 1
      }
      if old < items.bound.count, items.bound[old].key == element.key {
        place(items.bound[old], element)
        // In sight, it goes all the way.
        items.bound[old].goAllTheWay()
        items.nextBound.append(items.bound[old])
        old += 1
      } else {
        items.nextBound.append(enter(element, context))
      }
    }
    while old < items.bound.count {
      keepIfTravelling(items.bound[old], context)
      old += 1
    }
    items.adoptNext()
  }

  func hasFocus(_ item: BoundItem) -> Bool {
    host?.focusedView.map { $0.isInside(item.content) } ?? false
  }

  func place(_ item: BoundItem, _ element: LayoutElement) {
    item.stand(as: element, along: layout.axis)
    guard item.target != element.frame else { return }
    item.target = element.frame
    if item.laidOutSize != item.target.size { layoutContent(of: item) }
  }

  /// Something comes in sight: a leaving item is revived, else a free content is taken, else a new one is made.
  private func enter(_ element: LayoutElement, _ context: FrameContext) -> BoundItem {
    if let item = takeStray(element) ?? revive(element, at: context.now) { return item }
    let item = makeItem(element)
    guard element.key.kind != .badge else { return item }
    if let transition = motion.update {
      if transition.isAnimated { animateEntrance(of: item, transition, at: context.now) }
    } else {
      item.isJoining = !motion.ongoing.isEmpty
    }
    return item
  }

  /// What the layout has put somewhere, and nothing shows yet.
  func makeItem(_ element: LayoutElement) -> BoundItem {
    let item = makeItem(element.key, row(for: element.key) ?? .nothing)
    item.target = element.frame
    item.stand(as: element, along: layout.axis)
    layoutContent(of: item)
    return item
  }

  /// An item that shows `row`, without a place.
  func makeItem(_ key: LayoutElement.Key, _ row: Row) -> BoundItem {
    let item = items.pool.take(row.component.reuseIdentifier) ?? BoundItem(row: row)
    item.row = row
    item.key = key
    item.content.parent = view
    item.group.clear()
    setHighlight(of: item)
    host?.withoutRequestingFrames {
      item.content.attach(to: host)
      row.component.render(in: item.content)
      // A content of the pool still has the state of the item that it showed before.
      (item.content as? any StateObserving)?.cellStateDidChange(item.state)
    }
    item.animator = animator(for: item, in: document.list)
    return item
  }

  func setHighlight(of item: BoundItem) {
    let highlight = item.key.path.map { document.list.sections[$0.section].highlight(of: $0.item) } ?? .none
    guard highlight != item.highlight else { return }
    item.highlight = highlight
    item.group.isDirty = true
  }

  /// What the person sees entering because of an update: survivors come from where they were, new ones fade in.
  private func animateEntrance(of item: BoundItem, _ transition: UpdateTransaction, at now: Instant) {
    guard let oldKey = transition.oldKey(of: item.key, in: layout.solver, document.list),
      let oldFrame = transition.oldSolver.frame(for: oldKey)
    else {
      if !isFollowingEnd { startInsertion(item, transition, at: now) }
      return
    }
    // It may have been on its way there.
    if !motion.ongoing.isEmpty, !item.isPinned { join(item, as: oldKey, until: now) }
    item.isJoining = true
    item.departure = item.displaced(oldFrame).offset(by: -transition.oldOrigin)
    item.departureClip = transition.oldClip(of: item.key, in: layout.solver, document.list)?.offset(
      by: -transition.oldOrigin)
  }

  private func revive(_ element: LayoutElement, at now: Instant) -> BoundItem? {
    guard !items.exiting.isEmpty, element.key.kind == .item, let path = element.key.path else { return nil }
    let (id, section) = (id(at: path), document.list.sections[path.section].id)
    guard let index = items.exiting.firstIndex(where: { !$0.isCrossfadeCopy && $0.id == id && $0.sectionID == section })
    else {
      return nil
    }
    let item = items.exiting.remove(at: index)
    item.isExiting = false
    item.key = element.key
    // The layout has forgotten it, or is another one since.
    item.measuredWidth = nil
    item.animator = animator(for: item, in: document.list)
    if let transition = motion.update, transition.isAnimated, motionTravels {
      item.setOut(inViewAt: transition.origin)
    } else {
      item.stopTravelling()
    }
    item.alpha.go(to: 1, at: now, for: motionTravels ? 0.16 : 0.1)
    item.scale.target = 1
    place(item, element)
    return renderedAgain(item, at: now)
  }

  /// Lets the component place its content in the cell.
  func layoutContent(of item: BoundItem, in size: Size? = nil) {
    let size = size ?? item.target.size
    let seen = item.content.frame.origin
    host?.withoutRequestingFrames {
      item.content.setOrigin(.zero)
      item.row.component.layout(content: item.content, in: contentBounds(of: item, in: size))
      let origin = item.content.frame.origin
      if origin != item.contentOrigin || item.laidOutSize != size { item.group.isDirty = true }
      item.contentOrigin = origin
      item.laidOutSize = size
      item.content.setOrigin(seen)
    }
  }

  /// The room that a content gets in its cell.
  private func contentBounds(of item: BoundItem, in size: Size) -> Rect {
    guard item.row.component.layoutMode.asksForWidth, let environment = host?.environment else {
      return Rect(origin: .zero, size: size)
    }
    let wanted = item.content.sizeThatFits(size, environment: environment).width
    let width = wanted >= 0 ? min(wanted, size.width) : size.width
    let x = environment.direction == .rightToLeft ? size.width - width : 0
    return Rect(x: x, y: 0, width: width, height: size.height)
  }

  /// The item is seen no more.
  func release(_ item: BoundItem) {
    // What only had to be measured was never seen.
    if item.isDisplayed { endDisplay(of: item) }
    recycle(item)
  }

  /// The content goes to the pool.
  func recycle(_ item: BoundItem) {
    item.prepareForReuse()
    item.content.attach(to: nil)
    items.pool.put(item)
  }

  func startDisplay(of item: BoundItem) {
    item.isDisplayed = true
    item.row.component.contentWillDisplay(item.content)
    guard let handlers = item.row.handlers, let path = item.key.path else { return }
    item.id = id(at: path)
    if let handler = handlers.willDisplay {
      outbox.displayEvents.append(DisplayEvent(handler: handler, context: context(for: path, item: item)))
    }
  }

  private func endDisplay(of item: BoundItem) {
    item.row.component.contentDidEndDisplay(item.content)
    guard let handler = item.row.handlers?.didEndDisplay, let path = item.key.path, let id = item.id else { return }
    let context = CellContext(path: path, id: id, component: item.row.component, content: item.content)
    outbox.displayEvents.append(DisplayEvent(handler: handler, context: context))
  }
}

extension ListEngine {
  /// What is shown at a place; `nil` for a header or footer that is not there.
  func row(for key: LayoutElement.Key) -> Row? {
    guard key.kind != .global else { return supplementary(of: key) }
    guard document.list.sections.indices.contains(key.section) else { return nil }
    let section = document.list.sections[key.section]
    switch key.kind {
    case .item: return section.rows.row(key.item)
    case .header: return section.header.map { Row(component: $0) }
    case .footer: return section.footer.map { Row(component: $0) }
    case .global, .decoration, .badge, .boundary: return supplementary(of: key)
    }
  }

  /// Where the layout puts something, in content coordinates.
  func frame(of key: LayoutElement.Key) -> Rect { layout.solver.frame(for: key) ?? .zero }
}

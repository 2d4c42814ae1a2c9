import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension CollectionView {
  /// Realises what is in sight: asks the layout, binds what enters, measures what is not measured yet. A size that turns
  /// out different moves what follows, so this may take three rounds; what then is still unmeasured waits a frame.
  func runVisibilityPass(_ context: FrameContext) {
    for round in 1...3 {
      let viewport = self.viewport
      elements.removeAll(keepingCapacity: true)
      solver.elements(in: viewport, pinnedIn: viewport, into: &elements)
      context.onPhase?(.bind)
      reconcile(context)
      guard measure(context) else { return }
      if round == 3 { host?.setNeedsFrame() }
    }
  }

  /// Makes `realised` what `elements` says, in one walk along both: they have the same order.
  private func reconcile(_ context: FrameContext) {
    nextRealised.removeAll(keepingCapacity: true)
    var old = 0
    for element in elements {
      while old < realised.count, realised[old].key < element.key {
        keepIfTravelling(realised[old], context)
        old += 1
      }
      if old < realised.count, realised[old].key == element.key {
        place(realised[old], element)
        nextRealised.append(realised[old])
        old += 1
      } else {
        nextRealised.append(enter(element, context))
      }
    }
    while old < realised.count {
      keepIfTravelling(realised[old], context)
      old += 1
    }
    swap(&realised, &nextRealised)
  }

  /// An item that is out of sight by its target may still be seen on its way there.
  private func keepIfTravelling(_ item: RealisedItem, _ context: FrameContext) {
    if !item.isAtRest(at: context.now), item.presented.intersects(viewport) {
      nextRealised.append(item)
    } else {
      release(item)
    }
  }

  private func place(_ item: RealisedItem, _ element: LayoutElement) {
    item.zIndex = element.zIndex
    item.isPinned = element.isPinned
    guard item.target != element.frame else { return }
    let resized = item.target.size != element.frame.size
    item.target = element.frame
    if resized { layoutContent(of: item) }
  }

  /// Something comes in sight: a leaving item is revived, else a free content is taken, else a new one is made.
  private func enter(_ element: LayoutElement, _ context: FrameContext) -> RealisedItem {
    if let item = revive(element, at: context.now) { return item }
    let row = row(for: element.key) ?? Row(component: EmptyComponent())
    let item = pool.take(row.component.reuseIdentifier) ?? RealisedItem(row: row)
    item.row = row
    item.key = element.key
    item.target = element.frame
    item.zIndex = element.zIndex
    item.isPinned = element.isPinned
    item.highlight = element.key.kind == .item ? list.sections[element.key.section].highlight : .none
    item.content.parent = self
    item.group.clear()
    host?.withoutRequestingFrames {
      item.content.attach(to: host)
      row.component.render(in: item.content)
    }
    layoutContent(of: item)
    (item.content as? any StateObserving)?.cellStateDidChange(item.state)
    startDisplay(of: item)
    if let transition, transition.isAnimated { animateEntrance(of: item, transition, at: context.now) }
    return item
  }

  /// What the person sees entering because of an update: survivors come from where they were, new ones fade in.
  private func animateEntrance(of item: RealisedItem, _ transition: Transition, at now: Instant) {
    guard let oldFrame = transition.oldFrame(of: item.key, in: list) else {
      if isFollowingEnd { return }
      item.alpha.set(0)
      item.alpha.go(to: 1, seconds: motionTravels ? 0.16 : 0.1, delay: motionTravels ? 0.04 : 0, at: now)
      if item.highlight == .tile, motionTravels {
        item.scale.value = 0.96
        item.scale.target = 1
      }
      return
    }
    guard motionTravels else { return }
    let from = oldFrame.minY - transition.oldOffset
    let to = item.target.minY - presentedOffset
    // From far away it comes in from just beyond the edge.
    let start = min(bounds.height + item.target.height, max(-2 * item.target.height, from))
    item.dy.value = start - to
    item.dx.value = oldFrame.minX - item.target.minX
  }

  private var isFollowingEnd: Bool { anchorPolicy == .end && isAtEnd }

  private func revive(_ element: LayoutElement, at now: Instant) -> RealisedItem? {
    guard !leaving.isEmpty, element.key.kind == .item, let path = element.key.path else { return nil }
    let (id, section) = (id(at: path), list.sections[path.section].id)
    guard let index = leaving.firstIndex(where: { $0.id == id && $0.sectionID == section }) else { return nil }
    let item = leaving.remove(at: index)
    item.isLeaving = false
    item.key = element.key
    item.dx.value += item.target.minX - element.frame.minX
    item.dy.value += item.target.minY - element.frame.minY
    item.alpha.go(to: 1, seconds: 0.16, at: now)
    item.scale.target = 1
    place(item, element)
    return item
  }

  /// Measures what came in sight with an estimated size.
  /// - Returns: True if something turned out different and has moved.
  private func measure(_ context: FrameContext) -> Bool {
    guard realised.contains(where: { $0.measuredWidth != $0.target.width && solver.isEstimated($0.key) }) else {
      return false
    }
    let anchor = captureAnchor()
    let wasAtEnd = isAtEnd
    var moved = false
    for item in realised where item.measuredWidth != item.target.width && solver.isEstimated(item.key) {
      item.measuredWidth = item.target.width
      moved = solver.setMeasured(measuredSize(of: item, context), for: item.key) || moved
    }
    guard moved else { return false }
    updateScrollBounds()
    if anchorPolicy == .end, wasAtEnd, scrollGoal == nil, !scroller.isHeld {
      scroller.jump(to: scroller.maximum)
      presentOffset()
    } else if let anchor {
      restore(anchor, animated: false, at: context.now)
    }
    if let goal = scrollGoal { pursue(goal, at: context.now) }
    return true
  }

  private func measuredSize(of item: RealisedItem, _ context: FrameContext) -> Size {
    if let size = item.row.component.referenceSize(in: bounds) { return size }
    let proposal = solver.proposedSize(for: item.key)
    let space = Size(width: proposal.width ?? .infinity, height: proposal.height ?? .infinity)
    let size = item.content.sizeThatFits(space, environment: context.environment)
    return Size(width: proposal.width ?? size.width, height: proposal.height ?? size.height)
  }

  private func layoutContent(of item: RealisedItem) {
    host?.withoutRequestingFrames {
      item.row.component.layout(content: item.content, in: Rect(origin: .zero, size: item.target.size))
    }
    item.contentOrigin = item.content.frame.origin
    item.group.isDirty = true
  }

  /// The item is seen no more: its content goes to the pool.
  func release(_ item: RealisedItem) {
    endDisplay(of: item)
    item.prepareForReuse()
    item.content.attach(to: nil)
    pool.put(item)
  }

  private func startDisplay(of item: RealisedItem) {
    item.row.component.contentWillDisplay(item.content)
    guard let handlers = item.row.handlers, let path = item.key.path else { return }
    item.id = id(at: path)
    if let handler = handlers.willDisplay {
      events.append(DisplayEvent(handler: handler, context: context(for: path, item: item)))
    }
  }

  private func endDisplay(of item: RealisedItem) {
    item.row.component.contentDidEndDisplay(item.content)
    guard let handler = item.row.handlers?.didEndDisplay, let path = item.key.path, let id = item.id else { return }
    let context = CellContext(path: path, id: id, component: item.row.component, content: item.content)
    events.append(DisplayEvent(handler: handler, context: context))
  }
}

extension CollectionView {
  /// What is shown at a place; `nil` for a header or footer that is not there.
  func row(for key: LayoutElement.Key) -> Row? {
    let section = list.sections[key.section]
    switch key.kind {
    case .item: return section.rows.row(key.item)
    case .header: return section.header.map { Row(component: $0) }
    case .footer: return section.footer.map { Row(component: $0) }
    }
  }

  /// Where the layout puts something, in content coordinates.
  func frame(of key: LayoutElement.Key) -> Rect {
    switch key.kind {
    case .item: solver.frame(of: ElementPath(section: key.section, item: key.item))
    case .header: solver.headerFrame(key.section) ?? .zero
    case .footer: solver.footerFrame(key.section) ?? .zero
    }
  }
}

extension Transition {
  /// Where something was before the update, in the old content; `nil` if it is new.
  func oldFrame(of key: LayoutElement.Key, in list: List) -> Rect? {
    if let path = key.path { return mapping.oldPath(ofNew: path).map { oldSolver.frame(of: $0) } }
    guard let section = mapping.sections.oldPosition(ofNew: key.section) else { return nil }
    return key.kind == .header ? oldSolver.headerFrame(section) : oldSolver.footerFrame(section)
  }
}

/// Stands for what a layout asked for and the list does not have.
struct EmptyComponent: Component {
  func renderContent() -> View { View() }
  func render(in content: View) {}
}

import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension CollectionView {
  /// Takes the newest list: finds what survives, and gives everything that is kept its new position.
  func runApplyPass(_ context: FrameContext) {
    guard let update = pending else { return }
    pending = nil
    finishing.append(update.update)
    let old = list
    list = update.list
    let inputs = list.sections.map {
      LayoutSolver.SectionInput(
        layout: $0.layout, itemCount: $0.count, hasHeader: $0.header != nil, hasFooter: $0.footer != nil)
    }
    guard hasApplied, update.strategy != .reloadData else {
      replaceEverything(inputs)
      return
    }
    let mapping = ListMapping.between(old.identities, and: list.identities)
    let animates = update.strategy == .animatedBatchUpdates && context.environment.motion != .off && host != nil
    let anchor = captureAnchor()?.mapped(by: mapping, solver: solver)
    let wasAtEnd = isAtEnd
    let transition = Transition(
      mapping: mapping, oldList: old, oldSolver: solver, oldOffset: presentedOffset, isAnimated: animates)
    self.transition = transition
    solver.update(inputs, mapping: mapping)
    updateScrollBounds()
    followAnchor(anchor, wasAtEnd: wasAtEnd, animated: animates, at: context.now)
    mapInteraction(by: mapping)
    moveRealised(through: transition, at: context.now)
    // Whatever happened, what is seen is rendered by the newest values and calls the newest handlers.
    for item in realised { renderAgain(item) }
  }

  private func replaceEverything(_ inputs: [LayoutSolver.SectionInput]) {
    hasApplied = true
    for item in realised + leaving { release(item) }
    realised.removeAll(keepingCapacity: true)
    leaving.removeAll()
    clearInteraction()
    solver.reload(inputs, environment: layoutEnvironment ?? LayoutEnvironment(container: bounds.size))
    updateScrollBounds()
    if anchorPolicy == .end { scroller.jump(to: scroller.maximum) }
    presentOffset()
  }

  /// Gives the items on screen their new positions; those whose element is gone begin to leave.
  private func moveRealised(through transition: Transition, at now: Instant) {
    var kept: [RealisedItem] = []
    for item in realised {
      guard let key = transition.mapping.newKey(of: item.key, in: list) else {
        leave(item, transition, at: now)
        continue
      }
      item.key = key
      kept.append(item)
      retarget(item, to: frame(of: key), from: item.target, transition)
    }
    kept.sort { $0.key < $1.key }
    realised = kept
    for item in leaving { item.target.origin.y += presentedOffset - transition.oldOffset }
  }

  /// The item goes to a new target from where it is seen now, with the speed it has.
  private func retarget(_ item: RealisedItem, to target: Rect, from old: Rect, _ transition: Transition) {
    item.target = target
    guard transition.isAnimated, motionTravels else {
      item.settle()
      return
    }
    let dx = old.minX - target.minX
    let dy = (old.minY - transition.oldOffset) - (target.minY - presentedOffset)
    item.dx.value += dx
    item.dy.value += dy
  }

  private func leave(_ item: RealisedItem, _ transition: Transition, at now: Instant) {
    guard transition.isAnimated else {
      release(item)
      return
    }
    let section = transition.oldList.sections[item.key.section]
    item.sectionID = section.id
    if item.key.kind == .item { item.id = section.rows.identities.id(at: item.key.item) }
    item.isLeaving = true
    item.target.origin.y += presentedOffset - transition.oldOffset
    item.alpha.go(to: 0, seconds: motionTravels ? 0.12 : 0.1, at: now)
    if item.highlight == .tile, motionTravels { item.scale.target = 0.96 }
    leaving.append(item)
  }

  private func renderAgain(_ item: RealisedItem) {
    guard let row = row(for: item.key) else { return }
    let old = item.row.component
    item.row = row
    guard old.reuseIdentifier == row.component.reuseIdentifier else { return }
    if old.shouldContentUpdate(with: row.component) { item.measuredWidth = nil }
    guard old.shouldRender(next: row.component, in: item.content) else { return }
    host?.withoutRequestingFrames { row.component.render(in: item.content) }
  }

  /// False where the person asked for less motion: then things fade and do not travel.
  var motionTravels: Bool { host?.environment.motion == .full }
}

extension List {
  fileprivate var identities: [SectionIdentity] {
    sections.map { SectionIdentity(id: $0.id, elements: $0.rows.identities) }
  }
}

extension ListMapping {
  /// Where what a key names is in the new list; `nil` if it is gone.
  func newKey(of key: LayoutElement.Key, in list: List) -> LayoutElement.Key? {
    if let path = key.path { return newPath(ofOld: path).map { .item($0) } }
    guard let section = sections.newPosition(ofOld: key.section) else { return nil }
    let survives = key.kind == .header ? list.sections[section].header != nil : list.sections[section].footer != nil
    return survives ? LayoutElement.Key(kind: key.kind, section: section) : nil
  }
}

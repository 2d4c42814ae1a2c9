import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// An item that is out of sight by its target may still be seen on its way there; one that has the keys keeps them.
  func keepIfTravelling(_ item: BoundItem, _ context: FrameContext) {
    let viewport = self.viewport
    guard let frame = layout.solver.frame(for: item.key, pinnedIn: viewport) else { return release(item) }
    var element = LayoutElement(key: item.key, frame: frame, zIndex: item.zIndex)
    element.clip = layout.solver.clip(of: item.key)
    place(item, element)
    if isSeenTravelling(item, at: context.now) || isCarried(item) || isTakenAway(item) {
      items.nextBound.append(item)
    } else if hasFocus(item) {
      item.stopTravelling()
      items.nextBound.append(item)
    } else if item.isAtRest(at: context.now) {
      suspendMotion(item, at: context.now)
      release(item)
    } else {
      items.recycleCandidates.append(item)
    }
  }

  /// What was on its way out of sight and is not wanted in this frame.
  func releaseStrays(at now: Instant) {
    guard !items.recycleCandidates.isEmpty else { return }
    for item in items.recycleCandidates {
      suspendMotion(item, at: now)
      release(item)
    }
    items.recycleCandidates.removeAll(keepingCapacity: true)
  }

  /// What the round before let go, because what was measured since brings it in sight: it goes on from where it is.
  func takeStray(_ element: LayoutElement) -> BoundItem? {
    guard let index = items.recycleCandidates.firstIndex(where: { $0.key == element.key }) else { return nil }
    let item = items.recycleCandidates.remove(at: index)
    place(item, element)
    item.goAllTheWay()
    return item
  }

  private func isSeenTravelling(_ item: BoundItem, at now: Instant) -> Bool {
    if let departure = item.departure {
      return departure.offset(by: -seenScrolling(of: item)).intersects(layout.bounds)
    }
    return !item.isAtRest(at: now) && item.presented.intersects(viewport)
  }

  /// True for a badge whose host, which comes right before it, is still seen on its way.
  private func isCarried(_ item: BoundItem) -> Bool {
    guard let hostItem = item.hostItem, !hostItem.isExiting else { return false }
    return hostItem.key.path == item.key.host && items.nextBound.last { $0.key.kind == .item } === hostItem
      && (hostItem.departure != nil || !hostItem.isAtRest(at: lastFrame ?? .zero))
  }
}

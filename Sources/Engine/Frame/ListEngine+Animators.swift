import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  private static let standardAnimator = StandardAnimator()
  /// Where less motion is wanted, everything that comes or goes takes so long, in seconds.
  private static let reducedFade = 0.1

  /// An item is new in the list.
  /// - Parameter key: What it is in the list that the transition led to, if others came since.
  func startInsertion(
    _ item: BoundItem, as key: LayoutElement.Key? = nil, _ transition: UpdateTransaction, at now: Instant
  ) {
    guard motionTravels else {
      item.alpha = Fade(0)
      return item.alpha.go(to: 1, at: now, for: Self.reducedFade)
    }
    let section = (key ?? item.key).section
    let isSectionChange = section >= 0 && transition.mapping.sections.oldPosition(ofNew: section) == nil
    let context = item.animationContext(
      at: item.target.offset(by: -scroll.presentedOrigin), in: layout.size, order: transition.arrivals,
      isSectionChange: isSectionChange)
    motion.update?.arrivals += 1
    item.come(by: (item.animator ?? Self.standardAnimator).insert(context), at: now)
  }

  /// An item is in the list no more. Its key is still the old one.
  func startRemoval(_ item: BoundItem, _ transition: UpdateTransaction, at now: Instant) {
    guard motionTravels else { return item.alpha.go(to: 0, at: now, for: Self.reducedFade) }
    let isSectionChange =
      item.key.section >= 0 && transition.mapping.sections.newPosition(ofOld: item.key.section) == nil
    let context = item.animationContext(
      at: item.presented(inViewAt: scroll.presentedOrigin), in: layout.size, order: transition.departures,
      isSectionChange: isSectionChange)
    motion.update?.departures += 1
    item.animator = item.animator(in: transition.oldList, else: motion.update?.animator ?? settings.animator)
    item.go(by: (item.animator ?? Self.standardAnimator).delete(context), at: now)
  }

  /// The content was scrolled: what stays behind does so.
  func shiftItems(by distance: Point) {
    guard distance != .zero, motionTravels else { return }
    for item in items.bound {
      guard let animator = item.animator else { continue }
      let context = item.animationContext(at: item.presented(inViewAt: scroll.presentedOrigin), in: layout.size)
      let lag = animator.shift(context, by: distance)
      guard lag != .zero, lag.x.isFinite, lag.y.isFinite else { continue }
      item.dx.value += lag.x
      item.dy.value += lag.y
      if let timing = animator.move(context) { item.follow(timing) }
    }
  }

  /// How an item looks where it is seen now.
  func appearance(of item: BoundItem, at frame: Rect) -> CellAppearance {
    guard let animator = item.animator, motionTravels else { return .plain }
    return animator.update(item.animationContext(at: frame, in: layout.size))
  }
}

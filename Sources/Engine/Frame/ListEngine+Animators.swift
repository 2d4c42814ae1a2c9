import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

extension ListEngine {
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

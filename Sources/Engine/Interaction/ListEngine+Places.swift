package import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Returns the item whose target frame contains a point of the view; `nil` if there is none.
  package func itemPath(at point: Point) -> ElementPath? { path(at: point) }

  /// Returns the item whose target frame contains a point of the view, or else the nearest visible item.
  /// - Complexity: O(*n*) in the number of visible items.
  package func itemPath(nearest point: Point) -> ElementPath? {
    if let path = path(at: point) { return path }
    let place = point + scroll.presentedOrigin
    let seen = Rect(origin: scroll.presentedOrigin, size: layout.size)
    func squaredDistance(_ frame: Rect) -> Double {
      let x = max(frame.minX - place.x, place.x - frame.maxX, 0)
      let y = max(frame.minY - place.y, place.y - frame.maxY, 0)
      return x * x + y * y
    }
    return items.bound.filter { $0.key.host.map(canChoose) == true && $0.placement.seenTarget.intersects(seen) }
      .min { squaredDistance($0.placement.seenTarget) < squaredDistance($1.placement.seenTarget) }?.key.host
  }

  /// Returns the tool tip of the content view at a point. The tip's position is in the view's coordinates.
  package func cellToolTip(at point: Point, environment: Environment) -> ToolTip? {
    let place = point + scroll.presentedOrigin
    guard let content = items.bound.last(where: { $0.isHit(at: place) })?.content,
      var tip = content.findToolTip(at: point - content.frame.origin, environment: environment)
    else { return nil }
    tip.place = tip.place.offset(by: content.frame.origin)
    return tip
  }
}

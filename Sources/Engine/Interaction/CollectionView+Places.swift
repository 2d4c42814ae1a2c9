package import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

extension CollectionView {
  /// The item at a point of the view, by where items will be when motion has ended.
  package func itemPath(at point: Point) -> ElementPath? { path(at: point) }

  /// What the content of the cell at a point has to tell of it.
  package func cellToolTip(at point: Point, environment: Environment) -> ToolTip? {
    let place = point + presentedOrigin
    guard let content = realised.last(where: { $0.target.contains(place) })?.content,
      var tip = content.findToolTip(at: point - content.frame.origin, environment: environment)
    else { return nil }
    tip.place = tip.place.offset(by: content.frame.origin)
    return tip
  }
}

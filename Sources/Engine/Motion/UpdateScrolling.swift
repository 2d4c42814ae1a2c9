import ScrollworkGeometry
import ScrollworkLayout

/// The scrolling since an update was applied.
package struct UpdateScrolling {
  /// The movement of the viewport, in content coordinates, rounded to whole device pixels as it is drawn.
  var presented = Point.zero
  /// The distances that nested scroll containers scrolled, positive towards their trailing ends.
  var nested: [ScrollContainerID: Double] = [:]

  /// Whether neither the list nor a nested container scrolled.
  var isZero: Bool { presented == .zero && nested.isEmpty }

  /// Returns the distance by which the list and the nested containers around an element scrolled.
  func distance(of key: LayoutElement.Key, in layout: borrowing LayoutState) -> Point {
    presented + layout.scrolling(of: key, by: nested, in: layout.solver)
  }
}

package import ScrollworkGeometry
package import ScrollworkHostInterface

extension Canvas {
  /// The ring of what has the focus, outside of `rect`.
  /// - Parameters:
  ///   - radius: The corner radius of what the ring goes round.
  ///   - gap: Distance between the two, in logical pixels.
  @MainActor package func focusRing(around rect: Rect, radius: Double, gap: Double, _ environment: Environment) {
    let width = environment.theme.focusRingWidth
    border(rect.insetBy(-gap - width), radius: radius + gap + width, width: width, environment.theme.colors.focus)
  }

  /// A symbol of `side` in the middle of `rect`, on whole device pixels.
  package func symbol(_ symbol: Symbol, side: Double, centeredIn rect: Rect, _ color: Color) {
    let place = rect.centered(Size(width: side, height: side))
    self.symbol(symbol, in: Rect(origin: snapped(place.origin), size: place.size), color)
  }

  private func snapped(_ point: Point) -> Point {
    Point(x: (point.x * scale + 0.5).rounded(.down) / scale, y: (point.y * scale + 0.5).rounded(.down) / scale)
  }
}

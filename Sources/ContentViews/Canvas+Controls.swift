package import ScrollworkGeometry
package import ScrollworkHostInterface

extension Canvas {
  /// Draws the focus ring outside of `rect`.
  /// - Parameters:
  ///   - radius: Corner radius of the focused control, in logical pixels.
  ///   - gap: Distance between the control and the ring, in logical pixels.
  @MainActor package func focusRing(around rect: Rect, radius: Double, gap: Double, _ environment: Environment) {
    let width = environment.theme.focusRingWidth
    border(rect.insetBy(-gap - width), radius: radius + gap + width, width: width, environment.theme.colors.focus)
  }

  /// Draws a symbol of `side` logical pixels in the centre of `rect`, moved to whole device pixels so that strokes stay
  /// sharp.
  package func symbol(_ symbol: Symbol, side: Double, centeredIn rect: Rect, _ color: Color) {
    let place = rect.centered(Size(width: side, height: side))
    self.symbol(symbol, in: Rect(origin: snapped(place.origin), size: place.size), color)
  }

  /// Returns the point moved to the nearest device pixel.
  private func snapped(_ point: Point) -> Point {
    Point(x: (point.x * scale + 0.5).rounded(.down) / scale, y: (point.y * scale + 0.5).rounded(.down) / scale)
  }
}

import ScrollworkGeometry

/// Conversions between the plane of the solver and content coordinates.
extension LayoutSolver {
  /// The largest distance by which snapping may move an edge, in subpixels: a little more than a device pixel.
  var snapMargin: Int64 { Int64((Subpixels.perPixel / environment.scale).rounded(.up)) + 1 }

  /// The width about whose middle a right-to-left list is mirrored, in logical pixels: *x* becomes width − *x*.
  private var mirroredWidth: Double {
    guard configuration.scrollDirection == .horizontal else { return environment.container.width }
    return max(environment.container.width, Subpixels.pixels(contentExtent))
  }

  /// Whether coordinates on the main axis decrease in reading order, as in a right-to-left list that scrolls
  /// horizontally.
  var runsBackwards: Bool { configuration.scrollDirection == .horizontal && environment.isRightToLeft }

  /// Returns the device pixel nearest to a position; between two equally near ones, the greater. If `snapsFrames` is
  /// false, returns the position unchanged.
  ///
  /// Half a pixel is rounded up with a small tolerance, so that the result does not depend on the order in which
  /// fractions of the cross axis were added.
  func snap(_ edge: Double) -> Double { snapsFrames ? Self.snap(edge, environment.scale) : edge }

  @inline(__always)
  private static func snap(_ edge: Double, _ scale: Double) -> Double {
    edge.isFinite ? (edge * scale + 0.500_001).rounded(.down) / scale : edge
  }

  /// Returns a main-axis position in logical pixels, snapped to a device pixel. It is negated if coordinates decrease
  /// in reading order.
  /// - Parameter y: The position in subpixels from the start of the content.
  func edge(_ y: Int64) -> Double {
    runsBackwards ? -snap(mirroredWidth - Subpixels.pixels(y)) : snap(Subpixels.pixels(y))
  }

  /// Returns the position in subpixels from which `edge(_:)` computed `edge`, apart from rounding.
  func position(ofEdge edge: Double) -> Int64 { Subpixels.floor(runsBackwards ? mirroredWidth + edge : edge) }

  /// Converts a rectangle from the plane of the solver to content coordinates, snapped to device pixels.
  func rect(minX: Double, maxX: Double, minY: Int64, maxY: Int64) -> Rect {
    var (left, right) = (minX, maxX)
    var (top, bottom) = (Subpixels.pixels(minY), Subpixels.pixels(maxY))
    if configuration.scrollDirection == .horizontal { (left, right, top, bottom) = (top, bottom, left, right) }
    if environment.isRightToLeft {
      let width = mirroredWidth
      (left, right) = (width - right, width - left)
    }
    guard snapsFrames else { return Rect(minX: left, minY: top, maxX: right, maxY: bottom) }
    let scale = environment.scale
    return Rect(
      minX: Self.snap(left, scale), minY: Self.snap(top, scale), maxX: Self.snap(right, scale),
      maxY: Self.snap(bottom, scale))
  }

  func rect(of slot: LeafSlot, from start: Int64) -> Rect {
    rect(minX: slot.minX, maxX: slot.maxX, minY: start + slot.minY, maxY: start + slot.maxY)
  }

  /// Converts a rectangle from content coordinates to the plane of the solver.
  func inner(_ rect: Rect) -> Rect {
    var rect = rect
    if environment.isRightToLeft { rect = rect.mirrored(inWidth: mirroredWidth) }
    return configuration.scrollDirection == .horizontal ? rect.transposed : rect
  }

  /// Returns the main-axis range of a rectangle in the solver's plane, in subpixels, extended at both ends by the
  /// distance that snapping may move an edge.
  func rows(of inner: Rect) -> Range<Int64> {
    let lower = Subpixels.floor(inner.minY) - snapMargin
    return lower..<max(lower, Subpixels.floor(inner.maxY) + snapMargin)
  }

  /// Returns the cross-axis range of a rectangle in the solver's plane, in logical pixels, extended at both ends by the
  /// distance that snapping may move an edge.
  func columns(of inner: Rect) -> ClosedRange<Double> {
    let margin = 1 / environment.scale
    let lower = inner.minX.isFinite ? inner.minX - margin : -Subpixels.longest
    let upper = inner.maxX.isFinite ? inner.maxX + margin : Subpixels.longest
    return lower...max(lower, upper)
  }
}

extension Rect {
  /// Returns whether this rectangle and `other` overlap in more than an edge; false if one of them is empty.
  func sharesArea(with other: Rect) -> Bool { !isEmpty && intersects(other) }
}

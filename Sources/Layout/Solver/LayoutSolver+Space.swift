import ScrollworkGeometry

/// Between the plane that the solver works in and the one of the list.
extension LayoutSolver {
  /// A device pixel and a bit: so far snapping may move an edge.
  var snapMargin: Int64 { Int64((Subpixels.perPixel / environment.scale).rounded(.up)) + 1 }

  /// The line about which a right-to-left list is mirrored is half of this from the left.
  private var mirroredWidth: Double {
    guard configuration.scrollDirection == .horizontal else { return environment.container.width }
    return max(environment.container.width, Subpixels.pixels(contentExtent))
  }

  /// True where positions along the list get less in the order of reading.
  var runsBackwards: Bool { configuration.scrollDirection == .horizontal && environment.isRightToLeft }

  /// The nearest device pixel, of two the one to the right. An edge in the middle of a pixel is one whatever the order
  /// was in which the fractions across were added.
  func snap(_ edge: Double) -> Double { snapsFrames ? Self.snap(edge, environment.scale) : edge }

  @inline(__always)
  private static func snap(_ edge: Double, _ scale: Double) -> Double {
    edge.isFinite ? (edge * scale + 0.500_001).rounded(.down) / scale : edge
  }

  /// A position along the list on a device pixel, in the order of reading: what gets less in that order is negative.
  func edge(_ y: Int64) -> Double {
    runsBackwards ? -snap(mirroredWidth - Subpixels.pixels(y)) : snap(Subpixels.pixels(y))
  }

  /// What `edge(_:)` has made an edge of, but for what was rounded.
  func position(ofEdge edge: Double) -> Int64 { Subpixels.floor(runsBackwards ? mirroredWidth + edge : edge) }

  /// A rectangle of the list: mirrored and transposed as the environment asks, and snapped to device pixels.
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

  /// A rectangle of the list in the plane of the solver.
  func inner(_ rect: Rect) -> Rect {
    var rect = rect
    if environment.isRightToLeft { rect = rect.mirrored(inWidth: mirroredWidth) }
    return configuration.scrollDirection == .horizontal ? rect.transposed : rect
  }

  /// The stretch of content, in subpixels, that an inner rectangle meets, with what snapping may move into it.
  func rows(of inner: Rect) -> Range<Int64> {
    let lower = Subpixels.floor(inner.minY) - snapMargin
    return lower..<max(lower, Subpixels.floor(inner.maxY) + snapMargin)
  }

  /// The part across, with what snapping may move into it.
  func columns(of inner: Rect) -> ClosedRange<Double> {
    let margin = 1 / environment.scale
    let lower = inner.minX.isFinite ? inner.minX - margin : -Subpixels.longest
    let upper = inner.maxX.isFinite ? inner.maxX + margin : Subpixels.longest
    return lower...max(lower, upper)
  }

  /// An edge of what is seen on a device pixel, in subpixels.
  func snapped(_ edge: Double) -> Int64 {
    Subpixels.floor(snap(edge))
  }
}

extension Rect {
  /// True if there is something to be seen of this in `other`, so never where it has no width or no height.
  func sharesArea(with other: Rect) -> Bool { !isEmpty && intersects(other) }
}

package import ScrollworkGeometry
package import ScrollworkLayout

/// The geometry of the main and cross axes. Positions along the main axis count from the start of the content in
/// reading order; frames are in content coordinates, whose origin is at the top left.
extension LayoutState {
  package var axis: Axis { solver.configuration.scrollDirection }

  /// Whether the list starts at the right: it is horizontal and the environment is right-to-left.
  package var isReversed: Bool { axis == .horizontal && solver.environment.isRightToLeft }

  /// The extent of the viewport along the main axis, in logical pixels.
  package var length: Double { size[axis] }

  /// The extent of the viewport along the cross axis, in logical pixels.
  package var crossLength: Double { size[axis.cross] }

  /// The view's bounds: its size, with the origin at zero.
  package var bounds: Rect { Rect(origin: .zero, size: size) }

  /// The content insets at the start and the end of the main axis, in logical pixels, rounded down to device pixels.
  package var mainInsets: (start: Double, end: Double) {
    let (insets, scale) = (solver.environment.insets, solver.environment.scale)
    let (start, end) = axis == .vertical ? (insets.top, insets.bottom) : (insets.leading, insets.trailing)
    return ((start * scale).rounded(.down) / scale, (end * scale).rounded(.down) / scale)
  }

  /// Returns the target frame of an item from the content's start inside of the content insets.
  package func contentFrame(of path: ElementPath) -> Rect {
    var origin = Point.zero
    origin[axis] = -mainInsets.start
    return solver.frame(of: path).offset(by: origin)
  }

  /// Returns the section at a share of the viewport: the same share of the way that `offset` is from the start to
  /// `maximum`. So the first and the last section are reached too. `nil` if there is none.
  package func section(reachedAt offset: Double, of maximum: Double) -> Int? {
    let offset = min(max(0, offset), maximum)
    return solver.section(at: offset + (maximum > 0 ? offset / maximum : 0) * length)
  }

  /// The view's bounds inside the content insets.
  package var insetBounds: Rect { inset(bounds) }

  /// The extent of the viewport along the main axis inside the content insets, in logical pixels.
  package var insetLength: Double { insetBounds.size[axis] }

  /// Returns the position nearest to `position` at which an item lies entirely inside the content insets: a distance
  /// from the viewport's start to the item's start. An item that does not fit is aligned with the start inset.
  package func wholePosition(of path: ElementPath, near position: Double) -> Double {
    let range = wholePositions(of: path, in: length)
    return min(max(range.lowerBound, position), range.upperBound)
  }

  /// Returns the positions at which an item lies entirely inside the content insets of a viewport: distances from the
  /// viewport's start to the item's start.
  /// - Parameter length: The extent of the viewport along the main axis, in logical pixels.
  package func wholePositions(of path: ElementPath, in length: Double) -> ClosedRange<Double> {
    let (start, end) = mainInsets
    return start...max(start, length - end - solver.frame(of: path).size[axis])
  }

  /// Returns the part of a viewport inside the content insets.
  package func inset(_ viewport: Rect) -> Rect {
    var insets = solver.environment.insets
    if solver.environment.isRightToLeft { swap(&insets.leading, &insets.trailing) }
    return viewport.inset(by: insets)
  }

  /// The extent of the content along the main axis with the content insets, in logical pixels, rounded to a whole
  /// device pixel as all frames are.
  package var contentLength: Double {
    let scale = solver.environment.scale
    // The layout rounds halves up; the small surplus absorbs the error of sums.
    return (solver.contentSize[axis] * scale + 0.500_001).rounded(.down) / scale
  }

  /// The size of all content, in logical pixels; items not yet measured count with their estimates.
  var contentSize: Size {
    var size = solver.contentSize
    size[axis] = contentLength
    return size
  }

  /// Returns an offset along the main axis as a point, in logical pixels. Its component on the cross axis is zero.
  func contentOffset(at offset: Double) -> Point {
    var point = Point.zero
    point[axis] = offset
    return point
  }

  /// Rounds a distance up to whole device pixels.
  package func inWholePixels(_ distance: Double) -> Double {
    let scale = solver.environment.scale
    // The small deficit keeps a whole number of pixels, computed inexactly, from rounding up by one.
    return (distance * scale - 0.000_001).rounded(.up) / scale
  }

  /// The width in which a right-to-left list is mirrored: `x` becomes `mirroredWidth - x`.
  private var mirroredWidth: Double { max(solver.environment.container.width, contentLength) }

  /// Returns the start of a frame along the main axis.
  package func lead(_ frame: Rect) -> Double { isReversed ? mirroredWidth - frame.maxX : frame.lower(axis) }

  /// Returns the end of a frame along the main axis.
  package func trail(_ frame: Rect) -> Double { lead(frame) + frame.size[axis] }

  /// Returns the position of a frame's start along the cross axis: counted from the right in a vertical list that reads
  /// from right to left, else from the left or the top.
  package func side(_ frame: Rect) -> Double {
    guard axis == .vertical else { return frame.minY }
    return solver.environment.isRightToLeft ? size.width - frame.maxX : frame.minX
  }

  /// Returns the viewport's origin in content coordinates for an offset along the main axis.
  package func viewOrigin(at offset: Double) -> Point {
    switch (axis, isReversed) {
    case (.vertical, _): return Point(x: 0, y: offset)
    case (.horizontal, false): return Point(x: offset, y: 0)
    case (.horizontal, true):
      let scale = solver.environment.scale
      return Point(x: ((mirroredWidth - size.width - offset) * scale).rounded() / scale, y: 0)
    }
  }

  /// Returns the rectangle, in the view's coordinates, of a range of the content along the main axis when the content
  /// is scrolled to `offset`. Along the cross axis, the rectangle spans the view.
  package func viewRect(from start: Double, length: Double, at offset: Double) -> Rect {
    let place = start - offset
    switch (axis, isReversed) {
    case (.vertical, _): return Rect(x: 0, y: place, width: size.width, height: length)
    case (.horizontal, false): return Rect(x: place, y: 0, width: length, height: size.height)
    case (.horizontal, true):
      return Rect(x: size.width - place - length, y: 0, width: length, height: size.height)
    }
  }

  /// Returns the total distance by which the nested scroll containers around an element scrolled, in content
  /// coordinates. The element itself moved by the opposite distance.
  /// - Parameters:
  ///   - distances: The change of each container's offset, in logical pixels.
  ///   - solver: The layout in which `key` is valid.
  package func scrolling(
    of key: LayoutElement.Key, by distances: [ScrollContainerID: Double], in solver: borrowing LayoutSolver
  ) -> Point {
    var distance = 0.0
    for (container, offset) in distances where solver.takesAlong(key, container) { distance += offset }
    return movement(ofContainerScrolledBy: distance)
  }

  /// Returns the movement of a nested scroll container's viewport relative to the content, in content coordinates.
  /// - Parameter distance: The change of the container's offset, in logical pixels.
  package func movement(ofContainerScrolledBy distance: Double) -> Point {
    let isMirrored = axis == .vertical && solver.environment.isRightToLeft
    var movement = Point.zero
    movement[axis.cross] = isMirrored ? -distance : distance
    return movement
  }

  /// Returns the main-axis component of a movement on the screen, positive towards the end of the list.
  package func along(_ movement: Point) -> Double { isReversed ? -movement.x : movement[axis] }

  /// Returns the cross-axis component of a movement on the screen, positive towards the trailing side.
  package func across(_ movement: Point) -> Double {
    let isMirrored = axis == .vertical && solver.environment.isRightToLeft
    return isMirrored ? -movement.x : movement[axis.cross]
  }
}

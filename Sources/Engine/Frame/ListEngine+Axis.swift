import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkLayout

/// The direction in which the list scrolls. Positions along it are counted from the start of the content in the order of
/// reading; frames are in content coordinates, whose origin is at the top left.
extension ListEngine {
  var axis: Axis { layout.solver.configuration.scrollDirection }

  /// True where the list starts at the right.
  var runsBackwards: Bool { axis == .horizontal && layout.solver.environment.isRightToLeft }

  /// How much of the list is seen at once, in logical pixels.
  var length: Double { bounds.size[axis] }

  /// Where the layout ends what is last: on a whole device pixel, as everything that it places.
  var contentLength: Double {
    let scale = layout.solver.environment.scale
    // As the layout itself snaps: halfway between two pixels up, whatever the noise of sums.
    return (layout.solver.contentSize[axis] * scale + 0.500_001).rounded(.down) / scale
  }

  /// Where the view stands when the last pixel is seen, on a whole device pixel as well, so that it can stand there.
  var endOffset: Double { inWholePixels(contentLength + chrome.paging.room - length) }

  /// The least number of device pixels that have room for a distance, as a distance.
  func inWholePixels(_ distance: Double) -> Double {
    let scale = layout.solver.environment.scale
    return (distance * scale - 0.000_001).rounded(.up) / scale
  }

  /// The content is mirrored about the middle of this.
  private var mirroredWidth: Double { max(layout.solver.environment.container.width, contentLength) }

  /// Where something begins along the list.
  func lead(_ frame: Rect) -> Double { runsBackwards ? mirroredWidth - frame.maxX : frame.lower(axis) }

  /// Where something ends along the list.
  func trail(_ frame: Rect) -> Double { lead(frame) + frame.size[axis] }

  /// Where the viewport has its origin when the view stands at `offset`, in content coordinates.
  func viewOrigin(at offset: Double) -> Point {
    switch (axis, runsBackwards) {
    case (.vertical, _): return Point(x: 0, y: offset)
    case (.horizontal, false): return Point(x: offset, y: 0)
    case (.horizontal, true):
      let scale = layout.solver.environment.scale
      return Point(x: ((mirroredWidth - bounds.width - offset) * scale).rounded() / scale, y: 0)
    }
  }

  /// Where what is seen has its origin, in content coordinates.
  var viewOrigin: Point { scroll.presentedOrigin }

  /// What lies along the list from `start` on, as wide as the list, in coordinates of the view.
  func viewRect(from start: Double, length: Double) -> Rect {
    let place = start - scroll.presentedOffset
    switch (axis, runsBackwards) {
    case (.vertical, _): return Rect(x: 0, y: place, width: bounds.width, height: length)
    case (.horizontal, false): return Rect(x: place, y: 0, width: length, height: bounds.height)
    case (.horizontal, true):
      return Rect(x: bounds.width - place - length, y: 0, width: length, height: bounds.height)
    }
  }

  /// How far along the list a movement on the screen goes, positive towards its end.
  func along(_ movement: Point) -> Double { runsBackwards ? -movement.x : movement[axis] }

  /// Where something begins across the list, in the order of reading.
  func side(_ frame: Rect) -> Double {
    guard axis == .vertical else { return frame.minY }
    return layout.solver.environment.isRightToLeft ? bounds.width - frame.maxX : frame.minX
  }
}

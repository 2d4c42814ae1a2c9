import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What a frame knows of sizes and lengths that are other than was thought.
struct Corrections {
  /// How far the coordinates of the content moved since the frame began to measure, other than by scrolling.
  var shift = Point.zero
  /// True while things are on their way that turned out to belong elsewhere.
  var areUnderWay = false

  /// Whether a correction is more than the rounding to device pixels.
  static func isVisible(_ distance: Point, along axis: Axis) -> Bool { abs(distance[axis]) > 1 }
}

/// What becomes of things that turn out to belong elsewhere, because sizes or lengths are other than was thought.
extension ListEngine {
  /// Before anything is measured, keeps in mind where things belong.
  func recordTargets() {
    motion.corrections.shift = .zero
    let followsCorrections = self.followsCorrections
    guard motion.isRunning || followsCorrections else { return }
    let now = lastFrame ?? .zero
    for item in items.bound {
      let isFree = !item.isPinned && item.hostItem == nil && item.departure == nil
      item.targetBefore = isFree && (followsCorrections || !item.isAtRest(at: now)) ? item.target : nil
    }
  }

  /// True where a correction is seen as a motion: an update, another size of the window and who wants less motion decide
  /// for themselves.
  private var followsCorrections: Bool {
    motion.update == nil && !layout.hasNewEnvironment && !document.isUnpresented && motionTravels && lastFrame != nil
  }

  /// What was measured has moved places. A place out of sight may have turned out to lie elsewhere: who goes there is not
  /// taken along. In sight, what is looked at stays in place; what does not stand in line with that, as in another column,
  /// goes on from where it was seen.
  func followCorrections() {
    let viewport = self.viewport
    let isHeld =
      followsCorrections && anchors.measuring.map { items.item(at: .item($0.path)).map(staysInPlace) } == true
    var hasMoved = false
    for item in items.bound {
      guard let distance = correction(of: item), distance != .zero else { continue }
      if !item.isAtRest(at: lastFrame ?? .zero), !item.target.intersects(viewport) {
        item.stayBehind(by: distance)
      } else if isHeld, isSeen(distance) {
        item.fallBack(by: Displacement(by: distance), MotionTiming(.move))
        hasMoved = true
      }
    }
    motion.corrections.areUnderWay = hasMoved || motion.corrections.areUnderWay && motion.isRunning
    if motion.corrections.areUnderWay, followsCorrections { takeEnteringAlong() }
    for item in items.bound { item.targetBefore = nil }
  }

  private func correction(of item: BoundItem) -> Point? {
    item.correction(after: motion.corrections.shift, along: layout.axis)
  }

  private func isSeen(_ distance: Point) -> Bool { Corrections.isVisible(distance, along: layout.axis) }

  private func staysInPlace(_ item: BoundItem) -> Bool { correction(of: item).map { !isSeen($0) } ?? false }

  /// What comes in sight in line with something that goes on from where it was seen comes in with that.
  private func takeEnteringAlong() {
    for item in items.bound where item.isEntering && item.isInLine && item.isAtRest(at: lastFrame ?? .zero) {
      let line = items.bound.filter { !$0.isEntering && $0.isInLine && $0.overlaps(item, across: layout.axis.cross) }
      let nearest = line.min { $0.distance(to: item, along: layout.axis) < $1.distance(to: item, along: layout.axis) }
      if let nearest { item.goAlong(with: nearest) }
    }
  }
}

extension BoundItem {
  /// Returns the distance of the item's old target frame from its new one; `nil` if there was none.
  ///
  /// A background that became larger or smaller has none: it begins or ends elsewhere, mostly outside the viewport.
  /// - Parameter shift: The movement of the content's coordinates since the old frame was recorded.
  func correction(after shift: Point, along axis: Axis) -> Point? {
    guard let before = targetBefore, !isPinned else { return nil }
    let growth = target.size[axis] - before.size[axis]
    guard key.kind != .decoration || abs(growth) < 0.01 else { return nil }
    return before.origin + shift - target.origin
  }

  /// True for what has its own place among others.
  fileprivate var isInLine: Bool { !isPinned && hostItem == nil && key.kind != .decoration && key.kind != .badge }

  fileprivate func overlaps(_ other: BoundItem, across axis: Axis) -> Bool {
    target.lower(axis) < other.target.upper(axis) && other.target.lower(axis) < target.upper(axis)
  }

  fileprivate func distance(to other: BoundItem, along axis: Axis) -> Double {
    abs(target.center[axis] - other.target.center[axis])
  }

  /// Is as far from its place as another one, and goes there as that does.
  fileprivate func goAlong(with other: BoundItem) {
    (dx, dy) = (other.dx, other.dy)
  }
}

import ScrollworkContentViews
package import ScrollworkGeometry
import ScrollworkHostInterface

/// The placement of an item: its target frame, the frame where it is drawn, and where it was before this display frame.
///
/// The drawn frame is the target frame plus a displacement that springs animate. To keep the item in place when the
/// target changes, change the displacement by the opposite distance.
package struct Placement {
  /// The target frame, in content coordinates.
  package var target = Rect.zero
  /// The clip by nested scroll containers, relative to the target's origin; `nil` if only the list clips the item.
  package var clip: Rect?
  /// The placement before this display frame or, in a display frame that shows an update, before the update.
  package var previous = Previous()
  /// The displacement of the drawn frame from the target frame. It ends at zero; for an item that goes far away, it
  /// ends at a position just beyond the viewport's edge.
  package var dx = SpringValue(0, spring: .move)
  package var dy = SpringValue(0, spring: .move)
  /// The drawn width and height, each minus that of the target frame.
  package var dw = SpringValue(0, spring: .move)
  package var dh = SpringValue(0, spring: .move)
  /// The frame in which the user holds the item, in content coordinates; `nil` if it is not dragged. Until the release
  /// the item is drawn there, whatever its target frame and its motion.
  private(set) var held: Rect?
  /// Whether the item moves between positions with different clips. Until it arrives, nested containers do not clip it.
  private(set) var ignoresClip = false
  /// The distance from the top of the target frame down to the row below, behind which a row of an outline appears or
  /// disappears; `nil` if the item is not veiled.
  private(set) var veil: SpringValue?
  /// Whether the moves of the present update are to veil the item.
  private(set) var awaitsVeil = false
  /// The distance that the clip moves for each pixel of displacement, while the item moves to another clip.
  private var clipShare = Point.zero

  /// A placement before this display frame or, in a display frame that shows an update, before the update.
  package struct Previous {
    /// The target frame before this display frame measured anything. Set only for items that animate if measured sizes
    /// move them; `nil` for all others.
    package var target: Rect?
    /// The frame in the viewport where the item was drawn when an update was applied: the start of the item's move;
    /// `nil` if no move is to start.
    package var frame: Rect?
    /// The clip by nested scroll containers at the start of a move, relative to the viewport's origin; `nil` if none of
    /// them clipped the item then.
    package var clip: Rect?
    /// The origin of `frame`, by which painting finds the jump that the update causes; `nil` for an item that was not
    /// drawn there, such as one that enters.
    package var drawnOrigin: Point?
  }

  /// The frame where the item is drawn now, in content coordinates.
  package var drawn: Rect { held ?? displaced(target) }

  /// Returns `place`, displaced by as much as the drawn frame is from the target frame.
  func displaced(_ place: Rect) -> Rect {
    Rect(
      x: place.minX + dx.value, y: place.minY + dy.value, width: max(0, place.width + dw.value),
      height: max(0, place.height + dh.value))
  }

  /// The current distance from the target frame, in logical pixels.
  package var displacement: Point { Point(x: dx.value, y: dy.value) }

  /// Whether nothing moves: position and size have reached the values at which their motion ends, and nothing veils the
  /// item.
  package var isAtRest: Bool { dx.isAtRest && dy.isAtRest && dw.isAtRest && dh.isAtRest && veil == nil }

  /// Whether the size is in motion, so that the item is drawn in another size than its target size.
  var isResizing: Bool { held == nil && (dw.value != 0 || dh.value != 0) }

  // MARK: The clip

  /// Returns the clip by nested scroll containers, in content coordinates; `nil` if there is none.
  ///
  /// While an item moves between different clips, there is none. Only a background that was clipped at the start keeps
  /// a clip, which moves with it, because a background may be far longer than its container.
  func clipInContent(isBackground: Bool) -> Rect? {
    if held != nil { return nil }
    guard ignoresClip else { return clip?.offset(by: target.origin) }
    guard isBackground, previous.clip != nil else { return nil }
    return clip?.offset(by: target.origin + Point(x: dx.value * clipShare.x, y: dy.value * clipShare.y))
  }

  /// The part of the target frame inside the clip.
  var visibleTarget: Rect { clip.map { target.intersection($0.offset(by: target.origin)) } ?? target }

  /// Whether a move leads into the clip of a nested scroll container from outside: the item had another clip, or none,
  /// at the start.
  /// - Parameter place: The origin of the target frame in the viewport at the start of the move.
  private func comesFromElsewhere(to place: Point) -> Bool {
    guard let own = clip?.offset(by: place) else { return false }
    return previous.clip.map { !$0.hasSameSides(as: own) } ?? true
  }

  // MARK: The veil

  /// Whether the row below veils the item, or will when the moves of the present update have started.
  var isVeiled: Bool { veil != nil || awaitsVeil }

  /// Requests that the moves of the present update veil the item.
  mutating func awaitVeil() { awaitsVeil = true }

  /// Gives an item that awaits its veil the motion of the row above it, so that it keeps its distance from that row.
  mutating func moveBelow(_ above: Placement) {
    dx = above.dx.offset(by: dx.value - above.dx.value)
    dy = above.dy.offset(by: dy.value - above.dy.value)
  }

  /// Veils the item: only the part above the row below is drawn, as long as that row moves.
  /// - Parameter below: The placement of the row below; `nil` if there is none, so that nothing veils the item.
  mutating func veil(behind below: Placement?) {
    awaitsVeil = false
    veil = below.map { $0.dy.offset(by: $0.target.minY - target.minY) }
    if veil?.isAtRest == true { veil = nil }
  }

  /// Returns the part of a presented frame that is not veiled.
  func unveiled(_ frame: Rect) -> Rect {
    guard let veil else { return frame }
    return Rect(
      minX: frame.minX, minY: frame.minY, maxX: frame.maxX,
      maxY: min(frame.maxY, max(frame.minY, target.minY + veil.value)))
  }

  // MARK: Drags

  /// Draws the item in the frame in which the user holds it.
  mutating func hold(in frame: Rect) { held = frame }

  /// Ends the drag. The item moves from the held frame to its target, unless an update starts the move in this frame.
  mutating func release(inViewAt origin: Point) {
    guard let frame = held else { return }
    held = nil
    guard previous.frame == nil else { return }
    startMove(from: frame.offset(by: -origin), to: target.origin - origin, inViewAt: origin, MotionTiming(.move))
  }

  /// Ends the drag of an item that exits. The item stays in the held frame.
  mutating func releaseInPlace() {
    guard let frame = held else { return }
    held = nil
    (dx, dy) = (SpringValue(0, spring: .move), SpringValue(0, spring: .move))
    target = frame
  }

  // MARK: Motion

  /// Ends all motion at the target, and forgets where the item was drawn before.
  mutating func settle() {
    stopMoving()
    previous.drawnOrigin = nil
  }

  /// Ends all motion, so that the item jumps to its target. `previous.drawnOrigin` stays, from which painting finds the
  /// distance of the jump.
  mutating func stopMoving() {
    held = nil
    previous.frame = nil
    ignoresClip = false
    (veil, awaitsVeil) = (nil, false)
    dx = SpringValue(0, spring: .move)
    dy = SpringValue(0, spring: .move)
    dw = SpringValue(0, spring: .move)
    dh = SpringValue(0, spring: .move)
  }

  /// Advances the springs.
  mutating func advance(by seconds: Double) {
    dx.advance(by: seconds)
    dy.advance(by: seconds)
    dw.advance(by: seconds)
    dh.advance(by: seconds)
    veil?.advance(by: seconds)
    if veil?.isAtRest == true { veil = nil }
    if dx.isAtRest, dy.isAtRest { ignoresClip = false }
  }

  /// Starts a move between two positions in the viewport, with the current velocity.
  /// - Parameters:
  ///   - end: The item's origin at the end of the move: that of the target frame, or a position beyond the edge.
  ///   - origin: The viewport's origin.
  mutating func startMove(from start: Rect, to end: Point, inViewAt origin: Point, _ timing: MotionTiming) {
    previous.frame = nil
    let rest = target.origin - origin
    dx.start(timing, from: start.minX - rest.x, to: end.x - rest.x)
    dy.start(timing, from: start.minY - rest.y, to: end.y - rest.y)
    dw.start(timing, from: start.width - target.width, to: 0)
    dh.start(timing, from: start.height - target.height, to: 0)
    ignoresClip = (!dx.isAtRest || !dy.isAtRest) && comesFromElsewhere(to: rest)
    if ignoresClip, let clip, let before = previous.clip {
      let distance = before.origin - clip.offset(by: rest).origin
      clipShare = Point(
        x: dx.value == 0 ? 0 : distance.x / dx.value, y: dy.value == 0 ? 0 : distance.y / dy.value)
    }
  }

  /// Adds a displacement, and starts the motion back to the target with the current velocity.
  mutating func addDisplacement(_ displacement: Displacement, _ timing: MotionTiming) {
    dx.start(timing, from: dx.value + displacement.offset.x, to: 0)
    dy.start(timing, from: dy.value + displacement.offset.y, to: 0)
    dw.start(timing, from: dw.value + displacement.growth.width, to: 0)
    dh.start(timing, from: dh.value + displacement.growth.height, to: 0)
  }

  /// Takes over the motion of another placement.
  mutating func continueMotion(of other: Placement) {
    (dx, dy, dw, dh, veil) = (other.dx, other.dy, other.dw, other.dh, other.veil)
  }

  /// Takes over the motion of a neighbour's position, but not that of its size.
  mutating func followMotion(of other: Placement) { (dx, dy) = (other.dx, other.dy) }

  /// Limits the displacement along `axis` to `distance`, and scales the velocity by the same factor. Does nothing if
  /// the displacement is not larger than `distance`.
  /// - Parameter distance: In logical pixels. If its sign differs from that of the displacement, the item changes to
  ///   the other side of its target.
  mutating func limitDisplacement(to distance: Double, along axis: Axis) {
    guard abs(distance) < abs(displacement[axis]) else { return }
    switch axis {
    case .horizontal: dx.scaleMotion(by: distance / dx.value)
    case .vertical: dy.scaleMotion(by: distance / dy.value)
    }
  }

  /// Adds `change` to the velocity along an axis, in logical pixels a second.
  mutating func push(by change: Double, along axis: Axis) {
    switch axis {
    case .horizontal: dx.push(by: change)
    case .vertical: dy.push(by: change)
    }
  }

  /// Moves the drawn frame at once by `distance`, in logical pixels. The motion to the target continues from there.
  mutating func displace(by distance: Point) {
    dx.value += distance.x
    dy.value += distance.y
  }

  /// Adds `distance` to the displacement, so that the drawn frame stays in place after a correction of the target
  /// frame. An item whose motion ends beyond the edge still ends at the same position on screen.
  mutating func shiftDisplacement(by distance: Point) {
    dx.shift(by: distance.x)
    dy.shift(by: distance.y)
  }

  /// Retargets an item to its target frame if its motion was to end beyond the edge.
  mutating func retargetToFrame() {
    dx.target = 0
    dy.target = 0
  }

  /// Changes the timing of the motion; displacement and velocity stay.
  mutating func follow(_ timing: MotionTiming) {
    dx.follow(timing)
    dy.follow(timing)
    dw.follow(timing)
    dh.follow(timing)
  }

  /// Starts an entrance.
  /// - Parameters:
  ///   - offset: The displacement at the start, in logical pixels.
  ///   - opening: The share of the height at the start. An item opens from its centre: half of the missing height is an
  ///     offset of its origin.
  mutating func enter(from offset: Point, opening: Double, _ timing: MotionTiming) {
    dx.value = offset.x
    dh.value = -(1 - opening) * target.height
    dy.value = offset.y - dh.value / 2
    follow(timing)
  }

  /// Starts an exit.
  /// - Parameters:
  ///   - offset: The displacement at the end, in logical pixels.
  ///   - opening: The share of the height at the end. The item closes towards its centre.
  mutating func exit(to offset: Point, opening: Double, _ timing: MotionTiming) {
    dx.target = offset.x
    dh.target = -(1 - opening) * target.height
    dy.target = offset.y - dh.target / 2
    follow(timing)
  }
}

extension Rect {
  /// Whether two clips have the same sides along the cross axis. Along the main axis, the clip of a nested container is
  /// unbounded.
  fileprivate func hasSameSides(as other: Rect) -> Bool {
    width < height ? minX == other.minX && maxX == other.maxX : minY == other.minY && maxY == other.maxY
  }
}

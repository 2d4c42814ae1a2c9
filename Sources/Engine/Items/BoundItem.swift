package import ScrollworkContentViews
import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
package import ScrollworkLayout

/// An element with a content view, and its presentation: frame, motion and state.
///
/// Items are recycled together with their content views, so that scrolling allocates nothing.
@MainActor
package final class BoundItem {
  /// The element that the item shows.
  package var key = LayoutElement.Key(kind: .item, section: 0)
  package var row: Row
  package let content: View
  /// The draw group that records the content view.
  package let group = ViewGroup()
  /// The identity of the item; set only where a handler or an exit needs it, because reading an id of a lazy section
  /// has a cost.
  var id: ElementID?
  /// The identity of the section that an exiting item was in.
  var sectionID: ElementID?

  /// The target frame, in content coordinates.
  package var target = Rect.zero
  var zIndex = 0
  package var isPinned = false
  /// The number of subsections that contain the layout that pins the item; see ``LayoutElement/depth``.
  var depth = 0
  /// The distance along the main axis by which pinning moved the item from its natural position, in logical pixels. The
  /// content that has scrolled under the item has this extent.
  package var pinnedBy = 0.0
  /// The line and shadow at the edge of a pinned item; `nil` in frames that draw neither.
  var pinEffect: PinEffect?
  /// Whether the item is the header or footer of a subsection, which is a cell only for the layout.
  var isHeaderOrFooter = false
  /// The clip by nested scroll containers, relative to the target's origin; `nil` if only the list clips the item.
  package var clip: Rect?
  /// The clip at the start of a move, in the viewport.
  var departureClip: Rect?
  /// The nested scroll containers in which the item was before the last update, the outermost first, by their positions
  /// in the newest list. An exiting item is in no layout but still scrolls with these containers.
  package var containers: [ScrollSite] = []
  /// Whether the item moves between places with different clips. Until it arrives, nested containers do not clip it.
  var ignoresClip = false
  /// The distance that the clip moves for each unit of the item's displacement, while the item moves to another clip.
  var clipShare = Point.zero
  /// The position in the drawing order: by z-index, then by kind.
  package var drawOrder = 0
  /// The rank among items of the same drawing order during an animation; `nil` until a frame draws the item in motion.
  var drawRank: Int?
  /// The host item of a badge; the badge shares its motion.
  package var hostItem: BoundItem?
  /// The attribute override of this frame.
  package var attributeOverride: AttributeOverride?
  /// The origin of the content view in its cell.
  var contentOrigin = Point.zero
  /// The size of the cell for which the content view was laid out.
  var laidOutSize = Size.zero
  /// The width for which the content view was measured; `nil` if it must be measured.
  package var measuredWidth: Double?
  /// The measured size, until the layout takes it.
  package var newSize: Size?

  /// Whether the item's display has begun.
  package var isDisplayed = false
  /// Whether no frame has shown the item at its measured size yet.
  package var isEntering = true
  /// Whether the item entered during an animation and still needs a motion that fits that of its neighbours.
  package var isJoining = false

  // Motion
  /// The target frame before the current frame measured anything; `nil` if the item is not animated when measured sizes
  /// move it.
  package var targetBefore: Rect?
  /// The presented frame in the viewport when an update was applied: the start of the item's move.
  package var departure: Rect?
  /// The presented origin in the viewport when an animated update was applied. Painting compares it with the first
  /// frame of the update, to report jumps.
  package var seenBefore: Point?
  /// The displacement of the presented frame from the target frame. It ends at zero; for an item that goes far away, it
  /// ends at a position just beyond the viewport's edge.
  package var dx = SpringValue(0, spring: .move)
  package var dy = SpringValue(0, spring: .move)
  /// The presented width and height, each minus that of the target frame.
  package var dw = SpringValue(0, spring: .move)
  package var dh = SpringValue(0, spring: .move)
  package var scale = SpringValue(1, spring: .insert)
  package var alpha = Fade(1)
  /// The strength of the change mark, 1 to 0.
  var changeMark = Fade(0)
  /// The strength of the change mark as drawn. If the user turned fades off, it stays 1 until the mark ends.
  package var shownChangeMark = 0.0
  /// The animator of the item; `nil` for the standard animations.
  var animator: (any Animator)?
  /// Whether the item fades out: an update deleted it, or another content view has taken its place.
  package var isExiting = false
  /// Whether another content view already shows the same item, and this one only fades out.
  package var isCrossfadeCopy = false

  package var state = CellState()
  package var highlight = CellHighlight.none
  /// The generation of the environment for which the content view was laid out.
  var generation = -1

  package init(row: Row) {
    self.row = row
    content = row.component.renderContent()
    content.isHostedContent = true
    // A content view with draw groups of its own emits them itself.
    if !content.isComposited { content.group = group }
  }

  /// Resets everything but the content view, for reuse by another element.
  func prepareForReuse() {
    id = nil
    sectionID = nil
    targetBefore = nil
    measuredWidth = nil
    newSize = nil
    isExiting = false
    isCrossfadeCopy = false
    isDisplayed = false
    isEntering = true
    isJoining = false
    isPinned = false
    pinnedBy = 0
    pinEffect = nil
    clip = nil
    containers = []
    ignoresClip = false
    drawRank = nil
    hostItem = nil
    attributeOverride = nil
    animator = nil
    changeMark = Fade(0)
    shownChangeMark = 0
    settle()
    state = CellState()
  }

  /// Ends all motion and fading at the target.
  func settle() {
    stopMoving()
    seenBefore = nil
    scale = SpringValue(1, spring: .insert)
    alpha = Fade(1)
  }

  /// Ends the motion at the target; fades continue.
  func stopMoving() {
    departure = nil
    ignoresClip = false
    dx = SpringValue(0, spring: .move)
    dy = SpringValue(0, spring: .move)
    dw = SpringValue(0, spring: .move)
    dh = SpringValue(0, spring: .move)
  }

  /// Takes over the frame, motion and state of another item.
  func copyPresentation(from other: BoundItem) {
    target = other.target
    zIndex = other.zIndex
    isPinned = other.isPinned
    depth = other.depth
    pinnedBy = other.pinnedBy
    clip = other.clip
    departureClip = other.departureClip
    (ignoresClip, clipShare) = (other.ignoresClip, other.clipShare)
    isEntering = other.isEntering
    drawOrder = other.drawOrder
    drawRank = other.drawRank
    departure = other.departure
    seenBefore = other.seenBefore
    measuredWidth = nil
    animator = other.animator
    (dx, dy, dw, dh) = (other.dx, other.dy, other.dw, other.dh)
    (scale, alpha, changeMark) = (other.scale, other.alpha, other.changeMark)
    setState(other.state)
  }

  /// The clip in content coordinates; `nil` if only the list clips the item.
  ///
  /// An item that moves to another clip is not clipped, except if it is a background. A background may be far longer
  /// than its nested scroll container, so its clip moves with the container's sides.
  var clipInContent: Rect? {
    guard ignoresClip else { return clip?.offset(by: target.origin) }
    guard key.kind == .decoration, departureClip != nil else { return nil }
    return clip?.offset(by: target.origin + Point(x: dx.value * clipShare.x, y: dy.value * clipShare.y))
  }

  /// The part of the target frame inside the clip.
  var seenTarget: Rect { clip.map { target.intersection($0.offset(by: target.origin)) } ?? target }

  /// Whether the item will be visible at a point of the content at the end of its motion: hit testing uses target
  /// frames.
  func isHit(at place: Point) -> Bool {
    target.contains(place) && clip?.offset(by: target.origin).contains(place) ?? true
  }

  /// Whether the item neither moves nor fades.
  package func isAtRest(at now: Instant) -> Bool {
    dx.isAtRest && dy.isAtRest && dw.isAtRest && dh.isAtRest && scale.isAtRest && alpha.isAtRest(at: now)
  }

  /// The presented frame, in content coordinates.
  package var presented: Rect { displaced(target) }

  /// Returns `place` with the displacement that the presented frame has from the target frame.
  func displaced(_ place: Rect) -> Rect {
    Rect(
      x: place.minX + dx.value, y: place.minY + dy.value, width: max(0, place.width + dw.value),
      height: max(0, place.height + dh.value))
  }

  /// Returns the presented frame, relative to a viewport with the origin `origin`.
  func presented(inViewAt origin: Point) -> Rect { presented.offset(by: -origin) }

  /// Advances the springs; fades follow the clock by themselves.
  func advance(by seconds: Double) {
    dx.advance(by: seconds)
    dy.advance(by: seconds)
    dw.advance(by: seconds)
    dh.advance(by: seconds)
    scale.advance(by: seconds, tolerance: 0.001, slow: 0.05)
    if dx.isAtRest, dy.isAtRest { ignoresClip = false }
  }

  /// Records the presented frame as the start of a move.
  /// - Parameter origin: The viewport's origin.
  package func recordDeparture(inViewAt origin: Point) {
    isJoining = false
    departure = presented(inViewAt: origin)
    departureClip = clipInContent?.offset(by: -origin)
  }

  /// Starts a move between two positions in the viewport, with the current velocity.
  /// - Parameters:
  ///   - end: The item's origin at the end of the move: that of the target frame, or a position beyond the edge.
  ///   - origin: The viewport's origin.
  func startMove(from start: Rect, to end: Point, inViewAt origin: Point, _ timing: MotionTiming) {
    departure = nil
    let rest = target.origin - origin
    dx.start(timing, from: start.minX - rest.x, to: end.x - rest.x)
    dy.start(timing, from: start.minY - rest.y, to: end.y - rest.y)
    dw.start(timing, from: start.width - target.width, to: 0)
    dh.start(timing, from: start.height - target.height, to: 0)
    ignoresClip = (!dx.isAtRest || !dy.isAtRest) && comesFromElsewhere(to: rest)
    if ignoresClip, let clip, let departureClip {
      let distance = departureClip.origin - clip.offset(by: rest).origin
      clipShare = Point(
        x: dx.value == 0 ? 0 : distance.x / dx.value, y: dy.value == 0 ? 0 : distance.y / dy.value)
    }
  }

  /// Adds a displacement, and starts the motion back to the target with the current velocity.
  func addDisplacement(_ displacement: Displacement, _ timing: MotionTiming) {
    dx.start(timing, from: dx.value + displacement.offset.x, to: 0)
    dy.start(timing, from: dy.value + displacement.offset.y, to: 0)
    dw.start(timing, from: dw.value + displacement.growth.width, to: 0)
    dh.start(timing, from: dh.value + displacement.growth.height, to: 0)
  }

  /// The current distance from the target frame, in logical pixels.
  var displacement: Point { Point(x: dx.value, y: dy.value) }

  /// Limits the displacement along `axis` to `distance`, as if the item had started nearer to its target. Does nothing
  /// if the displacement is that small already.
  /// - Parameter distance: In logical pixels. If its sign differs from that of the displacement, the item changes to
  ///   the other side of its target.
  func limitDisplacement(to distance: Double, along axis: Axis) {
    guard abs(distance) < abs(displacement[axis]) else { return }
    switch axis {
    case .horizontal: dx.scaleMotion(by: distance / dx.value)
    case .vertical: dy.scaleMotion(by: distance / dy.value)
    }
  }

  /// Whether nested containers clip the item at the end of a move, and clipped it differently or not at all at the
  /// start.
  /// - Parameter place: The origin of the target frame in the viewport, as the viewport is when the move starts.
  private func comesFromElsewhere(to place: Point) -> Bool {
    guard let own = clip?.offset(by: place) else { return false }
    return departureClip.map { !$0.hasSameSides(as: own) } ?? true
  }

  /// Adds `change` to the velocity along an axis, in logical pixels a second.
  func push(by change: Double, along axis: Axis) {
    switch axis {
    case .horizontal: dx.push(by: change)
    case .vertical: dy.push(by: change)
    }
  }

  /// Adds `distance` to the displacement, so that the presented frame stays in place after a correction of the target
  /// frame. An item whose motion ends beyond the edge still ends at the same position on screen.
  func shiftDisplacement(by distance: Point) {
    dx.shift(by: distance.x)
    dy.shift(by: distance.y)
  }

  /// Retargets an item to its target frame if its motion was to end beyond the edge.
  func retargetToFrame() {
    dx.target = 0
    dy.target = 0
  }

  /// Changes the timing of the motion; displacement and velocity stay.
  func follow(_ timing: MotionTiming) {
    dx.follow(timing)
    dy.follow(timing)
    dw.follow(timing)
    dh.follow(timing)
  }

  /// Starts an entrance: the item animates from the appearance that an animator declares to its normal appearance.
  func startEntrance(_ entrance: Entrance, at now: Instant) {
    let look = entrance.appearance
    alpha = Fade(look.alpha)
    alpha.go(to: 1, at: now, for: entrance.fade.duration, after: entrance.fade.delay)
    scale.value = look.scale
    scale.target = 1
    scale.follow(entrance.timing)
    guard look.offset != .zero || look.opening != 1 else { return }
    // An item opens from its centre: half of the missing height is an offset of its origin.
    dx.value = look.offset.x
    dh.value = -(1 - look.opening) * target.height
    dy.value = look.offset.y - dh.value / 2
    follow(entrance.timing)
  }

  /// Starts an exit: the item animates from its normal appearance to the one that an animator declares.
  func startExit(_ exit: Entrance, at now: Instant) {
    let look = exit.appearance
    alpha.go(to: look.alpha, at: now, for: exit.fade.duration, after: exit.fade.delay)
    scale.target = look.scale
    scale.follow(exit.timing)
    guard look.offset != .zero || look.opening != 1 else { return }
    dx.target = look.offset.x
    dh.target = -(1 - look.opening) * target.height
    dy.target = look.offset.y - dh.target / 2
    follow(exit.timing)
  }

  /// The alpha below which a crossfade copy counts as invisible. A fade slows down towards its end, so waiting for zero
  /// would keep the copy too long.
  private static let leastSeen = 0.05

  /// Whether an exiting item is invisible or has finished its motion.
  func hasExited(at now: Instant) -> Bool {
    if let hostItem { return !hostItem.isExiting || hostItem.hasExited(at: now) }
    if isCrossfadeCopy, alpha.value(at: now) < Self.leastSeen { return true }
    guard alpha.isAtRest(at: now) else { return false }
    return alpha.target == 0 || isAtRest(at: now)
  }

  /// Sets the state that the highlight and the content view show.
  func setState(_ new: CellState) {
    guard new != state else { return }
    state = new
    group.isDirty = true
    (content as? any StateObserving)?.cellStateDidChange(new)
  }

  /// The text of the item's content view, as the user reads it.
  var text: String {
    var parts: [String] = []
    Self.collectText(of: content, into: &parts)
    return parts.joined(separator: " ")
  }

  private static func collectText(of view: View, into parts: inout [String]) {
    guard !view.isHidden else { return }
    let text = view.semanticsText
    if !text.isEmpty { parts.append(text) }
    for child in view.children { collectText(of: child, into: &parts) }
  }
}

extension Rect {
  /// Whether two clips have the same sides along the cross axis. Along the main axis, the clip of a nested container is
  /// unbounded.
  fileprivate func hasSameSides(as other: Rect) -> Bool {
    width < height ? minX == other.minX && maxX == other.maxX : minY == other.minY && maxY == other.maxY
  }
}

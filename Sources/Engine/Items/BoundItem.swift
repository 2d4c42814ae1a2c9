package import ScrollworkContentViews
import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
package import ScrollworkLayout

/// A cell, header or footer that is on screen: what it shows and where it is presented.
///
/// Items are used again together with their content, so that scrolling makes nothing new.
@MainActor
package final class BoundItem {
  package var key = LayoutElement.Key(kind: .item, section: 0)
  package var row: Row
  package let content: View
  package let group = ViewGroup()
  /// Known where a handler or a farewell needs it: the ids of lazy sections cost something each.
  var id: ElementID?
  /// The section that the item left.
  var sectionID: ElementID?

  /// Where the layout puts it, in content coordinates.
  package var target = Rect.zero
  var zIndex = 0
  package var isPinned = false
  /// See ``LayoutElement/depth``.
  var depth = 0
  /// How far it is kept from its natural place along the list, in logical pixels; so much content has gone under it.
  package var pinnedBy = 0.0
  /// The line and the shadow at its edge, in a frame in which it has them.
  var pinEffect: PinEffect?
  /// What of the list it is seen in, from its target's origin; nil where nothing but the list cuts it off.
  package var clip: Rect?
  /// The same in the viewport where it set out, if it is on its way from there.
  var departureClip: Rect?
  /// True on its way from somewhere that is cut off elsewhere: then it is seen on all of it.
  var fliesFreely = false
  /// Decides what is drawn later: by z-index, then by what it is.
  package var drawOrder = 0
  /// True if it came in and is drawn below its equals until nothing moves.
  var liesBelow = false
  /// The host of a badge, whose motion it shares.
  package var hostItem: BoundItem?
  /// What a handler of visible items has made of it in this frame.
  package var attributeOverride: AttributeOverride?
  /// Where the content lies in its cell.
  var contentOrigin = Point.zero
  /// The cell that the content was placed in.
  var laidOutSize = Size.zero
  /// Width that the content was measured for; `nil` if it must be measured.
  package var measuredWidth: Double?
  /// The size just measured, until the layout takes it.
  package var newSize: Size?

  /// True if it was told that it is shown.
  package var isDisplayed = false
  /// True until a frame has shown it as large as it is.
  package var isEntering = true
  /// True if it came in sight while others were on their way, until it is known where it is among them.
  package var isJoining = false

  // Motion
  /// Its target when the frame began to measure; `nil` where it does not matter what becomes of that.
  package var targetBefore: Rect?
  /// Where it was seen in the viewport when an update came; from there it sets out to its target.
  package var departure: Rect?
  /// Where it was seen in the viewport when an animated update came, until the frame that shows the update has been
  /// compared with it.
  package var seenBefore: Point?
  /// Distance of the presented place from the target. What goes far away ends its way just beyond the viewport's edge:
  /// for the time being the spring's own target is that distance.
  package var dx = SpringValue(0, spring: .move)
  package var dy = SpringValue(0, spring: .move)
  /// By how much it is presented wider and taller than the target.
  package var dw = SpringValue(0, spring: .move)
  package var dh = SpringValue(0, spring: .move)
  package var scale = SpringValue(1, spring: .insert)
  package var alpha = Fade(1)
  /// How much of the mark is left that says that its content has just changed.
  var changeMark = Fade(0)
  /// How much of it is drawn.
  package var shownChangeMark = 0.0
  /// How it comes, goes and looks on the way, if not as items do by themselves.
  var animator: (any Animator)?
  package var isExiting = false
  /// True if the same item is shown elsewhere already and this content only fades.
  var isCrossfadeCopy = false

  package var state = CellState()
  package var highlight = CellHighlight.none
  /// The environment that the content was laid out for.
  var generation = -1

  package init(row: Row) {
    self.row = row
    content = row.component.renderContent()
    content.isHostedContent = true
    // A content with groups of its own emits them itself.
    if !content.isComposited { content.group = group }
  }

  /// Forgets whom it showed; the content stays.
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
    fliesFreely = false
    liesBelow = false
    hostItem = nil
    attributeOverride = nil
    animator = nil
    changeMark = Fade(0)
    shownChangeMark = 0
    settle()
    state = CellState()
  }

  /// Ends all motion at the target.
  func settle() {
    stopTravelling()
    seenBefore = nil
    scale = SpringValue(1, spring: .insert)
    alpha = Fade(1)
  }

  /// Stands at the target, though it may still fade.
  func stopTravelling() {
    departure = nil
    fliesFreely = false
    dx = SpringValue(0, spring: .move)
    dy = SpringValue(0, spring: .move)
    dw = SpringValue(0, spring: .move)
    dh = SpringValue(0, spring: .move)
  }

  /// Stands in for another item: the same place, motion and state.
  func takePlace(of other: BoundItem) {
    target = other.target
    zIndex = other.zIndex
    isPinned = other.isPinned
    depth = other.depth
    pinnedBy = other.pinnedBy
    clip = other.clip
    departureClip = other.departureClip
    fliesFreely = other.fliesFreely
    isEntering = other.isEntering
    drawOrder = other.drawOrder
    liesBelow = other.liesBelow
    departure = other.departure
    seenBefore = other.seenBefore
    measuredWidth = nil
    animator = other.animator
    (dx, dy, dw, dh) = (other.dx, other.dy, other.dw, other.dh)
    (scale, alpha, changeMark) = (other.scale, other.alpha, other.changeMark)
    setState(other.state)
  }

  /// What of the list it is seen in, in content coordinates.
  var seenPart: Rect? { fliesFreely ? nil : clip?.offset(by: target.origin) }

  /// What is seen of its place, if it is not cut off by the list.
  var seenTarget: Rect { clip.map { target.intersection($0.offset(by: target.origin)) } ?? target }

  /// True if it is seen at a place, in content coordinates, when motion has ended.
  func isHit(at place: Point) -> Bool {
    target.contains(place) && clip?.offset(by: target.origin).contains(place) ?? true
  }

  package func isAtRest(at now: Instant) -> Bool {
    dx.isAtRest && dy.isAtRest && dw.isAtRest && dh.isAtRest && scale.isAtRest && alpha.isAtRest(at: now)
  }

  /// Where it is presented, in content coordinates.
  package var presented: Rect { displaced(target) }

  /// A place with what it is off by on its way.
  func displaced(_ place: Rect) -> Rect {
    Rect(
      x: place.minX + dx.value, y: place.minY + dy.value, width: max(0, place.width + dw.value),
      height: max(0, place.height + dh.value))
  }

  /// Where it is presented in a viewport with this origin.
  func presented(inViewAt origin: Point) -> Rect { presented.offset(by: -origin) }

  /// Moves on.
  func advance(by seconds: Double) {
    dx.advance(by: seconds)
    dy.advance(by: seconds)
    dw.advance(by: seconds)
    dh.advance(by: seconds)
    scale.advance(by: seconds, tolerance: 0.001, slow: 0.05)
    if dx.isAtRest, dy.isAtRest { fliesFreely = false }
  }

  /// Is to set out from where it is seen.
  /// - Parameter origin: Where the viewport has its origin.
  package func setOut(inViewAt origin: Point) {
    isJoining = false
    departure = presented(inViewAt: origin)
    departureClip = seenPart?.offset(by: -origin)
  }

  /// Sets out from one place in the viewport to another, with the speed it has.
  /// - Parameters:
  ///   - end: Where it is to come to stand in the view: its target, or beyond the edge.
  ///   - origin: Where the viewport has its origin.
  func travel(from start: Rect, to end: Point, inViewAt origin: Point, _ timing: MotionTiming) {
    departure = nil
    let rest = target.origin - origin
    dx.set(out: timing, from: start.minX - rest.x, to: end.x - rest.x)
    dy.set(out: timing, from: start.minY - rest.y, to: end.y - rest.y)
    dw.set(out: timing, from: start.width - target.width, to: 0)
    dh.set(out: timing, from: start.height - target.height, to: 0)
    fliesFreely = (!dx.isAtRest || !dy.isAtRest) && comesFromElsewhere(to: rest)
  }

  /// Is that much further from its target, and goes there with the speed it has.
  func fallBack(by displacement: Displacement, _ timing: MotionTiming) {
    dx.set(out: timing, from: dx.value + displacement.offset.x, to: 0)
    dy.set(out: timing, from: dy.value + displacement.offset.y, to: 0)
    dw.set(out: timing, from: dw.value + displacement.growth.width, to: 0)
    dh.set(out: timing, from: dh.value + displacement.growth.height, to: 0)
  }

  /// How far it is from its target now.
  var displacement: Point { Point(x: dx.value, y: dy.value) }

  /// Is as if it had set out from nearer, or from as near on the other side, so that it is this far from its target now.
  /// What is nearer than that stays.
  func stayNear(_ distance: Double, along axis: Axis) {
    guard abs(distance) < abs(displacement[axis]) else { return }
    switch axis {
    case .horizontal: dx.shorten(by: distance / dx.value)
    case .vertical: dy.shorten(by: distance / dy.value)
    }
  }

  /// True if it was cut off elsewhere where it set out, or not at all.
  /// - Parameter place: Of its target, where it set out.
  private func comesFromElsewhere(to place: Point) -> Bool {
    guard let own = clip?.offset(by: place) else { return false }
    return departureClip.map { !$0.hasSameSides(as: own) } ?? true
  }

  /// Goes faster or slower along an axis from now on, by logical pixels a second.
  func push(by change: Double, along axis: Axis) {
    switch axis {
    case .horizontal: dx.push(by: change)
    case .vertical: dy.push(by: change)
    }
  }

  /// Its target turned out to lie elsewhere: it goes on from where it is seen. What goes only to the edge goes there still.
  func stayBehind(by distance: Point) {
    dx.shift(by: distance.x)
    dy.shift(by: distance.y)
  }

  /// Goes to its target and not only to the edge.
  func goAllTheWay() {
    dx.target = 0
    dy.target = 0
  }

  /// Goes on in another way.
  func follow(_ timing: MotionTiming) {
    dx.follow(timing)
    dy.follow(timing)
    dw.follow(timing)
    dh.follow(timing)
  }

  /// Begins to look as it is from how an animator has it come.
  func come(by entrance: Entrance, at now: Instant) {
    let look = entrance.appearance
    alpha = Fade(look.alpha)
    alpha.go(to: 1, at: now, for: entrance.fade.duration, after: entrance.fade.delay)
    scale.value = look.scale
    scale.target = 1
    scale.follow(entrance.timing)
    guard look.offset != .zero || look.opening != 1 else { return }
    dx.value = look.offset.x
    dh.value = -(1 - look.opening) * target.height
    dy.value = look.offset.y - dh.value / 2
    follow(entrance.timing)
  }

  /// Begins to look as an animator has it go.
  func go(by exit: Entrance, at now: Instant) {
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

  /// What a fade that gets slower and slower ends with is seen by nobody.
  private static let leastSeen = 0.05

  /// True if what leaves is seen no more, or has come to where it goes.
  func isGone(at now: Instant) -> Bool {
    if let hostItem { return !hostItem.isExiting || hostItem.isGone(at: now) }
    if isCrossfadeCopy, alpha.value(at: now) < Self.leastSeen { return true }
    guard alpha.isAtRest(at: now) else { return false }
    return alpha.target == 0 || isAtRest(at: now)
  }

  func setState(_ new: CellState) {
    guard new != state else { return }
    state = new
    group.isDirty = true
    (content as? any StateObserving)?.cellStateDidChange(new)
  }

  /// What a person reads in it.
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
  /// True if two parts of the list are cut off at the same sides; they go on without end the other way.
  fileprivate func hasSameSides(as other: Rect) -> Bool {
    width < height ? minX == other.minX && maxX == other.maxX : minY == other.minY && maxY == other.maxY
  }
}

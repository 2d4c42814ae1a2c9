package import ScrollworkContentViews
import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
package import ScrollworkLayout

/// An element with a content view, and its presentation: frame, motion and state.
///
/// Items are recycled together with their content views, so that scrolling allocates nothing. Passes read and write the
/// properties of each item many times in a frame, so exclusive access to them is not checked at run time. Therefore no
/// function may call code of the program during an access to one of them.
@MainActor
package final class BoundItem {
  /// The element that the item shows.
  @exclusivity(unchecked) package var key = LayoutElement.Key(kind: .item, section: 0)
  @exclusivity(unchecked) package var row: Row
  package let content: View
  /// The draw group that records the content view.
  package let group = ViewGroup()
  /// The identity of the item; `nil` unless a handler or an exit needs it, because reading an id of a lazy section has
  /// a cost.
  @exclusivity(unchecked) var id: ElementID?
  /// The identity of the section of an exiting item, or of a header or footer with handlers; `nil` for others.
  @exclusivity(unchecked) var sectionID: ElementID?

  /// The target frame of the item, the frame in which it is drawn, and where it was before this display frame.
  @exclusivity(unchecked) package var placement = Placement()
  /// The target frame, in content coordinates.
  package var target: Rect { placement.target }
  /// The presented frame, in content coordinates.
  package var presented: Rect { placement.drawn }
  @exclusivity(unchecked) var zIndex = 0
  @exclusivity(unchecked) package var isPinned = false
  /// The nesting depth of the layout that pins the item, counted in subsections; see ``LayoutElement/depth``.
  @exclusivity(unchecked) var depth = 0
  /// The distance along the main axis by which pinning moved the item from its natural position, in logical pixels. The
  /// content that has scrolled under the item has this extent.
  @exclusivity(unchecked) package var pinnedBy = 0.0
  /// The opacity of the line and shadow of the next pinned item in a stack of pinned outline rows. This item's own line
  /// and shadow fade out as those of the next appear, so that the stack as a whole has one shadow.
  @exclusivity(unchecked) var nextPinAlpha = 0.0
  /// The line and shadow at the edge of a pinned item; `nil` in frames that draw neither.
  @exclusivity(unchecked) var pinEffect: PinEffect?
  /// Whether the item is the header or footer of a subsection, which is a cell only for the layout.
  @exclusivity(unchecked) var isHeaderOrFooter = false
  /// The nested scroll containers in which the item was before the last update, the outermost first, by their positions
  /// in the newest list. An exiting item is in no layout but still scrolls with these containers.
  @exclusivity(unchecked) package var containers: [ScrollContainerID] = []
  /// The number that orders the item for drawing. Items with smaller numbers are drawn first.
  @exclusivity(unchecked) package var drawOrder = 0
  /// The rank among items with the same `drawOrder`; `nil` at rest, and until a frame with a running animation draws
  /// the item.
  @exclusivity(unchecked) var drawRank: Int?
  /// Whether the item faded when it was first drawn in the running animation, so that it lies below the others.
  @exclusivity(unchecked) var isBelowItems = false
  /// The host item of a badge, whose motion the badge shares; `nil` for other items.
  @exclusivity(unchecked) package var hostItem: BoundItem?
  /// The attribute override of this frame; `nil` if there is none.
  @exclusivity(unchecked) package var attributeOverride: AttributeOverride?
  /// The origin of the content view in its cell.
  @exclusivity(unchecked) var contentOrigin = Point.zero
  /// The size of the cell for which the content view was laid out.
  @exclusivity(unchecked) var laidOutSize = Size.zero
  /// The width for which the content view was measured; `nil` if it must be measured.
  @exclusivity(unchecked) package var measuredWidth: Double?
  /// The measured size, until the layout records it; else `nil`.
  @exclusivity(unchecked) package var newSize: Size?

  /// Whether the item's display has begun.
  @exclusivity(unchecked) package var isDisplayed = false
  /// Whether no frame has shown the item at its measured size yet.
  @exclusivity(unchecked) package var isEntering = true
  /// Whether the item entered during an animation and still has to get a motion that fits the motion of its neighbours.
  @exclusivity(unchecked) package var isJoining = false

  // Motion
  @exclusivity(unchecked) package var scale = SpringValue(1, spring: .insert)
  @exclusivity(unchecked) package var alpha = Fade(1)
  /// The strength of the change mark, 1 to 0.
  @exclusivity(unchecked) var changeMark = Fade(0)
  /// The strength of the change mark as drawn. If the user turned fades off, it stays 1 until the mark ends.
  @exclusivity(unchecked) package var shownChangeMark = 0.0
  /// The animator of the item; `nil` for the standard animations.
  @exclusivity(unchecked) var animator: (any Animator)?
  /// Whether the item fades out: an update deleted it, or another content view has taken its place.
  @exclusivity(unchecked) package var isExiting = false
  /// Whether another content view already shows the same item, and this one only fades out.
  @exclusivity(unchecked) package var isCrossfadeCopy = false

  /// The distance by which a swipe has moved the drawn content of the item, in logical pixels.
  @exclusivity(unchecked) package var slide = Point.zero

  // Drags
  /// Whether the user drags the item, or has dropped it and it still moves to its target. It is drawn above all others.
  @exclusivity(unchecked) package var isLifted = false
  /// Whether a drop moves the item together with the dragged one.
  @exclusivity(unchecked) package var isMovedAlong = false

  @exclusivity(unchecked) package var state = CellState()
  @exclusivity(unchecked) package var highlight = CellHighlight.none
  /// The generation of the environment for which the content view was laid out.
  @exclusivity(unchecked) var generation = -1

  package init(row: Row) {
    self.row = row
    content = row.component.renderContent()
    content.isHostedContent = true
    // A content view with draw groups of its own emits them itself.
    if !content.isComposited { content.group = group }
  }

  /// Ends all motion and forgets the facts about the element, so that the item can show another one. The content view
  /// stays.
  func prepareForReuse() {
    id = nil
    sectionID = nil
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
    placement.clip = nil
    placement.previous.target = nil
    containers = []
    (drawRank, isBelowItems) = (nil, false)
    hostItem = nil
    attributeOverride = nil
    animator = nil
    changeMark = Fade(0)
    shownChangeMark = 0
    (isLifted, isMovedAlong) = (false, false)
    slide = .zero
    settle()
    state = CellState()
  }

  /// Ends all motion and fading. The item is drawn at its target frame, opaque and unscaled.
  func settle() {
    placement.settle()
    scale = SpringValue(1, spring: .insert)
    alpha = Fade(1)
  }

  /// Takes over the frame, motion and state of another item.
  func copyPresentation(from other: BoundItem) {
    placement = other.placement
    placement.previous.target = nil
    zIndex = other.zIndex
    isPinned = other.isPinned
    depth = other.depth
    pinnedBy = other.pinnedBy
    isEntering = other.isEntering
    drawOrder = other.drawOrder
    (drawRank, isBelowItems) = (other.drawRank, other.isBelowItems)
    measuredWidth = nil
    animator = other.animator
    (scale, alpha, changeMark) = (other.scale, other.alpha, other.changeMark)
    (isLifted, isMovedAlong) = (other.isLifted, other.isMovedAlong)
    setState(other.state)
  }

  /// Whether the item neither moves nor fades.
  package func isAtRest(at now: Instant) -> Bool {
    placement.isAtRest && scale.isAtRest && alpha.isAtRest(at: now)
  }

  /// Advances the springs; fades follow the clock by themselves.
  func advance(by seconds: Double) {
    placement.advance(by: seconds)
    scale.advance(by: seconds, tolerance: 0.001, slow: 0.05)
  }

  /// Records the presented frame and the clip as the start of a move.
  /// - Parameter origin: The viewport's origin.
  package func recordDeparture(inViewAt origin: Point) {
    isJoining = false
    placement.previous.frame = presented(inViewAt: origin)
    placement.previous.clip = containerClip?.offset(by: -origin)
  }

  /// The clip by nested scroll containers, in content coordinates; `nil` if none of them clips the item now.
  var containerClip: Rect? { placement.clipInContent(isBackground: key.kind == .decoration) }

  /// The clip by nested scroll containers and by the row below that veils the item, in content coordinates; `nil` if
  /// neither clips the item now.
  var clipInContent: Rect? {
    guard placement.veil != nil else { return containerClip }
    let unveiled = placement.unveiled(presented)
    return containerClip.map(unveiled.intersection) ?? unveiled
  }

  /// Whether a point of the content is in the item's target frame and inside its clip. Hit testing ignores motion.
  func isHit(at place: Point) -> Bool {
    target.contains(place) && placement.clip?.offset(by: target.origin).contains(place) ?? true
  }

  /// Returns the presented frame, relative to a viewport with the origin `origin`.
  func presented(inViewAt origin: Point) -> Rect { presented.offset(by: -origin) }

  /// Starts an entrance: the item animates from the appearance that an animator declares to its normal appearance.
  func startEntrance(_ entrance: Entrance, at now: Instant) {
    let look = entrance.appearance
    alpha = Fade(look.alpha)
    alpha.go(to: 1, at: now, for: entrance.fade.duration, after: entrance.fade.delay)
    scale.value = look.scale
    scale.target = 1
    scale.follow(entrance.timing)
    guard look.offset != .zero || look.opening != 1 else { return }
    placement.enter(from: look.offset, opening: look.opening, entrance.timing)
  }

  /// Starts an exit: the item animates from its normal appearance to the one that an animator declares.
  func startExit(_ exit: Entrance, at now: Instant) {
    let look = exit.appearance
    alpha.go(to: look.alpha, at: now, for: exit.fade.duration, after: exit.fade.delay)
    scale.target = look.scale
    scale.follow(exit.timing)
    guard look.offset != .zero || look.opening != 1 else { return }
    placement.exit(to: look.offset, opening: look.opening, exit.timing)
  }

  /// The alpha below which a crossfade copy counts as invisible. A fade slows down towards its end, so waiting for zero
  /// would keep the copy too long.
  private static let leastSeen = 0.05

  /// Whether the exit of the item has ended: the item is invisible, or it neither moves nor fades any more. A badge
  /// exits with its host item.
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
  var text: String { content.spokenText }
}

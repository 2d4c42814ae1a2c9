import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// A cell, header or footer that is on screen: what it shows and where it is presented.
///
/// Items are used again together with their content, so that scrolling makes nothing new.
@MainActor
final class RealisedItem {
  var key = LayoutElement.Key(kind: .item, section: 0)
  var row: Row
  let content: View
  let group = ViewGroup()
  /// Known where a handler or a farewell needs it: the ids of lazy sections cost something each.
  var id: ElementID?
  /// The section that the item left.
  var sectionID: ElementID?

  /// Where the layout puts it, in content coordinates.
  var target = Rect.zero
  var zIndex = 0
  var isPinned = false
  /// Where the content lies in its cell.
  var contentOrigin = Point.zero
  /// The cell that the content was placed in.
  var laidOutSize = Size.zero
  /// Width that the content was measured for; `nil` if it must be measured.
  var measuredWidth: Double?

  // Motion
  /// Where it was seen in the viewport when an update came; from there it sets out to its target.
  var departure: Point?
  /// Where it was seen in the viewport when an animated update came, until the frame that shows the update has been
  /// compared with it.
  var seenBefore: Point?
  /// Distance of the presented place from the target.
  var dx = SpringValue(0, spring: .move)
  var dy = SpringValue(0, spring: .move)
  var scale = SpringValue(1, spring: .insert)
  var alpha = Fade(1)
  var isLeaving = false

  var state = CellState()
  var highlight = CellHighlight.none
  /// The environment that the content was laid out for.
  var generation = -1

  init(row: Row) {
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
    measuredWidth = nil
    isLeaving = false
    isPinned = false
    settle()
    state = CellState()
  }

  /// Ends all motion at the target.
  func settle() {
    departure = nil
    seenBefore = nil
    dx = SpringValue(0, spring: .move)
    dy = SpringValue(0, spring: .move)
    scale = SpringValue(1, spring: .insert)
    alpha = Fade(1)
  }

  /// Stands at the target, though it may still fade.
  func stopTravelling() {
    departure = nil
    dx = SpringValue(0, spring: .move)
    dy = SpringValue(0, spring: .move)
  }

  /// Stands in for another item: the same place, motion and state.
  func takePlace(of other: RealisedItem) {
    target = other.target
    zIndex = other.zIndex
    isPinned = other.isPinned
    departure = other.departure
    (dx, dy, scale, alpha) = (other.dx, other.dy, other.scale, other.alpha)
    setState(other.state)
  }

  func isAtRest(at now: Instant) -> Bool {
    dx.isAtRest && dy.isAtRest && scale.isAtRest && alpha.isAtRest(at: now)
  }

  /// Where it is presented, in content coordinates.
  var presented: Rect { target.offset(x: dx.value, y: dy.value) }

  /// Moves on.
  func advance(by seconds: Double) {
    dx.advance(by: seconds)
    dy.advance(by: seconds)
    scale.advance(by: seconds, tolerance: 0.001, slow: 0.05)
  }

  /// Sets out from where it was seen, with the speed it has.
  /// - Parameter offset: Where the view stands.
  func depart(inViewAt offset: Double) {
    guard let departure else { return }
    dx.value = departure.x - target.minX
    dy.value = departure.y - (target.minY - offset)
    self.departure = nil
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

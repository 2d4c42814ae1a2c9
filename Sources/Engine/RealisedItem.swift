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
  /// Width that the content was measured for; `nil` if it must be measured.
  var measuredWidth: Double?

  // Motion
  /// Distance of the presented place from the target.
  var dx = SpringValue(0, spring: .move)
  var dy = SpringValue(0, spring: .move)
  var scale = SpringValue(1, spring: .insert)
  var alpha = Fade(1)
  var isLeaving = false

  var state = CellState()
  var highlight = CellHighlight.none
  var isDisplayed = false

  init(row: Row) {
    self.row = row
    content = row.component.renderContent()
    content.isHostedContent = true
    content.group = group
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
    dx = SpringValue(0, spring: .move)
    dy = SpringValue(0, spring: .move)
    scale = SpringValue(1, spring: .insert)
    alpha.set(1)
  }

  func isAtRest(at now: Instant) -> Bool {
    dx.isAtRest && dy.isAtRest && scale.isAtRest && alpha.isAtRest(at: now)
  }

  /// Where it is presented, in content coordinates.
  var presented: Rect { target.offset(x: dx.value, y: dy.value) }

  /// Moves on; returns true while anything moves.
  func advance(by seconds: Double, at now: Instant) -> Bool {
    dx.advance(by: seconds)
    dy.advance(by: seconds)
    scale.advance(by: seconds, tolerance: 0.001, slow: 0.05)
    return !isAtRest(at: now)
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

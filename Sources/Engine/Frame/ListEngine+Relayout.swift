import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What a view holds in place while its layout starts anew: in another width, at another scale.
struct RelayoutHold {
  /// Where it stood before the first of several changes; `nil` to keep the distance from the start.
  var anchor: Anchor?
  /// True if the whole of it was seen: then it is to be.
  var isWhole = false
  /// True if it is the end that is held, wherever that comes to be.
  var showsEnd = false
  /// True if the end was followed before the first of several changes. A high window may show it by chance.
  var followsEnd = false
  /// True until a layout starts anew: each update holds what comes first by then.
  var isOfUpdate = false
  /// Where the view came to stand. While it does, nobody has scrolled since.
  var offset = 0.0
}

extension ListEngine {
  /// A new width, scale or direction, or what else a layout may follow from: the layout starts anew around the item that
  /// the person looks at.
  func runEnvironmentPass(_ context: FrameContext) {
    let environment = layoutEnvironment(in: context.environment)
    guard environment != layout.environment || layout.isStale else { return }
    layout.isStale = false
    let isFirst = layout.environment == nil
    var hold = isFirst ? RelayoutHold() : holdForRelayout()
    let follows = hold.followsEnd || hold.showsEnd
    let (sections, focus) = isFirst ? ([], nil) : (holdSections(), focusSeenAside())
    layout.environment = environment
    motion.endNewest(with: layout, document.list, viewedFrom: scroll.presentedOrigin)
    layout.solver.setEnvironment(environment, seen: sectionsInUse)
    adaptSections(to: sections)
    if let focus { keepSeenAside(focus) }
    anchors.nestedFocus = focus
    for item in items.bound {
      item.measuredWidth = nil
      binder.layOut(item)
    }
    interaction.columnGoal = nil
    keep(fitted(hold), followingEnd: follows)
    hold.offset = scroll.scroller.offset
    hold.isOfUpdate = false
    anchors.relayout = hold
    layout.hasNewEnvironment = true
  }

  private func layoutEnvironment(in environment: Environment) -> LayoutEnvironment {
    var layoutEnvironment = LayoutEnvironment(
      container: layout.size, scale: environment.scale, isRightToLeft: environment.direction == .rightToLeft)
    layoutEnvironment.traits = LayoutEnvironment.Traits(
      isDark: environment.theme.isDark, hasHighContrast: environment.theme.isHighContrast,
      reducesMotion: environment.motion != .full)
    return layoutEnvironment
  }

  /// While a window is resized step by step one item is held, and not the one that comes to be the first in each step:
  /// else a grid that gets narrower and wider again would wander off.
  func holdForRelayout() -> RelayoutHold {
    if holdsStart { return RelayoutHold(followsEnd: followsEnd) }
    if let standing = standingHold { return standing }
    guard let anchor = captureAnchor() else { return RelayoutHold(followsEnd: followsEnd) }
    let room =
      (layout.environment?.container ?? layout.size)[layout.axis]
      - layout.solver.frame(of: anchor.path).size[layout.axis]
    let isWhole = (0...max(0, room)).contains(anchor.position)
    return RelayoutHold(
      anchor: anchor, isWhole: isWhole, showsEnd: holdsEnd, followsEnd: followsEnd)
  }

  /// What an update of the same items holds: what a resize holds, unless what has the focus has come in sight since.
  /// - Parameter old: The list before. Who switches to another layout and back is where one was.
  func holdForUpdate(from old: List) -> RelayoutHold {
    if layout.hasNewEnvironment { return holdForRelayout() }
    if !switchesHeldLayout(from: old), anchors.relayout?.isOfUpdate == true || seesFocusBesideHold {
      anchors.relayout = nil
    }
    if let standing = standingHold { return standing }
    var hold = holdForRelayout()
    hold.isOfUpdate = true
    return hold
  }

  /// What is held already, unless somebody has scrolled since.
  private var standingHold: RelayoutHold? {
    guard !holdsStart, anchors.preferred == nil, let relayout = anchors.relayout, let path = relayout.anchor?.path,
      contains(path),
      relayout.offset == scroll.scroller.offset, isSeenAside(path)
    else { return nil }
    return relayout
  }

  /// True if the section of what is held gets another layout, and nobody has scrolled since it began to be held, neither
  /// the list nor aside.
  func switchesHeldLayout(from old: List) -> Bool {
    guard let relayout = anchors.relayout, relayout.offset == scroll.scroller.offset, let path = relayout.anchor?.path,
      old.sections.indices.contains(path.section), document.list.sections.indices.contains(path.section),
      isSeenAside(path)
    else { return false }
    let section = path.section
    return old.sections[section].layout != document.list.sections[section].layout
      || old.sections[section].provider != document.list.sections[section].provider
  }

  private var seesFocusBesideHold: Bool {
    guard let heldFocus, let held = anchors.relayout?.anchor, held.path != heldFocus else { return false }
    return contains(heldFocus) && isVisible(heldFocus)
  }

  /// Where what is held is to stand in the window as it is now: in a lower one it stays in sight.
  func fitted(_ hold: RelayoutHold) -> Anchor? {
    guard hold.isWhole, var anchor = hold.anchor else { return hold.anchor }
    anchor.position = min(
      anchor.position, max(0, layout.length - layout.solver.frame(of: anchor.path).size[layout.axis]))
    return anchor
  }

  /// True if the view shows the start of its content, and what has the focus stands in the first row: then it shows the
  /// start in every layout of the same items.
  var holdsStart: Bool {
    guard scroll.isAtStart, settings.anchorPolicy != .end, let heldFocus, let firstPath else { return false }
    return layout.lead(layout.solver.frame(of: heldFocus)) <= layout.lead(layout.solver.frame(of: firstPath))
  }

  /// As `holdsStart`, of the end of what does not fit the window. Who is on the way there is not there yet.
  private var holdsEnd: Bool {
    guard !scroll.scroller.isMoving,
      scroll.scroller.offset > max(scroll.scroller.minimum, scroll.scroller.maximum - 0.25),
      settings.anchorPolicy != .none,
      let heldFocus, let lastPath
    else { return false }
    return layout.trail(layout.solver.frame(of: heldFocus)) >= layout.trail(layout.solver.frame(of: lastPath))
  }
}

import ScrollworkContentViews
public import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What a view scrolls to.
public enum ScrollTarget: Hashable {
  case item(ElementPath)
  case section(Int)
  case start
  case end
  /// A distance from the content's start in logical pixels.
  case offset(Double)
  /// An item by its identity and that of its section; `nil` looks in all sections.
  case id(ElementID, section: ElementID?)

  /// An item by its identity, in a section or wherever it is.
  public static func item(_ id: some Hashable, in section: (some Hashable)? = ElementID?.none) -> ScrollTarget {
    .id(ElementID(id), section: section.map { ElementID($0) })
  }
}

/// Where in the viewport an item comes to stand.
public enum ScrollAlignment: Hashable, Sendable {
  case start, center, end
  /// Only as far as needed to be seen whole.
  case nearest
}

/// Where the view goes, as long as it is on the way.
struct ActiveScrollTarget {
  enum Kind {
    case end
    case item(ElementPath, ScrollAlignment)
    /// So much of an item, in parts of its height, is above the viewport's top.
    case fraction(ElementPath, Double)
  }

  var kind: Kind
  var spring: Spring
  var animated = true
}

/// A call of `scroll(to:at:animated:)` that waits for the list that it speaks of.
struct ScrollRequest {
  var target: ScrollTarget
  var alignment: ScrollAlignment
  var animated: Bool
}

extension ListEngine {
  /// Scrolls to a place, exactly, also over items that have not been measured.
  ///
  /// Paths and sections are those of the list that was applied last, whether a frame has shown it or not.
  /// - Parameter animated: True to glide: from far away by a jump to near the place first.
  func scroll(to target: ScrollTarget, at alignment: ScrollAlignment = .nearest, animated: Bool = true) {
    guard inbox.update == nil else {
      inbox.scroll = ScrollRequest(target: target, alignment: alignment, animated: animated)
      return
    }
    go(to: target, at: alignment, animated: animated)
  }

  /// Scrolls to a place of the list that is shown.
  func go(to target: ScrollTarget, at alignment: ScrollAlignment = .nearest, animated: Bool = true) {
    (anchors.lostPosition, anchors.relayout) = (nil, nil)
    if target == .end { scroll.endArrival.userMoved() }
    let goal: ActiveScrollTarget
    switch target {
    case .start: return scroll(toOffset: scroll.scroller.minimum, animated: animated)
    case .offset(let offset): return scroll(toOffset: offset, animated: animated)
    case .end: goal = ActiveScrollTarget(kind: .end, spring: .key, animated: animated)
    case .section(let section):
      guard section >= 0, section < document.list.sections.count else { return }
      let start = layout.lead(layout.solver.headerFrame(section) ?? firstFrame(inSection: section))
      return scroll(toOffset: start - coveredLength(over: nil).start, animated: animated)
    case .id(let id, let section):
      guard let path = path(of: id, in: section) else { return }
      return go(to: .item(path), at: alignment, animated: animated)
    case .item(let path):
      guard contains(path) else { return }
      goal = ActiveScrollTarget(kind: .item(path, settled(alignment, for: path)), spring: .key, animated: animated)
    }
    scroll.target = goal
    if case .item(let path, _) = goal.kind { revealInSection(path, animated: animated) }
    let offset = self.offset(for: goal)
    prepareGlide(to: offset, animated: animated)
    host?.setNeedsFrame()
  }

  private func scroll(toOffset offset: Double, animated: Bool) {
    scroll.target = nil
    prepareGlide(to: offset, animated: animated)
    if animated, motionTravels { scroll.scroller.glide(to: offset, spring: .key, at: host?.now ?? .zero) }
    host?.setNeedsFrame()
  }

  /// From more than three screens away the view jumps to one screen off, then glides.
  private func prepareGlide(to offset: Double, animated: Bool) {
    guard animated, motionTravels else {
      scroll.scroller.jump(to: offset)
      return
    }
    let distance = offset - scroll.scroller.offset
    guard abs(distance) > 3 * layout.length else { return }
    scroll.scroller.jump(to: offset - (distance < 0 ? -layout.length : layout.length))
  }

  /// Where the item with an identity is in the list that is shown, the first of several.
  /// - Complexity: O(*n*) in the number of items in the sections that are looked through.
  func path(of id: ElementID, in section: ElementID? = nil) -> ElementPath? {
    for (index, candidate) in document.list.sections.enumerated() where section == nil || candidate.id == section {
      let identities = candidate.rows.identities
      if let item = (0..<identities.count).first(where: { identities.id(at: $0) == id }) {
        return ElementPath(section: index, item: item)
      }
    }
    return nil
  }

  private func firstFrame(inSection section: Int) -> Rect {
    guard document.list.sections[section].count > 0 else { return layout.solver.sectionFrame(section) }
    return layout.solver.frame(of: ElementPath(section: section, item: 0))
  }

  func contains(_ path: ElementPath) -> Bool { document.list.contains(path) }

  /// Aims at the goal by what is known of sizes now.
  func pursue(_ goal: ActiveScrollTarget, at now: Instant) {
    if case .item(let path, _) = goal.kind, contains(path) {
      revealInSection(path, animated: goal.animated, isPursued: true)
    }
    let offset = self.offset(for: goal)
    guard offset != scroll.scroller.target || !scroll.scroller.hasTarget else { return }
    if goal.animated, motionTravels, abs(offset - scroll.scroller.offset) > 0.01 {
      scroll.scroller.glide(to: offset, spring: goal.spring, at: now)
    } else {
      scroll.scroller.jump(to: offset)
    }
  }

  private func offset(for goal: ActiveScrollTarget) -> Double {
    switch goal.kind {
    case .end: return scroll.scroller.maximum
    case .item(let path, let alignment):
      guard contains(path) else { return scroll.scroller.offset }
      return min(scroll.scroller.maximum, max(0, offset(showing: path, alignment)))
    case .fraction(let path, let fraction):
      guard contains(path) else { return scroll.scroller.offset }
      let frame = layout.solver.frame(of: path)
      return min(scroll.scroller.maximum, max(0, layout.lead(frame) + frame.size[layout.axis] * fraction))
    }
  }

  /// On which side an item comes in sight is decided once, by what is known of sizes then.
  private func settled(_ alignment: ScrollAlignment, for path: ElementPath) -> ScrollAlignment {
    guard alignment == .nearest else { return alignment }
    let frame = layout.solver.frame(of: path)
    let covered = coveredLength(over: path)
    let (start, end) = (layout.lead(frame) - covered.start, layout.trail(frame) + covered.end)
    guard end - start <= layout.length else { return .nearest }
    let current = scroll.scroller.destination
    return start < current ? .start : end > current + layout.length ? .end : .nearest
  }

  private func offset(showing path: ElementPath, _ alignment: ScrollAlignment) -> Double {
    let frame = layout.solver.frame(of: path)
    let covered = coveredLength(over: path)
    let (start, end) = (layout.lead(frame) - covered.start, layout.trail(frame) + covered.end)
    switch alignment {
    case .start: return start
    case .center: return (start + end - layout.length) / 2
    case .end: return end - layout.length
    case .nearest:
      let current = scroll.scroller.destination
      // What does not fit shows its start, unless there is nothing else to be seen already.
      if end - start > layout.length {
        return layout.lead(frame) <= current && layout.trail(frame) >= current + layout.length ? current : start
      }
      if start < current { return start }
      return end > current + layout.length ? end - layout.length : current
    }
  }

  /// What is kept in sight over the start and the end of the viewport when a cell stands there.
  func coveredLength(over path: ElementPath?) -> (start: Double, end: Double) {
    layout.solver.pinnedExtents(inSection: path?.section, item: path?.item)
  }
}

extension List {
  func contains(_ path: ElementPath) -> Bool {
    path.section >= 0 && path.section < sections.count && path.item >= 0 && path.item < sections[path.section].count
  }
}

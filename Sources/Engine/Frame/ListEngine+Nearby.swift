import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
package import ScrollworkLayout

/// Looks at what lies around the viewport of a collection view: prefetching does.
@MainActor
package protocol NeighbourhoodObserving: AnyObject {
  /// A frame was made.
  func collectionViewDidMakeFrame(_ view: CollectionView, at now: Instant)
  /// The view is in no window any more.
  func collectionViewDidLeaveWindow(_ view: CollectionView)
}

/// A cell, header or footer in or around the viewport. Until the list is updated it is known by its position, which makes it
/// equal to what was listed there before; over an update by its `identity(of:)`.
package struct Neighbour: Hashable {
  /// Who it is, wherever it is.
  package struct Identity: Hashable {
    let kind: LayoutElement.Key.Kind
    let section: ElementID
    /// That of the cell; that of the section for its header and footer.
    package let id: ElementID
  }

  /// Where the layout puts it as if the list scrolled vertically: the height and `y` are along the list. What lies aside
  /// in a section in a section that scrolls by itself is as far from the view as from what is seen of that section.
  package let frame: Rect
  /// As it is seen, in logical pixels.
  package let size: Size
  let key: LayoutElement.Key

  /// The position of its section.
  package var section: Int { key.section }

  package static func == (a: Neighbour, b: Neighbour) -> Bool { a.key == b.key }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key.section)
    hasher.combine(key.item)
  }
}

extension ListEngine {
  /// What is seen, in content coordinates, as if the list scrolled vertically: the height and `y` are along the list.
  package var visibleRect: Rect {
    Rect(x: 0, y: scroll.presentedOffset, width: layout.size[layout.axis.cross], height: layout.length)
  }

  /// How the view moves by itself: its speed in logical pixels a second and how far it still goes; `nil` if it stands or
  /// somebody holds it.
  package var ownMotion: (velocity: Double, remaining: Double)? {
    guard scroll.scroller.isMoving, !scroll.scroller.isHeld else { return nil }
    return (scroll.scroller.velocity, scroll.scroller.remaining)
  }

  /// Lists what the layout puts into some parts of the content.
  /// - Parameters:
  ///   - ranges: Of positions along the list; what lies in several is listed once.
  ///   - aside: How far to look past both sides of the view, where sections that scroll by themselves go on.
  /// - Complexity: O(log *n* + *k*) in the number of items found.
  package func neighbours(in ranges: [Range<Double>], aside: Double = 0, into result: inout [Neighbour]) {
    result.removeAll(keepingCapacity: true)
    guard document.hasApplied else { return }
    var found: [LayoutElement] = []
    found.reserveCapacity(result.capacity)
    var seen: Set<LayoutElement.Key> = []
    let margin = Insets(
      horizontal: layout.axis == .vertical ? -aside : 0, vertical: layout.axis == .vertical ? 0 : -aside)
    for range in ranges {
      let rect = layout.viewRect(
        from: range.lowerBound, length: range.upperBound - range.lowerBound, at: scroll.presentedOffset
      )
      .offset(by: scroll.presentedOrigin).inset(by: margin)
      layout.solver.elements(in: rect, pinnedIn: viewport, into: &found)
      layout.solver.appendCells(aside: aside, in: rect, to: &found)
      for element in found
      where ranges.count == 1 && !layout.solver.hasScrollingParts || seen.insert(element.key).inserted {
        if let neighbour = neighbour(element) { result.append(neighbour) }
      }
    }
  }

  /// What scrolls by itself and takes something along, the innermost; `nil` if nothing does, or nobody has come near it.
  package func ownSite(of neighbour: Neighbour) -> ScrollSite? {
    guard layout.solver.isSettled(neighbour.section) else { return nil }
    return neighbour.key.path.flatMap(innermostSite)
      ?? (layout.solver.isOrthogonal(neighbour.section)
        ? ScrollSite(section: neighbour.section) : nil)
  }

  /// How far something is scrolled by itself; `nil` where it does not scroll by itself.
  package func ownOffset(of site: ScrollSite) -> Double? {
    document.list.sections.indices.contains(site.section) ? layout.solver.orthogonal(site)?.offset : nil
  }

  package func identity(of site: ScrollSite) -> SiteIdentity? { document.list.identity(of: site) }

  /// Who was listed, if the list was not updated since then.
  package func identity(of neighbour: Neighbour) -> Neighbour.Identity {
    let section = document.list.sections[neighbour.section]
    let isCell = neighbour.key.kind == .item
    return Neighbour.Identity(
      kind: neighbour.key.kind, section: section.id,
      id: isCell ? section.rows.identities.id(at: neighbour.key.item) : section.id)
  }

  /// What is shown there; `nil` for a header or footer that is not there.
  package func component(of neighbour: Neighbour) -> AnyComponent? { row(for: neighbour.key)?.component }

  /// `nil` for what is neither a cell nor the header or footer of a section.
  private func neighbour(_ element: LayoutElement) -> Neighbour? {
    switch element.key.kind {
    case .header, .item, .footer: break
    case .global, .decoration, .badge, .boundary: return nil
    }
    let width = element.frame.size[layout.axis.cross]
    let frame = Rect(
      x: reach(aside: element, width), y: layout.lead(element.frame), width: width,
      height: element.frame.size[layout.axis])
    return Neighbour(frame: frame, size: element.frame.size, key: element.key)
  }

  /// Where something begins across the list, if what it scrolls in were as wide as the view.
  private func reach(aside element: LayoutElement, _ width: Double) -> Double {
    let start = layout.side(element.frame)
    guard let clip = element.clip else { return start }
    let (first, last) = (layout.side(clip), layout.side(clip) + clip.size[layout.axis.cross])
    if start + width <= first { return start - first }
    return start >= last ? layout.size[layout.axis.cross] + start - last : start
  }
}

import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

/// Looks at what lies around the viewport of a collection view: prefetching does.
@MainActor
package protocol NeighbourhoodObserving: AnyObject {
  /// A frame was made.
  func collectionViewDidMakeFrame(_ view: CollectionView, at now: Instant)
  /// The view is in no window any more.
  func collectionViewDidLeaveWindow(_ view: CollectionView)
}

/// A cell, header or footer in or around the viewport. It equals another if it is the same one by identity, wherever it is.
package struct Neighbour: Hashable {
  package enum Kind: Hashable {
    case header, cell, footer
  }

  package let section: ElementID
  /// The identity of the cell; that of the section for its header and footer.
  package let id: ElementID
  package let kind: Kind
  /// Where the layout puts it as if the list scrolled vertically: the height and `y` are along the list.
  package let frame: Rect
  /// As it is seen, in logical pixels.
  package let size: Size
  let key: LayoutElement.Key

  package static func == (a: Neighbour, b: Neighbour) -> Bool {
    a.kind == b.kind && a.id == b.id && a.section == b.section
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(id)
  }
}

extension CollectionView {
  /// What is seen, in content coordinates, as if the list scrolled vertically: the height and `y` are along the list.
  package var visibleRect: Rect {
    Rect(x: 0, y: presentedOffset, width: bounds.size[axis.cross], height: length)
  }

  /// How the view moves by itself: its speed in logical pixels a second and how far it still goes; `nil` if it stands or
  /// somebody holds it.
  package var ownMotion: (velocity: Double, remaining: Double)? {
    guard scroller.isMoving, !scroller.isHeld else { return nil }
    return (scroller.velocity, scroller.remaining)
  }

  /// Lists what the layout puts into some parts of the content.
  /// - Parameters:
  ///   - ranges: Of positions along the list; what lies in several is listed once.
  ///   - aside: How far to look past both sides of the view, where sections that scroll by themselves go on.
  /// - Complexity: O(log *n* + *k*) in the number of items found.
  package func neighbours(in ranges: [Range<Double>], aside: Double = 0, into result: inout [Neighbour]) {
    result.removeAll(keepingCapacity: true)
    guard hasApplied else { return }
    var found: [LayoutElement] = []
    var seen: Set<LayoutElement.Key> = []
    let margin = Insets(horizontal: axis == .vertical ? -aside : 0, vertical: axis == .vertical ? 0 : -aside)
    for range in ranges {
      let rect = viewRect(from: range.lowerBound, length: range.upperBound - range.lowerBound)
        .offset(by: presentedOrigin).inset(by: margin)
      solver.elements(in: rect, pinnedIn: viewport, into: &found)
      for element in found where ranges.count == 1 || seen.insert(element.key).inserted {
        if let neighbour = neighbour(element) { result.append(neighbour) }
      }
    }
  }

  /// How far the section of a neighbour that was listed since the last update is scrolled by itself; `nil` where it does
  /// not scroll by itself.
  package func ownOffset(ofSectionOf neighbour: Neighbour) -> Double? {
    list.sections.indices.contains(neighbour.key.section) ? solver.orthogonal(neighbour.key.section)?.offset : nil
  }

  /// What is shown there; `nil` for a header or footer that is not there.
  package func component(of neighbour: Neighbour) -> AnyComponent? { row(for: neighbour.key)?.component }

  /// `nil` for what is neither a cell nor the header or footer of a section.
  private func neighbour(_ element: LayoutElement) -> Neighbour? {
    let kind: Neighbour.Kind
    switch element.key.kind {
    case .header: kind = .header
    case .item: kind = .cell
    case .footer: kind = .footer
    case .global, .decoration, .badge, .boundary: return nil
    }
    let section = list.sections[element.key.section]
    let id = kind == .cell ? section.rows.identities.id(at: element.key.item) : section.id
    let frame = Rect(
      x: side(element.frame), y: lead(element.frame), width: element.frame.size[axis.cross],
      height: element.frame.size[axis])
    return Neighbour(
      section: section.id, id: id, kind: kind, frame: frame, size: element.frame.size, key: element.key)
  }
}

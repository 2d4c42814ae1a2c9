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

  /// Where the layout puts it as if the list scrolled vertically: the height and `y` are along the list.
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
    found.reserveCapacity(result.capacity)
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

  /// How far a section is scrolled by itself; `nil` where it does not scroll by itself.
  package func ownOffset(ofSection section: Int) -> Double? {
    list.sections.indices.contains(section) ? solver.orthogonal(section)?.offset : nil
  }

  package func identity(ofSection section: Int) -> ElementID { list.sections[section].id }

  /// Who was listed, if the list was not updated since then.
  package func identity(of neighbour: Neighbour) -> Neighbour.Identity {
    let section = list.sections[neighbour.section]
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
    let frame = Rect(
      x: side(element.frame), y: lead(element.frame), width: element.frame.size[axis.cross],
      height: element.frame.size[axis])
    return Neighbour(frame: frame, size: element.frame.size, key: element.key)
  }
}

import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The offsets of targets.
extension ScrollState {
  /// Returns the offset at which the view shows a target, by the sizes known now.
  func offset(for target: ActiveScrollTarget, in layout: borrowing LayoutState, _ list: List) -> Double {
    switch target.kind {
    case .end: return scroller.maximum
    case .item(let path, let alignment):
      guard list.contains(path) else { return scroller.offset }
      return min(scroller.maximum, max(0, offset(showing: path, alignment, in: layout)))
    case .fraction(let path, let fraction):
      guard list.contains(path) else { return scroller.offset }
      let frame = layout.solver.frame(of: path)
      return min(scroller.maximum, max(0, layout.lead(frame) + frame.size[layout.axis] * fraction))
    }
  }

  /// Replaces the alignment `nearest` by the one that brings an item into view over the shortest distance. Returns any
  /// other alignment unchanged.
  ///
  /// The side is chosen once, by the sizes known when the scroll begins.
  func resolve(
    _ alignment: ScrollAlignment, for path: ElementPath, in layout: borrowing LayoutState
  ) -> ScrollAlignment {
    guard alignment == .nearest else { return alignment }
    let (start, end) = layout.rangeWithPinned(of: path)
    guard end - start <= layout.length else { return .nearest }
    let current = scroller.destination
    return start < current ? .start : end > current + layout.length ? .end : .nearest
  }

  private func offset(
    showing path: ElementPath, _ alignment: ScrollAlignment, in layout: borrowing LayoutState
  ) -> Double {
    let (start, end) = layout.rangeWithPinned(of: path)
    switch alignment {
    case .start: return start
    case .center: return (start + end - layout.length) / 2
    case .end: return end - layout.length
    case .nearest:
      let current = scroller.destination
      // An item that does not fit is aligned with its start, unless it fills the view already.
      if end - start > layout.length {
        let frame = layout.solver.frame(of: path)
        return layout.lead(frame) <= current && layout.trail(frame) >= current + layout.length ? current : start
      }
      if start < current { return start }
      return end > current + layout.length ? end - layout.length : current
    }
  }
}

extension LayoutState {
  /// Returns the start and end of an item along the main axis, extended by the extents that pinned elements cover
  /// before and after it.
  func rangeWithPinned(of path: ElementPath) -> (start: Double, end: Double) {
    let frame = solver.frame(of: path)
    let covered = coveredLength(over: path)
    return (lead(frame) - covered.start, trail(frame) + covered.end)
  }

  /// Returns the extents that pinned elements cover at the start and end of the viewport when the item at `path` is in
  /// view. If `path` is `nil`, only list boundaries count.
  func coveredLength(over path: ElementPath?) -> (start: Double, end: Double) {
    solver.pinnedExtents(inSection: path?.section, item: path?.item)
  }
}

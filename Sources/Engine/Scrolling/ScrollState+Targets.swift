package import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Scrolls to targets.
extension ScrollState {
  /// Scrolls toward a target whose offset is known.
  /// - Parameter offset: In logical pixels.
  @MainActor
  mutating func go(to offset: Double, animated: Bool, in layout: borrowing LayoutState, _ input: FrameInput) {
    target = nil
    prepareAnimation(to: offset, animated: animated, in: layout, input)
    if animated, input.binder.animatesMotion { scroller.glide(to: offset, spring: .key, at: input.now) }
    input.requestFrame()
  }

  /// Prepares a scroll to an offset. Without animation, jumps there. With animation, jumps to one viewport before the
  /// offset if the offset is more than three viewports away.
  @MainActor
  mutating func prepareAnimation(
    to offset: Double, animated: Bool, in layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard animated, input.binder.animatesMotion else { return scroller.jump(to: offset) }
    let distance = offset - scroller.offset
    guard abs(distance) > 3 * layout.length else { return }
    scroller.jump(to: offset - (distance < 0 ? -layout.length : layout.length))
  }

  /// Starts or re-aims the scroll to a target, by the sizes known now.
  @MainActor
  mutating func aim(at target: ActiveScrollTarget, in layout: borrowing LayoutState, _ input: FrameInput) {
    let offset = self.offset(for: target, in: layout, input.list)
    guard offset != scroller.target || !scroller.hasTarget else { return }
    if target.animated, input.binder.animatesMotion, abs(offset - scroller.offset) > 0.01 {
      scroller.glide(to: offset, spring: target.spring, at: input.now)
    } else {
      scroller.jump(to: offset)
    }
  }

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

  /// Maps the target of a running scroll to the new list. If the update removed the item that the view scrolls to, the
  /// scroll ends.
  package mutating func follow(_ mapping: ListMapping) {
    guard let path = target?.path else { return }
    guard let newPath = mapping.newPath(ofOld: path) else {
      target = nil
      return
    }
    switch target?.kind {
    case .item(_, let alignment): target?.kind = .item(newPath, alignment)
    case .fraction(_, let fraction): target?.kind = .fraction(newPath, fraction)
    case .end, nil: break
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

import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The anchors of nested scroll containers: when the width changes, each container still begins with the same item.
extension AnchorKeeper {
  /// Returns an anchor for each visible nested container: the item at its leading side, or at its centre if its groups
  /// snap to the centre. Within a section, the anchors of the innermost containers come first.
  package static func captureContainers(_ layout: borrowing LayoutState, _ items: borrowing ItemStore) -> [Anchor] {
    guard layout.solver.hasOwnScrolling else { return [] }
    var leaders: [ScrollContainerID: Leader] = [:]
    var order: [ScrollContainerID] = []
    for item in items.bound {
      guard let path = item.key.path else { continue }
      for id in layout.containers(around: path) {
        if leaders[id] == nil {
          guard let info = layout.solver.crossScroll(id), let frame = layout.solver.scrollFrame(of: id) else {
            continue
          }
          leaders[id] = Leader(info: info, side: layout.side(frame))
          order.append(id)
        }
        leaders[id]?.consider(item, path, side: layout.side(item.target), width: item.target.size[layout.axis.cross])
      }
    }
    return innermostFirst(
      order.compactMap { id in leaders[id]?.anchor(of: id, at: layout.solver.crossOffset(id)) })
  }

  private static func innermostFirst(_ anchors: [Anchor]) -> [Anchor] {
    func rank(_ anchor: Anchor) -> (Int, Int) { anchor.container.map { ($0.id.section, -$0.id.subsection) } ?? (0, 0) }
    return anchors.sorted { rank($0) < rank($1) }
  }

  /// Returns the anchors of nested containers for a new environment. An anchor from an earlier change remains until the
  /// user scrolls its container.
  ///
  /// Suppose that a container becomes so wide that it cannot scroll as far as before, and then becomes narrow again.
  /// Without the earlier anchor, it would begin with another item.
  mutating func keepContainers(
    _ layout: borrowing LayoutState, _ nested: borrowing NestedScrolling, _ items: borrowing ItemStore, _ list: List
  ) -> [Anchor] {
    let leaders = Self.captureContainers(layout, items)
    let visible = Set(leaders.compactMap { $0.container?.id })
    // Anchors of invisible containers are dropped with the list's own anchor, or their number would grow without limit.
    let isStanding = standing != nil
    var kept: [ScrollContainerID: Anchor] = [:]
    for (id, anchor) in containers {
      guard let container = anchor.container, !nested.isMoving(id),
        container.offset == layout.solver.crossOffset(id), list.contains(container.path),
        isStanding || visible.contains(id)
      else { continue }
      kept[id] = anchor
    }
    var captured: [Anchor] = []
    for anchor in leaders {
      guard let id = anchor.container?.id, kept[id] == nil else { continue }
      if nested.isMoving(id) { captured.append(anchor) } else { kept[id] = anchor }
    }
    storeContainers(kept)
    return Self.innermostFirst(Array(kept.values) + captured)
  }

  /// Scrolls nested containers after a change of the layout so that each begins with the same item as before.
  /// - Parameter anchors: The anchors, those of the innermost containers first.
  /// - Returns: The distances by which containers were scrolled, in logical pixels.
  package mutating func restore(_ anchors: [Anchor], in layout: inout LayoutState, _ list: List) -> [NestedScrolling
    .Shift]
  {
    var shifts: [NestedScrolling.Shift] = []
    for case .container(let anchor) in anchors {
      guard list.contains(anchor.path), let info = layout.solver.crossScroll(anchor.id),
        let place = layout.solver.scrollFrame(of: anchor.id)
      else { continue }
      let frame = layout.solver.frame(of: anchor.path)
      var distance = layout.side(frame) - layout.side(place)
      if anchor.isCentered { distance += (frame.size[layout.axis.cross] - info.viewport) / 2 }
      let shift = distance - anchor.distance
      guard shift != 0 else { continue }
      shifts.append(NestedScrolling.Shift(container: anchor.id, distance: shift, limits: info.limits))
      _ = move(anchor.id, to: info.offset + shift, in: &layout)
    }
    return shifts
  }

  /// Scrolls nested containers after a change of the environment so that the focused item is visible again, if it was
  /// visible before.
  mutating func revealFocus(in layout: inout LayoutState, _ nested: borrowing NestedScrolling, _ list: List) {
    guard let focus = visibleFocus, list.contains(focus) else { return }
    for id in layout.containers(around: focus) {
      guard !nested.isMoving(id), let offset = layout.solver.offset(showing: focus, of: id) else { continue }
      _ = move(id, to: offset, in: &layout)
    }
  }

  /// Drops the anchors of nested containers after an update. If the update leaves all items in place, drops only those
  /// in sections whose layout changes.
  mutating func followContainers(_ update: UpdateTransaction, _ list: List) {
    guard update.mapping.isIdentity else { return dropContainers() }
    storeContainers(
      containers.filter { id, _ in
        let (before, now) = (update.oldList.sections[id.section], list.sections[id.section])
        return before.layout == now.layout && before.provider == now.provider
      })
  }

  /// The search for the item at the leading side of a nested container.
  @MainActor
  private struct Leader {
    let info: CrossScrollMetrics
    /// The coordinate of the container's start along the cross axis, in logical pixels.
    let side: Double
    private var best: (path: ElementPath, distance: Double)?
    private var isVisible = false

    init(info: CrossScrollMetrics, side: Double) { (self.info, self.side) = (info, side) }

    private var isCentered: Bool { info.behavior == .groupPagingCentered }

    /// Takes an item as the leader if it is the first that begins in the container or, if centred, ends after the
    /// centre.
    ///
    /// An item that is not measured yet may move the items after it, so it is taken only if no other item qualifies.
    mutating func consider(_ item: BoundItem, _ path: ElementPath, side start: Double, width: Double) {
      guard best == nil || !isVisible && !item.isEntering else { return }
      let start = start - side
      guard isCentered ? start + width > info.viewport / 2 : start > -1 else { return }
      isVisible = !item.isEntering
      best = (path, isCentered ? start + width / 2 - info.viewport / 2 : start)
    }

    func anchor(of id: ScrollContainerID, at offset: Double) -> Anchor? {
      guard let best else { return nil }
      return .container(
        Anchor.Container(
          id: id, path: best.path, distance: best.distance, isCentered: isCentered, offset: offset))
    }
  }
}

extension ItemStore {
  /// Returns the focused item if the previous frame showed it, and neither the view nor a nested container cut it off
  /// along the cross axis; else `nil`. In a list without nested containers, returns `nil`.
  func visibleFocus(_ focus: ElementPath?, in layout: borrowing LayoutState) -> ElementPath? {
    guard layout.solver.hasOwnScrolling, let focus, let width = layout.environment?.container[layout.axis.cross],
      let item = item(at: .item(focus)), !item.isEntering
    else { return nil }
    let (lower, upper) = (item.target.lower(layout.axis.cross), item.target.upper(layout.axis.cross))
    let isWhole =
      lower > -1 && upper < width + 1 && item.placement.visibleTarget.size[layout.axis.cross] > upper - lower - 1
    return isWhole ? focus : nil
  }

  /// Whether the previous frame showed an element at its measured size; `false` if the element is not bound.
  func wasVisible(_ key: LayoutElement.Key) -> Bool { item(at: key)?.isEntering == false }
}

import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Moves: the animations of items that an update gives other frames.
extension MotionPass {
  /// The largest number of visible moves after a sort or filter by the user. More moves at once would be confusing, so
  /// above this number the items crossfade.
  private static let maximumMoves = 120
  /// A fade from the old frames to the new ones.
  private struct Crossfade {
    /// The duration of each fade, in seconds.
    var seconds: Double
    /// The time before items fade in, in seconds.
    var delay = 0.0

    static let usual = Crossfade(seconds: 0.14)
    /// The fade if the user asked for less motion.
    static let reduced = Crossfade(seconds: 0.1)
    /// The fade of rows that would cross rows turning into tiles, or tiles turning into rows. The delay lets the latter
    /// nearly arrive before the rows appear.
    static let aside = Crossfade(seconds: 0.14, delay: 0.18)
  }

  /// The time in which a row that is fading when its move starts becomes opaque, in seconds.
  private static let coverFade = 0.06

  /// Starts move animations. Call when final frames are known.
  static func startMoves(
    _ motion: inout UpdateMotion, _ items: inout ItemStore, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard let update = motion.update else { return }
    // Distances count from the viewport's position now, as if all scrolling had come before the update.
    let origin = update.origin + update.scrolling.presented
    var moves: [MoveAnimation] = []
    for item in items.bound {
      guard let drawn = item.placement.previous.frame else { continue }
      let scrolled = update.scrolling.distance(of: item.key, in: layout)
      var start = drawn.offset(by: -scrolled)
      if item.isPinned {
        start.origin[layout.axis] = pinnedStart(of: item, drawn, update, layout, input)
        if item.placement.previous.drawnOrigin != nil { item.placement.previous.drawnOrigin = start.origin + scrolled }
      }
      moves.append(MoveAnimation(item: item, start: start, end: item.target.origin - origin))
    }
    guard input.animatesMotion else { return fade(moves, .reduced, &items, layout, input) }
    if update.reason != .program, isBeyondFollowing(moves, in: layout.bounds) {
      return fade(moves, .usual, &items, layout, input)
    }
    // Set only now: after a crossfade, items that enter later have no motion to join.
    motion.recordMoves()
    let aside = takeRowsAside(from: &moves, update)
    if !aside.isEmpty { fade(aside, .aside, &items, layout, input) }
    clampToEdges(&moves, layout)
    // If the update changed the scroll velocity, items take over the velocity that the content lost.
    let lost = update.lostVelocity * (layout.isReversed ? 1 : -1)
    for move in moves {
      let item = move.item
      if lost != 0, item.pinnedBy == 0 { item.placement.push(by: lost, along: layout.axis) }
      // A moving row covers the rows that it passes, so a row that still fades in must soon be opaque, without a jump.
      if move.isMove, item.highlight.covers { item.alpha.go(to: 1, at: input.now, for: coverFade) }
      let timing = item.animator?.move(item.animationContext(at: move.start, in: layout.size))
      item.placement.startMove(from: move.start, to: move.end, inViewAt: origin, timing ?? MotionTiming(update.spring))
    }
  }

  /// Returns the position where a pinned item starts. Scrolling does not carry it as far as the content: not at all
  /// while it is held at the edge.
  /// - Parameter drawn: The frame where the item was drawn when the update was applied.
  private static func pinnedStart(
    of item: BoundItem, _ drawn: Rect, _ update: UpdateTransaction, _ layout: borrowing LayoutState, _ input: FrameInput
  ) -> Double {
    let axis = layout.axis
    // The frame where it would be drawn if scrolling had carried the item as far as the content.
    let carried = drawn.offset(by: -update.scrolling.distance(of: item.key, in: layout))
    let (before, after) = (update.oldOrigin, update.oldOrigin + update.scrolling.presented)
    guard let key = update.oldKey(of: item.key, in: layout.solver, input.list),
      let natural = update.oldSolver.frame(for: key),
      let pinned = update.oldSolver.frame(for: key, pinnedIn: Rect(origin: before, size: layout.size)),
      let scrolled = update.oldSolver.frame(for: key, pinnedIn: Rect(origin: after, size: layout.size))
    else { return carried.lower(axis) }
    let place = scrolled.offset(by: -after)
    // The scroll may have gone beyond the end of the old section, which the update moved away.
    if pinned != natural, item.pinnedBy != 0, !place.intersects(layout.bounds) { return drawn.lower(axis) }
    let distance = place.lower(axis) - (pinned.lower(axis) - before[axis])
    return clamp(drawn.lower(axis) + distance, drawn.size[axis], layout.length)
  }

  // MARK: Off-screen staging

  /// Limits far positions: items that come from far away start just beyond the edge, in order, and items that go far
  /// away end there.
  private static func clampToEdges(_ moves: inout [MoveAnimation], _ layout: borrowing LayoutState) {
    let (axis, length, size) = (layout.axis, layout.length, layout.size)
    var starts: [OffscreenStaging.Place] = []
    for index in moves.indices where moves[index].isEntering && !moves[index].isBackground {
      starts.append(
        OffscreenStaging.Place(
          index: index, start: moves[index].start.lower(axis), length: moves[index].start.size[axis]))
    }
    OffscreenStaging.clampToEdges(starts, length: length, closesGaps: true) { moves[$0].start.origin[axis] = $1 }
    // A background spans a whole section, so its start is only limited, not lined up after other items.
    for index in moves.indices where moves[index].isEntering && moves[index].isBackground {
      moves[index].start.origin[axis] = clamp(moves[index].start.lower(axis), moves[index].start.size[axis], length)
    }
    for index in moves.indices where moves[index].isEntering {
      clampAcross(&moves[index].start.origin, size: moves[index].start.size, axis: axis.cross, view: size)
    }
    var ends: [OffscreenStaging.Place] = []
    for index in moves.indices where !moves[index].isBackground {
      ends.append(
        OffscreenStaging.Place(
          index: index, start: moves[index].end[axis], length: moves[index].item.target.size[axis]))
    }
    OffscreenStaging.clampToEdges(ends, length: length, closesGaps: false) { moves[$0].end[axis] = $1 }
    for index in moves.indices {
      let item = moves[index].item
      if moves[index].isBackground {
        moves[index].end[axis] = clamp(moves[index].end[axis], item.target.size[axis], length)
      }
      clampAcross(&moves[index].end, size: item.target.size, axis: axis.cross, view: size)
    }
  }

  /// Returns a start or end position along the main axis, limited to at most one viewport beyond the edges.
  private static func clamp(_ start: Double, _ extent: Double, _ length: Double) -> Double {
    min(max(start, -extent - length), 2 * length)
  }

  /// Limits a start or end position on the cross axis: an item starts or ends at most a quarter of the view beyond the
  /// view's side. Otherwise items far along a nested scroll container would start or end far away.
  private static func clampAcross(_ place: inout Point, size: Size, axis: Axis, view: Size) {
    place[axis] = min(max(place[axis], -size[axis] - view[axis] / 4), view[axis] * 1.25)
  }

  // MARK: Crossfades

  /// Whether a user cannot follow the moves of a sort or filter: there are too many, or most of the items that end in
  /// view start outside it, so that the viewport would be nearly blank until they arrive. Items with an animator of
  /// their own, such as lines of text, do not count for the latter.
  private static func isBeyondFollowing(_ moves: [MoveAnimation], in bounds: Rect) -> Bool {
    var (visible, shown, arriving) = (0, 0, 0)
    for move in moves {
      let startsVisible = move.start.intersects(bounds)
      let endsVisible = move.endsVisible(in: bounds)
      if move.isMove, startsVisible || endsVisible { visible += 1 }
      guard endsVisible, move.item.key.kind == .item, move.item.animator == nil else { continue }
      shown += 1
      if !startsVisible { arriving += 1 }
    }
    return visible > maximumMoves || 2 * arriving > shown
  }

  /// Removes and returns the moves of rows that would cross rows turning into tiles, or tiles turning into rows.
  private static func takeRowsAside(from moves: inout [MoveAnimation], _ update: UpdateTransaction) -> [MoveAnimation] {
    guard moves.contains(where: \.isReshaped) else { return [] }
    func paths(of move: MoveAnimation) -> (old: ElementPath, new: ElementPath)? {
      guard let new = move.item.key.path, let old = update.mapping.oldPath(ofNew: new) else { return nil }
      return (old, new)
    }
    let reshaped = moves.filter(\.isReshaped).compactMap(paths)
    var aside: [MoveAnimation] = []
    moves.removeAll { move in
      guard move.isMove, move.item.highlight.covers, !move.isReshaped, !move.item.isPinned, let own = paths(of: move),
        reshaped.contains(where: { ($0.old < own.old) != ($0.new < own.new) })
      else { return false }
      aside.append(move)
      return true
    }
    return aside
  }

  /// Fades moving items out at their old frames and in at the new ones. Items that do not move stay as they are.
  private static func fade(
    _ moves: [MoveAnimation], _ fade: Crossfade, _ items: inout ItemStore, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) {
    var replaced: [ObjectIdentifier: BoundItem?] = [:]
    for move in moves {
      let item = move.item
      // Without motion, everything is drawn at its target frame; only fades show the change.
      item.placement.stopMoving()
      guard move.isMove else { continue }
      let isVisible = move.start.intersects(layout.bounds) && item.isPlainlyVisible(at: input.now)
      // The content view with the keyboard focus must not be replaced.
      guard isVisible, !input.binder.hasFocus(item) else {
        item.fadeIn(for: fade.seconds, at: input.now, after: fade.delay)
        continue
      }
      // The copy replaces the item among the bound ones; the item itself fades out at its old frame.
      let copy = move.endsVisible(in: layout.bounds) ? items.makeCopy(of: item, input) : nil
      copy?.fadeIn(for: fade.seconds, at: input.now, after: fade.delay)
      replaced[ObjectIdentifier(item)] = .some(copy)
      items.exit(item, byCrossfadeAt: move.start, clip: item.placement.previous.clip, for: fade.seconds, input)
    }
    items.replace(replaced)
  }
}

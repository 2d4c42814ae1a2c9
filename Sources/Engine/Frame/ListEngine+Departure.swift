import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// More visible moves than this, asked for by a person at once, would be a tangle: they are cross-faded.
  private static let maximumMoves = 120
  private static let crossFade = 0.14
  private static let reducedCrossFade = 0.1
  /// What was on its way in or out and is moved meanwhile is all there after so many seconds.
  private static let coverFade = 0.06

  /// An item that an update moves: where it is seen and where it comes to stand, in coordinates of the view.
  @MainActor
  private struct MoveAnimation {
    var item: BoundItem
    var start: Rect
    var end: Point

    /// A ground is as long as all that stands upon it: nothing stands in line behind that.
    var isGround: Bool { item.key.kind == .decoration }
    var isMove: Bool { abs(start.minY - end.y) > 0.5 || abs(start.minX - end.x) > 0.5 }
  }

  /// Sets everything in motion that an update moved, now that it is known where it comes to stand.
  func depart(through transition: UpdateTransaction, at now: Instant) {
    // As if it had all been scrolled before: what is near and what is far is judged where the view stands now.
    let scrolled = transition.seenScrolling
    let origin = transition.origin + scrolled
    var moves: [MoveAnimation] = []
    for item in items.bound {
      guard let start = item.departure?.offset(by: -seenScrolling(of: item)) else { continue }
      var move = MoveAnimation(item: item, start: start, end: item.target.origin - origin)
      keepEnd(of: &move)
      moves.append(move)
    }
    guard motionTravels else { return fade(moves, for: Self.reducedCrossFade, at: now) }
    if transition.reason != .program, moves.count > Self.maximumMoves,
      moves.count(where: { $0.isMove && isSeen($0) }) > Self.maximumMoves
    {
      return fade(moves, for: Self.crossFade, at: now)
    }
    motion.update?.travels = true
    clampToEdges(&moves)
    // Where the update took the view elsewhere, what scrolled goes on with that speed by itself.
    let lost = transition.lostVelocity * (layout.isReversed ? 1 : -1)
    for move in moves {
      if lost != 0 { move.item.push(by: lost, along: layout.axis) }
      // A row that is on its way covers what it passes over, which is to be read or not: soon, but without a snap.
      if move.isMove, move.item.highlight.covers { move.item.alpha.go(to: 1, at: now, for: Self.coverFade) }
      let timing = move.item.animator?.move(move.item.animationContext(at: move.start, in: layout.size))
      move.item.travel(
        from: move.start, to: move.end, inViewAt: origin, timing ?? MotionTiming(transition.spring))
    }
  }

  /// What becomes shorter is cut at its end. Where that would put all of it out of sight at once, it goes on from where its
  /// end is seen.
  private func keepEnd(of move: inout MoveAnimation) {
    let (item, start) = (move.item, move.start)
    let stretch = layout.axis == .vertical ? item.dh.value : item.dw.value
    let lost = start.size[layout.axis] - max(0, stretch) - item.target.size[layout.axis]
    let distance = min(lost, -start.lower(layout.axis))
    guard distance > 0, start.upper(layout.axis) > 0, start.lower(layout.axis) + item.target.size[layout.axis] <= 0
    else { return }
    move.start.origin[layout.axis] += distance
    move.start.size[layout.axis] -= distance
    item.seenBefore?[layout.axis] += distance
  }

  private func isSeen(_ move: MoveAnimation) -> Bool {
    move.start.intersects(layout.bounds) || arrivesInSight(move)
  }

  private func arrivesInSight(_ move: MoveAnimation) -> Bool {
    Rect(origin: move.end, size: move.item.target.size).intersects(layout.bounds)
  }

  /// What comes from far away comes from just beyond the edge, in order, and what goes there goes no further.
  private func clampToEdges(_ moves: inout [MoveAnimation]) {
    // What is on its way already goes on from where it is.
    let entering = moves.indices.filter { moves[$0].item.seenBefore == nil }
    let starts = entering.filter { !moves[$0].isGround }.map { index in
      OffscreenStaging.Place(
        index: index, start: moves[index].start.lower(layout.axis), length: moves[index].start.size[layout.axis])
    }
    OffscreenStaging.clampToEdges(starts, length: layout.length, closesGaps: true) {
      moves[$0].start.origin[layout.axis] = $1
    }
    for index in entering where moves[index].isGround {
      moves[index].start.origin[layout.axis] = near(
        moves[index].start.lower(layout.axis), moves[index].start.size[layout.axis])
    }
    for index in entering { clampAcross(&moves[index].start.origin, moves[index].start.size) }
    let ends = moves.indices.filter { !moves[$0].isGround }.map { index in
      OffscreenStaging.Place(
        index: index, start: moves[index].end[layout.axis], length: moves[index].item.target.size[layout.axis])
    }
    OffscreenStaging.clampToEdges(ends, length: layout.length, closesGaps: false) { moves[$0].end[layout.axis] = $1 }
    for index in moves.indices {
      if moves[index].isGround {
        moves[index].end[layout.axis] = near(moves[index].end[layout.axis], moves[index].item.target.size[layout.axis])
      }
      clampAcross(&moves[index].end, moves[index].item.target.size)
    }
  }

  /// A place no further from the edges than others keep their own.
  private func near(_ start: Double, _ size: Double) -> Double {
    min(max(start, -size - layout.length), 2 * layout.length)
  }

  /// What comes from or goes far along a section that scrolls by itself does so just beyond its side.
  private func clampAcross(_ place: inout Point, _ size: Size) {
    let (across, width) = (layout.axis.cross, layout.size[layout.axis.cross])
    place[across] = min(max(place[across], -size[across] - width / 4), width * 1.25)
  }

  // MARK: Cross-fades

  /// What moved fades out where it was and in where it is; the rest stands still.
  private func fade(_ moves: [MoveAnimation], for seconds: Double, at now: Instant) {
    var replaced: [ObjectIdentifier: BoundItem?] = [:]
    for move in moves {
      let item = move.item
      item.stopTravelling()
      guard move.isMove else { continue }
      guard move.start.intersects(layout.bounds), !binder.hasFocus(item), item.isPlainlyVisible(at: now) else {
        item.appear(for: seconds, at: now)
        continue
      }
      let copy = arrivesInSight(move) ? copy(of: item, at: now) : nil
      copy?.appear(for: seconds, at: now)
      replaced[ObjectIdentifier(item)] = .some(copy)
      items.exit(
        item, byCrossfadeAt: move.start, clip: item.departureClip, for: seconds,
        FadeInput(now: now, origin: scroll.presentedOrigin))
    }
    guard !replaced.isEmpty else { return }
    items.bound = items.bound.compactMap { item -> BoundItem? in
      guard let copy = replaced[ObjectIdentifier(item)] else { return item }
      return copy
    }
  }

  /// Another content that shows the same item at its new place.
  private func copy(of item: BoundItem, at now: Instant) -> BoundItem {
    let input = bindInput(at: now)
    let copy = BindPass.make(item.key, item.row, &items, input)
    copy.takePlace(of: item)
    copy.measuredWidth = item.measuredWidth
    binder.layOut(copy)
    startDisplay(of: copy)
    return copy
  }
}

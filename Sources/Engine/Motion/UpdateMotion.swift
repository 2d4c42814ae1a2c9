package import ScrollworkContentViews
import ScrollworkDiffing
package import ScrollworkGeometry
import ScrollworkHostInterface
package import ScrollworkLayout

/// The animations of updates.
@MainActor
package struct UpdateMotion: ~Copyable {
  /// The update that the current frame applies.
  package private(set) var update: UpdateTransaction?
  /// Whether this frame applies an update. Stored, because a test of `update` copies it, which takes as long as a pass.
  private(set) var isUpdating = false
  /// The animator of `update`, for items that get none from their content view, cell or section.
  private(set) var animator: (any Animator)?
  /// Updates whose animations still run, the newest last.
  package private(set) var ongoing: [OngoingUpdate] = []
  /// The motion of items recycled in flight, by key, so that items that return resume it.
  private(set) var suspended: [LayoutElement.Key: SuspendedMotion] = [:]
  package private(set) var corrections = Corrections()
  /// Whether the list scrolled during the current animations.
  private(set) var hasScrolled = false
  /// Whether any item is in flight.
  package private(set) var isRunning = false
  /// Whether anything moved in the previous frame, including by scrolling.
  private(set) var wasRunning = false
  /// Whether any item has a change mark, the fading highlight of a cell whose content has changed.
  private(set) var hasChangeMarks = false

  /// The largest number of ongoing updates. The user sees no difference if entering items take no part in older
  /// updates.
  private static let maximumUpdates = 4

  package init() {}

  // MARK: The update of the frame

  /// Begins the update that the current frame applies.
  /// - Parameter animator: The animator for items that get none from their content view, cell or section.
  package mutating func begin(_ update: UpdateTransaction, animator: (any Animator)? = nil) {
    (self.update, self.animator, isUpdating) = (update, animator, true)
  }

  /// Records the scroll velocity that the update stopped, in logical pixels a second.
  mutating func recordLostVelocity(_ velocity: Double) { update?.lostVelocity = velocity }

  /// Records that the update moves items to their new frames, and does not crossfade them.
  mutating func recordMoves() { update?.movesItems = true }

  /// Records an element of both layouts, and the origin of its frame in the old layout; see
  /// `UpdateTransaction.reference`.
  mutating func setReference(_ reference: (key: LayoutElement.Key, place: Point)?) { update?.reference = reference }

  /// Counts an insertion that the update started.
  mutating func countInsertion() { update?.insertionCount += 1 }

  /// Counts a removal that the update started.
  mutating func countRemoval() { update?.removalCount += 1 }

  /// Forgets the update after its frame, and records whether anything moved in the frame, including by scrolling.
  package mutating func finishFrame(isMoving: Bool) {
    wasRunning = isMoving
    (update, animator, isUpdating) = (nil, nil, false)
  }

  // MARK: Corrections and change marks

  /// Begins to record the shift of the viewport by measured sizes.
  mutating func beginCorrections() { corrections.shift = .zero }

  /// Ends the corrections of a frame.
  /// - Parameter hasMoved: Whether an item began to move because its target frame was corrected.
  mutating func endCorrections(hasMoved: Bool) {
    corrections.areInFlight = hasMoved || corrections.areInFlight && isRunning
  }

  /// Records that the viewport's origin changed in content coordinates, other than by scrolling.
  mutating func shift(by distance: Point) {
    update?.shift += distance
    corrections.shift += distance
  }

  /// Records whether any item has a change mark.
  mutating func recordChangeMarks(_ isAnyLeft: Bool) { hasChangeMarks = isAnyLeft }

  // MARK: Ongoing updates

  /// Ends the frame: records whether anything is in flight, and keeps the update of this frame if it moves items.
  mutating func endFrame(isRunning: Bool, at now: Instant) {
    self.isRunning = isRunning
    keepUpdate(at: now)
    if ongoing.isEmpty { suspended.removeAll(keepingCapacity: true) }
  }

  private mutating func keepUpdate(at now: Instant) {
    guard isRunning else {
      hasScrolled = false
      return ongoing.removeAll(keepingCapacity: true)
    }
    guard let update, update.isAnimated else { return }
    guard update.movesItems else { return dropOngoing() }
    if ongoing.count == Self.maximumUpdates { ongoing.removeFirst() }
    ongoing.append(OngoingUpdate(update, at: now))
  }

  /// Forgets the ongoing updates: items that enter from now on do not take part in them.
  mutating func dropOngoing() { ongoing.removeAll(keepingCapacity: true) }

  /// Records the layout to which the newest ongoing update leads, before something else changes the layout.
  package mutating func endNewest(with layout: borrowing LayoutState, _ list: List, viewedFrom origin: Point) {
    guard !ongoing.isEmpty else { return }
    ongoing[ongoing.count - 1].end(with: layout.solver, list, viewedFrom: origin)
  }

  /// Traps if the motions contradict each other. Call after the passes of a frame.
  package func checkInvariants() {
    precondition(isUpdating == (update != nil), "the update of the frame is \(isUpdating ? "missing" : "left over")")
    precondition(ongoing.count <= Self.maximumUpdates, "\(ongoing.count) updates are ongoing")
    precondition(isRunning || ongoing.isEmpty, "at rest, but \(ongoing.count) updates are ongoing")
    precondition(!ongoing.isEmpty || suspended.isEmpty, "\(suspended.count) motions wait for no update")
    precondition(isRunning || !hasScrolled, "at rest, but the user scrolled during an animation")
    for (update, next) in zip(ongoing, ongoing.dropFirst()) {
      precondition(update.end != nil && update.start <= next.start, "an older update has no end, or began later")
    }
  }

  // MARK: Scrolling during an animation

  /// Records that the viewport moved over the content.
  ///
  /// After a jump of more than two viewports, no item that was in flight is visible, so ongoing updates are forgotten.
  package mutating func recordScrolling(by delta: ScrollDelta, in layout: borrowing LayoutState) {
    update?.scrolled += delta.offset
    let distance = delta.presented
    guard distance != .zero else { return }
    hasScrolled = isRunning
    update?.scrolling.presented += distance
    guard !ongoing.isEmpty else { return }
    // An item is staged at most one viewport beyond the edges.
    if abs(distance[layout.axis]) > 2 * layout.length { return dropOngoing() }
    for index in ongoing.indices { ongoing[index].transition.scrolling.presented += distance }
  }

  /// Records that a nested scroll container was scrolled.
  ///
  /// The distance counts for an update only if the container existed before the update too: otherwise it moved nothing
  /// in the old layout.
  /// - Parameter distance: The change of the container's offset, in logical pixels.
  mutating func recordNestedScrolling(by distance: Double, of container: ScrollContainerID, in list: List) {
    if let update, update.oldContainer(of: container, in: list) != nil {
      self.update?.scrolling.nested[container, default: 0] += distance
    }
    guard let last = ongoing.last, last.end == nil, last.transition.oldContainer(of: container, in: list) != nil else {
      return
    }
    ongoing[ongoing.count - 1].transition.scrolling.nested[container, default: 0] += distance
  }

  // MARK: Suspended motion

  /// Keeps the motion of items that were recycled in flight, as long as there are ongoing updates.
  package mutating func suspend(_ motions: [(key: LayoutElement.Key, motion: SuspendedMotion)]) {
    guard !motions.isEmpty, !ongoing.isEmpty else { return }
    for (key, motion) in motions { suspended[key] = motion }
  }

  /// Maps suspended motion to the keys of the new list. An item that was outside the viewport when the list changed
  /// does not resume its motion, because its current position is unknown.
  mutating func mapSuspended(through update: UpdateTransaction, to layout: borrowing LayoutState, _ list: List) {
    guard !suspended.isEmpty else { return }
    var lost: [LayoutElement.Key: SuspendedMotion] = [:]
    for (old, var motion) in suspended {
      guard let key = update.newKey(of: old, in: layout.solver, list) else { continue }
      motion.isPositionUnknown = true
      lost[key] = motion
    }
    suspended = lost
  }

  // MARK: Sizes measured since an update

  /// Copies the sizes that this frame measured into the old layout, for items to which both layouts propose the same
  /// size. Otherwise rows bound for the first time would seem to move only because their sizes were unknown.
  mutating func recordMeasured(_ items: borrowing ItemStore, _ layout: borrowing LayoutState, _ list: List) {
    guard items.isAnyJoining else { return }
    var sizes: [(key: LayoutElement.Key, size: Size)] = []
    do {
      // The local copy of the update must end before the change below, which would otherwise copy the whole layout.
      guard let update = update ?? ongoing.last?.transition else { return }
      for item in items.bound where item.isJoining {
        guard let old = update.oldKey(of: item.key, in: layout.solver, list), update.oldSolver.isEstimated(old),
          !layout.solver.isEstimated(item.key),
          update.oldSolver.proposedSize(for: old) == layout.solver.proposedSize(for: item.key)
        else { continue }
        sizes.append((old, item.target.size))
      }
    }
    if update != nil {
      for (key, size) in sizes { _ = update?.oldSolver.setMeasured(size, for: key) }
    } else {
      let last = ongoing.count - 1
      for (key, size) in sizes { _ = ongoing[last].transition.oldSolver.setMeasured(size, for: key) }
    }
  }

  /// Resolves the sections in a rectangle in the old layout of the newest ongoing update. They may never have been near
  /// the viewport before.
  /// - Parameter rect: In the coordinates of the old content.
  mutating func prepareOldLayout(in rect: Rect) {
    guard !ongoing.isEmpty else { return }
    _ = ongoing[ongoing.count - 1].transition.oldSolver.prepare(in: rect)
  }
}

public import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkImageLoading

extension CollectionView {
  /// The plugins that load the resources of components before display and cancel loads that are no longer needed.
  ///
  /// Cells, headers and footers take part if their components conform to ``ComponentResourcePrefetchable``.
  public var prefetchingPlugins: [any CollectionViewPrefetchingPlugin] {
    get { (neighbourhoodObserver as? CollectionPrefetcher)?.plugins ?? [] }
    set { prefetch(with: newValue) }
  }

  /// Sets the plugins together with the configuration of the prefetch window, such as the widths of the rings.
  public func prefetch(
    with plugins: [any CollectionViewPrefetchingPlugin], configuration: PrefetchConfiguration = PrefetchConfiguration()
  ) {
    (neighbourhoodObserver as? CollectionPrefetcher)?.stop()
    neighbourhoodObserver = plugins.isEmpty ? nil : CollectionPrefetcher(plugins, configuration)
    host?.setNeedsFrame()
  }
}

/// The driver of one collection view's prefetching, which follows the scrolling and updates the prefetch rings.
@MainActor
final class CollectionPrefetcher: NeighbourhoodObserving {
  /// The facts about the view that decide what to load. The rings are updated only if these facts have changed.
  private struct Look: Equatable {
    var offset = 0.0
    var viewport = Size.zero
    var scale = 1.0
    var contentHeight = 0.0
    var generation = -1
    var isResting = false
    var isMemoryShort = false
  }

  let plugins: [any CollectionViewPrefetchingPlugin]
  private let coordinator: PrefetchCoordinator<Neighbour>
  private var last: Look?
  private var lastOffset: Double?
  /// The time of the last frame in which the user's scroll moved the view, and the velocity then, in viewport lengths a
  /// second. The velocity is `nil` if no other movement shortly preceded this one.
  private var lastMove: (time: Instant, velocity: Double?)?
  /// The number of frames without movement since ``lastMove``.
  private var stillFrames = 0
  /// Whether the user has scrolled the view. Before the first scroll, less is loaded ahead.
  private var hasScrolled = false
  /// The time of the last resize; `nil` once the loads were updated for the new size.
  private var resizedAt: Instant?
  private var sections = SectionScrolls()
  /// The identities of the items that were in the rings at the last update of the rings.
  private var identities: [Neighbour: Neighbour.Identity] = [:]
  // Reused, so that frames while scrolling do not allocate.
  private var neighbours: [Neighbour] = []
  /// The items around the viewport, with their distances from it.
  private var items: [PrefetchItem<Neighbour>] = []
  /// The scrolled distance that triggers an update of the rings, as a share of the viewport.
  private static let step = 1.0 / 16
  /// The longest time between two movements that belong to the same scroll, in seconds.
  private static let moment = 0.1
  /// The number of consecutive frames without movement after which the view counts as at rest.
  private static let restingFrames = 3
  /// The time for which the size must stay the same after a resize, in seconds; the same as in ``ImageView``.
  private static let settlingTime = 0.25

  /// Creates a prefetcher with no item in its rings.
  init(_ plugins: [any CollectionViewPrefetchingPlugin], _ configuration: PrefetchConfiguration) {
    self.plugins = plugins
    coordinator = PrefetchCoordinator(plugins: plugins, configuration: configuration)
  }

  /// The number of items with a load in each ring, by the ring's raw value.
  var counts: [Int] { coordinator.counts }

  /// Cancels all loads. The next frame fills the rings again.
  func stop() {
    coordinator.stop()
    identities.removeAll()
    last = nil
    resizedAt = nil
  }

  /// Cancels all loads, because the view is no longer shown.
  func collectionViewDidLeaveWindow(_ view: CollectionView) { stop() }

  /// Updates the rings after a frame if the view has changed enough.
  func collectionViewDidMakeFrame(_ view: CollectionView, at now: Instant) {
    let rect = view.visibleRect
    guard !rect.isEmpty, let environment = view.host?.environment else { return stop() }
    let isTurned = view.reloadCount == last?.generation && sections.haveMoved(by: rect.width * Self.step, in: view)
    if isTurned { hasScrolled = true }
    let motion = motion(of: view, rect, at: now, environment)
    let look = Look(
      offset: rect.minY, viewport: rect.size, scale: environment.scale,
      contentHeight: max(view.contentSize.width, view.contentSize.height),
      generation: view.reloadCount, isResting: motion.velocity == 0, isMemoryShort: motion.isMemoryShort)
    let hasSettled = hasSettled(in: view, at: now, look)
    guard isTurned || hasSettled || isDue(look) else { return }
    let isUpdated = look.generation != last?.generation
    let contentMayDiffer = hasSettled || isUpdated || look.scale != last?.scale
    if contentMayDiffer { resizedAt = nil }
    last = look
    list(around: rect, motion, in: view)
    if isUpdated { followUpdate(of: view) }
    let changes = coordinator.update(items, motion: motion, contentMayDiffer: contentMayDiffer) { neighbour in
      (view.component(of: neighbour)?.base as? any ComponentResourcePrefetchable).map {
        PrefetchCoordinator.Subject($0, size: neighbour.size, scale: environment.scale)
      }
    }
    for (neighbour, _) in changes.started { identities[neighbour] = view.identity(of: neighbour) }
    for neighbour in changes.cancelled { identities[neighbour] = nil }
  }

  /// Gives the items in the rings their new positions after an update of the list. Items that are not around the
  /// viewport any more leave the rings.
  private func followUpdate(of view: CollectionView) {
    guard !identities.isEmpty else { return }
    var positions = Dictionary(neighbours.map { (view.identity(of: $0), $0) }) { first, _ in first }
    var followed: [Neighbour: Neighbour.Identity] = [:]
    coordinator.rename { former in
      guard let identity = identities[former], let now = positions.removeValue(forKey: identity) else { return nil }
      followed[now] = identity
      return now
    }
    identities = followed
  }

  /// Whether the wait after a resize ends now: the size has stayed the same for long enough. Until then, loads for the
  /// former size continue.
  private func hasSettled(in view: CollectionView, at now: Instant, _ look: Look) -> Bool {
    if let last, last.viewport != look.viewport { resizedAt = now }
    guard let resizedAt else { return false }
    if now >= resizedAt.advanced(bySeconds: Self.settlingTime) { return true }
    // Requests another frame, which will notice the end of the wait.
    view.host?.setNeedsFrame()
    return false
  }

  /// Whether the view has changed enough since the last update of the rings. Scrolling by less than ``step`` does not
  /// count.
  private func isDue(_ look: Look) -> Bool {
    guard var last else { return true }
    if abs(look.offset - last.offset) < look.viewport.height * Self.step, !look.isResting || last.isResting {
      last.offset = look.offset
      // Heights are measured while the view scrolls, so a change of the content height alone does not count either.
      if !look.isResting { last.contentHeight = look.contentHeight }
    }
    return look != last
  }

  /// Returns the motion of the viewport.
  ///
  /// The velocity and remaining distance of a fling are known. In a scroll by the user, the velocity is measured
  /// between two movements and kept for a few frames without movement; the remaining distance is unknown. A single
  /// movement gives only the direction.
  private func motion(
    of view: CollectionView, _ rect: Rect, at now: Instant, _ environment: Environment
  ) -> PrefetchMotion {
    var motion = PrefetchMotion()
    motion.isMemoryShort = (environment.images as? ImagePipeline)?.isMemoryShort ?? false
    let moved = rect.minY - (lastOffset ?? rect.minY)
    lastOffset = rect.minY
    if let own = view.ownMotion {
      hasScrolled = true
      (motion.velocity, motion.remaining) = (own.velocity / rect.height, own.remaining / rect.height)
    } else if moved != 0, view.reloadCount == last?.generation {
      hasScrolled = true
      let seconds = lastMove.map { now.seconds(since: $0.time) } ?? .infinity
      let velocity = seconds > 0 && seconds < Self.moment ? moved / rect.height / seconds : nil
      motion.velocity = velocity ?? (moved > 0 ? 1e-20 : -1e-20)
      (lastMove, stillFrames) = ((now, velocity), 0)
    } else if let lastMove, let velocity = lastMove.velocity, now.seconds(since: lastMove.time) < Self.moment {
      // Input events do not arrive once per frame, so a frame without movement need not be the end of the scroll.
      stillFrames += 1
      motion.velocity = stillFrames < Self.restingFrames ? velocity : 0
    }
    // Requests another frame, so that the end of the motion is noticed even if nothing else moves.
    if motion.velocity != 0 { view.host?.setNeedsFrame() }
    motion.hasScrolled = hasScrolled
    return motion
  }

  /// Lists the items within reach of the rings, and those that will be visible when the motion ends.
  private func list(around rect: Rect, _ motion: PrefetchMotion, in view: CollectionView) {
    let reach = coordinator.reach(motion)
    let height = rect.height
    var ranges = [rect.minY - reach.before * height..<rect.maxY + reach.after * height]
    if let remaining = motion.remaining, remaining != 0 {
      let start = rect.minY + remaining * height
      ranges.append(start..<start + height)
    }
    view.neighbours(in: ranges, crossMargin: max(reach.before, reach.after) * rect.width, into: &neighbours)
    sections.note(neighbours, in: view)
    items.removeAll(keepingCapacity: true)
    let direction = coordinator.direction(motion)
    for neighbour in neighbours {
      let frame = neighbour.frame
      let along = Self.gap(frame.minY..<frame.maxY, rect.minY..<rect.maxY)
      let across = Self.gap(frame.minX..<frame.maxX, rect.minX..<rect.maxX)
      // An item to the left or right of the view is in a nested scroll container. It is ahead if that container moves
      // towards it.
      let isAhead = across * sections.direction(of: neighbour, in: view) > 0
      let sign = along != 0 ? along : across == 0 || isAhead ? direction : -direction
      let distance = abs(along) + abs(across)
      items.append(PrefetchItem(id: neighbour, distance: sign < 0 ? -distance : distance))
    }
  }

  /// Returns the gap between the viewport and an item on one axis, in viewport lengths: 0 for a visible item, negative
  /// for an item before the viewport. An item that only touches the edge is not visible.
  private static func gap(_ part: Range<Double>, _ viewport: Range<Double>) -> Double {
    let length = viewport.upperBound - viewport.lowerBound
    if part.upperBound <= viewport.lowerBound { return min(-1e-9, (part.upperBound - viewport.lowerBound) / length) }
    if part.lowerBound >= viewport.upperBound { return max(1e-9, (part.lowerBound - viewport.upperBound) / length) }
    return 0
  }
}

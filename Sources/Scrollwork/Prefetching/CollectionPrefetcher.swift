public import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkImageLoading

extension CollectionView {
  /// The plugins that load the resources of components ahead of display, and cancel loads that are not needed any more.
  ///
  /// Cells, headers and footers take part if their components are ``ComponentResourcePrefetchable``.
  public var prefetchingPlugins: [any CollectionViewPrefetchingPlugin] {
    get { (neighbourhoodObserver as? CollectionPrefetcher)?.plugins ?? [] }
    set { prefetch(with: newValue) }
  }

  /// Sets the plugins together with the prefetch configuration, such as the widths of the rings.
  public func prefetch(
    with plugins: [any CollectionViewPrefetchingPlugin], configuration: PrefetchConfiguration = PrefetchConfiguration()
  ) {
    (neighbourhoodObserver as? CollectionPrefetcher)?.stop()
    neighbourhoodObserver = plugins.isEmpty ? nil : CollectionPrefetcher(plugins, configuration)
    host?.setNeedsFrame()
  }
}

/// Drives the prefetching of one collection view.
@MainActor
final class CollectionPrefetcher: NeighbourhoodObserving {
  /// The inputs of the last update. As long as they are equal, there is nothing to do.
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
  /// The time of the last scroll by the user, and its velocity if another scroll preceded it.
  private var lastMove: (time: Instant, velocity: Double?)?
  /// Frames without movement since then.
  private var stillFrames = 0
  /// Whether the user has scrolled yet.
  private var hasScrolled = false
  /// The time of the last resize; `nil` once the content was compared with the new size.
  private var resizedAt: Instant?
  private var sections = SectionScrolls()
  /// The identities of the items in the rings.
  private var identities: [Neighbour: Neighbour.Identity] = [:]
  // Reused, so that a frame of scrolling does not allocate.
  private var neighbours: [Neighbour] = []
  /// The items around the viewport, with their distances.
  private var items: [PrefetchItem<Neighbour>] = []
  /// The distance after which scrolling alone triggers an update, as a fraction of the viewport.
  private static let step = 1.0 / 16
  /// The longest time between two scrolls that count as one motion, in seconds.
  private static let moment = 0.1
  /// The number of frames without movement that count as a rest.
  private static let restingFrames = 3
  /// The time after which a resized view counts as settled, in seconds; the same as in ``ImageView``.
  private static let settlingTime = 0.25

  /// Creates a prefetcher with empty rings.
  init(_ plugins: [any CollectionViewPrefetchingPlugin], _ configuration: PrefetchConfiguration) {
    self.plugins = plugins
    coordinator = PrefetchCoordinator(plugins: plugins, configuration: configuration)
  }

  /// Cancels all loads.
  func stop() {
    coordinator.stop()
    identities.removeAll()
    last = nil
    resizedAt = nil
  }

  /// Cancels all loads, because the view is not visible any more.
  func collectionViewDidLeaveWindow(_ view: CollectionView) { stop() }

  /// Updates the rings after a frame, if anything relevant changed.
  func collectionViewDidMakeFrame(_ view: CollectionView, at now: Instant) {
    let rect = view.visibleRect
    guard !rect.isEmpty, let environment = view.host?.environment else { return stop() }
    let isTurned = view.listGeneration == last?.generation && sections.haveMoved(by: rect.width * Self.step, in: view)
    if isTurned { hasScrolled = true }
    let motion = motion(of: view, rect, at: now, environment)
    let look = Look(
      offset: rect.minY, viewport: rect.size, scale: environment.scale,
      contentHeight: max(view.contentSize.width, view.contentSize.height),
      generation: view.listGeneration, isResting: motion.velocity == 0, isMemoryShort: motion.isMemoryShort)
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

  /// Moves the items in the rings to their new positions after an update. Only items near the viewport are looked up.
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

  /// Whether the view's size has just settled. While it changes from frame to frame, loads for the former size
  /// continue.
  private func hasSettled(in view: CollectionView, at now: Instant, _ look: Look) -> Bool {
    if let last, last.viewport != look.viewport { resizedAt = now }
    guard let resizedAt else { return false }
    if now >= resizedAt.advanced(bySeconds: Self.settlingTime) { return true }
    // Another frame is needed to notice the end of the wait.
    view.host?.setNeedsFrame()
    return false
  }

  /// Whether the view has changed enough for an update.
  private func isDue(_ look: Look) -> Bool {
    guard var last else { return true }
    if abs(look.offset - last.offset) < look.viewport.height * Self.step, !look.isResting || last.isResting {
      last.offset = look.offset
      // Measured heights change while the view scrolls.
      if !look.isResting { last.contentHeight = look.contentHeight }
    }
    return look != last
  }

  /// Returns the view's motion.
  ///
  /// A fling knows its velocity and remaining distance. For a scroll by the user the velocity is measured between two
  /// moves and kept for a few frames without movement; the remaining distance is unknown. A single move gives only the
  /// direction.
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
    } else if moved != 0, view.listGeneration == last?.generation {
      hasScrolled = true
      let seconds = lastMove.map { now.seconds(since: $0.time) } ?? .infinity
      let velocity = seconds > 0 && seconds < Self.moment ? moved / rect.height / seconds : nil
      motion.velocity = velocity ?? (moved > 0 ? 1e-20 : -1e-20)
      (lastMove, stillFrames) = ((now, velocity), 0)
    } else if let lastMove, let velocity = lastMove.velocity, now.seconds(since: lastMove.time) < Self.moment {
      // Move events do not arrive once per frame.
      stillFrames += 1
      motion.velocity = stillFrames < Self.restingFrames ? velocity : 0
    }
    // If nothing else moves the view, one of the next frames finds it at rest.
    if motion.velocity != 0 { view.host?.setNeedsFrame() }
    motion.hasScrolled = hasScrolled
    return motion
  }

  /// Lists the items within reach and those that will be visible at the end of the motion.
  private func list(around rect: Rect, _ motion: PrefetchMotion, in view: CollectionView) {
    let reach = coordinator.reach(motion)
    let height = rect.height
    var ranges = [rect.minY - reach.before * height..<rect.maxY + reach.after * height]
    if let remaining = motion.remaining, remaining != 0 {
      let start = rect.minY + remaining * height
      ranges.append(start..<start + height)
    }
    view.neighbours(in: ranges, aside: max(reach.before, reach.after) * rect.width, into: &neighbours)
    sections.note(neighbours, in: view)
    items.removeAll(keepingCapacity: true)
    let direction = coordinator.direction(motion)
    for neighbour in neighbours {
      let frame = neighbour.frame
      let along = Self.gap(frame.minY..<frame.maxY, rect.minY..<rect.maxY)
      let across = Self.gap(frame.minX..<frame.maxX, rect.minX..<rect.maxX)
      // An item beside the view, in a section that scrolls by itself, is ahead if that section moves towards it.
      let isAhead = across * sections.direction(of: neighbour, in: view) > 0
      let sign = along != 0 ? along : across == 0 || isAhead ? direction : -direction
      let distance = abs(along) + abs(across)
      items.append(PrefetchItem(id: neighbour, distance: sign < 0 ? -distance : distance))
    }
  }

  /// Returns the signed gap between the viewport and an item, in viewport lengths; 0 inside. An item that only touches
  /// the edge is outside.
  private static func gap(_ part: Range<Double>, _ viewport: Range<Double>) -> Double {
    let length = viewport.upperBound - viewport.lowerBound
    if part.upperBound <= viewport.lowerBound { return min(-1e-9, (part.upperBound - viewport.lowerBound) / length) }
    if part.lowerBound >= viewport.upperBound { return max(1e-9, (part.lowerBound - viewport.upperBound) / length) }
    return 0
  }
}

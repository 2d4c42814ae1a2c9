public import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkImageLoading

extension CollectionView {
  /// What fetches the resources of components before they are seen, and stops when they are not going to be.
  ///
  /// Cells, headers and footers take part whose components are ``ComponentResourcePrefetchable``.
  public var prefetchingPlugins: [any CollectionViewPrefetchingPlugin] {
    get { (neighbourhoodObserver as? CollectionPrefetcher)?.plugins ?? [] }
    set { prefetch(with: newValue) }
  }

  /// Sets the plugins with rings of another width than usual.
  public func prefetch(
    with plugins: [any CollectionViewPrefetchingPlugin], configuration: PrefetchConfiguration = PrefetchConfiguration()
  ) {
    (neighbourhoodObserver as? CollectionPrefetcher)?.stop()
    neighbourhoodObserver = plugins.isEmpty ? nil : CollectionPrefetcher(plugins, configuration)
    host?.setNeedsFrame()
  }
}

/// Watches one collection view for its plugins.
@MainActor
final class CollectionPrefetcher: NeighbourhoodObserving {
  /// What the last look was at. As long as nothing of it changes there is nothing to do.
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
  /// When it was moved by hand, and how fast if that was not for the first time.
  private var lastMove: (time: Instant, velocity: Double?)?
  /// Frames since then.
  private var stillFrames = 0
  private var hasScrolled = false
  /// When the view last got another size, if what was begun before has not been compared with it yet.
  private var resizedAt: Instant?
  private var sections = SectionScrolls()
  /// Who is in the rings.
  private var identities: [Neighbour: Neighbour.Identity] = [:]
  // Used again, so that a frame of scrolling makes no storage.
  private var neighbours: [Neighbour] = []
  private var items: [PrefetchItem<Neighbour>] = []
  /// Where nothing but the offset has changed, a look is due after this share of the viewport.
  private static let step = 1.0 / 16
  /// Moves of a hand that are less than so many seconds apart are one.
  private static let moment = 0.1
  /// As many frames without a move are a rest.
  private static let restingFrames = 3
  /// Seconds after which the size of a view that was resized has settled; ``ImageView`` waits for as long.
  private static let settlingTime = 0.25

  init(_ plugins: [any CollectionViewPrefetchingPlugin], _ configuration: PrefetchConfiguration) {
    self.plugins = plugins
    coordinator = PrefetchCoordinator(plugins: plugins, configuration: configuration)
  }

  func stop() {
    coordinator.stop()
    identities.removeAll()
    last = nil
    resizedAt = nil
  }

  func collectionViewDidLeaveWindow(_ view: CollectionView) { stop() }

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

  /// What is in the rings may stand at other positions now. Looked for is only where it is of use, near the viewport.
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

  /// A size that changes from frame to frame is not fetched for at every step: what was begun for another one goes on until
  /// the size has stayed for a moment.
  /// - Returns: True if it has now.
  private func hasSettled(in view: CollectionView, at now: Instant, _ look: Look) -> Bool {
    if let last, last.viewport != look.viewport { resizedAt = now }
    guard let resizedAt else { return false }
    if now >= resizedAt.advanced(bySeconds: Self.settlingTime) { return true }
    view.host?.setNeedsFrame()
    return false
  }

  private func isDue(_ look: Look) -> Bool {
    guard var last else { return true }
    if abs(look.offset - last.offset) < look.viewport.height * Self.step, !look.isResting || last.isResting {
      last.offset = look.offset
      // Heights are measured while one scrolls.
      if !look.isResting { last.contentHeight = look.contentHeight }
    }
    return look != last
  }

  /// A view that is moved by hand has the speed that is seen, if it was moved before as well, until a few frames
  /// bring no other move; whether it goes on nobody knows. One step alone says only where it goes.
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
      // Moves come as the hand and the system please, not one for each frame.
      stillFrames += 1
      motion.velocity = stillFrames < Self.restingFrames ? velocity : 0
    }
    // If no other moves it, one of the next frames tells that it rests.
    if motion.velocity != 0 { view.host?.setNeedsFrame() }
    motion.hasScrolled = hasScrolled
    return motion
  }

  /// What is within reach, and what will be in sight where the motion ends.
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
      // What lies beside the view, in a section that scrolls by itself, is ahead if that section goes its way.
      let isAhead = across * sections.direction(of: neighbour, in: view) > 0
      let sign = along != 0 ? along : across == 0 || isAhead ? direction : -direction
      let distance = abs(along) + abs(across)
      items.append(PrefetchItem(id: neighbour, distance: sign < 0 ? -distance : distance))
    }
  }

  /// From the viewport to a part beyond one of its ends, in its lengths; 0 for what is in it. What only touches its edge is
  /// next to it.
  private static func gap(_ part: Range<Double>, _ viewport: Range<Double>) -> Double {
    let length = viewport.upperBound - viewport.lowerBound
    if part.upperBound <= viewport.lowerBound { return min(-1e-9, (part.upperBound - viewport.lowerBound) / length) }
    if part.lowerBound >= viewport.upperBound { return max(1e-9, (part.lowerBound - viewport.upperBound) / length) }
    return 0
  }
}

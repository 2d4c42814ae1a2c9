package import ScrollworkHostInterface
import Synchronization

/// The job graph behind a lock, and the functions that perform the work that the graph hands out. All methods may be
/// called from any thread; the lock is held for microseconds, never while reading, loading or decoding.
package final class PipelineCore: Sendable {
  /// The services that a core uses.
  package struct Parts: Sendable {
    package var decoder: any ImageDecoding
    package var encoder: (any ImageEncoding)?
    package var byteLoader: (any ByteLoading)?
    /// The source of time.
    package var clock: any PipelineClock
    /// The thumbnails to use in tests; `nil` for the desktop's, if thumbnails are enabled.
    package var thumbnails: ThumbnailCache?
    /// Returns whether the system is short of memory.
    package var isMemoryShort: @Sendable () -> Bool

    /// Creates the services. The defaults are those of the system.
    package init(
      decoder: any ImageDecoding, encoder: (any ImageEncoding)? = nil, byteLoader: (any ByteLoading)? = nil,
      clock: any PipelineClock = SystemPipelineClock(), thumbnails: ThumbnailCache? = nil,
      isMemoryShort: @escaping @Sendable () -> Bool = { MemoryPressure.isHigh }
    ) {
      self.decoder = decoder
      self.encoder = encoder
      self.byteLoader = byteLoader
      self.clock = clock
      self.thumbnails = thumbnails
      self.isMemoryShort = isMemoryShort
    }
  }

  /// The kinds of threads for which there is work.
  struct Demand {
    var reading = false
    var decoding = false
    var upkeep = false
  }

  let configuration: ImagePipelineConfiguration
  let parts: Parts
  package let memory: MemoryImageCache
  let disk: DiskCache?
  let thumbnails: ThumbnailCache?
  private let graph: Mutex<ImageJobGraph>
  private let mailbox = ImageMailbox()
  /// The time of the earliest pending timer; `nil` if there is none.
  private let armed = Mutex<Instant?>(nil)
  private let listeners = Mutex(Listeners())
  let pressure = Mutex(PressureWatch())
  let thumbnailProblem = Mutex<ThumbnailProblem?>(nil)
  /// Animations of recently decoded pictures, by source.
  let animations = Mutex(CostLimitedCache<ImageRequest.Source, any ImageAnimation>(limit: 64 << 20))

  private struct Listeners {
    var onDemand: (@Sendable (Demand) -> Void)?
    var onDeliveries: (@Sendable () -> Void)?
    var onDiskProblemChange: (@Sendable () -> Void)?
  }

  /// Creates a core without threads.
  package init(_ configuration: ImagePipelineConfiguration, _ parts: Parts) {
    self.configuration = configuration
    self.parts = parts
    memory = MemoryImageCache(limit: configuration.memoryLimit, largestShare: configuration.largestMemoryShare)
    disk = configuration.diskCache.map { DiskCache($0, clock: parts.clock) }
    thumbnails = configuration.usesThumbnails ? parts.thumbnails ?? ThumbnailCache(encoder: parts.encoder) : nil
    let (loader, clock) = (parts.byteLoader, parts.clock)
    var known = configuration
    known.usesThumbnails = thumbnails != nil
    var hostOfAddress: (@Sendable (String) -> String)?
    if let loader { hostOfAddress = { loader.host(of: $0) } }
    graph = Mutex(
      ImageJobGraph(
        configuration: known, hasDisk: disk != nil, hostOfAddress: hostOfAddress, wallTime: { clock.wallTime }))
  }

  /// Sets the callbacks; they may be called on any thread.
  /// - Parameters:
  ///   - onDemand: Called when there is work, with the kinds of threads that have it.
  ///   - onDeliveries: Called when an empty mailbox gets results, and when no job is left after `reportWhenIdle`.
  ///   - onDiskProblemChange: Called when `diskProblem` has changed.
  func listen(
    onDemand: (@Sendable (Demand) -> Void)?, onDeliveries: (@Sendable () -> Void)?,
    onDiskProblemChange: (@Sendable () -> Void)? = nil
  ) {
    listeners.withLock {
      $0 = Listeners(onDemand: onDemand, onDeliveries: onDeliveries, onDiskProblemChange: onDiskProblemChange)
    }
  }

  // MARK: - Requests

  /// Begins a turn of the main thread, so that requests from now on are newer than all earlier ones.
  func beginTurn() { graph.withLock { $0.turn += 1 } }

  /// Subscribes to a picture; the answer goes to the mailbox.
  package func subscribe(_ id: Int, to request: ImageRequest, priority: ImagePriority, depth: ImageDepth) {
    update { graph, now in
      // The picture may have entered the memory cache since the caller looked, and its job may be over.
      if depth == .picture, let bitmap = memory.bitmap(for: request) {
        graph.statistics.requested += 1
        return graph.deliver(id, .picture(bitmap))
      }
      graph.subscribe(id, to: request, priority: priority, depth: depth, at: now)
    }
  }

  /// Removes a subscriber without an answer.
  package func unsubscribe(_ id: Int) { update { graph, now in graph.unsubscribe(id, at: now) } }

  /// Removes subscribers under one lock.
  package func unsubscribe(_ ids: [Int]) {
    update { graph, now in for id in ids { graph.unsubscribe(id, at: now) } }
  }

  /// Removes any number of subscribers without holding the lock for long; no work begins before they are removed.
  package func dismiss(_ ids: [Int]) {
    guard ids.count > ImageJobGraph.dismissedAtOnce else { return unsubscribe(ids) }
    update { graph, _ in graph.departed += ids }
  }

  /// Changes the priority of a subscriber.
  package func setPriority(_ priority: ImagePriority, of id: Int) {
    update { graph, _ in graph.setPriority(priority, of: id) }
  }

  /// Removes the record of a failure.
  package func retry(_ request: ImageRequest) { update { graph, _ in graph.failures.forget(request.source) } }

  /// Queues a picture from memory as an answer.
  package func deliver(_ id: Int, _ bitmap: Bitmap) {
    update { graph, _ in
      graph.statistics.requested += 1
      graph.deliver(id, .picture(bitmap))
    }
  }

  /// Moves all results into `buffer`, which must be empty.
  package func takeDeliveries(into buffer: inout [ImageDelivery]) { mailbox.takeAll(into: &buffer) }

  /// Whether there are no jobs.
  package var isIdle: Bool { graph.withLock { $0.liveCount == 0 } }

  /// Whether reading and decoding are paused.
  var isPaused: Bool {
    get { graph.withLock { $0.isPaused } }
    set { update { graph, _ in graph.isPaused = newValue } }
  }

  /// Requests one call of `onDeliveries` when no job is left.
  func reportWhenIdle() { update { graph, _ in graph.reportsIdle = true } }

  /// Counters of past work, and the amount of current work.
  package var statistics: ImageLoadingStatistics {
    var statistics = graph.withLock { graph in
      var statistics = graph.statistics
      statistics.inFlight = graph.liveCount
      statistics.reservedBytes = graph.reservedBytes
      statistics.keptBytes = graph.kept.totalCost
      return statistics
    }
    statistics.bytes = memory.totalCost
    statistics.hits = memory.hits
    return statistics
  }

  /// Checks the invariants of the job graph; returns a violation in words, or `nil`.
  package func brokenInvariant() -> String? { graph.withLock { $0.brokenInvariant() } }

  // MARK: - Work

  /// Performs one piece of reading; returns `false` if there is none.
  package func readNext() -> Bool {
    guard let work = take({ $0.nextReading() }) else { return false }
    let result = read(work)
    update { $0.readingEnded(work.job, result, at: $1) }
    return true
  }

  /// Decodes one animation frame or picture; returns `false` if there is none or no memory is free for it.
  package func decodeNext() -> Bool {
    if let frame = update({ graph, _ in graph.nextFrame() }) {
      frame()
      return true
    }
    guard let work = take({ $0.nextDecoding() }) else { return false }
    let result = decode(work)
    // The picture is stored before its subscribers get it, so that a look-up from then on finds it.
    if case .success(let bitmap) = result {
      memory.insert(bitmap, for: work.request)
      watchPressure()
    }
    update { $0.decodingEnded(work, result, at: $1) }
    return true
  }

  /// Whether the picture still has subscribers.
  func isWanted(_ work: DecodingWork) -> Bool { graph.withLock { $0.isWanted(work) } }

  /// Performs one write to a cache; returns `false` if there is none.
  package func upkeepNext() -> Bool {
    guard let work = update({ graph, _ in graph.nextUpkeep() }) else { return false }
    let former = diskProblem
    perform(work)
    if diskProblem != former { listeners.withLock { $0.onDiskProblemChange }?() }
    update { graph, _ in graph.upkeepEnded(work) }
    return true
  }

  /// Queues an animation frame, which goes before all pictures.
  func addFrame(_ decode: @escaping @Sendable () -> Void) { update { graph, _ in graph.frames.append(decode) } }

  /// Returns the animation of a source, if it was decoded recently.
  func animation(of source: ImageRequest.Source) -> (any ImageAnimation)? {
    animations.withLock { $0.value(for: source) }
  }

  /// Removes encoded bytes, complete and partial, until at most a fraction of their limit is used.
  /// - Parameter part: The fraction, 0 to 1.
  func trimBytes(toPart part: Double) {
    update { graph, _ in
      graph.partials.trim(toPart: part)
      graph.kept.trim(toPart: part)
    }
  }

  /// Whether the complete encoded pictures in memory use more than the fraction `part` of their limit.
  func keepsBytes(beyondPart part: Double) -> Bool {
    graph.withLock { Double($0.kept.totalCost) > Double($0.kept.limit) * part }
  }

  /// Handles the deadlines that have passed; called by the timer.
  package func timeDidPass() { update { $0.timeDidPass(to: $1) } }

  /// The time of the next deadline; `nil` if there is none.
  package var nextWake: Instant? {
    let now = parts.clock.now
    return graph.withLock { $0.nextWake(at: now) }
  }

  /// Removes all cancelled subscribers, in batches between which the lock is free, and then returns the next work.
  private func take<Work: Sendable>(_ next: (inout ImageJobGraph) -> Work?) -> Work? {
    while true {
      let found: Work?? = update { graph, now in graph.dismissSome(at: now) ? .some(next(&graph)) : nil }
      if let found { return found }
    }
  }

  /// Changes the job graph under the lock; then starts and cancels transfers, sets the timer and calls the listeners.
  @discardableResult
  private func update<R: Sendable>(_ body: (inout ImageJobGraph, Instant) -> R) -> R {
    let now = parts.clock.now
    var started: [ByteTransfer] = []
    let (result, deliveries, cancellations, demand, wake, isIdle) = graph.withLock { graph in
      let result = body(&graph, now)
      if graph.gate.waitingCount > 0, graph.departed.isEmpty {
        while let transfer = graph.nextFetching(at: now, makeTransfer: makeTransfer) { started.append(transfer) }
      }
      defer {
        graph.deliveries.removeAll()
        graph.cancellations.removeAll()
      }
      return (
        result, graph.deliveries, graph.cancellations, graph.demand, graph.nextWake(at: now), graph.takeIdleReport()
      )
    }
    for transfer in cancellations { transfer.cancel() }
    if let loader = parts.byteLoader { for transfer in started { transfer.start(with: loader) } }
    if let wake { arm(wake) }
    tell(demand, deliveries, isIdle)
    return result
  }

  /// Puts results into the mailbox and calls the listeners.
  private func tell(_ demand: Demand, _ deliveries: [ImageDelivery], _ isIdle: Bool) {
    let hasMail = !deliveries.isEmpty && mailbox.put(deliveries) || isIdle
    guard hasMail || demand.reading || demand.decoding || demand.upkeep else { return }
    let listeners = listeners.withLock { $0 }
    if hasMail { listeners.onDeliveries?() }
    listeners.onDemand?(demand)
  }

  /// Sets a timer, unless an earlier one is set.
  private func arm(_ time: Instant) {
    let isNew = armed.withLock { armed in
      if let armed, armed <= time { return false }
      armed = time
      return true
    }
    guard isNew else { return }
    parts.clock.call(at: time) { [weak self] in
      guard let self else { return }
      armed.withLock { $0 = nil }
      timeDidPass()
    }
  }

  /// Makes a transfer that reports its result to the job graph.
  private func makeTransfer(_ work: FetchingWork) -> ByteTransfer {
    ByteTransfer(work.request, held: work.held) { [weak self] ending in
      guard let self else { return }
      let result = examine(ending)
      update { $0.fetchingEnded(work, result, at: $1) }
      watchPressure()
    }
  }
}

extension ImageJobGraph {
  /// The kinds of threads that could work now.
  var demand: PipelineCore.Demand {
    mutating get {
      var demand = PipelineCore.Demand()
      if !isPaused, let first = reading.first() {
        demand.reading = first.priority >= .visible || waitingBytes < configuration.encodedLimit
      }
      demand.decoding = canDecode || !frames.isEmpty
      demand.upkeep = upkeepStart < upkeep.count
      demand.reading = demand.reading || !departed.isEmpty
      return demand
    }
  }
}

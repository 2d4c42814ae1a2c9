package import ScrollworkHostInterface
import Synchronization

/// The pipeline's book-keeping with a lock around it, and the work itself. Everything here may be called from any thread;
/// the lock is held for microseconds, never while something is read, fetched or decoded.
package final class PipelineCore: Sendable {
  /// What the core works with.
  package struct Parts: Sendable {
    package var decoder: any ImageDecoding
    package var encoder: (any ImageEncoding)?
    package var byteLoader: (any ByteLoading)?
    package var clock: any PipelineClock
    /// The desktop's, if they are used and this is `nil`.
    package var thumbnails: ThumbnailCache?
    package var isMemoryShort: @Sendable () -> Bool

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

  /// Which threads have work.
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
  private let armed = Mutex<Instant?>(nil)
  private let listeners = Mutex(Listeners())
  let pressure = Mutex(PressureWatch())
  let thumbnailTrouble = Mutex<ThumbnailTrouble?>(nil)
  /// Pictures that play, decoded not long ago.
  let animations = Mutex(CostLimitedCache<ImageRequest.Source, any ImageAnimation>(limit: 64 << 20))

  private struct Listeners {
    var onDemand: (@Sendable (Demand) -> Void)?
    var onMail: (@Sendable () -> Void)?
    var onDiskNews: (@Sendable () -> Void)?
  }

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

  /// - Parameters:
  ///   - onDemand: There is work for threads of a kind.
  ///   - onMail: There are answers, after there were none.
  ///   - onDiskNews: A cache on the disk has another problem than before, or none any more.
  func listen(
    onDemand: (@Sendable (Demand) -> Void)?, onMail: (@Sendable () -> Void)?,
    onDiskNews: (@Sendable () -> Void)? = nil
  ) {
    listeners.withLock { $0 = Listeners(onDemand: onDemand, onMail: onMail, onDiskNews: onDiskNews) }
  }

  // MARK: - For those who want pictures

  /// What is asked for from now on came later than all before.
  func beginTurn() { graph.withLock { $0.turn += 1 } }

  package func subscribe(_ id: Int, to request: ImageRequest, priority: ImagePriority, depth: ImageDepth) {
    update { graph, now in
      // Since somebody looked there it may have come into memory, and its job may be over.
      if depth == .picture, let bitmap = memory.bitmap(for: request) {
        graph.statistics.requested += 1
        return graph.deliver(id, .picture(bitmap))
      }
      graph.subscribe(id, to: request, priority: priority, depth: depth, at: now)
    }
  }

  package func unsubscribe(_ id: Int) { update { graph, now in graph.unsubscribe(id, at: now) } }

  /// One lock for all.
  package func unsubscribe(_ ids: [Int]) {
    update { graph, now in for id in ids { graph.unsubscribe(id, at: now) } }
  }

  /// The same for any number, without waiting until they are out of the book-keeping: no work begins before that.
  package func dismiss(_ ids: [Int]) {
    guard ids.count > ImageJobGraph.dismissedAtOnce else { return unsubscribe(ids) }
    update { graph, _ in graph.departed += ids }
  }

  package func setPriority(_ priority: ImagePriority, of id: Int) {
    update { graph, _ in graph.setPriority(priority, of: id) }
  }

  package func retry(_ request: ImageRequest) { update { graph, _ in graph.failures.forget(request.source) } }

  /// An answer that is known without any work.
  package func deliver(_ id: Int, _ bitmap: Bitmap) {
    update { graph, _ in
      graph.statistics.requested += 1
      graph.deliver(id, .picture(bitmap))
    }
  }

  package func takeDeliveries(into buffer: inout [ImageDelivery]) { mailbox.takeAll(into: &buffer) }

  /// True if no picture waits or is made.
  package var isIdle: Bool { graph.withLock { $0.liveCount == 0 } }

  /// True while no thread begins to read or to decode: what is asked for waits.
  var isPaused: Bool {
    get { graph.withLock { $0.isPaused } }
    set { update { graph, _ in graph.isPaused = newValue } }
  }

  /// Calls the listener for mail once nothing waits or runs.
  func tellWhenIdle() { update { graph, _ in graph.tellsWhenIdle = true } }

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

  /// What is wrong with the book-keeping, in words; `nil` if nothing is.
  package func brokenInvariant() -> String? { graph.withLock { $0.brokenInvariant() } }

  // MARK: - For those who work

  /// Reads one thing; false if there is none.
  package func readNext() -> Bool {
    guard let work = take({ $0.nextReading() }) else { return false }
    let result = read(work)
    update { $0.readingEnded(work.job, result, at: $1) }
    return true
  }

  /// Decodes one picture; false if there is none, or no memory for it.
  package func decodeNext() -> Bool {
    if let frame = update({ graph, _ in graph.nextFrame() }) {
      frame()
      return true
    }
    guard let work = take({ $0.nextDecoding() }) else { return false }
    let result = decode(work)
    // Before anybody is told, so that who looks from now on finds it.
    if case .success(let bitmap) = result {
      memory.insert(bitmap, for: work.request)
      watchPressure()
    }
    update { $0.decodingEnded(work, result, at: $1) }
    return true
  }

  /// False once nobody waits for the picture any more.
  func isWanted(_ work: DecodingWork) -> Bool { graph.withLock { $0.isWanted(work) } }

  /// Writes one thing to a cache; false if there is none.
  package func upkeepNext() -> Bool {
    guard let work = update({ graph, _ in graph.nextUpkeep() }) else { return false }
    let former = diskProblem
    keepUp(work)
    if diskProblem != former { listeners.withLock { $0.onDiskNews }?() }
    update { graph, _ in graph.upkeepEnded(work) }
    return true
  }

  /// Has a frame of a picture that plays decoded, before all other pictures.
  func addFrame(_ decode: @escaping @Sendable () -> Void) { update { graph, _ in graph.frames.append(decode) } }

  func animation(of source: ImageRequest.Source) -> (any ImageAnimation)? {
    animations.withLock { $0.value(for: source) }
  }

  /// Drops bytes as they came, whole pictures and the beginnings of broken loads, until no more than a part of what they
  /// may take is left.
  func trimBytes(toPart part: Double) {
    update { graph, _ in
      graph.partials.trim(toPart: part)
      graph.kept.trim(toPart: part)
    }
  }

  /// True if whole pictures as they came take more than a part of what they may.
  func keepsBytes(beyondPart part: Double) -> Bool {
    graph.withLock { Double($0.kept.totalCost) > Double($0.kept.limit) * part }
  }

  /// To be called when the time has come that `nextWake` named.
  package func timeDidPass() { update { $0.timeDidPass(to: $1) } }

  package var nextWake: Instant? {
    let now = parts.clock.now
    return graph.withLock { $0.nextWake(at: now) }
  }

  /// The next piece of work, found after those who have left are out of the book-keeping. The lock is free in between.
  private func take<Work: Sendable>(_ next: (inout ImageJobGraph) -> Work?) -> Work? {
    while true {
      let found: Work?? = update { graph, now in graph.dismissSome(at: now) ? .some(next(&graph)) : nil }
      if let found { return found }
    }
  }

  /// Changes the book-keeping, and does at once what follows from that.
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
        result, graph.deliveries, graph.cancellations, graph.demand, graph.nextWake(at: now), graph.takeIdleNews()
      )
    }
    for transfer in cancellations { transfer.cancel() }
    if let loader = parts.byteLoader { for transfer in started { transfer.start(with: loader) } }
    if let wake { arm(wake) }
    tell(demand, deliveries, isIdle)
    return result
  }

  private func tell(_ demand: Demand, _ deliveries: [ImageDelivery], _ isIdle: Bool) {
    let hasMail = !deliveries.isEmpty && mailbox.put(deliveries) || isIdle
    guard hasMail || demand.reading || demand.decoding || demand.upkeep else { return }
    let listeners = listeners.withLock { $0 }
    if hasMail { listeners.onMail?() }
    listeners.onDemand?(demand)
  }

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
  /// Which threads could do something now.
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

import Dispatch
public import ScrollworkHostInterface

/// Loads pictures in the background and caches them in memory and on disk.
///
/// Equal requests share one job, and different sizes of one source share its bytes. The most urgent request goes first.
/// Among equally urgent ones, those of the latest frame go first, in the order in which they were made. For a while, a
/// request that failed fails again at once, unless `retry` is called or the request names another version of the file.
///
/// A waiting job that loses its last subscriber is removed. If the job is running, a network load that is nearly
/// complete finishes and is cached, any other network load is cancelled, and the decoding of a very large picture
/// stops.
///
/// All blocking work runs on the pipeline's own threads: some read, some decode, and one writes caches.
@MainActor
public final class ImagePipeline: ImageProviding {
  package let core: PipelineCore
  private let threads: PipelineThreads?
  private var subscriptions = ProbeTable<ImageSubscription>()
  private var nextSubscriber = 0
  private var idleHandlers: [@MainActor () -> Void] = []
  private var isDelivering = false
  /// Whether a turn of the main thread is in progress; see `RequestOrder`.
  private var isInTurn = false
  private var deliveryBuffer: [ImageDelivery] = []

  /// Creates a pipeline with its threads.
  /// - Parameters:
  ///   - decoder: Decodes the bytes of files into pictures.
  ///   - encoder: Encodes thumbnails; with `nil` the desktop's thumbnails are read but not written.
  ///   - byteLoader: Loads addresses other than `file:` and `data:`; with `nil` they are unsupported.
  package convenience init(
    decoder: any ImageDecoding, encoder: (any ImageEncoding)? = nil, byteLoader: (any ByteLoading)? = nil,
    configuration: ImagePipelineConfiguration = ImagePipelineConfiguration()
  ) {
    let parts = PipelineCore.Parts(decoder: decoder, encoder: encoder, byteLoader: byteLoader)
    self.init(core: PipelineCore(configuration, parts), hasThreads: true)
  }

  /// Creates a pipeline around a core.
  /// - Parameter hasThreads: Whether to start threads; `false` in tests that perform the core's work step by step.
  package init(core: PipelineCore, hasThreads: Bool) {
    self.core = core
    threads = hasThreads ? PipelineThreads(core) : nil
    core.listen(
      onDemand: threads?.onDemand, onDeliveries: { [weak self] in Self.wake(self) },
      onDiskProblemChange: { [weak self] in Self.reportDiskProblem(self) })
  }

  deinit {
    threads?.stop()
    core.listen(onDemand: nil, onDeliveries: nil)
    core.unsubscribe(subscriptions.values.map(\.id))
  }

  /// The largest total of decoded pixel bytes in memory. Lowering it frees memory at once.
  package var memoryLimit: Int {
    get { core.memory.limit }
    set { core.memory.limit = newValue }
  }

  /// Whether the system is short of memory, so that programs should not prefetch.
  package var isMemoryShort: Bool { core.isMemoryShort }

  /// The reason in words if pictures or thumbnails cannot be stored on disk at the moment; otherwise `nil`.
  package var diskProblem: String? { core.diskProblem }

  /// Called after `diskProblem` changed.
  package var onDiskProblemChange: (@MainActor () -> Void)?

  /// Counters of past work, and the amount of current work.
  public var statistics: ImageLoadingStatistics { core.statistics }

  /// Whether no request waits for an answer. Caches may still be written.
  package var isIdle: Bool { !isDelivering && subscriptions.isEmpty && core.isIdle }

  /// Whether reading and decoding are paused. Requests wait until reading and decoding continue.
  package var isPaused: Bool {
    get { core.isPaused }
    set { core.isPaused = newValue }
  }

  /// Calls `body` as soon as the pipeline is idle, at once if it is so now.
  package func whenIdle(_ body: @escaping @MainActor () -> Void) {
    if isIdle {
      body()
    } else {
      idleHandlers.append(body)
      core.reportWhenIdle()
    }
  }

  /// Suspends until the pipeline is idle.
  package func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      whenIdle { continuation.resume() }
    }
  }

  /// Returns the decoded picture if it is in memory.
  ///
  /// Takes one lock, which is never held for long, and allocates nothing.
  /// - Complexity: O(*n*) in the length of the address.
  package func cached(_ request: ImageRequest) -> Bitmap? { core.memory.bitmap(for: request) }

  /// Returns the largest version of the picture in memory.
  /// - Complexity: O(*n* + *k*) in the length of the address and the number of versions in memory.
  package func cachedInAnySize(_ request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)? {
    core.memory.largest(like: request)
  }

  /// Starts to load a picture. Calls `completion` once on the main actor, unless the returned token is cancelled.
  package func load(
    _ request: ImageRequest, priority: ImagePriority,
    completion: @escaping @MainActor (Result<Bitmap, ImageError>) -> Void
  ) -> any ImageLoadToken {
    subscribe(request, priority, .picture, completion)
  }

  /// Loads a picture that is not visible yet, at the lowest priority.
  ///
  /// If a `load` of an equal request follows, it joins the job and raises its priority, so the token may be cancelled.
  /// - Parameter depth: `bytes` to load the file onto this machine, `picture` to decode the picture into memory.
  package func prefetch(_ request: ImageRequest, depth: ImageDepth = .picture) -> any ImageLoadToken {
    subscribe(request, .low, depth, nil)
  }

  /// Cancels many loads at once, faster than one by one. None of them starts any more.
  /// - Complexity: O(*n*) in the number of tokens.
  package func cancel(_ tokens: some Sequence<any ImageLoadToken>) {
    // Usually an array already; a concrete array avoids dynamic calls in the loop.
    let tokens = Array(tokens)
    var ids: [Int] = []
    ids.reserveCapacity(tokens.count)
    for case let token as ImageSubscription in tokens where token.close() {
      subscriptions.remove(token.id)
      ids.append(token.id)
    }
    core.dismiss(ids)
    reportIfIdle()
  }

  /// Removes the record of a failure, so that the next request tries again.
  package func retry(_ request: ImageRequest) { core.retry(request) }

  /// Frees all decoded pictures that no view holds, and the encoded bytes. The disk cache stays.
  package func removeAllCached() {
    core.memory.removeAll()
    core.trimBytes(toPart: 0)
  }

  /// Delivers the finished pictures. The pipeline does so from the main queue; a program may call it earlier to have
  /// them in the current frame.
  package func deliverFinished() {
    let isNested = isDelivering
    isDelivering = true
    // The buffer is taken out, because a completion may call this method again. Results of requests that a completion
    // makes are delivered later.
    var batch: [ImageDelivery] = []
    swap(&batch, &deliveryBuffer)
    core.takeDeliveries(into: &batch)
    for delivery in batch { complete(delivery) }
    batch.removeAll(keepingCapacity: true)
    swap(&batch, &deliveryBuffer)
    isDelivering = isNested
    reportIfIdle()
  }

  /// Registers a subscription and answers it from memory if possible.
  private func subscribe(
    _ request: ImageRequest, _ priority: ImagePriority, _ depth: ImageDepth,
    _ completion: ImageSubscription.Completion?
  ) -> ImageSubscription {
    beginTurn()
    nextSubscriber += 1
    let subscription = ImageSubscription(
      pipeline: self, id: nextSubscriber, priority: priority, completion: completion)
    subscriptions.insert(subscription, hash: nextSubscriber)
    if let bitmap = cached(request) {
      core.deliver(nextSubscriber, bitmap)
    } else {
      core.subscribe(nextSubscriber, to: request, priority: priority, depth: depth)
    }
    return subscription
  }

  /// Begins a turn of the main thread at its first request; the turn ends when the main queue runs next.
  private func beginTurn() {
    guard !isInTurn else { return }
    isInTurn = true
    core.beginTurn()
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.endTurn() }
    }
  }

  /// Ends the turn of the main thread, so that the next request begins a new one.
  package func endTurn() { isInTurn = false }

  /// Delivers one result to its subscription, unless that was cancelled.
  private func complete(_ delivery: ImageDelivery) {
    guard let subscription = subscriptions.remove(delivery.subscriber) else { return }
    switch delivery.answer {
    case .picture(let bitmap): subscription.finish(.success(bitmap))
    case .failure(let error): subscription.finish(.failure(error))
    case .bytes: subscription.finish(nil)
    }
  }

  /// Removes a cancelled subscription.
  func leave(_ subscription: ImageSubscription) {
    subscriptions.remove(subscription.id)
    core.unsubscribe(subscription.id)
    reportIfIdle()
  }

  /// Calls the idle handlers if nothing is left to do.
  private func reportIfIdle() {
    guard !idleHandlers.isEmpty, isIdle else { return }
    let handlers = idleHandlers
    idleHandlers = []
    for handler in handlers { handler() }
  }

  /// Reports a change of `diskProblem` on the main actor; callable from any thread.
  nonisolated private static func reportDiskProblem(_ pipeline: ImagePipeline?) {
    DispatchQueue.main.async { [weak pipeline] in
      MainActor.assumeIsolated { pipeline?.onDiskProblemChange?() }
    }
  }

  /// Schedules `deliverFinished` from any thread. The reference is weak, so that a late run of the queue does not keep
  /// the pipeline alive.
  nonisolated private static func wake(_ pipeline: ImagePipeline?) {
    DispatchQueue.main.async { [weak pipeline] in
      MainActor.assumeIsolated { pipeline?.deliverFinished() }
    }
  }
}

import Dispatch
public import ScrollworkHostInterface

/// Loads pictures in the background and keeps them in memory and on the disk.
///
/// Equal requests share one job, and different sizes of one source share its bytes. The most urgent come first, among
/// equals those asked for last, and of those asked for in one frame the first. A job that nobody wants any more does not
/// begin; what is nearly done is finished and kept, and giants are given up on the way. What failed fails again at once for
/// a while, until `retry` or until the request names another version of the file.
///
/// All that blocks runs on threads of the pipeline's own: some that read, some that decode, and one that writes caches.
@MainActor
public final class ImagePipeline: ImageProviding {
  package let core: PipelineCore
  private let threads: PipelineThreads?
  private var subscriptions = ProbeTable<ImageSubscription>()
  private var nextSubscriber = 0
  private var idleHandlers: [@MainActor () -> Void] = []
  private var isDelivering = false
  /// True from the first request of a turn of the main thread on until its end.
  private var isInTurn = false
  private var letters: [ImageDelivery] = []

  /// - Parameters:
  ///   - decoder: Turns the bytes of files into pictures.
  ///   - encoder: Makes the desktop's small pictures of files; without it they are only read.
  ///   - byteLoader: Fetches addresses other than `file:` and `data:`; without it they are unsupported.
  public convenience init(
    decoder: any ImageDecoding, encoder: (any ImageEncoding)? = nil, byteLoader: (any ByteLoading)? = nil,
    configuration: ImagePipelineConfiguration = ImagePipelineConfiguration()
  ) {
    let parts = PipelineCore.Parts(decoder: decoder, encoder: encoder, byteLoader: byteLoader)
    self.init(core: PipelineCore(configuration, parts), hasThreads: true)
  }

  /// - Parameter hasThreads: False where a test does the core's work by itself, step by step.
  package init(core: PipelineCore, hasThreads: Bool) {
    self.core = core
    threads = hasThreads ? PipelineThreads(core) : nil
    core.listen(
      onDemand: threads?.onDemand, onMail: { [weak self] in Self.wake(self) },
      onDiskNews: { [weak self] in Self.tellOfDisk(self) })
  }

  deinit {
    threads?.stop()
    core.listen(onDemand: nil, onMail: nil)
    core.unsubscribe(subscriptions.values.map(\.id))
  }

  /// Bytes of decoded pictures that are kept. Making it less frees memory at once.
  public var memoryLimit: Int {
    get { core.memory.limit }
    set { core.memory.limit = newValue }
  }

  /// True while the system is short of memory: then nothing should be fetched ahead.
  public var isMemoryShort: Bool { core.isMemoryShort }

  /// Why pictures of the network, or small ones of files, are not kept on the disk at the moment, in words; `nil` if they
  /// are.
  public var diskProblem: String? { core.diskProblem }

  /// Called when `diskProblem` has changed.
  public var onDiskProblemChange: (@MainActor () -> Void)?

  /// What has been done so far, and what is going on.
  public var statistics: ImageLoadingStatistics { core.statistics }

  /// True if no picture waits, is made or is still to be delivered. Caches may still be written.
  public var isIdle: Bool { !isDelivering && subscriptions.isEmpty && core.isIdle }

  /// True while no picture is read or decoded, so that none comes in between: what is asked for waits.
  package var isPaused: Bool {
    get { core.isPaused }
    set { core.isPaused = newValue }
  }

  /// Calls `body` once no picture waits or is made any more, at once if that is so now.
  public func whenIdle(_ body: @escaping @MainActor () -> Void) {
    if isIdle {
      body()
    } else {
      idleHandlers.append(body)
      core.tellWhenIdle()
    }
  }

  /// Waits until no picture waits or is made any more.
  public func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      whenIdle { continuation.resume() }
    }
  }

  /// - Complexity: O(length of the address). No allocation, one lock that is never held for long.
  public func cached(_ request: ImageRequest) -> Bitmap? { core.memory.bitmap(for: request) }

  /// - Complexity: O(length of the address + sizes of the picture that are in memory)
  public func cachedInAnySize(_ request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)? {
    core.memory.largest(like: request)
  }

  public func load(
    _ request: ImageRequest, priority: ImagePriority,
    completion: @escaping @MainActor (Result<Bitmap, ImageError>) -> Void
  ) -> any ImageLoadToken {
    subscribe(request, priority, .picture, completion)
  }

  /// Asks for a picture that nobody sees yet, so that it is there when it is looked for. A `load` of an equal request
  /// takes the job over at once, so that the token may then be cancelled.
  /// - Parameter depth: `bytes` to have it on this machine, `picture` to have it in memory.
  public func prefetch(_ request: ImageRequest, depth: ImageDepth = .picture) -> any ImageLoadToken {
    subscribe(request, .low, depth, nil)
  }

  /// Cancels many loads at once, faster than one by one. None of them begins any more.
  public func cancel(_ tokens: some Sequence<any ImageLoadToken>) {
    // It usually is one already, and then is walked through without asking what kind of sequence it is each time.
    let tokens = Array(tokens)
    var ids: [Int] = []
    ids.reserveCapacity(tokens.count)
    for case let token as ImageSubscription in tokens where token.close() {
      subscriptions.remove(token.id)
      ids.append(token.id)
    }
    core.dismiss(ids)
    tellIfIdle()
  }

  public func retry(_ request: ImageRequest) { core.retry(request) }

  /// Frees the memory of all pictures that no view holds, and of the bytes that they were made of.
  public func removeAllCached() {
    core.memory.removeAll()
    core.trimBytes(toPart: 0)
  }

  /// Gives out what is finished. The pipeline asks the main queue to call this; a program may call it before, so that a
  /// frame has what is there.
  public func deliverFinished() {
    let isNested = isDelivering
    isDelivering = true
    // Taken out, since an answer may lead to a call of this; what answers ask for at once waits for the next time.
    var batch: [ImageDelivery] = []
    swap(&batch, &letters)
    core.takeDeliveries(into: &batch)
    for letter in batch { open(letter) }
    batch.removeAll(keepingCapacity: true)
    swap(&batch, &letters)
    isDelivering = isNested
    tellIfIdle()
  }

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

  private func beginTurn() {
    guard !isInTurn else { return }
    isInTurn = true
    core.beginTurn()
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.endTurn() }
    }
  }

  /// What is asked for from now on is newer.
  package func endTurn() { isInTurn = false }

  private func open(_ letter: ImageDelivery) {
    guard let subscription = subscriptions.remove(letter.subscriber) else { return }
    switch letter.answer {
    case .picture(let bitmap): subscription.finish(.success(bitmap))
    case .failure(let error): subscription.finish(.failure(error))
    case .bytes: subscription.finish(nil)
    }
  }

  func leave(_ subscription: ImageSubscription) {
    subscriptions.remove(subscription.id)
    core.unsubscribe(subscription.id)
    tellIfIdle()
  }

  private func tellIfIdle() {
    guard !idleHandlers.isEmpty, isIdle else { return }
    let handlers = idleHandlers
    idleHandlers = []
    for handler in handlers { handler() }
  }

  nonisolated private static func tellOfDisk(_ pipeline: ImagePipeline?) {
    DispatchQueue.main.async { [weak pipeline] in
      MainActor.assumeIsolated { pipeline?.onDiskProblemChange?() }
    }
  }

  /// From any thread. The reference is weak, so that a queue that is drained late keeps no pipeline alive.
  nonisolated private static func wake(_ pipeline: ImagePipeline?) {
    DispatchQueue.main.async { [weak pipeline] in
      MainActor.assumeIsolated { pipeline?.deliverFinished() }
    }
  }
}

import Dispatch
import Glibc
public import ScrollworkHostInterface

/// Loads pictures on threads of its own and keeps them in memory.
///
/// Equal requests share one job. A job that nobody wants any more does not begin; one that has begun ends and is kept.
/// The most urgent come first, among equals those asked for last. What failed is remembered and fails again at once,
/// until `retry` or until the request names another version of the file.
@MainActor
public final class BackgroundImageLoader: ImageProviding {
  /// What a loader may use.
  public struct Configuration: Sendable {
    /// Bytes of decoded pictures that are kept.
    public var memoryLimit = 256 << 20
    /// Files longer than so many bytes are refused.
    public var fileLimit = 512 << 20
    /// Threads that read and decode.
    public var threadCount = max(1, min(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1))

    public init() {}
  }

  private let source: ImageSource
  private let byteLoader: (any ByteLoading)?
  private let threads: ImageThreads
  private let mailbox = ImageMailbox()
  private var cache: CostLimitedCache<ImageRequest, Bitmap>
  private var failures = CostLimitedCache<ImageRequest, ImageError>(limit: 1000)
  private var jobs: [ImageRequest: ImageJob] = [:]
  /// Answers that were known at once, until they are given.
  private var answers: [(subscription: ImageSubscription, result: Result<Bitmap, ImageError>)] = []
  private var isDelivering = false
  private var idleHandlers: [@MainActor () -> Void] = []
  private var nextJob = 0
  private var counts = ImageLoadingStatistics()

  /// - Parameters:
  ///   - decoder: Turns the bytes of files into pictures.
  ///   - byteLoader: Fetches addresses other than `file:` and `data:`; without it they are unsupported.
  public init(
    decoder: any ImageDecoding, byteLoader: (any ByteLoading)? = nil, configuration: Configuration = Configuration()
  ) {
    source = ImageSource(decoder: decoder, fileLimit: configuration.fileLimit)
    self.byteLoader = byteLoader
    cache = CostLimitedCache(limit: configuration.memoryLimit)
    threads = ImageThreads(threadCount: max(1, configuration.threadCount))
  }

  deinit {
    threads.stop()
  }

  /// Bytes of decoded pictures that are kept. Making it less frees memory at once.
  public var memoryLimit: Int {
    get { cache.limit }
    set { cache.limit = newValue }
  }

  /// What has been done so far, and what is going on.
  public var statistics: ImageLoadingStatistics {
    var statistics = counts
    statistics.bytes = cache.totalCost
    statistics.inFlight = jobs.count
    return statistics
  }

  /// True if nothing waits, runs or is still to be delivered.
  public var isIdle: Bool { jobs.isEmpty && answers.isEmpty && !isDelivering }

  /// Calls `body` once nothing waits or runs any more, at once if that is so now.
  public func whenIdle(_ body: @escaping @MainActor () -> Void) {
    if isIdle { body() } else { idleHandlers.append(body) }
  }

  /// Waits until nothing waits or runs any more.
  public func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      whenIdle { continuation.resume() }
    }
  }

  public func cached(_ request: ImageRequest) -> Bitmap? {
    let bitmap = cache.value(for: request)
    if bitmap != nil { counts.hits += 1 }
    return bitmap
  }

  public func load(
    _ request: ImageRequest, priority: ImagePriority,
    completion: @escaping @MainActor (Result<Bitmap, ImageError>) -> Void
  ) -> any ImageLoadToken {
    counts.requested += 1
    let subscription = ImageSubscription(loader: self, request: request, priority: priority, completion: completion)
    if let bitmap = cached(request) {
      answer(subscription, .success(bitmap))
    } else if let error = failures.value(for: request) {
      answer(subscription, .failure(error))
    } else if let job = jobs[request] {
      counts.coalesced += 1
      job.subscribers.append(subscription)
      priorityChanged(of: request)
    } else {
      begin(request, for: subscription)
    }
    return subscription
  }

  /// Forgets that a request failed, so that the next `load` tries again.
  public func retry(_ request: ImageRequest) {
    failures.remove(request)
  }

  /// Frees the memory of all pictures that no view holds.
  public func removeAllCached() {
    cache.removeAll()
  }

  /// Gives out what is finished. The loader asks the main queue to call this; a program may call it before, so that a
  /// frame has what is there.
  public func deliverFinished() {
    let isNested = isDelivering
    isDelivering = true
    let known = answers
    answers = []
    for (subscription, result) in known { subscription.finish(result) }
    for letter in mailbox.takeAll() { open(letter) }
    isDelivering = isNested
    tellIfIdle()
  }
}

// MARK: - Jobs

extension BackgroundImageLoader {
  private func answer(_ subscription: ImageSubscription, _ result: Result<Bitmap, ImageError>) {
    answers.append((subscription, result))
    if answers.count == 1 { Self.wake(self) }
  }

  private func begin(_ request: ImageRequest, for subscription: ImageSubscription) {
    let job = ImageJob(id: nextJob, request: request)
    nextJob += 1
    job.subscribers = [subscription]
    jobs[request] = job
    if let address = source.foreignAddress(of: request.source) {
      fetch(address, for: job)
    } else {
      decode(job, fetched: nil)
    }
  }

  private func fetch(_ address: String, for job: ImageJob) {
    let (id, request) = (job.id, job.request)
    let deliver: @Sendable (Result<[UInt8], ImageError>) -> Void = { [weak self, mailbox] result in
      let letter = ImageMailbox.Letter(job: id, request: request, event: .fetched(result))
      if mailbox.put(letter) { Self.wake(self) }
    }
    if let byteLoader {
      job.fetch = byteLoader.load(address, completion: deliver)
    } else {
      deliver(.failure(.unsupported("the address \(address), without a loader for it")))
    }
  }

  private func decode(_ job: ImageJob, fetched: [UInt8]?) {
    let (id, request) = (job.id, job.request)
    threads.insert(id, priority: job.priority) { [weak self, mailbox, source] in
      let result = source.bitmap(for: request, fetched: fetched)
      let letter = ImageMailbox.Letter(job: id, request: request, event: .decoded(result))
      if mailbox.put(letter) { Self.wake(self) }
    }
  }

  /// From any thread. The reference is weak, so that a queue that is drained late keeps no loader alive.
  nonisolated private static func wake(_ loader: BackgroundImageLoader?) {
    DispatchQueue.main.async { [weak loader] in
      MainActor.assumeIsolated { loader?.deliverFinished() }
    }
  }

  private func open(_ letter: ImageMailbox.Letter) {
    // A job that was cancelled and begun anew has another number.
    guard let job = jobs[letter.request], job.id == letter.job else { return }
    switch letter.event {
    case .fetched(.success(let bytes)):
      job.fetch = nil
      decode(job, fetched: bytes)
    case .fetched(.failure(let error)): finish(job, .failure(error))
    case .decoded(let result): finish(job, result)
    }
  }

  private func finish(_ job: ImageJob, _ result: Result<Bitmap, ImageError>) {
    jobs[job.request] = nil
    switch result {
    case .success(let bitmap):
      counts.decoded += 1
      cache.insert(bitmap, cost: bitmap.byteCount, for: job.request)
    case .failure(let error):
      counts.failed += 1
      failures.insert(error, cost: 1, for: job.request)
    }
    for subscriber in job.subscribers { subscriber.finish(result) }
  }

  func priorityChanged(of request: ImageRequest) {
    guard let job = jobs[request] else { return }
    threads.setPriority(job.priority, of: job.id)
  }

  func leave(_ subscription: ImageSubscription) {
    answers.removeAll { $0.subscription === subscription }
    if let job = jobs[subscription.request], job.subscribers.contains(where: { $0 === subscription }) {
      let priority = job.priority
      job.subscribers.removeAll { $0 === subscription }
      if job.subscribers.isEmpty {
        abandon(job)
      } else if job.priority != priority {
        priorityChanged(of: job.request)
      }
    }
    tellIfIdle()
  }

  /// Drops a job that has not begun. One that is being decoded goes on: its picture is nearly there.
  private func abandon(_ job: ImageJob) {
    if let fetch = job.fetch {
      fetch.cancel()
    } else if !threads.remove(job.id) {
      return
    }
    jobs[job.request] = nil
    counts.cancelled += 1
  }

  private func tellIfIdle() {
    guard isIdle, !idleHandlers.isEmpty else { return }
    let handlers = idleHandlers
    idleHandlers = []
    for handler in handlers { handler() }
  }
}

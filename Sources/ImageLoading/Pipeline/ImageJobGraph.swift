import ScrollworkHostInterface
import ScrollworkPlatform

/// The pipeline's state: the subscribers of each picture, the bytes that each picture needs, and the queues of work.
///
/// It is a state machine without threads or lock. Times are arguments, apart from the calendar time, which `wallTime`
/// returns. Threads ask it for work and report their results.
///
/// Equal requests share one picture job, and equal sources share one bytes job. A job has the priority of its most
/// urgent subscriber. It ends when the last subscriber leaves, unless it is nearly complete.
struct ImageJobGraph {
  let configuration: ImagePipelineConfiguration
  /// Whether a byte loader is present; `hasDisk` says whether network pictures are stored on disk.
  let hasNetwork: Bool
  let hasDisk: Bool
  let hostOfAddress: @Sendable (String) -> String

  /// The picture jobs by their requests; `bytes` holds the bytes jobs by their keys.
  var pictures = ProbeTable<PictureJob>()
  var bytes = ProbeTable<BytesJob>()
  /// The picture jobs by id; `bytesOfID` has the bytes jobs, `pictureOfSubscriber` picture jobs by subscriber id.
  var pictureOfID = ProbeTable<PictureJob>()
  var bytesOfID = ProbeTable<BytesJob>()
  var pictureOfSubscriber = ProbeTable<PictureJob>()
  var nextID = 0
  /// The current turn of the main thread; see `RequestOrder`.
  var turn = 0

  /// The bytes jobs that wait for a reading thread; `decoding` holds the picture jobs that wait for a decoding thread.
  var reading = ImageJobQueue()
  var decoding = ImageJobQueue()
  /// Waiting pictures that need more than half of the decoding budget; `hasGiant` tells whether one is being decoded.
  var giants = ImageJobQueue()
  var hasGiant = false
  var gate: NetworkGate
  /// The ends of retry delays, by the id of the bytes job.
  var pausing: [Int: Instant] = [:]
  /// The times at which outdated copies are delivered although the server has not answered, by the id of the bytes job.
  var staleDeadlines: [Int: Instant] = [:]
  /// The times at which abandoned loads of visible pictures are cancelled, by the id of the bytes job.
  var lingering: [Int: Instant] = [:]
  /// Animation frames to decode. They are few and go before all pictures.
  var frames: [@Sendable () -> Void] = []
  /// Work for the caches, oldest first; the part before `upkeepStart` is done.
  var upkeep: [UpkeepWork] = []
  /// The index in `upkeep` of the first waiting element.
  var upkeepStart = 0
  /// The number of bytes that waiting and running work for the caches holds.
  var upkeepBytes = 0

  /// Cancelled subscribers still to be removed, the next one at the end; no work begins before they are removed.
  var departed: [Int] = []

  var failures = FailureMemory()
  /// The first bytes of broken loads, by address.
  var partials: CostLimitedCache<String, PartialBytes>
  /// Encoded pictures of the network, by address, from which other sizes are decoded.
  var kept: CostLimitedCache<String, PicturePayload>
  /// The decoding budget in use, in bytes.
  var reservedBytes = 0
  /// The number of encoded bytes of pictures that wait to be decoded or are being decoded.
  var waitingBytes = 0
  /// The number of readings, decodings, network loads and cache writes in progress.
  var runningCount = 0
  /// Whether reading and decoding are paused.
  var isPaused = false
  /// The state of the random generator for retry delays; a fixed seed keeps runs repeatable.
  var jitter: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Results to deliver and transfers to cancel after the lock is released.
  var deliveries: [ImageDelivery] = []
  var cancellations: [ByteTransfer] = []
  var statistics = ImageLoadingStatistics()
  /// Returns the current time in seconds since 1970.
  var wallTime: @Sendable () -> Double

  init(
    configuration: ImagePipelineConfiguration, hasDisk: Bool, hostOfAddress: (@Sendable (String) -> String)?,
    wallTime: @escaping @Sendable () -> Double
  ) {
    self.configuration = configuration
    self.hasDisk = hasDisk
    hasNetwork = hostOfAddress != nil
    self.hostOfAddress = hostOfAddress ?? { _ in "" }
    self.wallTime = wallTime
    gate = NetworkGate(policy: configuration.network)
    partials = CostLimitedCache(limit: min(32 << 20, SystemMemory.byteCount / 100))
    kept = CostLimitedCache(limit: configuration.keptBytesLimit)
  }

  /// The number of jobs of both kinds.
  var liveCount: Int { pictureOfID.count + bytesOfID.count }

  /// Whether the caller wants a report when no job is left.
  var reportsIdle = false

  /// Returns `true` once after the last job has ended, if that was requested.
  mutating func takeIdleReport() -> Bool {
    guard reportsIdle, liveCount == 0 else { return false }
    reportsIdle = false
    return true
  }

  /// Returns a new id for a job.
  mutating func makeID() -> Int {
    nextID += 1
    return nextID
  }

  /// Returns the order of a request that is made at this moment.
  mutating func makeOrder() -> RequestOrder { RequestOrder(turn: turn, number: makeID()) }

  // MARK: - Subscribers

  /// Adds a subscriber to the job of a picture, and starts the job if there is none.
  /// - Parameter id: A number that no other subscriber has.
  mutating func subscribe(
    _ id: Int, to request: ImageRequest, priority: ImagePriority, depth: ImageDepth, at now: Instant
  ) {
    statistics.requested += 1
    if let error = failures.error(for: request.source, at: now) { return deliver(id, .failure(error)) }
    if depth == .bytes, !isRemote(request.source) { return deliver(id, .bytes) }
    let subscriber = JobSubscriber(id: id, priority: priority, depth: depth)
    let hash = request.quickHash
    if let job = pictures.first(hash, where: { $0.request == request }) {
      statistics.coalesced += 1
      if depth == .bytes, job.hasBytes { return deliver(id, .bytes) }
      let former = job.priority
      job.subscribers.append(subscriber)
      pictureOfSubscriber.insert(job, hash: id)
      if priority > former { priorityChanged(of: job) }
    } else {
      let job = PictureJob(id: makeID(), request: request, hash: hash, order: makeOrder())
      job.subscribers = FewElements(subscriber)
      pictureOfSubscriber.insert(job, hash: id)
      pictures.insert(job, hash: hash)
      pictureOfID.insert(job, hash: job.id)
      joinBytes(of: job, key: bytesKey(of: request))
    }
  }

  /// Changes the priority of a subscriber.
  mutating func setPriority(_ priority: ImagePriority, of id: Int) {
    guard let job = pictureOfSubscriber.first(id), let index = job.subscribers.firstIndex(where: { $0.id == id }) else {
      return
    }
    job.subscribers[index].priority = priority
    priorityChanged(of: job)
  }

  /// Removes a subscriber without an answer. The job ends with its last subscriber.
  /// - Complexity: O(log *n*) amortised, in the number of jobs.
  mutating func unsubscribe(_ id: Int, at now: Instant) {
    guard let job = pictureOfSubscriber.remove(id) else { return }
    let former = job.priority
    if job.subscribers.count == 1 {
      job.subscribers.removeAll()
      return abandon(job, wasVisible: former >= .visible, at: now)
    }
    job.subscribers.removeAll { $0.id == id }
    if job.priority != former { priorityChanged(of: job) }
  }

  /// The number of subscribers that are removed in one go, so that other threads do not wait long for the lock.
  static let dismissedAtOnce = 256

  /// Removes the next batch of the subscribers that were cancelled together.
  /// - Returns: Whether all are removed.
  mutating func dismissSome(at now: Instant) -> Bool {
    guard !departed.isEmpty else { return true }
    for id in departed.suffix(Self.dismissedAtOnce) { unsubscribe(id, at: now) }
    departed.removeLast(min(Self.dismissedAtOnce, departed.count))
    return departed.isEmpty
  }

  /// Updates the place of a waiting job in its queue after a change of priority.
  private mutating func priorityChanged(of job: PictureJob) {
    job.order = makeOrder()
    switch job.phase {
    case .waitingForBytes(let bytes): requeue(bytes)
    case .queued(let payload): insertForDecoding(job, payload)
    case .decoding, .over: break
    }
  }

  /// Ends the job of a picture without subscribers. If the picture is being decoded, the decoding continues until the
  /// decoder asks whether to go on.
  private mutating func abandon(_ job: PictureJob, wasVisible: Bool, at now: Instant) {
    switch job.phase {
    case .waitingForBytes(let bytes):
      remove(job)
      bytes.pictures.removeAll { $0 === job }
      if bytes.pictures.isEmpty { abandon(bytes, wasVisible: wasVisible, at: now) } else { requeue(bytes) }
    case .queued(let payload):
      _ = decoding.remove(job.id) || giants.remove(job.id)
      release(payload)
      remove(job)
    case .decoding, .over: return
    }
    statistics.cancelled += 1
  }

  /// Removes a picture job from all tables.
  mutating func remove(_ job: PictureJob) {
    job.phase = .over
    pictures.remove(job.hash) { $0 === job }
    pictureOfID.remove(job.id)
  }

  /// Removes a bytes job from all tables.
  mutating func remove(_ job: BytesJob) {
    job.phase = .over
    bytes.remove(job.hash) { $0 === job }
    bytesOfID.remove(job.id)
    if !pausing.isEmpty { pausing[job.id] = nil }
    if !staleDeadlines.isEmpty { staleDeadlines[job.id] = nil }
    if !lingering.isEmpty { lingering[job.id] = nil }
  }

  /// Answers all subscribers of a picture and ends its job.
  mutating func finish(_ job: PictureJob, _ answer: ImageDelivery.Answer) {
    for subscriber in job.subscribers {
      pictureOfSubscriber.remove(subscriber.id)
      deliver(subscriber.id, answer)
    }
    job.subscribers.removeAll()
    remove(job)
  }

  /// Queues an answer for delivery.
  mutating func deliver(_ subscriber: Int, _ answer: ImageDelivery.Answer) {
    deliveries.append(ImageDelivery(subscriber: subscriber, answer: answer))
  }

  // MARK: - Keys

  /// Whether the bytes of the source come from the byte loader.
  func isRemote(_ source: ImageRequest.Source) -> Bool {
    guard case .url(let address) = source else { return false }
    return !DataURL.isDataURL(address) && address.prefix("file:".count).lowercased() != "file:"
  }

  /// Returns the key of a request's bytes; requests with equal keys share them.
  private func bytesKey(of request: ImageRequest) -> BytesKey {
    guard configuration.usesThumbnails, let target = request.target, request.mode != .center,
      case .file = request.source
    else { return BytesKey(source: request.source) }
    return BytesKey(source: request.source, thumbnailSide: ThumbnailSize.side(covering: target))
  }
}

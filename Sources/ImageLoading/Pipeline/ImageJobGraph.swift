import ScrollworkHostInterface
import ScrollworkPlatform

/// The pipeline's book-keeping: who waits for which picture, which pictures are made of which bytes, and what is to be
/// done next. A pure state machine: it has no threads, no clock and no lock; workers ask it for work and tell it the end.
///
/// Equal requests are one picture, equal sources one set of bytes. A job is as urgent as the most urgent of those who wait
/// for it, and ends when the last of them leaves, unless it is nearly done.
struct ImageJobGraph {
  let configuration: ImagePipelineConfiguration
  /// True if addresses of the network can be fetched, and if their bytes are kept on the disk.
  let hasNetwork: Bool
  let hasDisk: Bool
  let hostOfAddress: @Sendable (String) -> String

  /// By the hashes of their requests and of their keys.
  var pictures = ProbeTable<PictureJob>()
  var bytes = ProbeTable<BytesJob>()
  var pictureOfID = ProbeTable<PictureJob>()
  var bytesOfID = ProbeTable<BytesJob>()
  var pictureOfSubscriber = ProbeTable<PictureJob>()
  var nextID = 0
  /// What is asked for in one of them came at one time.
  var turn = 0

  var reading = ImageJobQueue()
  var decoding = ImageJobQueue()
  /// Pictures of which one is decoded at a time, and whether one is.
  var giants = ImageJobQueue()
  var hasGiant = false
  var gate: NetworkGate
  /// Jobs that pause before another attempt.
  var pausing: [Int: Instant] = [:]
  /// When old copies are shown whose server has not answered.
  var impatient: [Int: Instant] = [:]
  /// Until when loads go on of what was seen and nobody waits for any more.
  var lingering: [Int: Instant] = [:]
  /// Frames of pictures that play, which are few and always urgent.
  var frames: [@Sendable () -> Void] = []
  var upkeep: [UpkeepWork] = []
  /// Where in `upkeep` those start that wait.
  var upkeepStart = 0
  var upkeepBytes = 0

  /// Subscribers that have left together and are to be taken out, the last first. While there are any no work begins.
  var departed: [Int] = []

  var failures = FailureMemory()
  var partials: CostLimitedCache<String, PartialBytes>
  /// Bytes of the network as they came, by their addresses, for other sizes of what they show.
  var kept: CostLimitedCache<String, PicturePayload>
  var reservedBytes = 0
  var waitingBytes = 0
  var runningCount = 0
  /// True while no thread may begin to read or to decode.
  var isPaused = false
  /// Numbers for the jitter of pauses; a generator of its own keeps runs repeatable.
  var jitter: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// What is to be told, and what is to be cancelled, as soon as nobody holds the book-keeping any more.
  var deliveries: [ImageDelivery] = []
  var cancellations: [ByteTransfer] = []
  var statistics = ImageLoadingStatistics()
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

  /// Jobs of both kinds that are not over.
  var liveCount: Int { pictureOfID.count + bytesOfID.count }

  /// True once somebody wants to know when nothing is live any more.
  var tellsWhenIdle = false

  /// True once for each time that this was asked for.
  mutating func takeIdleNews() -> Bool {
    guard tellsWhenIdle, liveCount == 0 else { return false }
    tellsWhenIdle = false
    return true
  }

  mutating func makeID() -> Int {
    nextID += 1
    return nextID
  }

  /// That of what is asked for now.
  mutating func makeOrder() -> AskingOrder { AskingOrder(turn: turn, number: makeID()) }

  // MARK: - Who waits

  /// - Parameter id: Any number that no other subscriber has.
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

  mutating func setPriority(_ priority: ImagePriority, of id: Int) {
    guard let job = pictureOfSubscriber.first(id), let index = job.subscribers.firstIndex(where: { $0.id == id }) else {
      return
    }
    job.subscribers[index].priority = priority
    priorityChanged(of: job)
  }

  /// The subscriber is not answered any more.
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

  /// As many as the book-keeping may be held up by.
  static let dismissedAtOnce = 256

  /// Takes out some of those that have left together.
  /// - Returns: True once all are out.
  mutating func dismissSome(at now: Instant) -> Bool {
    guard !departed.isEmpty else { return true }
    for id in departed.suffix(Self.dismissedAtOnce) { unsubscribe(id, at: now) }
    departed.removeLast(min(Self.dismissedAtOnce, departed.count))
    return departed.isEmpty
  }

  /// Puts a job that waits somewhere at the place that its priority asks for.
  private mutating func priorityChanged(of job: PictureJob) {
    job.order = makeOrder()
    switch job.phase {
    case .waitingForBytes(let bytes): requeue(bytes)
    case .queued(let payload): insertForDecoding(job, payload)
    case .decoding, .over: break
    }
  }

  /// Drops a picture that nobody waits for. One that is being decoded is nearly there, and goes
  /// on unless its decoder asks whether it should.
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

  mutating func remove(_ job: PictureJob) {
    job.phase = .over
    pictures.remove(job.hash) { $0 === job }
    pictureOfID.remove(job.id)
  }

  mutating func remove(_ job: BytesJob) {
    job.phase = .over
    bytes.remove(job.hash) { $0 === job }
    bytesOfID.remove(job.id)
    if !pausing.isEmpty { pausing[job.id] = nil }
    if !impatient.isEmpty { impatient[job.id] = nil }
    if !lingering.isEmpty { lingering[job.id] = nil }
  }

  /// Answers all who wait for a picture.
  mutating func finish(_ job: PictureJob, _ answer: ImageDelivery.Answer) {
    for subscriber in job.subscribers {
      pictureOfSubscriber.remove(subscriber.id)
      deliver(subscriber.id, answer)
    }
    job.subscribers.removeAll()
    remove(job)
  }

  mutating func deliver(_ subscriber: Int, _ answer: ImageDelivery.Answer) {
    deliveries.append(ImageDelivery(subscriber: subscriber, answer: answer))
  }

  // MARK: - Keys

  /// Whether the bytes come from elsewhere.
  func isRemote(_ source: ImageRequest.Source) -> Bool {
    guard case .url(let address) = source else { return false }
    return !address.hasPrefix("data:") && !address.hasPrefix("file:")
  }

  private func bytesKey(of request: ImageRequest) -> BytesKey {
    guard configuration.usesThumbnails, let target = request.target, request.mode != .center,
      case .file = request.source
    else { return BytesKey(source: request.source) }
    return BytesKey(source: request.source, thumbnailSide: ThumbnailSize.side(covering: target))
  }
}

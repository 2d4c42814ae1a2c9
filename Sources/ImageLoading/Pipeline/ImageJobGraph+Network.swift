import ScrollworkHostInterface

// Loading from the network: the start of a load, the handling of its answer, and retries.

extension ImageJobGraph {
  /// Queues a job for the network.
  mutating func waitForNetwork(_ job: BytesJob) {
    job.phase = .waitingForNetwork
    gate.insert(job.id, host: hostOfAddress(job.address), priority: job.priority, order: job.order)
  }

  /// Starts the next load that the gate allows; returns its transfer, which the caller starts after releasing the lock.
  /// - Parameter makeTransfer: Makes a transfer that has not started.
  mutating func nextFetching(at now: Instant, makeTransfer: (FetchingWork) -> ByteTransfer) -> ByteTransfer? {
    guard let id = gate.next(at: now), let job = bytesOfID.first(id) else { return nil }
    job.attempts += 1
    runningCount += 1
    statistics.fetches += 1
    var request = ByteRequest(address: job.address, byteLimit: configuration.network.byteLimit)
    request.bypassesCaches = job.bypassesCaches
    var held: [UInt8] = []
    if !job.bypassesCaches, let partial = partials.remove(job.address) {
      (held, request.offset, request.known) = (partial.bytes, partial.bytes.count, partial.validators)
    } else if let stale = job.stale, !stale.metadata.validators.isEmpty {
      request.known = stale.metadata.validators
    }
    let transfer = makeTransfer(FetchingWork(job: id, request: request, held: held))
    job.phase = .fetching(transfer)
    return transfer
  }

  /// Handles the result of a load.
  mutating func fetchingEnded(_ work: FetchingWork, _ result: FetchingResult, at now: Instant) {
    runningCount -= 1
    gate.end(work.job, isConnected: Self.isConnected(result), at: now)
    if case .failed(_, let partial?) = result { keep(partial, for: work.request.address) }
    guard let job = bytesOfID.first(work.job) else { return }
    switch result {
    case .payload(let payload, let response):
      statistics.fetchedBytes += payload.bytes.count - work.request.offset
      keep(payload, for: job.address)
      store(payload, StoredMetadata(address: job.address, response: response, wallTime: wallTime()), response)
      deliver(payload, of: job)
    case .unchanged(let response): keepStale(of: job, response, now)
    case .damaged(let error): damaged(job, error, now)
    case .failed(let error, _): failed(job, error, now)
    }
  }

  /// Whether a server was reached; `nil` if the result does not tell.
  private static func isConnected(_ result: FetchingResult) -> Bool? {
    guard case .failed(let error, _) = result else { return true }
    switch error {
    case .unreachable: return false
    case .cancelled, .timedOut, .unsupported: return nil
    default: return true
    }
  }

  /// Stores the bytes of a broken load for a resumption.
  private mutating func keep(_ partial: PartialBytes, for address: String) {
    partials.insert(partial, cost: partial.bytes.count, for: address)
  }

  /// Stores the encoded picture in memory, for decoding in other sizes, unless it is too large.
  private mutating func keep(_ payload: PicturePayload, for address: String) {
    guard payload.bytes.count <= kept.limit / 4 else { return }
    kept.insert(payload, cost: payload.bytes.count, for: address)
  }

  /// Stores the picture on disk if the server allows it.
  private mutating func store(_ payload: PicturePayload, _ metadata: StoredMetadata, _ response: ByteResponse) {
    guard hasDisk, !response.freshness.isPrivate else { return }
    add(.store(payload, metadata))
  }

  /// Delivers the outdated copy that the server has confirmed, and updates its metadata.
  private mutating func keepStale(of job: BytesJob, _ response: ByteResponse, _ now: Instant) {
    guard let stale = job.stale else { return failed(job, .status(304, retryAfter: nil), now) }
    var metadata = StoredMetadata(address: job.address, response: response, wallTime: wallTime())
    if metadata.validators.isEmpty { metadata.validators = stale.metadata.validators }
    statistics.revalidated += 1
    keep(stale.payload, for: job.address)
    add(.updateMetadata(metadata))
    deliver(stale.payload, of: job)
  }

  /// Handles bytes that are no picture: loads them again, once and past all caches, because a cache may have stored
  /// them.
  private mutating func damaged(_ job: BytesJob, _ error: ImageError, _ now: Instant) {
    guard !job.bypassesCaches, !job.isDetached else { return fail(job, error, now) }
    job.bypassesCaches = true
    job.stale = nil
    waitForNetwork(job)
  }

  /// Handles a failed load: retries, delivers an old copy, or fails the pictures.
  private mutating func failed(_ job: BytesJob, _ error: ByteError, _ now: Instant) {
    if job.isDetached { return remove(job) }
    if error.isTransient, job.priority > .low, let pause = pause(before: job.attempts, error) {
      let end = now.advanced(bySeconds: pause)
      job.phase = .pausing(until: end)
      pausing[job.id] = end
      statistics.retries += 1
      return
    }
    if error.isTransient, let stale = job.stale { return deliver(stale.payload, of: job) }
    // A failed prefetch is not retried, and is not recorded: a later visible request must try again.
    if error.isTransient, job.priority == .low { return end(job, error.imageError(for: job.address)) }
    fail(job, error.imageError(for: job.address), now)
  }

  /// Records the failure and fails the waiting pictures.
  private mutating func fail(_ job: BytesJob, _ error: ImageError, _ now: Instant) {
    failures.record(error, for: job.key.source, at: now, absenceLifetime: configuration.network.absenceLifetime)
    end(job, error)
  }

  /// Returns the delay before the next attempt, in seconds; `nil` to give up.
  /// - Parameter attempts: The number of attempts so far.
  private mutating func pause(before attempts: Int, _ error: ByteError) -> Double? {
    let policy = configuration.network
    guard attempts <= policy.retryDelays.count else { return nil }
    if case .status(_, let asked?) = error { return asked <= policy.longestRetryDelay ? max(0, asked) : nil }
    // A linear congruential generator (Knuth's MMIX constants); its upper bits give 0.75 to 1.25 of the delay.
    jitter = jitter &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let part = Double(jitter >> 40) / Double(1 << 24)
    return policy.retryDelays[attempts - 1] * (0.75 + part / 2)
  }

  // MARK: - Time

  /// Handles the deadlines that have passed: delivers outdated copies if the server has not answered, cancels abandoned
  /// loads, and queues jobs after their retry delay.
  mutating func timeDidPass(to now: Instant) {
    for id in staleDeadlines.filter({ $0.value <= now }).keys.sorted() {
      staleDeadlines[id] = nil
      if let job = bytesOfID.first(id), let stale = job.stale, !job.isDetached { deliverStale(stale, of: job) }
    }
    for id in lingering.filter({ $0.value <= now }).keys.sorted() {
      lingering[id] = nil
      if let job = bytesOfID.first(id), job.isDetached, case .fetching(let transfer) = job.phase {
        stop(transfer, of: job)
      }
    }
    guard !pausing.isEmpty else { return }
    let due = pausing.filter { $0.value <= now }.keys.sorted()
    for id in due {
      pausing[id] = nil
      if let job = bytesOfID.first(id) { waitForNetwork(job) }
    }
  }

  /// Returns the time of the next deadline; `nil` if there is none.
  mutating func nextWake(at now: Instant) -> Instant? {
    [pausing.values.min(), staleDeadlines.values.min(), lingering.values.min(), gate.nextWake(at: now)].compactMap(
      \.self
    )
    .min()
  }
}

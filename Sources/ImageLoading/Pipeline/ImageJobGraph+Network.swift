import ScrollworkHostInterface

// How bytes come from elsewhere: when a load may start, what is done with its answer, when it is tried again.

extension ImageJobGraph {
  mutating func waitForNetwork(_ job: BytesJob) {
    job.phase = .waitingForNetwork
    gate.insert(job.id, host: hostOfAddress(job.address), priority: job.priority, order: job.order)
  }

  /// The next load that may start, to be started as soon as nobody holds the book-keeping any more.
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
    } else if let stale = job.stale, !stale.marks.validators.isEmpty {
      request.known = stale.marks.validators
    }
    let transfer = makeTransfer(FetchingWork(job: id, request: request, held: held))
    job.phase = .fetching(transfer)
    return transfer
  }

  mutating func fetchingEnded(_ work: FetchingWork, _ result: FetchingResult, at now: Instant) {
    runningCount -= 1
    gate.end(work.job, isConnected: Self.isConnected(result), at: now)
    if case .failed(_, let partial?) = result { keep(partial, for: work.request.address) }
    guard let job = bytesOfID.first(work.job) else { return }
    switch result {
    case .payload(let payload, let response):
      statistics.fetchedBytes += payload.bytes.count - work.request.offset
      keep(payload, for: job.address)
      store(payload, StoredMarks(address: job.address, response: response, wallTime: wallTime()), response)
      deliver(payload, of: job)
    case .unchanged(let response): keepStale(of: job, response, now)
    case .damaged(let error): damaged(job, error, now)
    case .failed(let error, _): failed(job, error, now)
    }
  }

  private static func isConnected(_ result: FetchingResult) -> Bool? {
    guard case .failed(let error, _) = result else { return true }
    switch error {
    case .unreachable: return false
    case .cancelled, .timedOut, .unsupported: return nil
    default: return true
    }
  }

  private mutating func keep(_ partial: PartialBytes, for address: String) {
    partials.insert(partial, cost: partial.bytes.count, for: address)
  }

  /// Whole pictures; other sizes of them are made of these bytes.
  private mutating func keep(_ payload: PicturePayload, for address: String) {
    guard payload.bytes.count <= kept.limit / 4 else { return }
    kept.insert(payload, cost: payload.bytes.count, for: address)
  }

  private mutating func store(_ payload: PicturePayload, _ marks: StoredMarks, _ response: ByteResponse) {
    guard hasDisk, !response.freshness.isPrivate else { return }
    add(.store(payload, marks))
  }

  private mutating func keepStale(of job: BytesJob, _ response: ByteResponse, _ now: Instant) {
    guard let stale = job.stale else { return failed(job, .status(304, retryAfter: nil), now) }
    var marks = StoredMarks(address: job.address, response: response, wallTime: wallTime())
    if marks.validators.isEmpty { marks.validators = stale.marks.validators }
    statistics.revalidated += 1
    keep(stale.payload, for: job.address)
    add(.mark(marks))
    deliver(stale.payload, of: job)
  }

  /// What came is no picture. Something on the way may have kept it, so it is asked for once more past all caches.
  private mutating func damaged(_ job: BytesJob, _ error: ImageError, _ now: Instant) {
    guard !job.bypassesCaches, !job.isDetached else { return fail(job, error, now) }
    job.bypassesCaches = true
    job.stale = nil
    waitForNetwork(job)
  }

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
    // That a prefetch had no luck, which is not tried again, says nothing about what is seen later.
    if error.isTransient, job.priority == .low { return end(job, error.imageError(for: job.address)) }
    fail(job, error.imageError(for: job.address), now)
  }

  private mutating func fail(_ job: BytesJob, _ error: ImageError, _ now: Instant) {
    failures.note(error, for: job.key.source, at: now, absenceLifetime: configuration.network.absenceLifetime)
    end(job, error)
  }

  /// Seconds until the next attempt after so many; `nil` for none.
  private mutating func pause(before attempts: Int, _ error: ByteError) -> Double? {
    let policy = configuration.network
    guard attempts <= policy.retryDelays.count else { return nil }
    if case .status(_, let asked?) = error { return asked <= policy.longestRetryDelay ? max(0, asked) : nil }
    jitter = jitter &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let part = Double(jitter >> 40) / Double(1 << 24)
    return policy.retryDelays[attempts - 1] * (0.75 + part / 2)
  }

  // MARK: - Time

  /// Shows old copies for which no answer has come, ends loads that nobody came back for, and lets those whose pause is
  /// over wait for the network again.
  mutating func timeDidPass(to now: Instant) {
    for id in impatient.filter({ $0.value <= now }).keys.sorted() {
      impatient[id] = nil
      if let job = bytesOfID.first(id), let stale = job.stale, !job.isDetached { giveStale(stale, of: job) }
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

  /// When something is to be done although nothing else happens.
  mutating func nextWake(at now: Instant) -> Instant? {
    [pausing.values.min(), impatient.values.min(), lingering.values.min(), gate.nextWake(at: now)].compactMap(\.self)
      .min()
  }
}

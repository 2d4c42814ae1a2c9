import ScrollworkHostInterface

// Decoding within a memory budget, and later writes to the caches.

extension ImageJobGraph {
  /// Queues a picture whose bytes have arrived.
  mutating func queueForDecoding(_ job: PictureJob, _ payload: PicturePayload) {
    job.phase = .queued(payload)
    waitingBytes += payload.bytes.count
    insertForDecoding(job, payload)
  }

  /// Inserts a picture into its queue. Those that need more than half of the decoding budget (giants) have a queue of
  /// their own, so that they never delay small pictures.
  mutating func insertForDecoding(_ job: PictureJob, _ payload: PicturePayload) {
    if isGiant(payload) {
      giants.insert(job.id, priority: job.priority, order: job.order)
    } else {
      decoding.insert(job.id, priority: job.priority, order: job.order)
    }
  }

  /// Whether the decoded picture needs more than half of the decoding budget.
  private func isGiant(_ payload: PicturePayload) -> Bool { payload.decodeCost > configuration.decodeLimit / 2 }

  /// Subtracts the bytes of a payload from those that wait for decoding.
  mutating func release(_ payload: PicturePayload) {
    waitingBytes -= payload.bytes.count
  }

  /// Returns the next picture to decode, and whether it is a giant, which needs more than half of the decoding budget.
  /// Returns `nil` if there is none or the budget does not allow it.
  ///
  /// Only one giant is decoded at a time, and only if no smaller picture of at least its priority can start.
  private mutating func firstForDecoding() -> (job: PictureJob, payload: PicturePayload, isGiant: Bool)? {
    guard !isPaused else { return nil }
    let giant = hasGiant ? nil : giants.first()
    if let first = decoding.first(), giant.map({ $0.priority <= first.priority }) ?? true,
      let job = pictureOfID.first(first.id), case .queued(let payload) = job.phase,
      reservedBytes + payload.decodeCost <= configuration.decodeLimit
    {
      return (job, payload, false)
    }
    guard let giant, let job = pictureOfID.first(giant.id), case .queued(let payload) = job.phase else { return nil }
    return (job, payload, true)
  }

  /// Whether a picture can be decoded now.
  var canDecode: Bool { mutating get { firstForDecoding() != nil } }

  /// Returns the next work for a decoding thread and reserves its memory.
  mutating func nextDecoding() -> DecodingWork? {
    guard let (job, payload, isGiant) = firstForDecoding() else { return nil }
    if isGiant {
      _ = giants.popFirst()
      hasGiant = true
    } else {
      _ = decoding.popFirst()
      reservedBytes += payload.decodeCost
      job.reservation = payload.decodeCost
    }
    job.phase = .decoding(payload)
    runningCount += 1
    return DecodingWork(job: job.id, request: job.request, payload: payload)
  }

  /// Handles the result of a decoding thread.
  mutating func decodingEnded(_ work: DecodingWork, _ result: Result<Bitmap, ImageError>, at now: Instant) {
    runningCount -= 1
    if isGiant(work.payload) { hasGiant = false }
    guard let job = pictureOfID.first(work.job) else { return }
    reservedBytes -= job.reservation
    job.reservation = 0
    release(work.payload)
    switch result {
    case .success(let bitmap):
      statistics.decoded += 1
      statistics.decodedPixelBytes += bitmap.byteCount
      addThumbnail(for: work)
      finish(job, .picture(bitmap))
    case .failure(.cancelled): decodingWasGivenUp(job, work.payload)
    case .failure(let error): decodingFailed(job, work.payload, error, now)
    }
  }

  /// Whether the picture being decoded still has subscribers.
  func isWanted(_ work: DecodingWork) -> Bool { pictureOfID.first(work.job)?.subscribers.isEmpty == false }

  /// Handles a decoding that was cancelled for lack of subscribers. Queues it again if a subscriber has joined
  /// meanwhile.
  private mutating func decodingWasGivenUp(_ job: PictureJob, _ payload: PicturePayload) {
    guard job.subscribers.isEmpty else { return queueForDecoding(job, payload) }
    statistics.cancelled += 1
    remove(job)
  }

  /// Handles undecodable bytes: removes them from the caches, and loads them again from their origin, once.
  private mutating func decodingFailed(
    _ job: PictureJob, _ payload: PicturePayload, _ error: ImageError, _ now: Instant
  ) {
    if case .url(let address) = job.request.source, isRemote(job.request.source) {
      kept.remove(address)
      if hasDisk { add(.remove(address: address)) }
    }
    let isKept = [.network, .disk, .thumbnail].contains(payload.origin)
    if isKept, !job.isSecondTry, !job.subscribers.isEmpty {
      job.isSecondTry = true
      return joinBytes(of: job, key: BytesKey(source: job.request.source), bypassingCaches: true)
    }
    failures.record(error, for: job.request.source, at: now, absenceLifetime: configuration.network.absenceLifetime)
    statistics.failed += 1
    finish(job, .failure(error))
  }

  /// Queues the writing of a thumbnail if the picture is large, so that later loads are fast.
  private mutating func addThumbnail(for work: DecodingWork) {
    guard configuration.usesThumbnails, work.payload.origin == .file, let target = work.request.target,
      work.payload.size.width * work.payload.size.height >= configuration.thumbnailedPixelCount,
      case .file(let path, let version) = work.request.source
    else { return }
    let side = ThumbnailSize.side(covering: target)
    if side > 0 { add(.thumbnail(path: path, version: version, side: side, work.payload)) }
  }

  /// Returns the next frame of an animation to decode.
  mutating func nextFrame() -> (@Sendable () -> Void)? { frames.isEmpty ? nil : frames.removeFirst() }

  // MARK: - Upkeep

  /// Queues work for the caches. Drops the work if too many bytes wait: the next load queues it again.
  mutating func add(_ work: UpkeepWork) {
    guard upkeepBytes + work.byteCount <= configuration.upkeepLimit else {
      statistics.droppedUpkeep += 1
      return
    }
    upkeepBytes += work.byteCount
    upkeep.append(work)
  }

  /// Returns the next work for the caches, oldest first.
  /// - Complexity: O(1) amortised
  mutating func nextUpkeep() -> UpkeepWork? {
    guard upkeepStart < upkeep.count else { return nil }
    runningCount += 1
    defer {
      upkeepStart += 1
      if upkeepStart * 2 > upkeep.count + 64 || upkeepStart == upkeep.count {
        upkeep.removeFirst(upkeepStart)
        upkeepStart = 0
      }
    }
    return upkeep[upkeepStart]
  }

  /// Handles the end of work for the caches.
  mutating func upkeepEnded(_ work: UpkeepWork) {
    runningCount -= 1
    upkeepBytes -= work.byteCount
  }

  // MARK: - Invariants

  /// Checks the invariants between two calls; returns the first violation in words, or `nil`.
  /// - Complexity: O(*n*) in the number of jobs.
  func brokenInvariant() -> String? {
    let queued = pictureOfID.values.reduce(0) { sum, job in
      switch job.phase {
      case .queued(let payload), .decoding(let payload): sum + payload.bytes.count
      default: sum
      }
    }
    if queued != waitingBytes { return "\(waitingBytes) bytes wait, but jobs hold \(queued)" }
    let reserved = pictureOfID.values.reduce(0) { $0 + $1.reservation }
    if reserved != reservedBytes { return "\(reservedBytes) bytes reserved, but jobs hold \(reserved)" }
    if reservedBytes > configuration.decodeLimit { return "\(reservedBytes) bytes reserved" }
    if pictures.count != pictureOfID.count { return "\(pictures.count) keys for \(pictureOfID.count) pictures" }
    let subscribers = pictureOfID.values.reduce(0) { $0 + $1.subscribers.count }
    if subscribers != pictureOfSubscriber.count { return "\(pictureOfSubscriber.count) subscribers of \(subscribers)" }
    for job in pictureOfID.values where job.subscribers.isEmpty {
      guard case .decoding = job.phase else { return "nobody waits for \(job.request)" }
    }
    for job in bytesOfID.values where job.pictures.isEmpty && !job.isDetached {
      return "nobody waits for the bytes of \(job.key)"
    }
    return nil
  }
}

import ScrollworkHostInterface

// How pictures are made of bytes, within a budget of memory, and what is done afterwards.

extension ImageJobGraph {
  mutating func queueForDecoding(_ job: PictureJob, _ payload: PicturePayload) {
    job.phase = .queued(payload)
    waitingBytes += payload.bytes.count
    insertForDecoding(job, payload)
  }

  /// Giants wait in a line of their own, so that they never keep small pictures waiting.
  mutating func insertForDecoding(_ job: PictureJob, _ payload: PicturePayload) {
    if isGiant(payload) {
      giants.insert(job.id, priority: job.priority, order: job.order)
    } else {
      decoding.insert(job.id, priority: job.priority, order: job.order)
    }
  }

  private func isGiant(_ payload: PicturePayload) -> Bool { payload.decodeCost > configuration.decodeLimit / 2 }

  mutating func release(_ payload: PicturePayload) {
    waitingBytes -= payload.bytes.count
  }

  /// The picture to decode next and its line; `nil` if there is none or if its memory is not free yet.
  ///
  /// Of giants one is decoded at a time, and only if nothing that is as urgent can be.
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

  /// True if a picture could be decoded now.
  var canDecode: Bool { mutating get { firstForDecoding() != nil } }

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

  /// True if somebody still waits for what is being decoded.
  func isWanted(_ work: DecodingWork) -> Bool { pictureOfID.first(work.job)?.subscribers.isEmpty == false }

  /// Who came after all in between gets it from the start.
  private mutating func decodingWasGivenUp(_ job: PictureJob, _ payload: PicturePayload) {
    guard job.subscribers.isEmpty else { return queueForDecoding(job, payload) }
    statistics.cancelled += 1
    remove(job)
  }

  /// Damaged bytes that were kept somewhere are thrown away, and asked for once more where they came from.
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
    failures.note(error, for: job.request.source, at: now, absenceLifetime: configuration.network.absenceLifetime)
    statistics.failed += 1
    finish(job, .failure(error))
  }

  /// The desktop's small picture of a file is made for the next time, where decoding the file takes long.
  private mutating func addThumbnail(for work: DecodingWork) {
    guard configuration.usesThumbnails, work.payload.origin == .file, let target = work.request.target,
      work.payload.size.width * work.payload.size.height >= configuration.thumbnailedPixelCount,
      case .file(let path, let version) = work.request.source
    else { return }
    let side = ThumbnailSize.side(covering: target)
    if side > 0 { add(.thumbnail(path: path, version: version, side: side, work.payload)) }
  }

  mutating func nextFrame() -> (@Sendable () -> Void)? { frames.isEmpty ? nil : frames.removeFirst() }

  // MARK: - Upkeep

  /// What is not urgent is left out when too much of it waits: it can be made again.
  mutating func add(_ work: UpkeepWork) {
    guard upkeepBytes + work.byteCount <= configuration.upkeepLimit else {
      statistics.droppedUpkeep += 1
      return
    }
    upkeepBytes += work.byteCount
    upkeep.append(work)
  }

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

  mutating func upkeepEnded(_ work: UpkeepWork) {
    runningCount -= 1
    upkeepBytes -= work.byteCount
  }

  // MARK: - Invariants

  /// What must hold between any two calls; the first thing that does not, in words.
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

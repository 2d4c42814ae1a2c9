import ScrollworkHostInterface

// Loading of bytes: from a file or the disk cache on the reading threads, or through the byte loader.

extension ImageJobGraph {
  /// Makes a picture wait for its bytes: joins the job with the same key, or starts one.
  mutating func joinBytes(of picture: PictureJob, key: BytesKey, bypassingCaches: Bool = false) {
    let hash = key.quickHash
    let former = bytes.first(hash) { $0.key == key }
    if let job = former, job.bypassesCaches || !bypassingCaches {
      statistics.sharedBytes += 1
      let formerPriority = job.priority
      job.pictures.append(picture)
      picture.phase = .waitingForBytes(job)
      if job.hasDeliveredStale, let stale = job.stale { return hand(stale.payload, to: job) }
      if picture.priority > formerPriority || job.isDetached { requeue(job) }
      job.isDetached = false
      lingering[job.id] = nil
      return
    }
    // The former job continues for its pictures, but new requests no longer join it.
    if let former { bytes.remove(hash) { $0 === former } }
    let job = BytesJob(id: makeID(), key: key, hash: hash)
    job.bypassesCaches = bypassingCaches
    job.pictures = FewElements(picture)
    picture.phase = .waitingForBytes(job)
    bytes.insert(job, hash: hash)
    bytesOfID.insert(job, hash: job.id)
    begin(job)
  }

  /// Starts a job: takes its bytes from memory, or queues it for the network or for reading.
  private mutating func begin(_ job: BytesJob) {
    if isRemote(job.key.source), !hasNetwork {
      return end(job, .unsupported("the address \(job.address), without a loader for it"))
    }
    if isRemote(job.key.source), !job.bypassesCaches, let payload = kept.value(for: job.address) {
      return deliver(payload, of: job)
    }
    if isRemote(job.key.source), !hasDisk || job.bypassesCaches { return waitForNetwork(job) }
    job.phase = .queued
    reading.insert(job.id, priority: job.priority, order: job.order)
  }

  /// Updates the place of a waiting job in its queue after a change of priority.
  mutating func requeue(_ job: BytesJob) {
    switch job.phase {
    case .queued: reading.insert(job.id, priority: job.priority, order: job.order)
    case .waitingForNetwork: gate.setPriority(job.priority, order: job.order, of: job.id)
    case .reading, .fetching, .pausing, .over: return
    }
  }

  /// Handles a job for which no picture waits any more: ends the job, or lets it finish for the caches.
  mutating func abandon(_ job: BytesJob, wasVisible: Bool, at now: Instant) {
    switch job.phase {
    case .queued: _ = reading.remove(job.id)
    case .waitingForNetwork: gate.remove(job.id)
    case .fetching(let transfer):
      // A load that is nearly complete finishes and is stored for the next time.
      if hasDisk, let progress = transfer.progress, progress > configuration.network.finishedFromPart {
        job.isDetached = true
        return
      }
      job.isDetached = true
      // When a list replaces another, the new one often requests the same pictures a frame later.
      if wasVisible, configuration.network.lingering > 0 {
        lingering[job.id] = now.advanced(bySeconds: configuration.network.lingering)
        return
      }
      stop(transfer, of: job)
      return
    case .reading:
      job.isDetached = true
      return
    case .pausing, .over: break
    }
    remove(job)
  }

  /// Cancels a transfer. The job lives until the transfer has reported the bytes received so far, which are kept for a
  /// resumption.
  mutating func stop(_ transfer: ByteTransfer, of job: BytesJob) {
    cancellations.append(transfer)
    bytes.remove(job.hash) { $0 === job }
  }

  // MARK: - Reading

  /// Returns the next work for a reading thread; `nil` if there is none, or if enough bytes wait for decoding and
  /// nothing visible waits for reading.
  mutating func nextReading() -> ReadingWork? {
    guard !isPaused, let first = reading.first() else { return nil }
    if waitingBytes >= configuration.encodedLimit, first.priority < .visible { return nil }
    guard let id = reading.popFirst(), let job = bytesOfID.first(id) else { return nil }
    job.phase = .reading
    runningCount += 1
    return ReadingWork(job: id, kind: readingKind(of: job))
  }

  /// Returns the kind of reading that a job's source needs.
  private func readingKind(of job: BytesJob) -> ReadingWork.Kind {
    switch job.key.source {
    case .file(let path, let version):
      let side = job.bypassesCaches ? 0 : job.key.thumbnailSide
      return .file(path: path, version: version, thumbnailSide: side)
    case .url(let address):
      if DataURL.isDataURL(address) { return .data(address: address) }
      if let path = FileURL.path(of: address) { return .file(path: path, version: 0, thumbnailSide: 0) }
      return .stored(address: address)
    }
  }

  /// Handles the result of a reading thread.
  mutating func readingEnded(_ id: Int, _ result: ReadingResult, at now: Instant) {
    runningCount -= 1
    guard let job = bytesOfID.first(id) else { return }
    switch result {
    case .payload(let payload): deliver(payload, of: job)
    case .stored(let stored): usePicture(stored, for: job, at: now)
    case .missing: job.isDetached ? remove(job) : waitForNetwork(job)
    case .failed(let error):
      failures.record(
        error, for: job.key.source, at: now, absenceLifetime: configuration.network.absenceLifetime)
      end(job, error)
    }
  }

  /// Handles a copy from the disk cache: delivers a fresh one at once. An older one waits for the server's answer,
  /// unless the server allows showing it meanwhile.
  private mutating func usePicture(_ stored: StoredPicture, for job: BytesJob, at now: Instant) {
    let time = wallTime()
    statistics.diskHits += 1
    if stored.metadata.isFresh(at: time) { return deliver(stored.payload, of: job) }
    job.stale = stored
    if job.isDetached { return remove(job) }
    if stored.metadata.isUsableWhileRevalidating(at: time) {
      deliverStale(stored, of: job)
    } else {
      staleDeadlines[job.id] = now.advanced(bySeconds: configuration.network.stalePatience)
    }
    waitForNetwork(job)
  }

  /// Delivers an outdated copy from the disk cache. The server's answer will then only update the caches.
  mutating func deliverStale(_ stored: StoredPicture, of job: BytesJob) {
    hand(stored.payload, to: job)
    (job.isDetached, job.hasDeliveredStale) = (true, true)
  }

  // MARK: - Results

  /// Passes the bytes to the waiting pictures and ends the job.
  mutating func deliver(_ payload: PicturePayload, of job: BytesJob) {
    hand(payload, to: job)
    remove(job)
  }

  /// Answers the subscribers that wanted only bytes, and queues the other pictures for decoding.
  private mutating func hand(_ payload: PicturePayload, to job: BytesJob) {
    let pictures = job.pictures
    job.pictures.removeAll()
    for picture in pictures {
      for subscriber in picture.subscribers where subscriber.depth == .bytes {
        pictureOfSubscriber.remove(subscriber.id)
        deliver(subscriber.id, .bytes)
      }
      picture.subscribers.removeAll { $0.depth == .bytes }
      if picture.subscribers.isEmpty {
        remove(picture)
      } else if payload.covers(picture.request, thumbnailSide: job.key.thumbnailSide) {
        queueForDecoding(picture, payload)
      } else {
        joinBytes(of: picture, key: BytesKey(source: picture.request.source), bypassingCaches: true)
      }
    }
  }

  /// Fails all waiting pictures and ends the job.
  mutating func end(_ job: BytesJob, _ error: ImageError) {
    let pictures = job.pictures
    job.pictures.removeAll()
    remove(job)
    if !pictures.isEmpty { statistics.failed += 1 }
    for picture in pictures { finish(picture, .failure(error)) }
  }
}

package import ScrollworkHostInterface
package import ScrollworkPlatform

/// The stage to which a request loads a picture.
package enum ImageDepth: Comparable, Sendable {
  /// The encoded bytes are on this machine.
  case bytes
  /// The decoded picture is in memory.
  case picture
}

/// The encoded bytes of a picture and the size in its header.
package final class PicturePayload: Sendable {
  /// The origin of the bytes.
  package enum Origin: Hashable, Sendable {
    case file, data, network, disk
    /// A thumbnail that the desktop's programs share.
    case thumbnail
  }

  /// The encoded picture.
  package let bytes: [UInt8]
  /// The size in pixels from the header, after turning the picture upright.
  package let size: PixelSize
  package let origin: Origin
  /// The time of the file's last write; `nil` if the bytes are not from a file.
  package let modified: FileTime?

  /// Creates a payload.
  package init(_ bytes: [UInt8], size: PixelSize, origin: Origin, modified: FileTime? = nil) {
    self.bytes = bytes
    self.size = size
    self.origin = origin
    self.modified = modified
  }

  /// Whether these bytes are enough to answer a request. A thumbnail is enough if it covers the size that the request
  /// needs.
  ///
  /// A thumbnail smaller than `thumbnailSide` is always enough: it was not reduced, so the file has no more pixels.
  func covers(_ request: ImageRequest, thumbnailSide: Int) -> Bool {
    guard origin == .thumbnail, let target = request.target else { return true }
    if max(size.width, size.height) < thumbnailSide { return true }
    let (isWide, isHigh) = (size.width >= target.width, size.height >= target.height)
    return request.mode == .fit ? isWide || isHigh : isWide && isHigh
  }

  /// The bytes that the picture takes when decoded in full size, at 4 bytes a pixel.
  package var decodeCost: Int { size.width * size.height * 4 }
}

/// The identity of bytes: requests with equal keys share them.
struct BytesKey: QuickHashable, Hashable, Sendable {
  var source: ImageRequest.Source
  /// The side in pixels of the desktop's thumbnail that suffices; 0 if only the file itself suffices.
  var thumbnailSide = 0

  var quickHash: Int { source.quickHash &+ thumbnailSide }
}

/// A subscriber of a picture job.
struct JobSubscriber {
  var id: Int
  var priority: ImagePriority
  var depth: ImageDepth
}

/// The loading of one picture, with all its subscribers.
final class PictureJob {
  enum Phase {
    case waitingForBytes(BytesJob)
    case queued(PicturePayload)
    case decoding(PicturePayload)
    case over
  }

  let id: Int
  let request: ImageRequest
  /// The hash of the request.
  let hash: Int
  /// The turn and number of the request, or of the last change of priority.
  var order: RequestOrder
  var subscribers = FewElements<JobSubscriber>()
  var phase = Phase.over
  /// Whether the bytes were damaged and have been requested once more.
  var isSecondTry = false
  /// The bytes of the decoding budget that the job uses.
  var reservation = 0

  init(id: Int, request: ImageRequest, hash: Int, order: RequestOrder) {
    self.id = id
    self.request = request
    self.hash = hash
    self.order = order
  }

  /// Whether the bytes have been loaded.
  var hasBytes: Bool {
    switch phase {
    case .queued, .decoding: true
    case .waitingForBytes, .over: false
    }
  }

  /// The highest priority of the subscribers.
  /// - Complexity: O(*k*) in the number of subscribers.
  var priority: ImagePriority {
    var highest = ImagePriority.low
    for subscriber in subscribers where subscriber.priority > highest { highest = subscriber.priority }
    return highest
  }
}

/// The loading of one source's bytes, with all pictures that are decoded from them.
final class BytesJob {
  enum Phase {
    /// Waits for a reading thread.
    case queued
    case reading
    /// Waits for the network gate.
    case waitingForNetwork
    case fetching(ByteTransfer)
    /// Waits before another attempt.
    case pausing(until: Instant)
    case over
  }

  let id: Int
  let key: BytesKey
  /// The hash of the key.
  let hash: Int
  var pictures = FewElements<PictureJob>()
  var phase = Phase.queued
  /// The number of attempts to load so far.
  var attempts = 0
  /// The outdated copy on disk that the server is asked to confirm; `nil` if there is none.
  var stale: StoredPicture?
  /// Whether the outdated copy was delivered before the server answered.
  var hasDeliveredStale = false
  /// Whether to bypass caches, because a cached copy was damaged.
  var bypassesCaches = false
  /// Whether no picture waits and the job only updates the caches.
  var isDetached = false

  init(id: Int, key: BytesKey, hash: Int) {
    self.id = id
    self.key = key
    self.hash = hash
  }

  /// The highest priority of the pictures.
  /// - Complexity: O(*k*) in the number of subscribers.
  var priority: ImagePriority {
    var highest = ImagePriority.low
    for picture in pictures {
      let priority = picture.priority
      if priority > highest { highest = priority }
    }
    return highest
  }

  /// The order of the picture that comes first among those of the highest priority.
  var order: RequestOrder {
    let priority = priority
    var first: RequestOrder?
    for picture in pictures where picture.priority == priority {
      if first.map({ picture.order.isBefore($0, at: priority) }) ?? true { first = picture.order }
    }
    return first ?? RequestOrder(turn: 0)
  }

  /// The path or address of the source.
  var address: String {
    switch key.source {
    case .file(let path, _): path
    case .url(let address): address
    }
  }
}

/// A picture in the disk cache.
package struct StoredPicture: Sendable {
  package var payload: PicturePayload
  package var metadata: StoredMetadata

  /// Creates a stored picture.
  package init(payload: PicturePayload, metadata: StoredMetadata) {
    self.payload = payload
    self.metadata = metadata
  }
}

/// The metadata that the disk cache stores with a picture.
package struct StoredMetadata: Hashable, Sendable {
  /// The address of the picture.
  package var address: String
  /// The validators to send to the server.
  package var validators = ByteValidators()
  /// The time until which the copy is fresh, in seconds since 1970; `staleUntil` is the time until which it may be
  /// shown while the server is asked.
  package var freshUntil = 0.0
  package var staleUntil = 0.0

  /// Creates metadata for a copy that is not fresh.
  package init(address: String) {
    self.address = address
  }

  /// Creates metadata from an answer that came at `wallTime`, in seconds since 1970.
  package init(address: String, response: ByteResponse, wallTime: Double) {
    self.address = address
    validators = response.validators
    freshUntil = wallTime + response.freshness.maximumAge
    staleUntil = freshUntil + response.freshness.staleAge
  }

  /// Whether the copy may be used without asking the server. If it claims to be fresh for more than a century, a clock
  /// was wrong, and the result is `false`.
  package func isFresh(at wallTime: Double) -> Bool {
    wallTime < freshUntil && freshUntil < wallTime + 3.3e9
  }

  /// Whether the copy may be shown while the server is asked.
  package func isUsableWhileRevalidating(at wallTime: Double) -> Bool { wallTime < staleUntil }
}

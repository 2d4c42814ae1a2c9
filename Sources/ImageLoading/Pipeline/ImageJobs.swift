package import ScrollworkHostInterface
package import ScrollworkPlatform

/// How far a request is to be carried out.
public enum ImageDepth: Int, Comparable, Sendable {
  /// Until the bytes are on this machine.
  case bytes
  /// Until the picture is in memory.
  case picture

  public static func < (a: ImageDepth, b: ImageDepth) -> Bool { a.rawValue < b.rawValue }
}

/// The bytes of a picture and what their header says.
package final class PicturePayload: Sendable {
  package enum Origin: Hashable, Sendable {
    case file, data, network, disk
    /// The desktop's small picture of a file.
    case thumbnail
  }

  package let bytes: [UInt8]
  package let size: PixelSize
  package let origin: Origin
  /// When the file was written that the bytes are of; `nil` for what is no file.
  package let modified: FileTime?

  package init(_ bytes: [UInt8], size: PixelSize, origin: Origin, modified: FileTime? = nil) {
    self.bytes = bytes
    self.size = size
    self.origin = origin
    self.modified = modified
  }

  /// True if a request can be answered from these bytes. A small picture of a file may be too small; one that is
  /// smaller than the desktop's size for it is as large as the file's own.
  func covers(_ request: ImageRequest, thumbnailSide: Int) -> Bool {
    guard origin == .thumbnail, let target = request.target else { return true }
    if max(size.width, size.height) < thumbnailSide { return true }
    let (isWide, isHigh) = (size.width >= target.width, size.height >= target.height)
    return request.mode == .fit ? isWide || isHigh : isWide && isHigh
  }

  /// Memory that the whole picture takes when it is decoded.
  package var decodeCost: Int { size.width * size.height * 4 }
}

/// What equal bytes are known by.
struct BytesKey: QuickHashable, Hashable, Sendable {
  var source: ImageRequest.Source
  /// The side of the desktop's small picture that will do; 0 where only the whole will.
  var thumbnailSide = 0

  var quickHash: Int { source.quickHash &+ thumbnailSide }
}

/// One who waits for a picture.
struct JobSubscriber {
  var id: Int
  var priority: ImagePriority
  var depth: ImageDepth
}

/// A picture under way, for all who wait for it.
final class PictureJob {
  enum Phase {
    case waitingForBytes(BytesJob)
    case queued(PicturePayload)
    case decoding(PicturePayload)
    case over
  }

  let id: Int
  let request: ImageRequest
  /// Of the request.
  let hash: Int
  /// When it was asked for, or its priority was changed.
  var order: AskingOrder
  var subscribers = FewElements<JobSubscriber>()
  var phase = Phase.over
  /// The bytes were damaged, and others have been asked for once.
  var isSecondTry = false
  /// Bytes reserved for decoding.
  var reservation = 0

  init(id: Int, request: ImageRequest, hash: Int, order: AskingOrder) {
    self.id = id
    self.request = request
    self.hash = hash
    self.order = order
  }

  var hasBytes: Bool {
    switch phase {
    case .queued, .decoding: true
    case .waitingForBytes, .over: false
    }
  }

  var priority: ImagePriority {
    var highest = ImagePriority.low
    for subscriber in subscribers where subscriber.priority > highest { highest = subscriber.priority }
    return highest
  }
}

/// Bytes under way, for all pictures that are made of them.
final class BytesJob {
  enum Phase {
    /// Waits for a thread that reads.
    case queued
    case reading
    /// Waits for its turn on the network.
    case waitingForNetwork
    case fetching(ByteTransfer)
    case pausing(until: Instant)
    case over
  }

  let id: Int
  let key: BytesKey
  /// Of the key.
  let hash: Int
  var pictures = FewElements<PictureJob>()
  var phase = Phase.queued
  var attempts = 0
  /// What the disk had, if it is to be asked whether that is still right.
  var stale: StoredPicture?
  /// True if that was shown before there was an answer.
  var hasGivenStale = false
  /// True to pass over caches, because what they had was damaged.
  var bypassesCaches = false
  /// True if nobody waits and only the caches are brought up to date.
  var isDetached = false

  init(id: Int, key: BytesKey, hash: Int) {
    self.id = id
    self.key = key
    self.hash = hash
  }

  var priority: ImagePriority {
    var highest = ImagePriority.low
    for picture in pictures {
      let priority = picture.priority
      if priority > highest { highest = priority }
    }
    return highest
  }

  /// That of the picture that goes first.
  var order: AskingOrder {
    let priority = priority
    var first: AskingOrder?
    for picture in pictures where picture.priority == priority {
      if first.map({ picture.order.isBefore($0, at: priority) }) ?? true { first = picture.order }
    }
    return first ?? AskingOrder(turn: 0)
  }

  var address: String {
    switch key.source {
    case .file(let path, _): path
    case .url(let address): address
    }
  }
}

/// What the disk cache had for an address.
package struct StoredPicture: Sendable {
  package var payload: PicturePayload
  package var marks: StoredMarks

  package init(payload: PicturePayload, marks: StoredMarks) {
    self.payload = payload
    self.marks = marks
  }
}

/// What is kept beside the bytes in the disk cache.
package struct StoredMarks: Hashable, Sendable {
  package var address: String
  package var validators = ByteValidators()
  /// Seconds since 1970 until which it need not be asked for again, and until which it may be shown meanwhile.
  package var freshUntil = 0.0
  package var staleUntil = 0.0

  package init(address: String) {
    self.address = address
  }

  package init(address: String, response: ByteResponse, wallTime: Double) {
    self.address = address
    validators = response.validators
    freshUntil = wallTime + response.freshness.maximumAge
    staleUntil = freshUntil + response.freshness.staleAge
  }

  /// A time in the far future that a clock set wrongly has written counts as now.
  package func isFresh(at wallTime: Double) -> Bool {
    wallTime < freshUntil && freshUntil < wallTime + 3.3e9
  }

  package func isUsableMeanwhile(at wallTime: Double) -> Bool { wallTime < staleUntil }
}

package import ScrollworkHostInterface

/// A piece of work for a reading thread.
struct ReadingWork: Sendable {
  enum Kind: Sendable {
    case file(path: String, version: UInt64, thumbnailSide: Int)
    case data(address: String)
    /// A look-up in the disk cache.
    case stored(address: String)
  }

  var job: Int
  var kind: Kind
}

/// The result of reading.
enum ReadingResult: Sendable {
  case payload(PicturePayload)
  /// A copy in the disk cache, with its metadata.
  case stored(StoredPicture)
  /// The disk cache has no copy.
  case missing
  case failed(ImageError)
}

/// A load from the network.
struct FetchingWork: Sendable {
  var job: Int
  var request: ByteRequest
  /// The bytes from earlier attempts, which this load continues; empty to load everything.
  var held: [UInt8]
}

/// The result of a load, with the header of the picture read.
enum FetchingResult: Sendable {
  case payload(PicturePayload, ByteResponse)
  /// The load succeeded, but its bytes are no picture.
  case damaged(ImageError)
  case unchanged(ByteResponse)
  case failed(ByteError, partial: PartialBytes?)
}

/// A piece of work for a decoding thread.
struct DecodingWork: Sendable {
  var job: Int
  var request: ImageRequest
  var payload: PicturePayload
}

/// A piece of work for the cache thread, performed when nothing is urgent.
enum UpkeepWork: Sendable {
  case store(PicturePayload, StoredMetadata)
  case updateMetadata(StoredMetadata)
  case remove(address: String)
  case thumbnail(path: String, version: UInt64, side: Int, PicturePayload)

  /// Bytes of memory that the work holds while it waits.
  var byteCount: Int {
    switch self {
    case .store(let payload, _), .thumbnail(_, _, _, let payload): payload.bytes.count
    case .updateMetadata, .remove: 0
    }
  }
}

/// A result to deliver to one subscriber.
package struct ImageDelivery: Sendable {
  package enum Answer: Sendable {
    case picture(Bitmap)
    /// The encoded bytes are on this machine, and the subscriber asked for no more.
    case bytes
    case failure(ImageError)
  }

  /// The id of the subscriber.
  package var subscriber: Int
  package var answer: Answer
}

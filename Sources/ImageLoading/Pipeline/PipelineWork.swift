package import ScrollworkHostInterface

/// What the pipeline's book-keeping gives to the threads that read.
struct ReadingWork: Sendable {
  enum Kind: Sendable {
    case file(path: String, version: UInt64, thumbnailSide: Int)
    case data(address: String)
    /// Whether the disk cache has the address.
    case stored(address: String)
  }

  var job: Int
  var kind: Kind
}

/// What came of reading.
enum ReadingResult: Sendable {
  case payload(PicturePayload)
  case stored(StoredPicture)
  /// The disk cache does not have it.
  case missing
  case failed(ImageError)
}

/// What is given to the network.
struct FetchingWork: Sendable {
  var job: Int
  var request: ByteRequest
  var held: [UInt8]
}

/// What came of fetching: the bytes with their header read, if they are whole.
enum FetchingResult: Sendable {
  case payload(PicturePayload, ByteResponse)
  /// The bytes came, but are no picture.
  case damaged(ImageError)
  case unchanged(ByteResponse)
  case failed(ByteError, partial: PartialBytes?)
}

/// What is given to the threads that decode.
struct DecodingWork: Sendable {
  var job: Int
  var request: ImageRequest
  var payload: PicturePayload
}

/// What is done when nothing else is to be done, on a thread of its own.
enum UpkeepWork: Sendable {
  case store(PicturePayload, StoredMarks)
  case mark(StoredMarks)
  case remove(address: String)
  case thumbnail(path: String, version: UInt64, side: Int, PicturePayload)

  /// Memory that it holds while it waits.
  var byteCount: Int {
    switch self {
    case .store(let payload, _), .thumbnail(_, _, _, let payload): payload.bytes.count
    case .mark, .remove: 0
    }
  }
}

/// An answer for one who waits.
package struct ImageDelivery: Sendable {
  package enum Answer: Sendable {
    case picture(Bitmap)
    /// The bytes are here, which was all that was asked for.
    case bytes
    case failure(ImageError)
  }

  package var subscriber: Int
  package var answer: Answer
}

/// A picture in the size in which it will be shown.
public struct ImageRequest: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// A file by its path. A file that was written again has another version (its modification time and size).
    case file(path: String, version: UInt64)
    /// Any address that a loader of the program understands.
    case url(String)
  }

  public var source: Source
  /// The box that the picture is to fill or to fit, in device pixels; `nil` for its own size.
  public var target: PixelSize?
  /// `fill` decodes so that the box is covered, `fit` so that the picture lies inside it.
  public var mode: ContentMode
  /// What is done with the decoded pixels, first to last, in the background.
  public var processing: [ImageProcessing]

  public init(
    source: Source, target: PixelSize?, mode: ContentMode = .fill, processing: [ImageProcessing] = []
  ) {
    self.source = source
    self.target = target
    self.mode = mode
    self.processing = processing
  }
}

extension ImageRequest {
  /// True if the two differ in nothing but the size.
  package func isOfSamePicture(as other: ImageRequest) -> Bool {
    source == other.source && processing == other.processing
  }
}

/// How soon a picture is wanted.
public enum ImagePriority: Int, Comparable, Sendable {
  case low, normal, visible

  public static func < (a: ImagePriority, b: ImagePriority) -> Bool { a.rawValue < b.rawValue }
}

/// Why there is no picture. The description is for people and names what could be done.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  /// Not the format of any decoder that is present.
  case unsupported(String)
  /// The data end too early or contradict themselves.
  case corrupt(String)
  /// More pixels than the limits allow.
  case tooLarge(PixelSize)
  /// The server answered, but not with a picture: a status of HTTP.
  case refused(address: String, status: Int)
  /// The server was not reached, or the way to it broke; trying again later may help.
  case unreachable(address: String, reason: String)
  case cancelled

  public var description: String {
    switch self {
    case .unreadable(let path, _): "cannot read \(path): \(reason)"
    case .refused(let address, _): "\(address): \(reason)"
    case .unreachable(let address, _): "cannot reach \(address): \(reason)"
    case .unsupported, .corrupt, .tooLarge, .cancelled: reason
    }
  }

  /// The same for where it is told already which picture is meant: without its path or address.
  public var reason: String {
    switch self {
    case .unreadable(_, let reason), .unreachable(_, let reason): reason
    case .unsupported(let what): "unsupported picture: \(what)"
    case .corrupt(let what): "damaged picture: \(what)"
    case .tooLarge(let size): "picture of \(size.width.grouped) × \(size.height.grouped) pixels is too large"
    case .refused(_, let status): "the server answered with status \(status)"
    case .cancelled: "cancelled"
    }
  }
}

/// Gives views their pictures, from memory at once or from the background later.
@MainActor
public protocol ImageProviding: AnyObject {
  /// The picture if it is in memory. Never waits.
  func cached(_ request: ImageRequest) -> Bitmap?

  /// The largest picture in memory of the same source with the same processing, whatever size it was asked for in, and
  /// what it was asked for by. It stands in for the one that is still to be loaded. Never waits.
  func cachedInAnySize(_ request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)?

  /// Asks for a picture. `completion` is called on the main actor, later, exactly once, unless the token is cancelled first.
  func load(
    _ request: ImageRequest, priority: ImagePriority,
    completion: @escaping @MainActor (Result<Bitmap, ImageError>) -> Void
  ) -> any ImageLoadToken

  /// Forgets that a request failed, so that the next `load` tries again at once.
  func retry(_ request: ImageRequest)

  /// Plays the picture of a request that was loaded; `nil` if it stands still.
  func player(for request: ImageRequest) -> (any PicturePlaying)?
}

/// Plays a picture of several frames. It has no clock: who shows it asks for the picture of a moment.
@MainActor
public protocol PicturePlaying: AnyObject {
  /// Called when a frame has come that was due.
  var onFrame: (@MainActor () -> Void)? { get set }

  /// The picture of that moment, the first asked about being the start.
  /// - Returns: `nil` until the first frame is there; and when to ask again, `nil` if nothing more will change.
  func picture(at now: Instant) -> (bitmap: Bitmap?, next: Instant?)

  /// Stops the time of the picture until the next question, and frees what is held for it.
  func pause(at now: Instant)

  /// Goes on where another player of the same picture is, before anybody has asked for a moment. The default starts over.
  func goOn(from former: any PicturePlaying)
}

extension PicturePlaying {
  public func goOn(from former: any PicturePlaying) {}
}

extension ImageProviding {
  public func cachedInAnySize(_ request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)? { nil }
  public func retry(_ request: ImageRequest) {}
  public func player(for request: ImageRequest) -> (any PicturePlaying)? { nil }
}

/// A load that is under way.
@MainActor
public protocol ImageLoadToken: AnyObject {
  var priority: ImagePriority { get set }
  /// The completion will not be called. Calling it again, or after the completion, does nothing.
  func cancel()
}

/// Turns the bytes of a picture file into pixels. Used from background threads.
public protocol ImageDecoding: Sendable {
  /// Reads no more than the header.
  func pixelSize(of bytes: [UInt8]) throws(ImageError) -> PixelSize

  /// Decodes the picture, reduced to what `target` and `mode` ask for where it is larger, never enlarged.
  func decode(_ bytes: [UInt8], target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap

  /// The same, given up with `cancelled` where `isWanted` says no. A decoder asks it from time to time on the way through
  /// pictures that take long; the default never does.
  func decode(
    _ bytes: [UInt8], target: PixelSize?, mode: ContentMode, while isWanted: () -> Bool
  ) throws(ImageError) -> Bitmap

  /// The frames of a picture that plays; `nil` for one that stands still. Reads no more than where the frames are.
  func animation(of bytes: [UInt8]) throws(ImageError) -> (any ImageAnimation)?
}

extension ImageDecoding {
  public func decode(
    _ bytes: [UInt8], target: PixelSize?, mode: ContentMode, while isWanted: () -> Bool
  ) throws(ImageError) -> Bitmap {
    try decode(bytes, target: target, mode: mode)
  }

  public func animation(of bytes: [UInt8]) throws(ImageError) -> (any ImageAnimation)? { nil }
}

/// Turns pixels into the bytes of a PNG file. Used from background threads.
public protocol ImageEncoding: Sendable {
  func png(of bitmap: Bitmap) throws(ImageError) -> [UInt8]
}

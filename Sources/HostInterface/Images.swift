/// A request for a picture: its source, and the size with which it will be shown.
public struct ImageRequest: Hashable, Sendable {
  /// The origin of a picture.
  public enum Source: Hashable, Sendable {
    /// A file. `version` is derived from the file's modification time and size, so that a rewritten file counts as
    /// another picture.
    case file(path: String, version: UInt64)
    /// An address: a `data:` URL, or one that the program's byte loader understands.
    case url(String)
  }

  /// The origin of the picture.
  public var source: Source
  /// The box that the picture is fitted into, in device pixels; `nil` for the picture's own size.
  public var target: PixelSize?
  /// The rule for the decoded size: a picture for `fill` covers the box, one for `fit` stays inside it.
  package var mode: ContentMode

  /// Creates a request.
  /// - Parameter target: The box in device pixels; `nil` for the picture's own size.
  public init(source: Source, target: PixelSize?, mode: ContentMode = .fill) {
    self.source = source
    self.target = target
    self.mode = mode
  }
}

extension ImageRequest {
  /// Whether both requests have the same source. Their sizes and modes may differ.
  package func isOfSamePicture(as other: ImageRequest) -> Bool { source == other.source }
}

/// The urgency of a picture. Requests of higher priority are loaded first.
package enum ImagePriority: Comparable, Sendable {
  case low, normal, visible
}

/// The reason why a picture could not be loaded. The description is meant for the user.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file could not be read.
  case unreadable(path: String, reason: String)
  /// No decoder understands the format.
  case unsupported(String)
  /// The data end too early or are inconsistent.
  case corrupt(String)
  /// The picture has more pixels than the limits of the decoder allow.
  case tooLarge(PixelSize)
  /// The server answered with an HTTP status other than success.
  case refused(address: String, status: Int)
  /// The server could not be reached or the connection broke. A later attempt may succeed.
  case unreachable(address: String, reason: String)
  /// The request was cancelled before the picture was loaded.
  case cancelled

  /// The reason together with the path or address of the picture.
  public var description: String {
    switch self {
    case .unreadable(let path, _): "cannot read \(path): \(reason)"
    case .refused(let address, _): "\(address): \(reason)"
    case .unreachable(let address, _): "cannot reach \(address): \(reason)"
    case .unsupported, .corrupt, .tooLarge, .cancelled: reason
    }
  }

  /// The reason without path or address, for messages that already name the picture.
  package var reason: String {
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

/// The service from which views get their pictures: from memory at once, or from a background thread later.
@MainActor
package protocol ImageProviding: AnyObject {
  /// Returns the picture if it is in memory. Never waits for a file or the network.
  func cached(_ request: ImageRequest) -> Bitmap?

  /// Returns the largest version in memory of the requested picture, together with the request that loaded it.
  ///
  /// A view shows this version until the requested size is loaded. All versions of a picture have the same
  /// source. Never waits. The default returns `nil`.
  func cachedInAnySize(_ request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)?

  /// Starts to load a picture.
  /// - Parameter completion: Called exactly once, later and on the main actor, unless the token is cancelled first.
  func load(
    _ request: ImageRequest, priority: ImagePriority,
    completion: @escaping @MainActor (Result<Bitmap, ImageError>) -> Void
  ) -> any ImageLoadToken

  /// Removes the record that a request failed, so that the next `load` tries again at once. The default does nothing.
  func retry(_ request: ImageRequest)

  /// Returns a player for the request's picture, which must be loaded; `nil` for a still picture. The default returns
  /// `nil`.
  func player(for request: ImageRequest) -> (any PicturePlaying)?
}

/// A player for a picture of several frames. It has no clock: its view passes the time of each frame.
@MainActor
package protocol PicturePlaying: AnyObject {
  /// The function called when a frame that is due has been decoded.
  var onFrame: (@MainActor () -> Void)? { get set }

  /// Returns the frame to show at `now`. The first call starts the animation.
  /// - Returns: The frame, or `nil` until the first one is decoded; and the time of the next change, or `nil` if there
  ///   is none.
  func picture(at now: Instant) -> (bitmap: Bitmap?, next: Instant?)

  /// Stops the animation until the next call of ``picture(at:)`` and frees its decoded frames.
  func pause(at now: Instant)

  /// Takes over the position of another player of the same picture, so that the animation does not restart when a view
  /// loads the picture in another size.
  ///
  /// The default starts from the first frame.
  /// - Precondition: ``picture(at:)`` was not called yet.
  func goOn(from former: any PicturePlaying)
}

extension PicturePlaying {
  /// Does nothing, so that the animation starts from the first frame.
  package func goOn(from former: any PicturePlaying) {}
}

extension ImageProviding {
  /// Returns `nil`: the provider keeps no pictures in other sizes.
  package func cachedInAnySize(_ request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)? { nil }
  /// Does nothing: the provider remembers no failures.
  package func retry(_ request: ImageRequest) {}
  /// Returns `nil`: the provider shows every picture as a still one.
  package func player(for request: ImageRequest) -> (any PicturePlaying)? { nil }
}

/// A handle for a running load.
@MainActor
package protocol ImageLoadToken: AnyObject {
  /// The urgency. It may change while the load runs, for example when the view becomes visible.
  var priority: ImagePriority { get set }
  /// Cancels the load, so that its completion is not called. Does nothing after a completion or an earlier
  /// cancellation.
  func cancel()
}

/// A decoder for the bytes of picture files, called on background threads.
package protocol ImageDecoding: Sendable {
  /// Returns the size of the picture from its header, without decoding pixels.
  func pixelSize(of bytes: [UInt8]) throws(ImageError) -> PixelSize

  /// Decodes the picture and reduces it to the size that `target` and `mode` ask for. Smaller pictures are not
  /// enlarged.
  func decode(_ bytes: [UInt8], target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap

  /// Decodes the picture like ``decode(_:target:mode:)``, but throws ``ImageError/cancelled`` if `isWanted` returns
  /// `false`.
  ///
  /// Decoders call `isWanted` from time to time while they decode large pictures. The default never calls it.
  func decode(
    _ bytes: [UInt8], target: PixelSize?, mode: ContentMode, while isWanted: () -> Bool
  ) throws(ImageError) -> Bitmap

  /// Returns the animation in a file with several frames, without decoding any; `nil` for a still picture.
  ///
  /// The default returns `nil`.
  func animation(of bytes: [UInt8]) throws(ImageError) -> (any ImageAnimation)?
}

extension ImageDecoding {
  /// Decodes the whole picture and never calls `isWanted`.
  package func decode(
    _ bytes: [UInt8], target: PixelSize?, mode: ContentMode, while isWanted: () -> Bool
  ) throws(ImageError) -> Bitmap {
    try decode(bytes, target: target, mode: mode)
  }

  /// Returns `nil`: the decoder knows still pictures only.
  package func animation(of bytes: [UInt8]) throws(ImageError) -> (any ImageAnimation)? { nil }
}

/// An encoder for PNG files, called on background threads.
package protocol ImageEncoding: Sendable {
  /// Returns the bytes of a PNG file with the pixels of `bitmap`.
  func png(of bitmap: Bitmap) throws(ImageError) -> [UInt8]
}

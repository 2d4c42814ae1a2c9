public import Scrollwork

/// An image provider whose loads wait until the test finishes them.
@MainActor
public final class ScriptedImages: ImageProviding {
  /// A load that a view has requested.
  @MainActor
  public final class Load: ImageLoadToken {
    /// The requested picture.
    public let request: ImageRequest
    /// The current priority.
    package var priority: ImagePriority
    /// Whether the load was cancelled before it finished.
    package private(set) var isCancelled = false
    /// Whether the load has ended with a picture or an error.
    package private(set) var isFinished = false
    private let completion: @MainActor (Result<Bitmap, ImageError>) -> Void

    init(
      _ request: ImageRequest, _ priority: ImagePriority,
      _ completion: @escaping @MainActor (Result<Bitmap, ImageError>) -> Void
    ) {
      self.request = request
      self.priority = priority
      self.completion = completion
    }

    /// Cancels the load. Has no effect once it has finished.
    package func cancel() {
      if !isFinished { isCancelled = true }
    }

    /// Ends the load with a result, unless it has ended or was cancelled.
    func finish(_ result: Result<Bitmap, ImageError>) {
      guard !isCancelled, !isFinished else { return }
      isFinished = true
      completion(result)
    }
  }

  /// The pictures that count as loaded, by request. Tests may set them.
  package var memory: [ImageRequest: Bitmap] = [:]
  /// All loads requested so far, in order.
  package private(set) var loads: [Load] = []

  /// The requests for which `retry` was called, in order.
  package private(set) var retried: [ImageRequest] = []
  /// The players of animated pictures, by request. Tests set them.
  package var players: [ImageRequest: any PicturePlaying] = [:]

  /// Creates a provider without pictures.
  package init() {}

  /// The loads that have neither ended nor been cancelled.
  public var pending: [Load] { loads.filter { !$0.isCancelled && !$0.isFinished } }

  /// Returns the picture in memory for exactly this request.
  package func cached(_ request: ImageRequest) -> Bitmap? { memory[request] }

  /// Returns the largest version in memory of the requested picture.
  package func cachedInAnySize(_ request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)? {
    memory.filter { $0.key.isOfSamePicture(as: request) }.max { $0.value.byteCount < $1.value.byteCount }
      .map { (request: $0.key, bitmap: $0.value) }
  }

  /// Records a load, which waits until `finish` or `fail` is called for its source.
  package func load(
    _ request: ImageRequest, priority: ImagePriority,
    completion: @escaping @MainActor (Result<Bitmap, ImageError>) -> Void
  ) -> any ImageLoadToken {
    let load = Load(request, priority, completion)
    loads.append(load)
    return load
  }

  /// Records that a view asked for a retry.
  package func retry(_ request: ImageRequest) { retried.append(request) }

  /// Returns the player that the test has set for a request.
  package func player(for request: ImageRequest) -> (any PicturePlaying)? { players[request] }

  /// Ends every waiting load of `source` with `bitmap`, and keeps it in ``memory``.
  public func finish(_ source: ImageRequest.Source, with bitmap: Bitmap) {
    for load in pending where load.request.source == source {
      memory[load.request] = bitmap
      load.finish(.success(bitmap))
    }
  }

  /// Ends every waiting load of `source` with an error.
  public func fail(_ source: ImageRequest.Source, with error: ImageError) {
    for load in pending where load.request.source == source { load.finish(.failure(error)) }
  }
}

extension Bitmap {
  /// Creates a picture of one opaque colour.
  public convenience init(width: Int, height: Int, color: Color) {
    let value = 255 << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    self.init(width: width, height: height, pixels: Array(repeating: value, count: width * height), isOpaque: true)
  }
}

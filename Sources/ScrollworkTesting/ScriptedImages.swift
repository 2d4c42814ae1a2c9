public import Scrollwork

/// Gives the pictures that a test says, when it says so.
@MainActor
public final class ScriptedImages: ImageProviding {
  /// A load that was asked for.
  @MainActor
  public final class Load: ImageLoadToken {
    public let request: ImageRequest
    public var priority: ImagePriority
    public private(set) var isCancelled = false
    public private(set) var isFinished = false
    private let completion: @MainActor (Result<Bitmap, ImageError>) -> Void

    init(
      _ request: ImageRequest, _ priority: ImagePriority,
      _ completion: @escaping @MainActor (Result<Bitmap, ImageError>) -> Void
    ) {
      self.request = request
      self.priority = priority
      self.completion = completion
    }

    public func cancel() {
      if !isFinished { isCancelled = true }
    }

    /// Answers, unless that was done or nobody waits any more.
    func finish(_ result: Result<Bitmap, ImageError>) {
      guard !isCancelled, !isFinished else { return }
      isFinished = true
      completion(result)
    }
  }

  /// What is in memory.
  public var memory: [ImageRequest: Bitmap] = [:]
  /// All loads that were ever asked for, first to last.
  public private(set) var loads: [Load] = []

  /// Requests that were to be tried again.
  public private(set) var retried: [ImageRequest] = []
  /// What plays the pictures of requests.
  public var players: [ImageRequest: any PicturePlaying] = [:]

  public init() {}

  /// Loads that somebody still waits for.
  public var pending: [Load] { loads.filter { !$0.isCancelled && !$0.isFinished } }

  public func cached(_ request: ImageRequest) -> Bitmap? { memory[request] }

  public func cachedInAnySize(_ request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)? {
    memory.filter { $0.key.isOfSamePicture(as: request) }.max { $0.value.byteCount < $1.value.byteCount }
      .map { (request: $0.key, bitmap: $0.value) }
  }

  public func load(
    _ request: ImageRequest, priority: ImagePriority,
    completion: @escaping @MainActor (Result<Bitmap, ImageError>) -> Void
  ) -> any ImageLoadToken {
    let load = Load(request, priority, completion)
    loads.append(load)
    return load
  }

  public func retry(_ request: ImageRequest) { retried.append(request) }

  public func player(for request: ImageRequest) -> (any PicturePlaying)? { players[request] }

  /// Answers every waiting load of `source`, keeping the picture in memory.
  public func finish(_ source: ImageRequest.Source, with bitmap: Bitmap) {
    for load in pending where load.request.source == source {
      memory[load.request] = bitmap
      load.finish(.success(bitmap))
    }
  }

  /// Answers every waiting load of `source` with an error.
  public func fail(_ source: ImageRequest.Source, with error: ImageError) {
    for load in pending where load.request.source == source { load.finish(.failure(error)) }
  }
}

extension Bitmap {
  /// A picture of one opaque colour.
  public convenience init(width: Int, height: Int, color: Color) {
    let value = 255 << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    self.init(width: width, height: height, pixels: Array(repeating: value, count: width * height), isOpaque: true)
  }
}

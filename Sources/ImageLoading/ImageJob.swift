import ScrollworkHostInterface

/// One request under way, for all who wait for it.
@MainActor
final class ImageJob {
  let id: Int
  let request: ImageRequest
  var subscribers: [ImageSubscription] = []
  /// Set while the bytes come from elsewhere.
  var fetch: (any ByteLoadToken)?

  init(id: Int, request: ImageRequest) {
    self.id = id
    self.request = request
  }

  var priority: ImagePriority { subscribers.map(\.priority).max() ?? .low }
}

/// One who waits.
@MainActor
final class ImageSubscription: ImageLoadToken {
  typealias Completion = @MainActor (Result<Bitmap, ImageError>) -> Void

  let request: ImageRequest
  private weak var loader: BackgroundImageLoader?
  private var completion: Completion?

  var priority: ImagePriority {
    didSet {
      if priority != oldValue, completion != nil { loader?.priorityChanged(of: request) }
    }
  }

  init(
    loader: BackgroundImageLoader, request: ImageRequest, priority: ImagePriority, completion: @escaping Completion
  ) {
    self.loader = loader
    self.request = request
    self.priority = priority
    self.completion = completion
  }

  func cancel() {
    guard completion != nil else { return }
    completion = nil
    loader?.leave(self)
  }

  func finish(_ result: Result<Bitmap, ImageError>) {
    let completion = completion
    self.completion = nil
    completion?(result)
  }
}

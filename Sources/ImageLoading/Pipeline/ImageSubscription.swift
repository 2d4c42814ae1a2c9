import ScrollworkHostInterface

/// A subscriber of a picture; the program holds it as the token of its request.
@MainActor
final class ImageSubscription: ImageLoadToken {
  typealias Completion = @MainActor (Result<Bitmap, ImageError>) -> Void

  let id: Int
  private weak var pipeline: ImagePipeline?
  private var completion: Completion?
  private var isOpen = true

  var priority: ImagePriority {
    didSet {
      if priority != oldValue, isOpen { pipeline?.core.setPriority(priority, of: id) }
    }
  }

  init(pipeline: ImagePipeline, id: Int, priority: ImagePriority, completion: Completion?) {
    self.pipeline = pipeline
    self.id = id
    self.priority = priority
    self.completion = completion
  }

  /// Cancels the load; `completion` is not called.
  func cancel() {
    if close() { pipeline?.leave(self) }
  }

  /// Ends the subscription; returns `false` if it has already ended.
  func close() -> Bool {
    defer {
      isOpen = false
      completion = nil
    }
    return isOpen
  }

  /// Ends the subscription and calls `completion`.
  /// - Parameter result: `nil` if only the bytes were requested.
  func finish(_ result: Result<Bitmap, ImageError>?) {
    let completion = completion
    _ = close()
    if let result { completion?(result) }
  }
}

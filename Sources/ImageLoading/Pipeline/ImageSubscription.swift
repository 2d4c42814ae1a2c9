import ScrollworkHostInterface

/// One who waits for a picture.
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

  func cancel() {
    if close() { pipeline?.leave(self) }
  }

  /// Will not be answered any more; false if that was so already.
  func close() -> Bool {
    defer {
      isOpen = false
      completion = nil
    }
    return isOpen
  }

  /// - Parameter result: `nil` where only bytes were asked for.
  func finish(_ result: Result<Bitmap, ImageError>?) {
    let completion = completion
    _ = close()
    if let result { completion?(result) }
  }
}

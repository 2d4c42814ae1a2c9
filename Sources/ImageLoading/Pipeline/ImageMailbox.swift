import Synchronization

/// Answers until the main actor fetches them: one wake-up for any number.
final class ImageMailbox: Sendable {
  private let letters = Mutex<[ImageDelivery]>([])

  /// True if the box was empty, so that somebody has to be told.
  func put(_ deliveries: [ImageDelivery]) -> Bool {
    letters.withLock {
      $0 += deliveries
      return $0.count == deliveries.count
    }
  }

  /// Exchanges what is in the box for the empty array `buffer`, which keeps its memory.
  func takeAll(into buffer: inout [ImageDelivery]) {
    letters.withLock { swap(&$0, &buffer) }
  }
}

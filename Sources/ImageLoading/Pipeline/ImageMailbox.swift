import Synchronization

/// The results for the main actor, collected so that one wake-up delivers all that are ready.
final class ImageMailbox: Sendable {
  private let content = Mutex<[ImageDelivery]>([])

  /// Adds results; returns whether the mailbox was empty, so that the main actor must be woken up.
  func put(_ deliveries: [ImageDelivery]) -> Bool {
    content.withLock {
      $0 += deliveries
      return $0.count == deliveries.count
    }
  }

  /// Moves the results into the empty array `buffer`, whose memory is reused for the next results.
  func takeAll(into buffer: inout [ImageDelivery]) {
    content.withLock { swap(&$0, &buffer) }
  }
}

import ScrollworkHostInterface
import Synchronization

/// What the background has finished, until the main actor fetches it: one wake-up for any number of results.
final class ImageMailbox: Sendable {
  enum Event: Sendable {
    case fetched(Result<[UInt8], ImageError>)
    case decoded(Result<Bitmap, ImageError>)
  }

  struct Letter: Sendable {
    var job: Int
    var request: ImageRequest
    var event: Event
  }

  private let letters = Mutex<[Letter]>([])

  /// True if the box was empty, so that somebody has to be told.
  func put(_ letter: Letter) -> Bool {
    letters.withLock {
      $0.append(letter)
      return $0.count == 1
    }
  }

  func takeAll() -> [Letter] {
    letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}

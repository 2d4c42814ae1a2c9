package import ScrollworkHostInterface
import Synchronization

/// The decoded pictures in memory, for all threads. A look-up takes one lock and allocates nothing.
package final class MemoryImageCache: Sendable {
  private struct State {
    var pictures: CostLimitedCache<ImageRequest, Bitmap>
    var hits = 0
  }

  private let state: Mutex<State>
  private let largestShare: Double

  /// Creates an empty cache.
  /// - Parameters:
  ///   - limit: The largest total of pixel bytes.
  ///   - largestShare: The largest fraction of the limit for one picture; a larger picture would displace all others.
  package init(limit: Int, largestShare: Double) {
    state = Mutex(State(pictures: CostLimitedCache(limit: limit) { $0.source.quickHash }))
    self.largestShare = largestShare
  }

  /// Returns the picture for exactly this request and counts a hit.
  package func bitmap(for request: ImageRequest) -> Bitmap? {
    state.withLock { state in
      guard let bitmap = state.pictures.value(for: request) else { return nil }
      state.hits += 1
      return bitmap
    }
  }

  /// Returns the largest version of the same picture in memory, whatever its requested size.
  /// - Complexity: O(*k*) in the number of versions.
  package func largest(like request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)? {
    state.withLock { state in
      state.pictures.costliest(inGroup: request.source.quickHash) { $0.isOfSamePicture(as: request) }
        .map { (request: $0.key, bitmap: $0.value) }
    }
  }

  /// Stores a picture unless it exceeds the largest share.
  package func insert(_ bitmap: Bitmap, for request: ImageRequest) {
    state.withLock { state in
      guard Double(bitmap.byteCount) <= Double(state.pictures.limit) * largestShare else { return }
      state.pictures.insert(bitmap, cost: bitmap.byteCount, for: request)
    }
  }

  /// The largest total of pixel bytes. Lowering it frees memory at once.
  package var limit: Int {
    get { state.withLock { $0.pictures.limit } }
    set { state.withLock { $0.pictures.limit = newValue } }
  }

  /// The number of pixel bytes of all pictures.
  package var totalCost: Int { state.withLock { $0.pictures.totalCost } }
  /// The number of pictures.
  package var count: Int { state.withLock { $0.pictures.count } }
  /// The number of successful look-ups so far.
  package var hits: Int { state.withLock { $0.hits } }

  /// Removes the least recently used pictures until at most a fraction of the limit is used.
  package func trim(toPart part: Double) { state.withLock { _ = $0.pictures.trim(toPart: part) } }

  /// Removes the pictures of some sources.
  /// - Complexity: O(*n*) in the number of pictures.
  package func remove(of sources: [ImageRequest.Source]) {
    state.withLock { $0.pictures.removeAll { sources.contains($0.source) } }
  }

  /// Removes all pictures.
  package func removeAll() { state.withLock { $0.pictures.removeAll() } }
}

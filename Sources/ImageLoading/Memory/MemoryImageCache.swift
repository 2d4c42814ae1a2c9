package import ScrollworkHostInterface
import Synchronization

/// The pictures in memory, for all threads: one look-up is one lock and no allocation.
package final class MemoryImageCache: Sendable {
  private struct State {
    var pictures: CostLimitedCache<ImageRequest, Bitmap>
    var hits = 0
  }

  private let state: Mutex<State>
  private let largestShare: Double

  /// - Parameters:
  ///   - limit: Bytes of pixels.
  ///   - largestShare: A picture that takes a larger part of the limit is not kept: it would drive out all others.
  package init(limit: Int, largestShare: Double) {
    state = Mutex(State(pictures: CostLimitedCache(limit: limit) { $0.source.quickHash }))
    self.largestShare = largestShare
  }

  package func bitmap(for request: ImageRequest) -> Bitmap? {
    state.withLock { state in
      guard let bitmap = state.pictures.value(for: request) else { return nil }
      state.hits += 1
      return bitmap
    }
  }

  /// The largest of the same picture, whatever size it was asked for in.
  package func largest(like request: ImageRequest) -> (request: ImageRequest, bitmap: Bitmap)? {
    state.withLock { state in
      state.pictures.dearest(inGroup: request.source.quickHash) { $0.isOfSamePicture(as: request) }
        .map { (request: $0.key, bitmap: $0.value) }
    }
  }

  package func insert(_ bitmap: Bitmap, for request: ImageRequest) {
    state.withLock { state in
      guard Double(bitmap.byteCount) <= Double(state.pictures.limit) * largestShare else { return }
      state.pictures.insert(bitmap, cost: bitmap.byteCount, for: request)
    }
  }

  package var limit: Int {
    get { state.withLock { $0.pictures.limit } }
    set { state.withLock { $0.pictures.limit = newValue } }
  }

  package var totalCost: Int { state.withLock { $0.pictures.totalCost } }
  package var count: Int { state.withLock { $0.pictures.count } }
  package var hits: Int { state.withLock { $0.hits } }

  /// Frees memory until no more than a part of the limit is taken.
  package func trim(toPart part: Double) { state.withLock { _ = $0.pictures.trim(toPart: part) } }

  /// Removes what was made of some sources.
  /// - Complexity: O(*n*).
  package func remove(of sources: [ImageRequest.Source]) {
    state.withLock { $0.pictures.removeAll { sources.contains($0.source) } }
  }

  package func removeAll() { state.withLock { $0.pictures.removeAll() } }
}

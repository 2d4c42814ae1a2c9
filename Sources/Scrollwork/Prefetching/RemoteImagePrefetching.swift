public import FoundationEssentials
public import ScrollworkHostInterface
public import ScrollworkImageLoading

/// A loader of pictures from the network, used by ``RemoteImagePrefetchingPlugin``.
@MainActor
public protocol RemoteImagePrefetching: AnyObject {
  /// Starts to load a picture.
  /// - Returns: The identifier of the task for ``cancelTask(uuid:)``; `nil` if there is nothing to load.
  func prefetchImage(url: URL) -> UUID?

  /// Starts to load a picture for a box and a prefetch ring. The default ignores the box and the ring.
  /// - Parameters:
  ///   - url: The picture's address.
  ///   - targetSize: The box in device pixels; `nil` for the whole picture.
  ///   - ring: The prefetch ring of the item.
  func prefetchImage(url: URL, targetSize: PixelSize?, ring: PrefetchRing) -> UUID?

  /// Cancels a task. Does nothing if it has ended.
  func cancelTask(uuid: UUID)
}

extension RemoteImagePrefetching {
  /// Ignores `targetSize` and `ring`.
  public func prefetchImage(url: URL, targetSize: PixelSize?, ring: PrefetchRing) -> UUID? { prefetchImage(url: url) }
}

/// A plugin that loads the pictures of components that conform to ``ComponentRemoteImagePrefetchable``.
@MainActor
public final class RemoteImagePrefetchingPlugin: CollectionViewPrefetchingPlugin {
  private let remoteImagePrefetcher: any RemoteImagePrefetching

  /// Creates a plugin that loads through `remoteImagePrefetcher`.
  public init(remoteImagePrefetcher: any RemoteImagePrefetching) {
    self.remoteImagePrefetcher = remoteImagePrefetcher
  }

  /// Whether loads depend on the place: always, because the ring decides whether a picture is decoded or only its bytes
  /// are loaded.
  public var distinguishesPlaces: Bool { true }

  /// Loads the component's pictures as for an item in the ring `picture`.
  public func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
    prefetch(with: component, at: PrefetchPlace(ring: .picture))
  }

  /// Loads the component's pictures as the ring in `place` demands. Returns `nil` if the component does not conform to
  /// ``ComponentRemoteImagePrefetchable``.
  public func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable? {
    guard let component = component as? any ComponentRemoteImagePrefetchable else { return nil }
    let prefetcher = remoteImagePrefetcher
    let tasks = component.remoteImageURLs.compactMap {
      prefetcher.prefetchImage(url: $0, targetSize: component.remoteImageTargetSize, ring: place.ring)
    }
    guard !tasks.isEmpty else { return nil }
    return AnyCancellable { for task in tasks { prefetcher.cancelTask(uuid: task) } }
  }
}

/// A prefetcher for ``RemoteImagePrefetchingPlugin`` that loads pictures through an image pipeline.
@MainActor
public final class ImagePipelinePrefetcher: RemoteImagePrefetching {
  private let pipeline: ImagePipeline
  private var tokens: [UUID: any ImageLoadToken] = [:]

  /// Creates a prefetcher that loads through `pipeline`.
  public init(pipeline: ImagePipeline) {
    self.pipeline = pipeline
  }

  /// The number of tasks that were started and not cancelled, including finished ones.
  package var taskCount: Int { tokens.count }

  /// Loads only the bytes of a picture.
  public func prefetchImage(url: URL) -> UUID? { prefetchImage(url: url, targetSize: nil, ring: .bytes) }

  /// Loads a picture. Without a size it loads only the bytes, because a picture decoded in the wrong size is of no use.
  public func prefetchImage(url: URL, targetSize: PixelSize?, ring: PrefetchRing) -> UUID? {
    let request = ImageRequest(source: .url(url.absoluteString), target: targetSize)
    guard ring > .bytes, targetSize != nil else { return start(request, .bytes) }
    return pipeline.cached(request) == nil ? start(request, .picture) : nil
  }

  /// Cancels a task.
  public func cancelTask(uuid: UUID) { tokens.removeValue(forKey: uuid)?.cancel() }

  private func start(_ request: ImageRequest, _ depth: ImageDepth) -> UUID {
    let task = UUID()
    tokens[task] = pipeline.prefetch(request, depth: depth)
    return task
  }
}

/// A plugin that loads the pictures of components that conform to ``ComponentImagePrefetchable``, from any source.
@MainActor
public final class ImagePrefetchingPlugin: CollectionViewPrefetchingPlugin {
  private let pipeline: ImagePipeline

  /// Creates a plugin that loads through `pipeline`.
  public init(pipeline: ImagePipeline) {
    self.pipeline = pipeline
  }

  /// Whether loads depend on the place: always, because the ring decides whether a picture is decoded or only its bytes
  /// are loaded.
  public var distinguishesPlaces: Bool { true }

  /// Loads the component's pictures as for an item in the ring `picture`.
  public func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
    prefetch(with: component, at: PrefetchPlace(ring: .picture))
  }

  /// Loads those pictures of the component that are not in memory, as the ring in `place` demands. Returns `nil` if the
  /// component does not conform to ``ComponentImagePrefetchable``.
  public func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable? {
    guard let component = component as? any ComponentImagePrefetchable else { return nil }
    let depth: ImageDepth = place.ring > .bytes ? .picture : .bytes
    let wanted = component.imageRequests(at: place).filter { pipeline.cached($0) == nil }
    guard !wanted.isEmpty else { return nil }
    let tokens = wanted.map { pipeline.prefetch($0, depth: depth) }
    return AnyCancellable { [pipeline] in pipeline.cancel(tokens) }
  }
}

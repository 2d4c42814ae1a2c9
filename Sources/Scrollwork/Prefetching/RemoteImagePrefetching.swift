public import FoundationEssentials
public import ScrollworkHostInterface
public import ScrollworkImageLoading

/// Fetches pictures of the network for ``RemoteImagePrefetchingPlugin``.
@MainActor
public protocol RemoteImagePrefetching: AnyObject {
  /// Starts to fetch; the answer names the task for ``cancelTask(uuid:)``, and is `nil` if there is nothing to do.
  func prefetchImage(url: URL) -> UUID?

  /// The same, told in which box the picture will be shown and how near it is. The default ignores both.
  /// - Parameters:
  ///   - url: Where the picture is.
  ///   - targetSize: The box, in device pixels; `nil` for the whole picture.
  ///   - ring: How near the item is to the viewport.
  func prefetchImage(url: URL, targetSize: PixelSize?, ring: PrefetchRing) -> UUID?

  /// Does nothing for a task that is over.
  func cancelTask(uuid: UUID)
}

extension RemoteImagePrefetching {
  public func prefetchImage(url: URL, targetSize: PixelSize?, ring: PrefetchRing) -> UUID? { prefetchImage(url: url) }
}

/// Fetches the pictures of components that are ``ComponentRemoteImagePrefetchable``.
@MainActor
public final class RemoteImagePrefetchingPlugin: CollectionViewPrefetchingPlugin {
  private let remoteImagePrefetcher: any RemoteImagePrefetching

  public init(remoteImagePrefetcher: any RemoteImagePrefetching) {
    self.remoteImagePrefetcher = remoteImagePrefetcher
  }

  public var distinguishesPlaces: Bool { true }

  public func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
    prefetch(with: component, at: PrefetchPlace(ring: .picture))
  }

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

/// Lets an image pipeline fetch for ``RemoteImagePrefetchingPlugin``.
@MainActor
public final class ImagePipelinePrefetcher: RemoteImagePrefetching {
  private let pipeline: ImagePipeline
  private var tokens: [UUID: any ImageLoadToken] = [:]

  public init(pipeline: ImagePipeline) {
    self.pipeline = pipeline
  }

  /// Tasks that were begun and not ended.
  public var taskCount: Int { tokens.count }

  public func prefetchImage(url: URL) -> UUID? { prefetchImage(url: url, targetSize: nil, ring: .bytes) }

  /// Without a size only bytes are fetched: what would be decoded is most likely not what will be asked for.
  public func prefetchImage(url: URL, targetSize: PixelSize?, ring: PrefetchRing) -> UUID? {
    let request = ImageRequest(source: .url(url.absoluteString), target: targetSize)
    guard ring > .bytes, targetSize != nil else { return start(request, .bytes) }
    return pipeline.cached(request) == nil ? start(request, .picture) : nil
  }

  public func cancelTask(uuid: UUID) { tokens.removeValue(forKey: uuid)?.cancel() }

  private func start(_ request: ImageRequest, _ depth: ImageDepth) -> UUID {
    let task = UUID()
    tokens[task] = pipeline.prefetch(request, depth: depth)
    return task
  }
}

/// Fetches the pictures of components that are ``ComponentImagePrefetchable``: of files and of any other source.
@MainActor
public final class ImagePrefetchingPlugin: CollectionViewPrefetchingPlugin {
  private let pipeline: ImagePipeline

  public init(pipeline: ImagePipeline) {
    self.pipeline = pipeline
  }

  public var distinguishesPlaces: Bool { true }

  public func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
    prefetch(with: component, at: PrefetchPlace(ring: .picture))
  }

  public func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable? {
    guard let component = component as? any ComponentImagePrefetchable else { return nil }
    let depth: ImageDepth = place.ring > .bytes ? .picture : .bytes
    let wanted = component.imageRequests(at: place).filter { pipeline.cached($0) == nil }
    guard !wanted.isEmpty else { return nil }
    let tokens = wanted.map { pipeline.prefetch($0, depth: depth) }
    return AnyCancellable { [pipeline] in pipeline.cancel(tokens) }
  }
}

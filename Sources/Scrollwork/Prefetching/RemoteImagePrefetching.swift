public import FoundationEssentials
public import ScrollworkHostInterface
public import ScrollworkImageLoading

/// Loads pictures of the network for ``RemoteImagePrefetchingPlugin``.
@MainActor
public protocol RemoteImagePrefetching: AnyObject {
  /// Starts to load a picture; returns the task for ``cancelTask(uuid:)``, or `nil` if there is nothing to do.
  func prefetchImage(url: URL) -> UUID?

  /// Starts to load a picture for a box and nearness. The default ignores both.
  /// - Parameters:
  ///   - url: The picture's address.
  ///   - targetSize: The box in device pixels; `nil` for the whole picture.
  ///   - ring: The nearness of the item to the viewport.
  func prefetchImage(url: URL, targetSize: PixelSize?, ring: PrefetchRing) -> UUID?

  /// Cancels a task. Does nothing if it has ended.
  func cancelTask(uuid: UUID)
}

extension RemoteImagePrefetching {
  /// Ignores box and nearness.
  public func prefetchImage(url: URL, targetSize: PixelSize?, ring: PrefetchRing) -> UUID? { prefetchImage(url: url) }
}

/// A plugin for components that are ``ComponentRemoteImagePrefetchable``.
@MainActor
public final class RemoteImagePrefetchingPlugin: CollectionViewPrefetchingPlugin {
  private let remoteImagePrefetcher: any RemoteImagePrefetching

  /// Creates a plugin that loads through `remoteImagePrefetcher`.
  public init(remoteImagePrefetcher: any RemoteImagePrefetching) {
    self.remoteImagePrefetcher = remoteImagePrefetcher
  }

  /// The nearness decides whether a picture is decoded, so the plugin is called again when it changes.
  public var distinguishesPlaces: Bool { true }

  /// Loads the pictures as for the inner ring.
  public func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
    prefetch(with: component, at: PrefetchPlace(ring: .picture))
  }

  /// Loads the pictures of the component.
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

/// Loads pictures through an image pipeline for ``RemoteImagePrefetchingPlugin``.
@MainActor
public final class ImagePipelinePrefetcher: RemoteImagePrefetching {
  private let pipeline: ImagePipeline
  private var tokens: [UUID: any ImageLoadToken] = [:]

  /// Creates a prefetcher that loads through `pipeline`.
  public init(pipeline: ImagePipeline) {
    self.pipeline = pipeline
  }

  /// The number of tasks that were started and not cancelled.
  public var taskCount: Int { tokens.count }

  /// Loads the bytes of a picture.
  public func prefetchImage(url: URL) -> UUID? { prefetchImage(url: url, targetSize: nil, ring: .bytes) }

  /// Loads a picture; without a size only its bytes, because a picture decoded in another size than requested later is
  /// of no use.
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

/// A plugin for components that are ``ComponentImagePrefetchable``: pictures of files and of any other source.
@MainActor
public final class ImagePrefetchingPlugin: CollectionViewPrefetchingPlugin {
  private let pipeline: ImagePipeline

  /// Creates a plugin that loads through `pipeline`.
  public init(pipeline: ImagePipeline) {
    self.pipeline = pipeline
  }

  /// The nearness decides whether a picture is decoded, so the plugin is called again when it changes.
  public var distinguishesPlaces: Bool { true }

  /// Loads the pictures as for the inner ring.
  public func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
    prefetch(with: component, at: PrefetchPlace(ring: .picture))
  }

  /// Loads the pictures of the component that are not in memory.
  public func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable? {
    guard let component = component as? any ComponentImagePrefetchable else { return nil }
    let depth: ImageDepth = place.ring > .bytes ? .picture : .bytes
    let wanted = component.imageRequests(at: place).filter { pipeline.cached($0) == nil }
    guard !wanted.isEmpty else { return nil }
    let tokens = wanted.map { pipeline.prefetch($0, depth: depth) }
    return AnyCancellable { [pipeline] in pipeline.cancel(tokens) }
  }
}

public import FoundationEssentials
public import ScrollworkHostInterface

/// A component that needs something which can be fetched before it is seen. What that is its refinements say.
public protocol ComponentResourcePrefetchable {}

/// A component that shows pictures of the network.
public protocol ComponentRemoteImagePrefetchable: ComponentResourcePrefetchable {
  /// Their addresses, the most important first.
  var remoteImageURLs: [URL] { get }

  /// The box they are shown in, in device pixels; `nil` where only the content knows it.
  ///
  /// What is prefetched helps only if it is what the content asks for: the same size, the same mode.
  var remoteImageTargetSize: PixelSize? { get }
}

extension ComponentRemoteImagePrefetchable {
  public var remoteImageTargetSize: PixelSize? { nil }
}

/// A component that shows pictures of any source, and says exactly which.
public protocol ComponentImagePrefetchable: ComponentResourcePrefetchable {
  /// What its content will ask for in a cell of that size, word for word.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest]
}

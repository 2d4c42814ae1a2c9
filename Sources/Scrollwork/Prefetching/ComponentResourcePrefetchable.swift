public import FoundationEssentials
public import ScrollworkHostInterface

/// A component with resources that can be loaded ahead of display. Refinements of the protocol name the resources.
public protocol ComponentResourcePrefetchable {}

/// A component that shows pictures of the network.
public protocol ComponentRemoteImagePrefetchable: ComponentResourcePrefetchable {
  /// The addresses of the pictures, the most important first.
  var remoteImageURLs: [URL] { get }

  /// The box of the pictures in device pixels; `nil` if only the content view knows it.
  ///
  /// A prefetched picture helps only if the content view requests the same size and mode.
  var remoteImageTargetSize: PixelSize? { get }
}

extension ComponentRemoteImagePrefetchable {
  /// The default: unknown, so that only bytes are loaded ahead.
  public var remoteImageTargetSize: PixelSize? { nil }
}

/// A component that shows pictures of any source and knows its exact requests.
public protocol ComponentImagePrefetchable: ComponentResourcePrefetchable {
  /// Returns the requests that the content view will make in a cell at `place`, exactly equal to them.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest]
}

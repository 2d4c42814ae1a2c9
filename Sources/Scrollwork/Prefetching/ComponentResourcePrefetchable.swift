public import FoundationEssentials
public import ScrollworkHostInterface

/// A component with resources that can be loaded before display. Protocols that refine this one name the resources.
public protocol ComponentResourcePrefetchable {}

/// A component that shows pictures from the network.
public protocol ComponentRemoteImagePrefetchable: ComponentResourcePrefetchable {
  /// The addresses of the pictures, the most important first.
  var remoteImageURLs: [URL] { get }

  /// The box into which the pictures are fitted, in device pixels; `nil` if only the content view knows it.
  ///
  /// A prefetched picture helps only if the content view requests the same size and mode.
  var remoteImageTargetSize: PixelSize? { get }
}

extension ComponentRemoteImagePrefetchable {
  /// The default is `nil`: the size is unknown, so only the bytes of the pictures are loaded ahead.
  public var remoteImageTargetSize: PixelSize? { nil }
}

/// A component that knows the exact picture requests of its content view, whatever the source of the pictures.
public protocol ComponentImagePrefetchable: ComponentResourcePrefetchable {
  /// Returns exactly the picture requests that the content view will make in a cell at `place`. Any other request would
  /// be loaded in vain.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest]
}

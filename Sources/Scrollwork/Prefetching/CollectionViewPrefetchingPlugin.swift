/// Loads one kind of resource for components before they are displayed.
@MainActor
public protocol CollectionViewPrefetchingPlugin: AnyObject {
  /// Starts to load the resources of a component that may be displayed soon.
  /// - Returns: A handle that cancels the load; it is cancelled when the item is too far away, was removed or shows
  ///   other content, and after it left the screen. `nil` if there is nothing to load.
  func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable?

  /// Starts to load resources for an item of known nearness and size. The default ignores both.
  func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable?

  /// Whether to call `prefetch` again when an item's nearness or size changes; the former load is cancelled afterwards.
  var distinguishesPlaces: Bool { get }
}

extension CollectionViewPrefetchingPlugin {
  /// Ignores the place.
  public func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable? {
    prefetch(with: component)
  }

  /// The default: nearness and size do not matter.
  public var distinguishesPlaces: Bool { false }
}

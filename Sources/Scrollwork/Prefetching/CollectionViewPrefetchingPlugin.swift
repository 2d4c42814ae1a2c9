/// A loader of one kind of resource for components that may soon be displayed.
@MainActor
public protocol CollectionViewPrefetchingPlugin: AnyObject {
  /// Starts to load the resources of a component that may be displayed soon.
  /// - Returns: A handle for the load; `nil` if there is nothing to load. The handle is cancelled when the item leaves
  ///   all prefetch rings, is deleted or shows other content, and when the view leaves the window.
  func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable?

  /// Starts to load the resources of a component for an item with a known ring and size. The default ignores `place`.
  func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable?

  /// Whether a load depends on the item's ring or size. If so, a change of either calls `prefetch(with:at:)` again and
  /// then cancels the former load.
  var distinguishesPlaces: Bool { get }
}

extension CollectionViewPrefetchingPlugin {
  /// Ignores `place` and calls ``prefetch(with:)``.
  public func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable? {
    prefetch(with: component)
  }

  /// Whether loads depend on the item's ring or size: by default not.
  public var distinguishesPlaces: Bool { false }
}

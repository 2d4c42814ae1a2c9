/// Fetches what components need before they are seen. One plugin for each kind of resource.
@MainActor
public protocol CollectionViewPrefetchingPlugin: AnyObject {
  /// The component may be seen soon.
  /// - Returns: What ends the fetching, called when the component's item has gone too far away, was removed or shows
  ///   something else, and after it has left the screen again; `nil` if there is nothing to fetch.
  func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable?

  /// The same, told how near the item is and how large. The default ignores that.
  func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable?

  /// True to be asked again when an item comes nearer, goes further away or gets another size; the former fetching is
  /// ended afterwards.
  var distinguishesPlaces: Bool { get }
}

extension CollectionViewPrefetchingPlugin {
  public func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable? {
    prefetch(with: component)
  }

  public var distinguishesPlaces: Bool { false }
}

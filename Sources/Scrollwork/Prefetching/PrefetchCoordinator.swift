public import ScrollworkImageLoading

/// Brings the rings around a viewport and the plugins together: begins, hands over and ends what is fetched ahead.
///
/// An item that comes on screen keeps what was begun for it until it is in no ring any more, so its content takes a load
/// over before anybody lets go of it. Everything is kept by identity, so an update of the list needs no bookkeeping but
/// ``itemsDidChange(_:)`` for what was removed or shows something else.
@MainActor
public final class PrefetchCoordinator<ID: Hashable> {
  private struct Entry {
    /// One for each plugin.
    var cancellables: [AnyCancellable?]
  }

  private let plugins: [any CollectionViewPrefetchingPlugin]
  private var rings: PrefetchRings<ID>
  private var entries: [ID: Entry] = [:]

  public init(
    plugins: [any CollectionViewPrefetchingPlugin], configuration: PrefetchConfiguration = PrefetchConfiguration()
  ) {
    self.plugins = plugins
    rings = PrefetchRings(configuration: configuration)
  }

  /// Items for which something was begun that is not ended.
  public var activeCount: Int { entries.count }

  /// How far around the viewport items have to be listed.
  public func reach(_ motion: PrefetchMotion) -> (before: Double, after: Double) { rings.reach(motion) }

  /// The viewport, the items or the motion have changed.
  /// - Parameter component: What an item shows; `nil` for an item that needs nothing. Only called for items that come into
  ///   another ring.
  public func update(
    _ items: some Sequence<PrefetchItem<ID>>, motion: PrefetchMotion,
    component: (ID) -> (any ComponentResourcePrefetchable)?
  ) {
    let changes = rings.update(items, motion: motion)
    for (id, ring) in changes.started where ring != .visible {
      if let component = component(id) { start(id, component, ring) }
    }
    for (id, _, ring) in changes.moved where ring != .visible {
      if let component = component(id) { move(id, component, ring) }
    }
    for id in changes.cancelled { end(id) }
  }

  /// Items were removed or show something else: what was begun for them ends, and the next update begins anew.
  public func itemsDidChange(_ ids: some Sequence<ID>) {
    for id in rings.remove(ids) { end(id) }
  }

  /// Ends everything, as when the view leaves the window.
  public func stop() {
    for id in rings.removeAll() { end(id) }
  }

  private func start(_ id: ID, _ component: any ComponentResourcePrefetchable, _ ring: PrefetchRing) {
    let cancellables = plugins.map { $0.prefetch(with: component, in: ring) }
    if cancellables.contains(where: { $0 != nil }) { entries[id] = Entry(cancellables: cancellables) }
  }

  private func move(_ id: ID, _ component: any ComponentResourcePrefetchable, _ ring: PrefetchRing) {
    guard let former = entries[id] else { return start(id, component, ring) }
    var entry = former
    for (index, plugin) in plugins.enumerated() where plugin.distinguishesRings {
      entry.cancellables[index] = plugin.prefetch(with: component, in: ring)
    }
    entries[id] = entry
    // Only now, so that what both want goes on.
    for (index, plugin) in plugins.enumerated() where plugin.distinguishesRings { former.cancellables[index]?.cancel() }
  }

  private func end(_ id: ID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    for cancellable in entry.cancellables { cancellable?.cancel() }
  }
}

package import ScrollworkGeometry
package import ScrollworkImageLoading

/// A translator of changes of the prefetch rings into calls of the plugins: it starts, replaces and cancels loads.
///
/// The load of an item is kept until the item has left all rings, even while the item is on screen. So the item's
/// content view can take over the load before it is cancelled. Items are identified by keys; after an update of the
/// list, `rename` maps old keys to new ones.
@MainActor
package final class PrefetchCoordinator<ID: Hashable> {
  /// An item's component and size.
  package struct Subject {
    /// The component that the item shows.
    package var component: any ComponentResourcePrefetchable
    /// The size of the item in logical pixels.
    package var size: Size
    /// Device pixels per logical pixel.
    package var scale: Double

    /// Creates a subject.
    package init(_ component: any ComponentResourcePrefetchable, size: Size = .zero, scale: Double = 1) {
      self.component = component
      self.size = size
      self.scale = scale
    }

    func place(_ ring: PrefetchRing) -> PrefetchPlace { PrefetchPlace(ring: ring, cellSize: size, scale: scale) }
  }

  private struct Entry {
    var subject: Subject
    var ring: PrefetchRing
    /// The handles of the item's loads, one for each plugin; `nil` if the plugin loads nothing.
    var cancellables: [AnyCancellable?]
  }

  private let plugins: [any CollectionViewPrefetchingPlugin]
  private var rings: PrefetchRings<ID>
  private var entries: [ID: Entry] = [:]
  /// The loads of deleted items. They are cancelled only after the loads of current items have started, which may take
  /// them over.
  private var orphans: [Entry] = []

  /// Creates a coordinator with no item in its rings.
  package init(
    plugins: [any CollectionViewPrefetchingPlugin], configuration: PrefetchConfiguration = PrefetchConfiguration()
  ) {
    self.plugins = plugins
    rings = PrefetchRings(configuration: configuration)
  }

  /// The number of items that have a load, running or finished.
  package var activeCount: Int { entries.count }

  /// The number of items with a load in each ring, from far to near.
  /// - Complexity: O(*n*) in the number of items with a load.
  package var counts: [Int] {
    [PrefetchRing.bytes, .picture, .visible].map { ring in entries.values.count { $0.ring == ring } }
  }

  /// Returns the distances before and after the viewport within which `update` needs to know the items, in viewport
  /// lengths.
  package func reach(_ motion: PrefetchMotion) -> (before: Double, after: Double) { rings.reach(motion) }

  /// Returns the direction of `motion` or, at rest, that of the last motion: 1 towards the end, -1 towards the start.
  package func direction(_ motion: PrefetchMotion) -> Double { rings.direction(motion) }

  /// Updates the rings after a change of the viewport, the items or the motion, and starts and cancels loads.
  /// - Parameters:
  ///   - items: The items within reach, in any order.
  ///   - motion: The motion of the viewport.
  ///   - contentMayDiffer: Whether known items may have other content or another size. Their former loads are then
  ///     cancelled after the new ones have started.
  ///   - subject: Returns the component and size of an item; `nil` if the item needs no resources. Called only for
  ///     items that change their ring, or whose content may differ.
  /// - Returns: The changes of the rings.
  /// - Complexity: That of `PrefetchRings.update(_:motion:)`, plus the calls of the plugins.
  @discardableResult
  package func update(
    _ items: [PrefetchItem<ID>], motion: PrefetchMotion, contentMayDiffer: Bool = false, subject: (ID) -> Subject?
  ) -> PrefetchChanges<ID> {
    let changes = rings.update(items, motion: motion)
    for (id, ring) in changes.started where ring != .visible {
      if let subject = subject(id) { start(id, subject, ring) }
    }
    for (id, _, ring) in changes.moved where ring != .visible {
      if let subject = subject(id) { move(id, subject, ring) }
    }
    for id in changes.cancelled { end(id) }
    if contentMayDiffer { compare(items, subject) }
    endOrphans()
    return changes
  }

  /// Replaces the keys of the items in rings after an update of the list.
  ///
  /// Loads of deleted items are cancelled only after the next `update`, so that other items can take them over.
  /// - Parameter newKey: Returns the new key of an item; `nil` if the item was deleted. New keys must be distinct.
  /// - Complexity: O(*n*) in the number of items in rings.
  package func rename(_ newKey: (ID) -> ID?) {
    var renamed: [ID: Entry] = [:]
    let gone = rings.rename { id in
      guard let key = newKey(id) else { return nil }
      renamed[key] = entries.removeValue(forKey: id)
      return key
    }
    orphans += gone.compactMap { entries.removeValue(forKey: $0) }
    entries = renamed
  }

  /// Cancels all loads, for example when the view leaves the window.
  package func stop() {
    for id in rings.removeAll() { end(id) }
    endOrphans()
  }

  /// Starts the loads of an item that entered a ring, one by each plugin.
  private func start(_ id: ID, _ subject: Subject, _ ring: PrefetchRing) {
    let cancellables = plugins.map { $0.prefetch(with: subject.component, at: subject.place(ring)) }
    guard cancellables.contains(where: { $0 != nil }) else { return }
    entries[id] = Entry(subject: subject, ring: ring, cancellables: cancellables)
  }

  /// Restarts those loads of an item that depend on the place, because the item is in another ring now.
  private func move(_ id: ID, _ subject: Subject, _ ring: PrefetchRing) {
    guard let former = entries[id] else { return start(id, subject, ring) }
    replace(former, of: id, by: subject, ring) { $0.distinguishesPlaces }
  }

  /// Restarts the loads of items whose content or size changed.
  private func compare(_ items: [PrefetchItem<ID>], _ subject: (ID) -> Subject?) {
    for item in items {
      guard let ring = rings.ring(of: item.id) else { continue }
      guard let former = entries[item.id] else {
        // The item needed no resources before, but its new content may need some.
        if ring != .visible, let subject = subject(item.id) { start(item.id, subject, ring) }
        continue
      }
      guard let now = subject(item.id) else {
        end(item.id)
        continue
      }
      let isSame = Self.areEqual(former.subject.component, now.component)
      if isSame, former.subject.size == now.size, former.subject.scale == now.scale { continue }
      if ring == .visible {
        // The visible content view has made its own requests.
        end(item.id)
      } else {
        replace(former, of: item.id, by: now, ring) { !isSame || $0.distinguishesPlaces }
      }
    }
  }

  /// Restarts the loads of an item by those plugins that satisfy `isConcerned`.
  private func replace(
    _ former: Entry, of id: ID, by subject: Subject, _ ring: PrefetchRing,
    where isConcerned: (any CollectionViewPrefetchingPlugin) -> Bool
  ) {
    let concerned = plugins.map(isConcerned)
    var entry = Entry(subject: subject, ring: ring, cancellables: former.cancellables)
    for (index, plugin) in plugins.enumerated() where concerned[index] {
      entry.cancellables[index] = plugin.prefetch(with: subject.component, at: subject.place(ring))
    }
    entries[id] = entry.cancellables.contains { $0 != nil } ? entry : nil
    // Former loads are cancelled last, so that work which the new loads need too continues.
    for index in plugins.indices where concerned[index] { former.cancellables[index]?.cancel() }
  }

  /// Cancels the loads of an item that left all rings or needs no resources any more.
  private func end(_ id: ID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    for cancellable in entry.cancellables { cancellable?.cancel() }
  }

  /// Cancels the loads of deleted items.
  private func endOrphans() {
    for cancellable in orphans.flatMap(\.cancellables) { cancellable?.cancel() }
    orphans.removeAll()
  }

  /// Whether two components are equal; `false` if they cannot be compared.
  private static func areEqual(_ a: any ComponentResourcePrefetchable, _ b: any ComponentResourcePrefetchable) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { b as? Value == value }
    return (a as? any Equatable).map { isEqual($0) } ?? false
  }
}

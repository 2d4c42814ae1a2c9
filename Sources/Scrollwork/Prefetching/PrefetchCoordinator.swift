public import ScrollworkGeometry
public import ScrollworkImageLoading

/// Brings the rings around a viewport and the plugins together: begins, hands over and ends what is fetched ahead.
///
/// An item that comes on screen keeps what was begun for it until it is in no ring any more, so its content takes a load
/// over before anybody lets go of it. Everything is kept by key; who knows items by position tells after an update of the
/// list where they are now.
@MainActor
public final class PrefetchCoordinator<ID: Hashable> {
  /// What an item shows, and how large.
  public struct Subject {
    public var component: any ComponentResourcePrefetchable
    public var size: Size
    public var scale: Double

    public init(_ component: any ComponentResourcePrefetchable, size: Size = .zero, scale: Double = 1) {
      self.component = component
      self.size = size
      self.scale = scale
    }

    func place(_ ring: PrefetchRing) -> PrefetchPlace { PrefetchPlace(ring: ring, cellSize: size, scale: scale) }
  }

  private struct Entry {
    var subject: Subject
    var ring: PrefetchRing
    /// One for each plugin.
    var cancellables: [AnyCancellable?]
  }

  private let plugins: [any CollectionViewPrefetchingPlugin]
  private var rings: PrefetchRings<ID>
  private var entries: [ID: Entry] = [:]
  /// What was begun for items that are gone, until what is needed now was begun.
  private var orphans: [Entry] = []

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

  /// Where the viewport moves or last moved: 1 for the end, -1 for the start.
  public func direction(_ motion: PrefetchMotion) -> Double { rings.direction(motion) }

  /// The viewport, the items or the motion have changed.
  /// - Parameters:
  ///   - items: What lies within reach, in any order.
  ///   - motion: Where the viewport stands and how it moves.
  ///   - contentMayDiffer: True if items that were listed before may show something else, or in another size. What was
  ///     begun for those that do ends after what they need now was begun.
  ///   - subject: What an item shows; `nil` for an item that needs nothing. Only called for items that come into another
  ///     ring, or where the content may differ.
  /// - Returns: What has changed in the rings.
  @discardableResult
  public func update(
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

  /// The items are known by other keys from now on. What was begun for those that are gone ends after the next update, so
  /// that what another one needs as well goes on.
  /// - Parameter newKey: The new key of an item that was in a ring; `nil` if it is gone. No two may have the same.
  public func rename(_ newKey: (ID) -> ID?) {
    var renamed: [ID: Entry] = [:]
    let gone = rings.rename { id in
      guard let key = newKey(id) else { return nil }
      renamed[key] = entries.removeValue(forKey: id)
      return key
    }
    orphans += gone.compactMap { entries.removeValue(forKey: $0) }
    entries = renamed
  }

  /// Ends everything, as when the view leaves the window.
  public func stop() {
    for id in rings.removeAll() { end(id) }
    endOrphans()
  }

  private func start(_ id: ID, _ subject: Subject, _ ring: PrefetchRing) {
    let cancellables = plugins.map { $0.prefetch(with: subject.component, at: subject.place(ring)) }
    guard cancellables.contains(where: { $0 != nil }) else { return }
    entries[id] = Entry(subject: subject, ring: ring, cancellables: cancellables)
  }

  private func move(_ id: ID, _ subject: Subject, _ ring: PrefetchRing) {
    guard let former = entries[id] else { return start(id, subject, ring) }
    replace(former, of: id, by: subject, ring) { $0.distinguishesPlaces }
  }

  /// Begins anew for items that show something else.
  private func compare(_ items: [PrefetchItem<ID>], _ subject: (ID) -> Subject?) {
    for item in items {
      guard let ring = rings.ring(of: item.id) else { continue }
      guard let former = entries[item.id] else {
        // Nothing was needed; perhaps there is now.
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
        // Its content has asked for what it shows now.
        end(item.id)
      } else {
        replace(former, of: item.id, by: now, ring) { !isSame || $0.distinguishesPlaces }
      }
    }
  }

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
    // Only now, so that what both want goes on.
    for index in plugins.indices where concerned[index] { former.cancellables[index]?.cancel() }
  }

  private func end(_ id: ID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    for cancellable in entry.cancellables { cancellable?.cancel() }
  }

  private func endOrphans() {
    for cancellable in orphans.flatMap(\.cancellables) { cancellable?.cancel() }
    orphans.removeAll()
  }

  /// False where that cannot be known.
  private static func areEqual(_ a: any ComponentResourcePrefetchable, _ b: any ComponentResourcePrefetchable) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { b as? Value == value }
    return (a as? any Equatable).map { isEqual($0) } ?? false
  }
}

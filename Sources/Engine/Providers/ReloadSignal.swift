/// An object whose changes a collection view shows: a data source or a ``Provider``.
@MainActor
public protocol CollectionReloadable: AnyObject {
  /// The signal that reports changes to the collection views. An implementation makes one and keeps it.
  var reloadSignal: ReloadSignal { get }
}

extension CollectionReloadable {
  /// Reports that data changed. The collection views that show the object read the data in their next frame, once,
  /// however often this is called. Without such a view, this does nothing.
  public func setNeedsReload() { reloadSignal.send(.data) }

  /// Reports that sizes or places changed, but no data. The next frame lays the items out again, and does not call the
  /// closures that show data in views.
  public func setNeedsInvalidateLayout() { reloadSignal.send(.layout) }

  /// Reports that data changed, and applies the new list at once, so that later calls may refer to its items. The next
  /// frame shows it.
  public func reloadData() { reloadSignal.send(.data, appliesNow: true) }
}

/// A signal that carries the changes of a data source or provider to the collection views that show it.
///
/// A data source or provider of your own keeps one, and calls ``CollectionReloadable/setNeedsReload()`` when its data
/// changed. If it shows other providers or data sources, its signal follows theirs.
@MainActor
public final class ReloadSignal {
  /// The kind of a change.
  enum Change {
    case data, layout
  }

  /// A signal that follows this one.
  private struct Follower {
    weak var signal: ReloadSignal?
  }

  private var followers: [Follower] = []
  private var followed: [ReloadSignal] = []
  private var isCounting = false
  /// Called after each change. The argument says whether the change must be applied at once.
  var onChange: ((_ appliesNow: Bool) -> Void)?
  /// The number of changes of data so far.
  private(set) var dataRevision = 0
  /// The number of changes of any kind so far.
  private(set) var revision = 0

  /// Creates a signal that follows no other.
  public init() {}

  /// Forwards the changes of `sources` from now on, and no longer those of the sources followed before.
  public func follow(_ sources: [any CollectionReloadable]) {
    for old in followed { old.followers.removeAll { $0.signal === self } }
    followed = sources.map(\.reloadSignal)
    for signal in followed {
      signal.followers.removeAll { $0.signal == nil }
      signal.followers.append(Follower(signal: self))
    }
  }

  /// Counts a change in this signal and all its followers, then calls their `onChange`.
  func send(_ change: Change, appliesNow: Bool = false) {
    var waiting: [ReloadSignal] = []
    count(change, &waiting)
    // Handlers run last: they may ask the providers, which may change meanwhile and send again.
    for signal in waiting { signal.onChange?(appliesNow) }
  }

  private func count(_ change: Change, _ waiting: inout [ReloadSignal]) {
    // Signals that follow each other in a circle end here.
    guard !isCounting else { return }
    isCounting = true
    revision += 1
    if change == .data { dataRevision += 1 }
    if onChange != nil { waiting.append(self) }
    for follower in followers { follower.signal?.count(change, &waiting) }
    isCounting = false
  }
}

import Dispatch
import ScrollworkPlatform
import Synchronization

/// Computes the shown entries of a folder in the background: filters them and divides them by kind.
///
/// Requests that arrive during a computation replace each other, so the newest is processed next.
final class EntryPicker: Sendable {
  /// The shown entries of a snapshot, as the picker computed them.
  struct Picked: Sendable {
    /// The snapshot that the entries belong to.
    let snapshot: FolderSnapshot
    let shown: ShownEntries
    /// The number of the filter or order that selected the entries.
    let filter: Int
  }

  /// The newest request, and whether a computation for it is queued (`isWaiting`).
  private struct State {
    var snapshot: FolderSnapshot?
    var filter: EntryFilter?
    var order: PickedOrder?
    var grouping: GroupingRequest?
    var kinds = EntryKinds()
    var isWaiting = false

    /// Returns the entries of a snapshot with the kinds of their contents, in the order to show.
    func entries(of snapshot: FolderSnapshot) -> [FolderEntry] {
      let entries = kinds.isEmpty ? snapshot.entries : snapshot.entries.map { kinds.applied(to: $0) }
      return order?.sorted(entries) ?? entries
    }
  }

  /// The newest request, shared by threads.
  private let state = Mutex(State())
  /// The number of the newest filter. A computation for an older one is abandoned.
  private let filters = Atomic(0)
  private let queue = DispatchQueue(label: "scrollwork.entries", qos: .userInitiated)
  private let onPick: @Sendable (Picked) -> Void

  /// The largest number of steps of the pattern matcher while the main actor filters.
  private static let maximumSynchronousSteps = 1 << 16
  /// The largest number of names that the main actor filters.
  private static let maximumSynchronousNames = 4_096

  /// Makes a picker that has neither a snapshot nor a filter yet.
  /// - Parameter onPick: Called on a background thread.
  init(onPick: @escaping @Sendable (Picked) -> Void) {
    self.onPick = onPick
  }

  /// Computes the shown entries of a new snapshot. Returns at once.
  func update(_ snapshot: FolderSnapshot) {
    change { $0.snapshot = snapshot }
  }

  /// Changes the filter.
  /// - Parameter snapshot: The current entries.
  /// - Returns: The shown entries if they are found quickly; otherwise `nil`, and `onPick` is called later.
  func setFilter(_ filter: EntryFilter?, for snapshot: FolderSnapshot?) -> Picked? {
    pick(from: snapshot) { $0.filter = filter }
  }

  /// Changes the order in which entries are shown.
  /// - Parameters:
  ///   - order: The order; `nil` for that of the snapshot.
  ///   - snapshot: The current entries.
  /// - Returns: As `setFilter`.
  func setOrder(_ order: PickedOrder?, for snapshot: FolderSnapshot?) -> Picked? {
    pick(from: snapshot) { $0.order = order }
  }

  /// Divides the entries into groups; `nil` ends that.
  /// - Parameter snapshot: The current entries.
  /// - Returns: As `setFilter`.
  func setGrouping(_ grouping: GroupingRequest?, for snapshot: FolderSnapshot?) -> Picked? {
    pick(from: snapshot) { $0.grouping = grouping }
  }

  /// Sets the kinds of the files whose content differs from what their names suggest.
  /// - Parameter snapshot: The current entries.
  /// - Returns: As `setFilter`.
  func setKinds(_ kinds: EntryKinds, for snapshot: FolderSnapshot?) -> Picked? {
    pick(from: snapshot) { $0.kinds = kinds }
  }

  private func pick(from snapshot: FolderSnapshot?, _ change: (inout State) -> Void) -> Picked? {
    let (number, request) = state.withLock { state in
      change(&state)
      // Set together with the filter, so that a thread that reads the number also reads the filter.
      return (filters.add(1, ordering: .relaxed).newValue, state)
    }
    guard let snapshot else { return nil }
    if let shown = Self.pickSynchronously(snapshot, request) {
      return Picked(snapshot: snapshot, shown: shown.grouped(request.grouping), filter: number)
    }
    self.change { $0.snapshot = $0.snapshot ?? snapshot }
    return nil
  }

  /// The number of the newest filter or order.
  var filter: Int { filters.load(ordering: .relaxed) }

  /// Stops the work for good.
  func stop() {
    filters.add(1, ordering: .relaxed)
    state.withLock { $0 = State() }
  }

  /// Filters a small folder at once; returns `nil` if it has too many names or if the filter takes too many steps.
  private static func pickSynchronously(_ snapshot: FolderSnapshot, _ request: State) -> ShownEntries? {
    guard snapshot.entries.count <= maximumSynchronousNames else { return nil }
    let entries = request.entries(of: snapshot)
    guard var filter = request.filter else { return ShownEntries(entries) }
    var checks = 0
    // The closure is called once per name, and once per some thousand steps.
    return ShownEntries(entries, filter: &filter) {
      checks += 1
      return checks > snapshot.entries.count + maximumSynchronousSteps / PatternMatcher.stepsBetweenChecks
    }
  }

  /// Records a request and queues a computation if none is queued.
  private func change(_ body: (inout State) -> Void) {
    let isFirst = state.withLock { state in
      body(&state)
      defer { state.isWaiting = true }
      return !state.isWaiting
    }
    if isFirst { queue.async { [weak self] in self?.pick() } }
  }

  /// Computes the newest request on the queue.
  private func pick() {
    let (request, number) = state.withLock { state in
      state.isWaiting = false
      return (state, self.filter)
    }
    guard let snapshot = request.snapshot else { return }
    let (entries, grouping) = (request.entries(of: snapshot), request.grouping)
    guard var filter = request.filter else {
      return onPick(Picked(snapshot: snapshot, shown: ShownEntries(entries).grouped(grouping), filter: number))
    }
    let shown = ShownEntries(entries, filter: &filter) { self.filter != number }
    if let shown { onPick(Picked(snapshot: snapshot, shown: shown.grouped(grouping), filter: number)) }
  }
}

/// An order that replaces the order of a snapshot, with the sizes of pictures and the tags that it needs.
struct PickedOrder: Sendable {
  var order: FolderOrder
  var pixels: PixelTable
  var tags = FileTags()

  func sorted(_ entries: [FolderEntry]) -> [FolderEntry] { order.sorted(entries, pixels: pixels, tags: tags) }
}

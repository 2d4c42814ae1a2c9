import Dispatch
import ScrollworkPlatform
import Synchronization

/// Computes the shown entries of a folder in the background: filters them and divides them by kind.
///
/// Requests that arrive during a computation replace each other, so the newest is processed next.
final class EntryPicker: Sendable {
  /// The shown entries of a snapshot.
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
    var isWaiting = false
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

  private func pick(from snapshot: FolderSnapshot?, _ change: (inout State) -> Void) -> Picked? {
    let (number, filter, order, grouping) = state.withLock { state in
      change(&state)
      // Set together with the filter, so that a thread that reads the number also reads the filter.
      return (filters.add(1, ordering: .relaxed).newValue, state.filter, state.order, state.grouping)
    }
    guard let snapshot else { return nil }
    if let shown = Self.pickSynchronously(snapshot, filter, order) {
      return Picked(snapshot: snapshot, shown: shown.grouped(grouping), filter: number)
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
  private static func pickSynchronously(
    _ snapshot: FolderSnapshot, _ filter: EntryFilter?, _ order: PickedOrder?
  ) -> ShownEntries? {
    guard snapshot.entries.count <= maximumSynchronousNames else { return nil }
    let entries = order?.sorted(snapshot.entries) ?? snapshot.entries
    guard var filter else { return ShownEntries(entries) }
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
    let (snapshot, filter, order, grouping, number) = state.withLock { state in
      state.isWaiting = false
      return (state.snapshot, state.filter, state.order, state.grouping, self.filter)
    }
    guard let snapshot else { return }
    let entries = order?.sorted(snapshot.entries) ?? snapshot.entries
    guard var filter else {
      return onPick(Picked(snapshot: snapshot, shown: ShownEntries(entries).grouped(grouping), filter: number))
    }
    let shown = ShownEntries(entries, filter: &filter) { self.filter != number }
    if let shown { onPick(Picked(snapshot: snapshot, shown: shown.grouped(grouping), filter: number)) }
  }
}

/// An order that replaces that of the entries of a snapshot, with the sizes of pictures that it needs.
struct PickedOrder: Sendable {
  var order: FolderOrder
  var pixels: PixelTable

  func sorted(_ entries: [FolderEntry]) -> [FolderEntry] { order.sorted(entries, pixels: pixels) }
}

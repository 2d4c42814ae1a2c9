import Dispatch
import ScrollworkPlatform
import Synchronization

/// Finds out in the background what is shown of a folder: which entries the filter wants, and which are pictures.
///
/// Of snapshots and filters that come while it works the newest are looked at next.
final class EntryPicker: Sendable {
  /// What is shown of a snapshot.
  struct Picked: Sendable {
    let snapshot: FolderSnapshot
    let shown: ShownEntries
    /// Counts the filters.
    let filter: Int
  }

  private struct State {
    var snapshot: FolderSnapshot?
    var filter: Filter?
    var isWaiting = false
  }

  private let state = Mutex(State())
  /// Counts the filters: what is looked for with an older one is given up.
  private let filters = Atomic(0)
  private let queue = DispatchQueue(label: "scrollwork.entries", qos: .userInitiated)
  private let onPick: @Sendable (Picked) -> Void

  /// So many steps of a filter are taken at once where entries are known; so many names are looked at.
  private static let mostStepsAtOnce = 1 << 16
  private static let mostNamesAtOnce = 4_096

  /// - Parameter onPick: Called from a background thread.
  init(onPick: @escaping @Sendable (Picked) -> Void) {
    self.onPick = onPick
  }

  /// Looks at a new snapshot. Returns at once.
  func update(_ snapshot: FolderSnapshot) {
    change { $0.snapshot = snapshot }
  }

  /// Filters by something else.
  /// - Parameter snapshot: The entries that are shown.
  /// - Returns: What is shown of them now if that takes no time, else `nil`: then it is told later.
  func setFilter(_ filter: Filter?, for snapshot: FolderSnapshot?) -> Picked? {
    let number = state.withLock { state in
      state.filter = filter
      // With the filter, so that whoever sees the number has the filter.
      return filters.add(1, ordering: .relaxed).newValue
    }
    guard let snapshot else { return nil }
    if let shown = Self.pickAtOnce(snapshot, filter) { return Picked(snapshot: snapshot, shown: shown, filter: number) }
    change { $0.snapshot = $0.snapshot ?? snapshot }
    return nil
  }

  /// The number of the newest filter.
  var filter: Int { filters.load(ordering: .relaxed) }

  /// Ends the work for good.
  func stop() {
    filters.add(1, ordering: .relaxed)
    state.withLock { $0 = State() }
  }

  private static func pickAtOnce(_ snapshot: FolderSnapshot, _ filter: Filter?) -> ShownEntries? {
    guard snapshot.entries.count <= mostNamesAtOnce else { return nil }
    guard var filter else { return ShownEntries(snapshot.entries) }
    var questions = 0
    // Asked once for each name too.
    return ShownEntries(snapshot.entries, filter: &filter) {
      questions += 1
      return questions > snapshot.entries.count + mostStepsAtOnce / PatternMatcher.stepsBetweenQuestions
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let isFirst = state.withLock { state in
      body(&state)
      defer { state.isWaiting = true }
      return !state.isWaiting
    }
    if isFirst { queue.async { [weak self] in self?.pick() } }
  }

  private func pick() {
    let (snapshot, filter, number) = state.withLock { state in
      state.isWaiting = false
      return (state.snapshot, state.filter, self.filter)
    }
    guard let snapshot else { return }
    guard var filter else {
      return onPick(Picked(snapshot: snapshot, shown: ShownEntries(snapshot.entries), filter: number))
    }
    let shown = ShownEntries(snapshot.entries, filter: &filter) { self.filter != number }
    if let shown { onPick(Picked(snapshot: snapshot, shown: shown, filter: number)) }
  }
}

import Dispatch
import Synchronization

/// Sorts the lines of a file in the background and reports the progress.
///
/// Pass each complete snapshot to `update`; snapshots that arrive during a sort replace each other. For another order,
/// cancel this object and make a new one.
package final class LineSorter: Sendable {
  /// The state shared by threads.
  private struct Shared {
    var state = LineSortState(progress: 0)
    /// The lines to sort next; `nil` if there are none.
    var waiting: (snapshot: LineIndexSnapshot, matches: FilteredLines?)?
    var isWorking = false
  }

  /// The number of results that all sorters have made, from which each result takes its revision.
  private static let revisions = Atomic(0)

  private let key: SortKey
  private let shared = Mutex(Shared())
  private let isCancelled = Atomic(false)
  private let queue = DispatchQueue(label: "scrollwork.sort", qos: .userInitiated)
  private let onChange: @Sendable (LineSortState) -> Void

  /// Makes a sorter that waits for the first snapshot.
  /// - Parameter onChange: Called on a background thread.
  package init(by key: SortKey, onChange: @escaping @Sendable (LineSortState) -> Void) {
    self.key = key
    self.onChange = onChange
  }

  /// The newest state.
  package var state: LineSortState { shared.withLock { $0.state } }

  /// Whether lines are still to be sorted.
  package var isBusy: Bool { shared.withLock { $0.waiting != nil || $0.isWorking } }

  /// Sorts all lines of a snapshot, or the matches among them. Returns at once.
  package func update(_ snapshot: LineIndexSnapshot, matches: FilteredLines?) {
    let isFirst = shared.withLock { shared in
      defer { shared.waiting = (snapshot, matches) }
      return shared.waiting == nil
    }
    if isFirst { queue.async { [weak self] in self?.work() } }
  }

  /// Stops soon; `onChange` is not called any more.
  package func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  /// Sorts the newest snapshot on the queue.
  private func work() {
    let next = shared.withLock { shared in
      defer { shared.waiting = nil }
      shared.isWorking = true
      return shared.waiting
    }
    defer { shared.withLock { $0.isWorking = false } }
    guard let next else { return }
    var worker = LineSortWorker(
      key: key, isCancelled: { [weak self] in self?.isCancelled.load(ordering: .relaxed) ?? true },
      onProgress: { [weak self] in self?.publish(progress: $0) })
    do throws(LineSortWorker.Failure) {
      let numbers = try worker.sort(next.snapshot, matches: next.matches)
      publish(numbers, generation: next.snapshot.generation)
    } catch {
      if error == .tooLarge { publish(objection: "Too much text to sort") }
    }
  }

  private func publish(progress: Double) {
    change { $0.state.progress = progress }
  }

  private func publish(objection: String) {
    change { $0.state = LineSortState(progress: nil, lines: nil, objection: objection) }
  }

  private func publish(_ numbers: [Int32], generation: Int) {
    change { shared in
      let revision = Self.revisions.add(1, ordering: .relaxed).newValue
      let lines = SortedLines(generation: generation, numbers: numbers, revision: revision)
      shared.state = LineSortState(progress: nil, lines: lines)
    }
  }

  /// Changes the state and reports it, unless the sorter was cancelled.
  private func change(_ body: (inout Shared) -> Void) {
    guard !isCancelled.load(ordering: .relaxed) else { return }
    let state = shared.withLock { shared in
      body(&shared)
      return shared.state
    }
    onChange(state)
  }
}

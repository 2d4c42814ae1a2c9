import Synchronization

/// Sorts the lines of a file in the background and reports the progress.
///
/// Pass each complete snapshot to `update`; snapshots that arrive during a sort replace each other.
package typealias LineSorter = BackgroundWork<LineSorting>

extension LineSorter {
  /// Makes a sorter that waits for the first snapshot.
  /// - Parameter onChange: Called on a background thread; no new call begins after `cancel`.
  package convenience init(by key: SortKey, onChange: @escaping @Sendable (LineSortState) -> Void) {
    self.init(LineSorting(key: key), label: "scrollwork.sort", onChange: onChange)
  }

  /// The newest state.
  package var state: LineSortState { output }

  /// Sorts all lines of a snapshot, or the matches among them. Returns at once.
  package func update(_ snapshot: LineIndexSnapshot, matches: FilteredLines?) {
    update(with: .init(snapshot: snapshot, matches: matches))
  }
}

/// The work of a line sorter: a sort of each snapshot by the same key.
package struct LineSorting: BackgroundWorking {
  /// A snapshot, and the lines of it to sort.
  package struct Input: Sendable {
    let snapshot: LineIndexSnapshot
    let matches: FilteredLines?
  }

  private let key: SortKey
  private var state = LineSortState(progress: 0)

  /// The number of results of all sorters so far. It gives each result its revision.
  private static let revisions = Atomic(0)

  init(key: SortKey) { self.key = key }

  package var initialOutput: LineSortState { state }

  package mutating func work(
    on input: Input, isCancelled: @escaping @Sendable () -> Bool, publish: @escaping (LineSortState) -> Void
  ) {
    let old = state
    var worker = LineSortWorker(
      key: key, isCancelled: isCancelled,
      onProgress: { publish(LineSortState(progress: $0, lines: old.lines, objection: old.objection)) })
    do throws(LineSortWorker.Failure) {
      let numbers = try worker.sort(input.snapshot, matches: input.matches)
      let revision = Self.revisions.add(1, ordering: .relaxed).newValue
      let lines = SortedLines(generation: input.snapshot.generation, numbers: numbers, revision: revision)
      state = LineSortState(progress: nil, lines: lines)
    } catch {
      guard error == .tooLarge else { return }
      state = LineSortState(progress: nil, lines: nil, objection: "Too much text to sort")
    }
    publish(state)
  }
}

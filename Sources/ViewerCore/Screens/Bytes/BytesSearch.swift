import ScrollworkPlatform

/// The search of all bytes of a file for the rows with a match. It continues when the file grows.
@MainActor
final class BytesSearch: FindWork {
  /// The rows found so far.
  private struct State: Sendable {
    var rows = ChunkedList<Int>()
    /// The offset at which the search continues.
    var next = 0
    /// Whether the search has come to the end of the file.
    var isComplete = false

    /// Whether the search ended because it found the maximum number of rows.
    var isCapped: Bool { rows.count >= BytesSearch.maximumRows }
  }

  /// The largest number of rows that are kept: 8 MB.
  nonisolated static let maximumRows = 1 << 20

  private let pattern: BytePattern
  private let width: Int
  private let report: @MainActor @Sendable (FoundRows) -> Void
  private var state = State()
  private var task: FindTask<State>?
  private var file: RandomAccessFile?
  private var size = 0
  private var isRunning = false
  /// Whether the file grew since the task started.
  private var hasGrown = false

  /// - Parameter width: The number of bytes in a row.
  init(_ pattern: BytePattern, width: Int, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) {
    (self.pattern, self.width, self.report) = (pattern, width, report)
  }

  var isBusy: Bool { isRunning }

  func cancel() {
    isRunning = false
    task?.cancel()
  }

  /// Searches a file, or the bytes that were appended to it.
  func update(_ file: RandomAccessFile, size: Int) {
    (self.file, self.size) = (file, size)
    if isRunning { hasGrown = true } else { start() }
  }

  private func start() {
    guard let file, !state.isCapped else { return }
    (isRunning, hasGrown) = (true, false)
    let search: @Sendable (() -> Bool, (State) -> Void) -> Void = { [pattern, width, state] isCancelled, tell in
      Self.search(pattern, in: file, width, from: state, isCancelled, tell)
    }
    task = FindTask(following: search) { [weak self] in self?.show($0) }
  }

  private func show(_ state: State) {
    self.state = state
    let rowCount = (size + width - 1) / width
    let searched = state.isComplete ? rowCount : min(rowCount, state.next / width)
    let rows = state.rows
    if state.isComplete || state.isCapped { isRunning = false }
    report(
      FoundRows(
        count: rows.count, searched: 0..<searched, isComplete: state.isComplete, isCapped: state.isCapped
      ) { rows[$0] })
    if hasGrown, state.isComplete { start() }
  }

  /// Continues a search at the end of `state`.
  private nonisolated static func search(
    _ pattern: BytePattern, in file: RandomAccessFile, _ width: Int, from state: State, _ isCancelled: () -> Bool,
    _ tell: (State) -> Void
  ) {
    var (state, last) = (state, state.rows.last ?? -1)
    var (before, current, end, report) = (state.next, state.next, state.next, max(1 << 22, 2 * state.next))
    state.isComplete = false
    pattern.visit(
      file, from: state.next, isCancelled: isCancelled,
      willRead: { offset in
        (before, current) = (current, offset)
        guard offset >= report else { return }
        state.next = max(offset, end)
        tell(state)
        report = 2 * offset
      },
      body: { place in
        end = place + pattern.bytes.count
        if place / width > last {
          last = place / width
          state.rows.append(last)
        }
        return !state.isCapped
      })
    if isCancelled() { return }
    state.isComplete = !state.isCapped
    // The last read found the end. The read before it is done again, because a match may have been cut.
    state.next = state.isCapped ? (last + 1) * width : max(before, end)
    tell(state)
  }
}

/// A loader for one end of a list, or for its refresh. At an end it loads once each time the view comes near. It never
/// runs two loads at once.
///
/// The loader is ready again when the view has been away from the end, or when the number of items changed, because
/// that moves the end. A failed load is repeated only on request of the user or the program, or when the number of
/// items changed.
@MainActor
final class PageLoader {
  private(set) var state = PageState.idle
  /// Called when the state changes.
  private var onChange: (@MainActor () -> Void)?
  private var isArmed = true
  /// The number of checks in a row that could not tell whether the end is near.
  private var unsureChecks = 0
  /// The largest number of checks in a row that wait for items to be measured. After that, estimated sizes decide.
  private static let maximumUnsureChecks = 8
  /// The number of items when the last load began; `nil` if none has begun, or if the number has changed since then.
  private var countBefore: Int?
  private var task: Task<Void, Never>?
  /// The number of loads begun plus the number of resets. A load that is not the newest has no effect when it ends.
  private var loadNumber = 0

  /// Lets the loader report changes of its state.
  func connect(onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

  /// Starts a load if the view is near the end and the loader is ready.
  /// - Parameters:
  ///   - isNear: Whether the view is near the end, by the sizes that are known now.
  ///   - count: The number of items that the list has now.
  ///   - isAlmostNear: Whether the view is near the end, or may turn out to be once more items are measured.
  ///   - hasMore: Whether there is more to load.
  ///   - isSure: Called before a load begins. Returns whether the items that decide the distance from the end are
  ///     measured; if not, the load waits.
  ///   - load: The function that loads a page.
  func check(
    isNear: Bool, isAlmostNear: Bool, count: Int, hasMore: Bool, isSure: () -> Bool,
    load: @escaping @MainActor () async throws -> Void
  ) {
    if countBefore != nil, countBefore != count, !state.isLoading {
      countBefore = nil
      isArmed = true
      if case .failed = state { set(.idle) }
    }
    guard hasMore else { return end() }
    if case .ended = state { set(.idle) }
    if !isNear { isArmed = true }
    guard isAlmostNear else {
      unsureChecks = 0
      return
    }
    guard isArmed, case .idle = state else { return }
    if unsureChecks < Self.maximumUnsureChecks, !isSure() {
      unsureChecks += 1
      return
    }
    guard isNear else { return }
    unsureChecks = 0
    countBefore = count
    begin(load)
  }

  /// Loads now, unless a load runs.
  func begin(_ load: @escaping @MainActor () async throws -> Void) {
    guard !state.isLoading else { return }
    isArmed = false
    loadNumber += 1
    set(.loading)
    let loadNumber = loadNumber
    // A handler that never suspends is done before the next frame.
    task = Task.immediate { [weak self] in
      do {
        try await load()
        self?.end(loadNumber, with: .idle)
      } catch is CancellationError {
        self?.end(loadNumber, with: .idle)
      } catch {
        self?.end(loadNumber, with: .failed(error))
      }
    }
  }

  /// Cancels a running load and makes the loader idle, because the list no longer has a handler for it.
  func reset() {
    task?.cancel()
    task = nil
    loadNumber += 1
    isArmed = true
    countBefore = nil
    if case .idle = state { return }
    set(.idle)
  }

  private func end() {
    guard case .idle = state else { return }
    set(.ended)
  }

  /// Ends a load, unless it was cancelled or a newer one has begun.
  private func end(_ loadNumber: Int, with state: PageState) {
    if loadNumber == self.loadNumber { set(state) }
  }

  private func set(_ new: PageState) {
    state = new
    onChange?()
  }
}

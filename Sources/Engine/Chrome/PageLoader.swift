/// A loader at one end of a list, which loads never twice at once, and once for each time that the end comes near.
///
/// It is ready again when the view has been elsewhere, or when the list has another number of items: then there is a new
/// end. A load that failed is tried again only when the user or the program asks.
@MainActor
final class PageLoader {
  private(set) var state = PageState.idle
  /// Called when the state changes.
  var onChange: (@MainActor () -> Void)?
  private var isArmed = true
  /// The number of checks in sequence that were not sure whether the end is near.
  private var looks = 0
  /// The number of checks after which the loader loads without being sure.
  private static let mostLooks = 8
  /// The number of items when the last load began.
  private var countBefore: Int?
  private var task: Task<Void, Never>?

  /// Starts to load if the view is near the end.
  /// - Parameters:
  ///   - isNear: True if the view is near the end.
  ///   - count: The number of items that the list has now.
  ///   - isAlmostNear: True if it is, or may be when more items are measured.
  ///   - isSure: Asked where a load may begin; false if the next frames know better where the end is.
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
      looks = 0
      return
    }
    guard isArmed, case .idle = state else { return }
    if looks < Self.mostLooks, !isSure() {
      looks += 1
      return
    }
    guard isNear else { return }
    looks = 0
    countBefore = count
    begin(load)
  }

  /// Loads now, unless a load runs.
  func begin(_ load: @escaping @MainActor () async throws -> Void) {
    guard !state.isLoading else { return }
    isArmed = false
    set(.loading)
    // A handler that does not wait is done before the next frame.
    task = Task.immediate { [weak self] in
      do {
        try await load()
        self?.set(.idle)
      } catch is CancellationError {
        self?.set(.idle)
      } catch {
        self?.set(.failed(error))
      }
    }
  }

  /// Cancels a running load: the program does not load any more.
  func reset() {
    task?.cancel()
    task = nil
    isArmed = true
    countBefore = nil
    if case .idle = state { return }
    set(.idle)
  }

  private func end() {
    guard case .idle = state else { return }
    set(.ended)
  }

  private func set(_ new: PageState) {
    state = new
    onChange?()
  }
}

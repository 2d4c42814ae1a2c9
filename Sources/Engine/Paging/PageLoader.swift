/// Loads at one end of a list: never twice at once, and once for each time that the end comes near.
///
/// It is ready again when the view has been elsewhere, or when the list has another number of items: then there is a new
/// end. A load that failed is tried again only when somebody asks.
@MainActor
final class PageLoader {
  private(set) var state = PageState.idle
  /// Called whenever the state is another one.
  var onChange: (@MainActor () -> Void)?
  private var isArmed = true
  /// How often it was not sure whether the end is near.
  private var looks = 0
  /// So often somebody has time to become sure.
  private static let mostLooks = 8
  /// How many items there were when the last load began.
  private var countBefore: Int?
  private var task: Task<Void, Never>?

  /// Begins to load if it is time to.
  /// - Parameters:
  ///   - isNear: True if the view is near the end.
  ///   - count: The number of items that the list has now.
  ///   - isAlmostNear: True if it is, or may turn out to be.
  ///   - isSure: Asked where a load may begin; false if the next frames know better where the end is.
  ///   - load: What is called; it ends when the page is there or throws.
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

  /// Loads now, unless a load is under way.
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

  /// The program does not load any more.
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

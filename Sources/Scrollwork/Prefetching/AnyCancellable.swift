/// A handle for an activity. The activity ends when the handle is cancelled or released.
@MainActor
public final class AnyCancellable {
  private var body: (@MainActor () -> Void)?

  /// Creates a handle that calls `cancel` once: when it is cancelled or released.
  public init(_ cancel: @escaping @MainActor () -> Void) {
    body = cancel
  }

  isolated deinit {
    cancel()
  }

  /// Cancels the activity. Later calls do nothing.
  public func cancel() {
    let body = body
    self.body = nil
    body?()
  }
}

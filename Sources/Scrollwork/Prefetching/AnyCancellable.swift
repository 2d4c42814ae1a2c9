/// An activity that lasts until it is cancelled, or until this object is released.
@MainActor
public final class AnyCancellable {
  private var body: (@MainActor () -> Void)?

  /// Creates an object that calls `cancel` once.
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

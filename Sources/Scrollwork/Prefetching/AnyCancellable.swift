/// Something that goes on until it is cancelled, or until nobody holds this any more.
@MainActor
public final class AnyCancellable {
  private var body: (@MainActor () -> Void)?

  public init(_ cancel: @escaping @MainActor () -> Void) {
    body = cancel
  }

  isolated deinit {
    cancel()
  }

  /// Does nothing the second time.
  public func cancel() {
    let body = body
    self.body = nil
    body?()
  }
}

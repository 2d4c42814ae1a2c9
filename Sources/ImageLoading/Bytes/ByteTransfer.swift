import Synchronization

/// One attempt to load: collects the bytes as they arrive, and enforces the limits even if the loader ignores them.
package final class ByteTransfer: Sendable {
  /// The result of an attempt.
  package enum Ending: Sendable {
    /// All bytes of the resource, including those from earlier attempts, and the head of the answer.
    case complete([UInt8], ByteResponse)
    /// The copy that the request named is still valid.
    case unchanged(ByteResponse)
    /// The attempt failed.
    /// - Parameter partial: The bytes received before the failure, if the server can send the rest; otherwise `nil`.
    case failed(ByteError, partial: PartialBytes?)
  }

  private struct State {
    var bytes: [UInt8]
    var response: ByteResponse?
    var token: (any ByteLoadToken)?
    /// The callback for the result; `nil` after its only call.
    var completion: (@Sendable (Ending) -> Void)?
  }

  private let request: ByteRequest
  private let state: Mutex<State>

  /// Creates a transfer that has not started.
  /// - Parameters:
  ///   - held: The bytes from earlier attempts, if the request asks only for the rest; otherwise empty.
  ///   - completion: Called once, on the loader's thread or that of `cancel`.
  package init(_ request: ByteRequest, held: [UInt8], completion: @escaping @Sendable (Ending) -> Void) {
    self.request = request
    state = Mutex(State(bytes: held, completion: completion))
  }

  /// Starts the load, unless it was cancelled before.
  package func start(with loader: any ByteLoading) {
    guard state.withLock({ $0.completion != nil }) else { return }
    let token = loader.load(request) { [self] in receive($0) }
    let isOver = state.withLock { state in
      if state.completion != nil { state.token = token }
      return state.completion == nil
    }
    if isOver { token.cancel() }
  }

  /// Ends the transfer with `.cancelled`; does nothing if it has already ended.
  package func cancel() { finish(.cancelled) }

  /// The loaded fraction of the resource, 0 to 1; `nil` if the server has not answered or did not tell the length.
  package var progress: Double? {
    state.withLock { state in
      guard let response = state.response, let length = response.length, length > 0 else { return nil }
      return Double(state.bytes.count) / Double(length + Self.start(of: response))
    }
  }

  /// Returns the offset of the body in the resource, in bytes.
  private static func start(of response: ByteResponse) -> Int {
    if case .rest(let offset) = response.kind { return offset }
    return 0
  }

  private func receive(_ event: ByteEvent) {
    switch event {
    case .response(let response): accept(response)
    case .bytes(let bytes): append(bytes)
    case .end: finish(nil)
    case .failure(let error): finish(error)
    }
  }

  /// Checks the head against the request and prepares the buffer.
  private func accept(_ response: ByteResponse) {
    let error: ByteError? = state.withLock { state in
      guard state.completion != nil else { return nil }
      switch response.kind {
      case .whole: state.bytes.removeAll()
      case .rest(let offset):
        guard offset == state.bytes.count, offset > 0 else {
          return .dropped("the server sent a part that was not requested, from byte \(offset)")
        }
        // A server may ignore the condition and send a part of another version.
        guard response.validators.mayBe(request.known) else {
          return .dropped("the server sent a part of another version")
        }
      case .unchanged: if request.known == nil { return .status(304, retryAfter: nil) }
      }
      let length = max(0, response.length ?? 0)
      // The check subtracts, because the sum of untrusted numbers may overflow.
      guard length <= request.byteLimit - state.bytes.count else { return .tooLong(limit: request.byteLimit) }
      state.response = response
      // Reserve at most 4 MB on the word of a server.
      if response.kind != .unchanged { state.bytes.reserveCapacity(min(state.bytes.count + length, 1 << 22)) }
      return nil
    }
    if let error { finish(error) }
  }

  /// Adds bytes of the body and enforces the limit.
  private func append(_ bytes: [UInt8]) {
    let isTooLong = state.withLock { state in
      guard state.completion != nil else { return false }
      state.bytes += bytes
      return state.bytes.count > request.byteLimit
    }
    if isTooLong { finish(.tooLong(limit: request.byteLimit)) }
  }

  /// Ends the transfer, successfully if `error` is `nil`. Calls `completion` outside the lock, since it may use the
  /// transfer.
  private func finish(_ error: ByteError?) {
    let (completion, token, ending) = state.withLock { state in
      let ending = Self.ending(state, error)
      defer { state = State(bytes: []) }
      return (state.completion, error == nil ? nil : state.token, ending)
    }
    token?.cancel()
    completion?(ending)
  }

  /// Returns the result of an attempt; `error` is `nil` if the loader reported none. A body whose length differs from
  /// the length that the server announced is a failure.
  private static func ending(_ state: State, _ error: ByteError?) -> Ending {
    guard let response = state.response else { return .failed(error ?? .dropped("no answer"), partial: nil) }
    if let error { return .failed(error, partial: PartialBytes(state.bytes, response)) }
    if response.kind == .unchanged { return .unchanged(response) }
    if let length = response.length, state.bytes.count != length + start(of: response) {
      let words = "\(state.bytes.count) of \(length + start(of: response)) bytes came"
      return .failed(.dropped(words), partial: PartialBytes(state.bytes, response))
    }
    if case .rest = response.kind, let total = response.total, state.bytes.count != total {
      let words = "a part that ends after \(state.bytes.count) of \(total) bytes came"
      return .failed(.dropped(words), partial: PartialBytes(state.bytes, response))
    }
    if state.bytes.isEmpty { return .failed(.dropped("the answer is empty"), partial: nil) }
    return .complete(state.bytes, response)
  }
}

/// The first bytes of a resource whose rest can be loaded later.
package struct PartialBytes: Sendable {
  package var bytes: [UInt8]
  package var validators: ByteValidators

  /// Keeps the bytes of a broken load; fails if the server cannot resume the load or identify the version.
  init?(_ bytes: [UInt8], _ response: ByteResponse) {
    guard !bytes.isEmpty, response.acceptsRanges || response.kind != .whole, response.validators.strong != nil else {
      return nil
    }
    if let length = response.length, case .whole = response.kind, bytes.count >= length { return nil }
    self.bytes = bytes
    validators = response.validators
  }
}

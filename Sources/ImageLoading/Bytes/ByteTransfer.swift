import Synchronization

/// One attempt to fetch while its bytes come in: puts them together and keeps to the limits, whatever the loader does.
package final class ByteTransfer: Sendable {
  /// How an attempt ended.
  package enum Ending: Sendable {
    /// All of it; the response is that of the head.
    case complete([UInt8], ByteResponse)
    case unchanged(ByteResponse)
    /// - Parameter partial: What came before, where the server can send the rest.
    case failed(ByteError, partial: PartialBytes?)
  }

  private struct State {
    var bytes: [UInt8]
    var response: ByteResponse?
    var token: (any ByteLoadToken)?
    /// `nil` once it was called.
    var completion: (@Sendable (Ending) -> Void)?
  }

  private let request: ByteRequest
  private let state: Mutex<State>

  /// - Parameters:
  ///   - held: The bytes at hand, for a request of the rest.
  ///   - completion: Called once, on the loader's thread.
  package init(_ request: ByteRequest, held: [UInt8], completion: @escaping @Sendable (Ending) -> Void) {
    self.request = request
    state = Mutex(State(bytes: held, completion: completion))
  }

  /// Does nothing if it was cancelled before.
  package func start(with loader: any ByteLoading) {
    guard state.withLock({ $0.completion != nil }) else { return }
    let token = loader.load(request) { [self] in receive($0) }
    let isOver = state.withLock { state in
      if state.completion != nil { state.token = token }
      return state.completion == nil
    }
    if isOver { token.cancel() }
  }

  package func cancel() { finish(.cancelled) }

  /// The part that has come, 0 to 1, if the server has said how much there will be.
  package var progress: Double? {
    state.withLock { state in
      guard let response = state.response, let length = response.length, length > 0 else { return nil }
      return Double(state.bytes.count) / Double(length + Self.start(of: response))
    }
  }

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

  private func accept(_ response: ByteResponse) {
    let error: ByteError? = state.withLock { state in
      guard state.completion != nil else { return nil }
      switch response.kind {
      case .whole: state.bytes.removeAll()
      case .rest(let offset):
        guard offset == state.bytes.count, offset > 0 else {
          return .dropped("the server sent the part from byte \(offset), which was not asked for")
        }
        // A server may not know of conditions, and send a part of what it has now.
        guard response.validators.mayBe(request.known) else {
          return .dropped("the server sent a part of another version")
        }
      case .unchanged: if request.known == nil { return .status(304, retryAfter: nil) }
      }
      let length = max(0, response.length ?? 0)
      // By a difference: what a server says may be too large for a sum.
      guard length <= request.byteLimit - state.bytes.count else { return .tooLong(limit: request.byteLimit) }
      state.response = response
      // Hints of the server are not worth more memory than what is usual for a picture.
      if response.kind != .unchanged { state.bytes.reserveCapacity(min(state.bytes.count + length, 1 << 22)) }
      return nil
    }
    if let error { finish(error) }
  }

  private func append(_ bytes: [UInt8]) {
    let isTooLong = state.withLock { state in
      guard state.completion != nil else { return false }
      state.bytes += bytes
      return state.bytes.count > request.byteLimit
    }
    if isTooLong { finish(.tooLong(limit: request.byteLimit)) }
  }

  private func finish(_ error: ByteError?) {
    let (completion, token, ending) = state.withLock { state in
      let ending = Self.ending(state, error)
      defer { state = State(bytes: []) }
      return (state.completion, error == nil ? nil : state.token, ending)
    }
    token?.cancel()
    completion?(ending)
  }

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

/// The first bytes of something whose rest can be fetched later.
package struct PartialBytes: Sendable {
  package var bytes: [UInt8]
  package var validators: ByteValidators

  /// `nil` if the server could not know again what it is the rest of, or cannot send parts.
  init?(_ bytes: [UInt8], _ response: ByteResponse) {
    guard !bytes.isEmpty, response.acceptsRanges || response.kind != .whole, response.validators.strong != nil else {
      return nil
    }
    if let length = response.length, case .whole = response.kind, bytes.count >= length { return nil }
    self.bytes = bytes
    validators = response.validators
  }
}

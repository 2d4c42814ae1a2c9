import ScrollworkHostInterface
import ScrollworkImageLoading
import Synchronization

/// A network that a test controls.
final class ScriptedByteLoader: ByteLoading {
  typealias Receive = @Sendable (ByteEvent) -> Void

  final class Load: ByteLoadToken {
    let request: ByteRequest
    private let state: Mutex<(receive: Receive?, isCancelled: Bool)>

    init(_ request: ByteRequest, _ receive: @escaping Receive) {
      self.request = request
      state = Mutex((receive, false))
    }

    var isOpen: Bool { state.withLock { $0.receive != nil } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func send(_ event: ByteEvent) {
      let receive = state.withLock { state in
        defer { if case .end = event { state.receive = nil } else if case .failure = event { state.receive = nil } }
        return state.receive
      }
      receive?(event)
    }

    func cancel() {
      state.withLock { $0.isCancelled = true }
      send(.failure(.cancelled))
    }
  }

  /// All requests so far, and the requests that may still be open.
  private let state = Mutex<(all: [Load], open: [Load])>(([], []))

  /// All requests so far.
  var loads: [Load] { state.withLock { $0.all } }
  /// The requests that have not ended. A request that has ended never opens again, so it is looked at only once.
  var open: [Load] {
    state.withLock { state in
      state.open.removeAll { !$0.isOpen }
      return state.open
    }
  }

  func load(_ request: ByteRequest, receive: @escaping Receive) -> any ByteLoadToken {
    let load = Load(request, receive)
    state.withLock { state in
      state.all.append(load)
      state.open.append(load)
    }
    return load
  }

  /// Returns the number of attempts for an address.
  func count(_ address: String) -> Int { loads.count { $0.request.address == address } }

  func last(_ address: String) -> Load? { loads.last { $0.request.address == address } }

  func succeed(_ address: String, _ bytes: [UInt8], _ response: ByteResponse = ByteResponse()) {
    guard let load = open.last(where: { $0.request.address == address }) else { return }
    load.send(.response(response))
    if !bytes.isEmpty { load.send(.bytes(bytes)) }
    load.send(.end)
  }

  func fail(_ address: String, _ error: ByteError) {
    open.last { $0.request.address == address }?.send(.failure(error))
  }
}

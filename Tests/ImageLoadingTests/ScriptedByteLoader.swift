import ScrollworkHostInterface
import ScrollworkImageLoading
import Synchronization

/// Bytes that a test hands out by itself.
final class ScriptedByteLoader: ByteLoading {
  typealias Completion = @Sendable (Result<[UInt8], ImageError>) -> Void

  private final class Token: ByteLoadToken {
    let isCancelled = Mutex(false)
    func cancel() { isCancelled.withLock { $0 = true } }
  }

  private let waiting = Mutex<[String: (completion: Completion, token: Token)]>([:])

  func load(_ address: String, completion: @escaping Completion) -> any ByteLoadToken {
    let token = Token()
    waiting.withLock { $0[address] = (completion, token) }
    return token
  }

  func isCancelled(_ address: String) -> Bool {
    waiting.withLock { $0[address]?.token.isCancelled.withLock { $0 } ?? false }
  }

  func answer(_ address: String, _ result: Result<[UInt8], ImageError>) {
    let completion = waiting.withLock { $0[address]?.completion }
    completion?(result)
  }
}

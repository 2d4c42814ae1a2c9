import Foundation
import FoundationNetworking
import ScrollworkHostInterface
import ScrollworkImageLoading
import Synchronization

/// One answer while it comes in. Its completion is called once, whatever comes first: the end, an error, a limit.
final class URLTransfer: ByteLoadToken {
  typealias Completion = @Sendable (Result<[UInt8], ImageError>) -> Void

  private struct State {
    var bytes: [UInt8] = []
    var redirections = 0
    var task: URLSessionTask?
    /// `nil` once it was called.
    var completion: Completion?
  }

  private let address: String
  private let byteLimit: Int
  private let state: Mutex<State>

  init(address: String, byteLimit: Int, completion: @escaping Completion) {
    self.address = address
    self.byteLimit = byteLimit
    state = Mutex(State(completion: completion))
  }

  func begin(_ task: URLSessionTask) {
    let isWanted = state.withLock {
      $0.task = task
      return $0.completion != nil
    }
    if isWanted { task.resume() } else { task.cancel() }
  }

  func cancel() { fail(.cancelled) }

  func fail(_ reason: String) { fail(.unreadable(path: address, reason: reason)) }

  /// Whether the answer is one whose body is wanted.
  func accept(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse else {
      fail("no answer in HTTP")
      return false
    }
    guard (200...299).contains(response.statusCode) else {
      fail("the server answered with status \(response.statusCode)")
      return false
    }
    guard response.expectedContentLength <= Int64(byteLimit) else {
      fail("its \(response.expectedContentLength) bytes are more than the limit of \(byteLimit)")
      return false
    }
    return true
  }

  func append(_ data: Data) {
    let isTooLong = state.withLock {
      if $0.completion == nil { return false }
      $0.bytes += data
      return $0.bytes.count > byteLimit
    }
    if isTooLong { fail("it is longer than the limit of \(byteLimit) bytes") }
  }

  /// Follows at most ten times, only over http and https, and never from https back to http.
  func mayFollow(to url: URL?, from origin: URL?) -> Bool {
    let count = state.withLock {
      $0.redirections += 1
      return $0.redirections
    }
    let scheme = url?.scheme?.lowercased()
    let isSafe = scheme == "https" || scheme == "http" && origin?.scheme?.lowercased() == "http"
    if isSafe, count <= 10 { return true }
    fail(isSafe ? "too many redirections" : "a redirection to an unsafe address")
    return false
  }

  func end(_ error: (any Error)?) {
    if let error {
      fail(error.localizedDescription)
    } else {
      finish { .success($0) }
    }
  }

  private func fail(_ error: ImageError) { finish { _ in .failure(error) } }

  /// The completion and the task are used outside of the lock: either may come back to this object.
  private func finish(_ result: ([UInt8]) -> Result<[UInt8], ImageError>) {
    let taken = state.withLock { state in
      defer { state = State(redirections: state.redirections) }
      return state
    }
    guard let completion = taken.completion else { return }
    let outcome = result(taken.bytes)
    if case .failure = outcome { taken.task?.cancel() }
    completion(outcome)
  }
}

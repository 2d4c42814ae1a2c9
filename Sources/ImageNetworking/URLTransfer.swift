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
  ///
  /// FoundationNetworking ends the program if the answer reaches a task that was cancelled in between. So the answer is
  /// given, and a task is cancelled, under one lock, which both pass on to the task's serial queue in that order; a task
  /// that is cancelled gets no answer at all.
  func redirect(_ response: HTTPURLResponse, to request: URLRequest, follow: (URLRequest?) -> Void) {
    let scheme = request.url?.scheme?.lowercased()
    let isSafe = scheme == "https" || scheme == "http" && response.url?.scheme?.lowercased() == "http"
    let isFollowed = state.withLock { state in
      state.redirections += 1
      guard isSafe, state.redirections <= 10, state.completion != nil else { return false }
      follow(request)
      return true
    }
    if !isFollowed { fail(isSafe ? "too many redirections" : "a redirection to an unsafe address") }
  }

  func end(_ error: (any Error)?) {
    if let error {
      fail(error.localizedDescription)
    } else {
      finish { .success($0) }
    }
  }

  private func fail(_ error: ImageError) { finish { _ in .failure(error) } }

  private func finish(_ result: ([UInt8]) -> Result<[UInt8], ImageError>) {
    let (completion, outcome) = state.withLock { state in
      let outcome = result(state.bytes)
      if case .failure = outcome { state.task?.cancel() }
      defer { state = State(redirections: state.redirections) }
      return (state.completion, outcome)
    }
    completion?(outcome)
  }
}

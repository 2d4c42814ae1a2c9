import Dispatch
import Foundation
import FoundationNetworking
import Synchronization

/// The process's one session, and whom its answers are for.
final class URLSessionHub: NSObject, Sendable {
  static let shared = URLSessionHub()

  private let transfers = Mutex<[Int: URLTransfer]>([:])
  private let session = Mutex<URLSession?>(nil)

  func start(_ request: URLRequest, _ transfer: URLTransfer, totalTime: TimeInterval) -> URLTransfer {
    let task = openSession().dataTask(with: request)
    transfers.withLock { $0[task.taskIdentifier] = transfer }
    // The session's own limit for whole transfers would be the same for all loaders.
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + totalTime) { [weak transfer] in
      transfer?.fail("it took more than \(Int(totalTime)) seconds")
    }
    transfer.begin(task)
    return transfer
  }

  private func openSession() -> URLSession {
    session.withLock { session in
      if let session { return session }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      configuration.urlCredentialStorage = nil
      configuration.httpMaximumConnectionsPerHost = 6
      let opened = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      session = opened
      return opened
    }
  }

  private func transfer(of task: URLSessionTask) -> URLTransfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }
}

extension URLSessionHub: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isWanted = transfer(of: dataTask)?.accept(response) ?? false
    completionHandler(isWanted ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(of: dataTask)?.append(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    transfer(of: task)?.redirect(response, to: request, follow: completionHandler)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    transfer?.end(error)
  }
}

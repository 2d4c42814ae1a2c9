public import Foundation
import FoundationNetworking
public import ScrollworkHostInterface
public import ScrollworkImageLoading

/// Fetches pictures over http and https.
///
/// All loaders of a process share one session, which lives as long as the process does: sessions that come and go crash
/// in FoundationNetworking, and its `data(from:)` may never return once a task is cancelled.
public final class URLByteLoader: ByteLoading {
  /// What a load may take. The defaults suit pictures that a person waits for.
  public struct Limits: Hashable, Sendable {
    /// Longer answers are dropped while they come in. 64 MB, or a tenth of the memory where that is less.
    public var byteCount = min(64 << 20, Int(clamping: ProcessInfo.processInfo.physicalMemory / 10))
    /// Seconds without a byte after which a load fails.
    public var idleTime: TimeInterval = 15
    /// Seconds after which a load fails, whatever has come.
    public var totalTime: TimeInterval = 60

    public init() {}
  }

  private let limits: Limits

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  public func load(
    _ address: String, completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any ByteLoadToken {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.host != nil
    else {
      completion(.failure(.unsupported("the address \(address)")))
      return NothingToLoad()
    }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: limits.idleTime)
    request.setValue("image/*", forHTTPHeaderField: "Accept")
    let transfer = URLTransfer(address: address, byteLimit: limits.byteCount, completion: completion)
    return URLSessionHub.shared.start(request, transfer, totalTime: limits.totalTime)
  }
}

private struct NothingToLoad: ByteLoadToken {
  func cancel() {}
}

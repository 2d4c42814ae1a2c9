public import ScrollworkImageLoading
import ScrollworkPlatform

/// Fetches pictures over http and https through the system's libcurl, which is loaded when it is first needed.
///
/// All loaders of a process share one thread, which sleeps while nothing is on its way, and the connections. Every answer
/// is checked as it comes in: its length, its redirections, its certificate.
public final class HTTPByteLoader: ByteLoading {
  /// What a load may take. The defaults suit pictures that a person waits for.
  public struct Configuration: Hashable, Sendable {
    /// Seconds until there is a connection.
    public var connectTime = 10.0
    /// Seconds without a byte.
    public var idleTime = 15.0
    /// Seconds for one attempt, whatever has come.
    public var totalTime = 60.0
    /// What the program says it is.
    public var userAgent = "Scrollwork"
    /// Fields to send, by scheme, host and port, as in `https://example.org`: a redirection to another place takes none along.
    public var fields: [String: [String: String]] = [:]
    /// A file of certificates to trust instead of the system's.
    public var certificates: String?
    /// False to pass over the proxies that the environment names.
    public var usesProxies = true

    public init() {}
  }

  private let configuration: Configuration

  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  public func load(
    _ request: ByteRequest, receive: @escaping @Sendable (ByteEvent) -> Void
  ) -> any ByteLoadToken {
    guard HTTPAddress.scheme(of: request.address) != nil else {
      receive(.failure(.unsupported("the address \(request.address)")))
      return NothingToLoad()
    }
    guard let engine = CurlEngine.shared else {
      let package = OptionalLibrary.curl.debianPackage
      receive(.failure(.unsupported("pictures of the network; to see them install the package \(package)")))
      return NothingToLoad()
    }
    let transfer = CurlTransfer(request, configuration, receive)
    engine.start(transfer)
    return CurlToken(engine: engine, transfer: transfer)
  }
}

private struct NothingToLoad: ByteLoadToken {
  func cancel() {}
}

private struct CurlToken: ByteLoadToken {
  let engine: CurlEngine
  let transfer: CurlTransfer

  func cancel() { engine.cancel(transfer) }
}

public import ScrollworkImageLoading
import ScrollworkPlatform

/// A loader for `http` and `https`. It uses the system's libcurl, which is loaded at the first use.
///
/// All loaders of a process share one thread and its connections; the thread sleeps while nothing loads. Each answer is
/// checked while it arrives: its length, its redirections, its certificate.
public final class HTTPByteLoader: ByteLoading {
  /// The limits of a load and the properties of its requests. The defaults suit pictures that a user waits to see.
  public struct Configuration: Hashable, Sendable {
    /// The longest time to establish a connection, in seconds.
    package var connectTime = 10.0
    /// The longest time without a byte, in whole seconds.
    package var idleTime = 15.0
    /// The longest time for one attempt with all its redirections, in seconds.
    package var totalTime = 60.0
    /// The program's name in the `User-Agent` field.
    public var userAgent = "Scrollwork"
    /// Additional header fields by origin (scheme, host and port, as in `https://example.org`). A redirection to
    /// another origin does not receive them.
    public var fields: [String: [String: String]] = [:]
    /// The path of a file with the certificates to trust; `nil` for those of the system.
    public var certificates: String?
    /// Whether to use the proxies that the process's environment variables name.
    package var usesProxies = true

    /// Creates a configuration with the defaults.
    public init() {}
  }

  private let configuration: Configuration

  /// Creates a loader. Without libcurl each load fails with an error that names the package to install.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Starts to load `request`; returns at once. Schemes other than `http` and `https` fail with `.unsupported`.
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

/// The token of a load that failed at once.
private struct NothingToLoad: ByteLoadToken {
  func cancel() {}
}

/// The token of a running transfer.
private struct CurlToken: ByteLoadToken {
  let engine: CurlEngine
  let transfer: CurlTransfer

  func cancel() { engine.cancel(transfer) }
}

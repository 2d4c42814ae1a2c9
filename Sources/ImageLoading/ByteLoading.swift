public import ScrollworkHostInterface

/// Fetches the bytes behind the addresses that the image loader does not know itself, such as those of the network.
public protocol ByteLoading: Sendable {
  /// Starts to fetch; never waits.
  /// - Parameter completion: Called once, on any thread, also after a cancellation; then the result is ignored.
  func load(
    _ address: String, completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any ByteLoadToken
}

/// Bytes that are being fetched.
public protocol ByteLoadToken: Sendable {
  /// The bytes are no longer wanted. Does nothing once they are there.
  func cancel()
}

import ScrollworkHostInterface

/// Makes bitmaps of requests: knows where the bytes are, and the decoder. Used from background threads.
struct ImageSource: Sendable {
  var decoder: any ImageDecoding
  var fileLimit: Int

  /// The address if its bytes must come from a byte loader.
  func foreignAddress(of source: ImageRequest.Source) -> String? {
    guard case .url(let address) = source else { return nil }
    return address.hasPrefix("data:") || address.hasPrefix("file:") ? nil : address
  }

  /// Reads and decodes; waits for the disk.
  /// - Parameter fetched: The bytes, if a byte loader has brought them.
  func bitmap(for request: ImageRequest, fetched: [UInt8]?) -> Result<Bitmap, ImageError> {
    Result { () throws(ImageError) in
      let bytes = if let fetched { fetched } else { try bytes(of: request.source) }
      return try decoder.decode(bytes, target: request.target, mode: request.mode)
    }
  }

  private func bytes(of source: ImageRequest.Source) throws(ImageError) -> [UInt8] {
    switch source {
    case .file(let path, _): return try FileBytes.read(path: path, limit: fileLimit)
    case .url(let address):
      if address.hasPrefix("data:") { return try DataURL.bytes(of: address) }
      guard let path = FileURL.path(of: address) else { throw .unsupported("the address \(address)") }
      return try FileBytes.read(path: path, limit: fileLimit)
    }
  }
}

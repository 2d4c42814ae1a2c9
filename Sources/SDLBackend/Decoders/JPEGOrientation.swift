package import ScrollworkHostInterface

/// The orientation in the metadata of a JPEG file, to read and to change.
package enum JPEGOrientation {
  /// Returns the orientation that the file gives itself.
  /// - Throws: `unsupported` if it is no JPEG file, `corrupt` if its header is damaged.
  package static func read(_ bytes: [UInt8]) throws(ImageError) -> PictureOrientation {
    let reader = ByteReader(bytes: bytes)
    guard PictureFormat(reader) == .jpeg else { throw .unsupported("it is no JPEG file") }
    guard let header = JPEGHeader(reader) else { throw .corrupt("the JPEG header is damaged") }
    return header.orientation
  }

  /// Writes another orientation in the place of the former one. Does nothing to a file without one.
  package static func write(_ orientation: PictureOrientation, to bytes: inout [UInt8]) {
    for place in JPEGHeader(ByteReader(bytes: bytes))?.orientationPlaces ?? [] {
      for index in 0..<place.width {
        let isLowest = index == (place.isLittle ? 0 : place.width - 1)
        bytes[place.offset + index] = isLowest ? UInt8(orientation.rawValue) : 0
      }
    }
  }
}

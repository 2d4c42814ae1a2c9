package import ScrollworkHostInterface

/// Reads and changes the orientation in the metadata of JPEG files.
package enum JPEGOrientation {
  /// Returns the orientation in the file's metadata.
  /// - Throws: `unsupported` if it is no JPEG file, `corrupt` if its header is damaged.
  package static func read(_ bytes: [UInt8]) throws(ImageError) -> PictureOrientation {
    let reader = ByteReader(bytes: bytes)
    guard PictureFormat(reader) == .jpeg else { throw .unsupported("it is no JPEG file") }
    guard let header = JPEGHeader(reader) else { throw .corrupt("the JPEG header is damaged") }
    return header.orientation
  }

  /// Whether data other than zeros follow the picture in the file, such as a film or another picture.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func hasMore(_ bytes: [UInt8]) -> Bool {
    guard let end = end(of: bytes) else { return false }
    return bytes[end...].contains { $0 != 0 }
  }

  /// Returns the offset after the marker that ends the picture; `nil` if there is none.
  private static func end(of bytes: [UInt8]) -> Int? {
    var offset = 2
    while offset + 1 < bytes.count {
      guard bytes[offset] == 0xFF else {
        offset += 1
        continue
      }
      switch bytes[offset + 1] {
      case 0xD9: return offset + 2
      case 0xFF: offset += 1
      // A byte of the pixels, or a marker without a length.
      case 0x00, 0x01, 0xD0...0xD8: offset += 2
      default:
        guard offset + 3 < bytes.count else { return nil }
        offset += 2 + (Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]))
      }
    }
    return nil
  }

  /// Replaces the orientation in the metadata. Does not change a file without one.
  package static func write(_ orientation: PictureOrientation, to bytes: inout [UInt8]) {
    for place in JPEGHeader(ByteReader(bytes: bytes))?.orientationPlaces ?? [] {
      for index in 0..<place.width {
        let isLowest = index == (place.isLittle ? 0 : place.width - 1)
        bytes[place.offset + index] = isLowest ? UInt8(orientation.rawValue) : 0
      }
    }
  }
}

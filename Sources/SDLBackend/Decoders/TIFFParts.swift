import ScrollworkHostInterface

/// The strips or tiles of a TIFF file. Those behind the end of a file that is cut off are missing.
struct TIFFParts {
  /// The indices of the missing strips or tiles.
  private let missing: [Int]
  /// The number of all strips or tiles, of all planes.
  private let count: Int
  /// The size of a strip or tile in pixels.
  private let part: PixelSize
  /// Whether rows are stored from top to bottom, and their pixels from left to right.
  private let isUpright: Bool

  /// Reads the directory. A file without one has no parts.
  /// - Complexity: O(*n*) in the number of strips or tiles.
  init(_ bytes: [UInt8]) {
    let directory = TIFFDirectory(ByteReader(bytes: bytes), base: 0)
    func number(_ tag: Int) -> Int? { directory?.number(ofTag: tag).flatMap { $0 > 0 ? $0 : nil } }
    let isTiled = directory?.has(0x144) == true
    let offsets = directory?.numbers(ofTag: isTiled ? 0x144 : 0x111) ?? []
    let lengths = directory?.numbers(ofTag: isTiled ? 0x145 : 0x117) ?? []
    // The old form of JPEG has its data elsewhere. libtiff estimates a length that is missing or 0.
    let oldJPEG = 6
    let isOld = number(0x103) == oldJPEG
    missing = offsets.indices.filter {
      // Numbers of a damaged file may be too large to be added.
      !isOld && offsets[$0] > bytes.count - max(1, $0 < lengths.count ? lengths[$0] : 1)
    }
    let width = number(0x100) ?? 1
    let height = number(0x101) ?? 1
    count = offsets.count
    part = PixelSize(
      width: isTiled ? number(0x142) ?? width : width,
      height: isTiled ? number(0x143) ?? height : min(height, number(0x116) ?? height))
    isUpright = (number(0x112) ?? 1) == 1
  }

  /// Whether a strip or tile is missing, or cut off.
  var isCut: Bool { !missing.isEmpty }

  /// Makes the areas of the missing parts transparent. libtiff repeats other parts there.
  /// - Parameter size: The size of the picture in `pixels`.
  /// - Returns: Whether a part of the picture remains.
  func clear(_ pixels: inout [UInt32], _ size: PixelSize) -> Bool {
    guard isUpright, missing.count < count else { return false }
    let columns = (size.width + part.width - 1) / part.width
    let rows = (size.height + part.height - 1) / part.height
    // A damaged file may have any number of parts for the same place.
    for place in Set(missing.lazy.map { $0 % max(1, columns * rows) }) {
      let (x, y) = (place % columns * part.width, place / columns * part.height)
      for row in y..<max(y, min(size.height, y + part.height)) {
        let start = row * size.width
        for column in x..<max(x, min(size.width, x + part.width)) { pixels[start + column] = 0 }
      }
    }
    return true
  }
}

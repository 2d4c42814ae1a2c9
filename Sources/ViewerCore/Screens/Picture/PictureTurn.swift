import Scrollwork
import ScrollworkSDLBackend

/// The rotation and mirroring that the user chose, in addition to the orientation in the file.
struct PictureTurn: Hashable {
  /// The number of clockwise quarter turns, 0 to 3, which follow the mirroring.
  private(set) var quarters = 0
  /// Whether the picture is mirrored horizontally before it is rotated.
  private(set) var isMirrored = false

  static let none = PictureTurn()

  init() {}

  /// Creates the rotation and mirroring that an orientation in metadata requests.
  init(_ orientation: PictureOrientation) {
    for isMirrored in [false, true] {
      for quarters in 0..<4 {
        (self.quarters, self.isMirrored) = (quarters, isMirrored)
        if self.orientation == orientation { return }
      }
    }
  }

  /// Whether the rotation exchanges width and height.
  var swapsAxes: Bool { quarters % 2 == 1 }

  /// Adds a clockwise rotation by a number of quarter turns.
  mutating func rotate(by count: Int) { quarters = (quarters + count) & 3 }

  /// Adds a horizontal mirroring, or a vertical one.
  mutating func flip(vertically: Bool) {
    quarters = ((vertically ? 2 : 0) - quarters) & 3
    isMirrored.toggle()
  }

  /// Returns this transformation followed by another one.
  func followed(by other: PictureTurn) -> PictureTurn {
    var result = self
    if other.isMirrored { result.flip(vertically: false) }
    result.rotate(by: other.quarters)
    return result
  }

  /// The transformation that undoes this one.
  var inverse: PictureTurn {
    guard !isMirrored else { return self }
    var result = PictureTurn.none
    result.rotate(by: -quarters)
    return result
  }

  /// The EXIF orientation that describes this transformation.
  var orientation: PictureOrientation {
    let plain: [PictureOrientation] = [.upright, .turnedRight, .upsideDown, .turnedLeft]
    let mirrored: [PictureOrientation] = [.mirrored, .transversed, .flipped, .transposed]
    return isMirrored ? mirrored[quarters] : plain[quarters]
  }

  /// Returns the size of a picture after the transformation.
  func apply(to size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Returns a transformed copy.
  func apply(to bitmap: Bitmap) -> Bitmap {
    let size = apply(to: bitmap.pixelSize)
    return Bitmap(
      width: size.width, height: size.height,
      pixels: orientation.apply(to: bitmap.pixels, width: bitmap.width, height: bitmap.height),
      isOpaque: bitmap.isOpaque)
  }
}

/// The rotation and mirroring of pictures, by path, for as long as the program runs.
@MainActor
final class PictureTurns {
  static let shared = PictureTurns()
  private var turns: [[UInt8]: PictureTurn] = [:]

  subscript(path: String) -> PictureTurn {
    get { turns[Array(path.utf8)] ?? .none }
    set { turns[Array(path.utf8)] = newValue == .none ? nil : newValue }
  }
}

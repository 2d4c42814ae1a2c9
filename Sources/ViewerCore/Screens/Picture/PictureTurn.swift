import Scrollwork
import ScrollworkSDLBackend

/// Quarter turns and a mirroring that the user asked for, beyond the orientation in the file.
struct PictureTurn: Hashable {
  /// The number of quarter turns clockwise, after the mirroring: 0 to 3.
  private(set) var quarters = 0
  /// Whether left and right are exchanged first.
  private(set) var isMirrored = false

  static let none = PictureTurn()

  init() {}

  /// Creates the change that an orientation in metadata asks for.
  init(_ orientation: PictureOrientation) {
    for isMirrored in [false, true] {
      for quarters in 0..<4 {
        (self.quarters, self.isMirrored) = (quarters, isMirrored)
        if self.orientation == orientation { return }
      }
    }
  }

  /// Whether width and height are exchanged.
  var swapsAxes: Bool { quarters % 2 == 1 }

  /// Turns the shown picture clockwise.
  mutating func rotate(by count: Int) { quarters = (quarters + count) & 3 }

  /// Exchanges left and right of the shown picture; with `vertically` instead above and below.
  mutating func flip(vertically: Bool) {
    quarters = ((vertically ? 2 : 0) - quarters) & 3
    isMirrored.toggle()
  }

  /// Returns this change with another one after it.
  func followed(by other: PictureTurn) -> PictureTurn {
    var result = self
    if other.isMirrored { result.flip(vertically: false) }
    result.rotate(by: other.quarters)
    return result
  }

  /// The change that takes this one back.
  var inverse: PictureTurn {
    guard !isMirrored else { return self }
    var result = PictureTurn.none
    result.rotate(by: -quarters)
    return result
  }

  /// The EXIF orientation that describes this change.
  var orientation: PictureOrientation {
    let plain: [PictureOrientation] = [.upright, .turnedRight, .upsideDown, .turnedLeft]
    let mirrored: [PictureOrientation] = [.mirrored, .transversed, .flipped, .transposed]
    return isMirrored ? mirrored[quarters] : plain[quarters]
  }

  /// Returns the size of a picture after the change.
  func apply(to size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Returns a changed copy.
  func apply(to bitmap: Bitmap) -> Bitmap {
    let size = apply(to: bitmap.pixelSize)
    return Bitmap(
      width: size.width, height: size.height,
      pixels: orientation.apply(to: bitmap.pixels, width: bitmap.width, height: bitmap.height),
      isOpaque: bitmap.isOpaque)
  }
}

/// The changes of pictures, by path, for as long as the program runs.
@MainActor
final class PictureTurns {
  static let shared = PictureTurns()
  private var turns: [[UInt8]: PictureTurn] = [:]

  subscript(path: String) -> PictureTurn {
    get { turns[Array(path.utf8)] ?? .none }
    set { turns[Array(path.utf8)] = newValue == .none ? nil : newValue }
  }
}

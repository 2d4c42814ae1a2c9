import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// The pixels of a picture for the clipboard.
enum PictureClip {
  /// The clipboard format for pictures.
  static let type = "image/png"
  /// The largest length of a file that is read, in bytes, and the largest picture that is encoded, in pixels.
  private static let (fileLimit, pixelLimit) = (128 << 20, 48_000_000)

  /// Returns the picture in a file as a PNG file, turned as it is shown; `nil` if it is too large or damaged.
  static func png(of path: String, _ turn: PictureTurn) -> [UInt8]? {
    guard let file = try? RandomAccessFile(path: path), let length = try? file.size, length <= fileLimit,
      let bytes = try? file.bytes(at: 0, count: length)
    else { return nil }
    if turn == .none, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return bytes }
    let decoder = BitmapDecoder()
    guard let size = try? decoder.pixelSize(of: bytes), size.width * size.height <= pixelLimit,
      let bitmap = try? decoder.decode(bytes, target: nil, mode: .fit)
    else { return nil }
    return try? BitmapEncoder().png(of: turn == .none ? bitmap : turn.apply(to: bitmap))
  }
}

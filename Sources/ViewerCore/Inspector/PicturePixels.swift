import Dispatch
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// Reads the pixel size of one picture at a time in the background.
@MainActor
final class PicturePixels {
  /// Called when a size became known.
  var onChange: (() -> Void)?
  /// Whether a file is being read.
  private(set) var isBusy = false

  private var known: (path: String, version: UInt64, size: PixelSize?)?
  private var wanted: (path: String, version: UInt64)?

  /// The number of bytes read from a file: enough for the header, and for the metadata that cameras write before the
  /// size.
  private nonisolated static let headerSize = 1 << 18

  /// Returns the pixel size of a picture, and starts to read it if it is unknown.
  /// - Returns: `nil` if the size is not known yet, or if the file is no picture.
  func size(of path: String, version: UInt64) -> PixelSize? {
    if let known, known.path == path, known.version == version { return known.size }
    if let wanted, wanted.path == path, wanted.version == version { return nil }
    wanted = (path, version)
    isBusy = true
    DispatchQueue.global(qos: .userInitiated).async {
      let size = Self.read(path)
      DispatchQueue.main.async { [weak self] in self?.finish(size, of: path, version) }
    }
    return nil
  }

  /// Records the result, unless another picture was requested meanwhile.
  private func finish(_ size: PixelSize?, of path: String, _ version: UInt64) {
    guard let wanted, wanted.path == path, wanted.version == version else { return }
    known = (path, version, size)
    self.wanted = nil
    isBusy = false
    onChange?()
  }

  /// Reads the size from the header of a file.
  private nonisolated static func read(_ path: String) -> PixelSize? {
    guard let file = try? RandomAccessFile(path: path), let length = try? file.size,
      let bytes = try? file.bytes(at: 0, count: headerSize)
    else { return nil }
    return try? BitmapDecoder().pixelSize(of: bytes, length: length)
  }
}

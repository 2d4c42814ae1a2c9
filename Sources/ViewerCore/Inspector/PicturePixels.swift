import Dispatch
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// Finds out in the background how many pixels pictures have.
@MainActor
final class PicturePixels {
  /// Called when something was found.
  var onChange: (() -> Void)?
  /// True while something is looked for.
  private(set) var isBusy = false

  private var known: (path: String, version: UInt64, size: PixelSize?)?
  private var wanted: (path: String, version: UInt64)?

  /// Enough for the header of a picture, and for what cameras put before the size.
  private nonisolated static let headerSize = 1 << 18

  /// The size of a picture; `nil` if it is not known yet or cannot be.
  func size(of path: String, version: UInt64) -> PixelSize? {
    if let known, known.path == path, known.version == version { return known.size }
    if let wanted, wanted.path == path, wanted.version == version { return nil }
    wanted = (path, version)
    isBusy = true
    DispatchQueue.global(qos: .userInitiated).async {
      let size = Self.read(path)
      DispatchQueue.main.async { [weak self] in self?.take(size, of: path, version) }
    }
    return nil
  }

  private func take(_ size: PixelSize?, of path: String, _ version: UInt64) {
    guard let wanted, wanted.path == path, wanted.version == version else { return }
    known = (path, version, size)
    self.wanted = nil
    isBusy = false
    onChange?()
  }

  private nonisolated static func read(_ path: String) -> PixelSize? {
    guard let file = try? RandomAccessFile(path: path), let bytes = try? file.bytes(at: 0, count: headerSize) else {
      return nil
    }
    return try? BitmapDecoder().pixelSize(of: bytes)
  }
}

import Dispatch
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// Reads the pixel size and the metadata of one picture at a time in the background.
@MainActor
final class PicturePixels {
  /// Called when the facts about a picture are known.
  var onChange: (() -> Void)?
  /// Whether a file is being read.
  private(set) var isBusy = false

  /// The facts that are read from the beginning of a file.
  struct Facts: Sendable {
    var size: PixelSize?
    /// The largest size to which a vector drawing is rendered; `nil` for other pictures.
    var detailSize: PixelSize?
    var metadata: PictureMetadata
    /// The format, if it differs from the one in the file's name.
    var format: PictureFormat?
  }

  private var known: (path: String, version: UInt64, facts: Facts?)?
  private var wanted: (path: String, version: UInt64)?

  /// The number of bytes read from a file: enough for the header, and for metadata that cameras write before the size.
  private nonisolated static let headerSize = 1 << 18

  /// Returns the pixel size of a picture, and starts to read it if it is unknown.
  /// - Returns: `nil` if the size is not known yet, or if the file is no picture.
  func size(of path: String, version: UInt64) -> PixelSize? {
    facts(of: path, version: version)?.size
  }

  /// Returns the size and the metadata of a picture, and starts to read them if they are unknown.
  /// - Returns: `nil` if they are not known yet, or if the file cannot be read.
  func facts(of path: String, version: UInt64) -> Facts? {
    if let known, known.path == path, known.version == version { return known.facts }
    if let wanted, wanted.path == path, wanted.version == version { return nil }
    wanted = (path, version)
    isBusy = true
    DispatchQueue.global(qos: .userInitiated).async {
      let facts = Self.read(path)
      DispatchQueue.main.async { [weak self] in self?.finish(facts, of: path, version) }
    }
    return nil
  }

  /// Records the result, unless another picture was requested meanwhile.
  private func finish(_ facts: Facts?, of path: String, _ version: UInt64) {
    guard let wanted, wanted.path == path, wanted.version == version else { return }
    known = (path, version, facts)
    self.wanted = nil
    isBusy = false
    onChange?()
  }

  /// The largest length of a file that is read whole if its beginning does not tell the size, in bytes.
  private nonisolated static let fileLimit = 256 << 20

  /// Reads the beginning of a file, or all of it if the size is further behind: a TIFF may have it at its end.
  private nonisolated static func read(_ path: String) -> Facts? {
    guard let file = try? RandomAccessFile(path: path), let length = try? file.size,
      var bytes = try? file.bytes(at: 0, count: headerSize)
    else { return nil }
    let decoder = BitmapDecoder()
    var size = try? decoder.pixelSize(ofStart: bytes)
    if size == nil, length > bytes.count, length <= fileLimit, let whole = try? file.bytes(at: 0, count: length) {
      bytes = whole
      size = try? decoder.pixelSize(ofStart: bytes)
    }
    return Facts(
      size: size, detailSize: decoder.detailSize(of: bytes), metadata: PictureMetadata(bytes),
      format: FileContent.unnamedFormat(named: FilePath.lastComponent(of: path), start: bytes))
  }
}

import Glibc
package import ScrollworkHostInterface
import ScrollworkPlatform

/// The small pictures of local files that all programs of the desktop share
/// (freedesktop.org, Thumbnail Managing Standard 0.9): `$XDG_CACHE_HOME/thumbnails/large/<MD5 of the address>.png`.
///
/// One counts only if it names the address and the time at which the file was last written, and the file's length if it
/// names one: names may have been exchanged within a second. What cannot be decoded is not
/// noted under `fail/`, which the standard leaves to each program: the header tells it within microseconds, and in words
/// that such a note could not keep. Of pictures that may play none is made or read. All calls block.
package final class ThumbnailCache: Sendable {
  let folder: String
  private let encoder: (any ImageEncoding)?
  private static let addressKey = "Thumb::URI"
  private static let timeKey = "Thumb::MTime"
  private static let sizeKey = "Thumb::Size"
  static let (softwareKey, software) = ("Software", "Scrollwork")
  /// In the names of what is not whole yet.
  static let temporaryMark = ".scrollwork-"
  static let fileLimit = 16 << 20

  /// `nil` where the environment does not say where caches are.
  /// - Parameter encoder: Without it nothing is written.
  package convenience init?(encoder: (any ImageEncoding)?) {
    guard let base = CacheFolders.base else { return nil }
    self.init(folder: base + "/thumbnails", encoder: encoder)
  }

  package init(folder: String, encoder: (any ImageEncoding)?) {
    self.folder = folder
    self.encoder = encoder
  }

  /// The PNG file that shows the file at `path` as it is now, `side` pixels wide or high; `nil` if there is none.
  package func read(path: String, side: Int) -> [UInt8]? {
    guard let place = place(of: path, side: side), let information = Self.information(of: path),
      let file = CacheFile.read(place.file, limit: Self.fileLimit)?.bytes, let texts = PNGText.texts(in: file),
      texts[Self.addressKey] == place.address, texts[Self.timeKey] == "\(information.st_mtim.tv_sec)",
      texts[Self.sizeKey].map({ $0 == "\(information.st_size)" }) ?? true,
      !MovingPicture.mayBe(FileBytes.start(ofFileAt: path, count: MovingPicture.startLength))
    else { return nil }
    return file
  }

  /// Makes the small picture, at most `side` pixels wide and high. Nothing is written if anything goes wrong.
  /// - Returns: The number of the error that kept it from being written, or 0, also for what has no small picture.
  @discardableResult
  package func write(path: String, side: Int, of payload: PicturePayload, decoder: any ImageDecoding) -> Int32 {
    // The file may have been written again since it was read.
    guard let encoder, let place = place(of: path, side: side), let information = Self.information(of: path),
      information.st_size == payload.bytes.count, FileTime(information.st_mtim) == payload.modified,
      !MovingPicture.mayBe(payload.bytes)
    else { return 0 }
    let box = PixelSize(width: side, height: side)
    guard let bitmap = try? decoder.decode(payload.bytes, target: box, mode: .fit),
      let picture = try? encoder.png(of: bitmap),
      let file = PNGText.adding(
        [
          (Self.addressKey, place.address), (Self.timeKey, "\(information.st_mtim.tv_sec)"),
          (Self.sizeKey, "\(information.st_size)"), ("Thumb::Image::Width", "\(payload.size.width)"),
          ("Thumb::Image::Height", "\(payload.size.height)"), (Self.softwareKey, Self.software),
        ], to: picture)
    else { return 0 }
    let made = CacheFolders.make(FilePath.parent(of: place.file))
    return made == 0 ? Self.put(file, at: place.file) : made
  }

  private static func put(_ file: [UInt8], at path: String) -> Int32 {
    let temporary = "\(path)\(temporaryMark)\(getpid())"
    // A process that died may have had the same number.
    CacheFile.unlink(temporary)
    var failure = CacheFile.write([file], toNew: temporary)
    if failure == 0 { failure = CacheFile.rename(temporary, to: path) }
    if failure != 0 { CacheFile.unlink(temporary) }
    return failure
  }

  /// The file of a small picture and the address that it has to name.
  /// `nil` for the small pictures themselves, of which none are made.
  package func place(of path: String, side: Int) -> (file: String, address: String)? {
    let path = FilePath.absolute(path)
    guard let name = ThumbnailSize.folder(ofSide: side), !path.hasPrefix(folder + "/") else { return nil }
    let address = FileURL.address(ofPath: path)
    return ("\(folder)/\(name)/\(MD5.digits(of: address)).png", address)
  }

  private static func information(of path: String) -> stat? {
    var found = stat()
    return PathBytes.withCString(path, { stat($0, &found) }) == 0 && found.st_mode & S_IFMT == S_IFREG ? found : nil
  }
}

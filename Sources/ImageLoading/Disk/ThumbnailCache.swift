import Glibc
package import ScrollworkHostInterface
import ScrollworkPlatform

/// The thumbnails of local files that all programs of the desktop share (freedesktop.org, Thumbnail Managing Standard
/// 0.9): `$XDG_CACHE_HOME/thumbnails/SIZE/<MD5 of the address>.png`, where SIZE is a folder such as `large`.
///
/// A thumbnail is valid only if it names the file's address and modification time. If it names a length, that must
/// match too, since a file may change twice within a second. Animated pictures have no thumbnails.
///
/// Failures of this library are not recorded under `fail/`: reading the header again takes microseconds and gives a
/// precise message. Those of other programs that draw thumbnails are, because such a program may run for seconds. All
/// calls block.
package final class ThumbnailCache: Sendable {
  let folder: String
  let encoder: (any ImageEncoding)?
  static let addressKey = "Thumb::URI"
  static let timeKey = "Thumb::MTime"
  static let sizeKey = "Thumb::Size"
  static let (widthKey, heightKey) = ("Thumb::Image::Width", "Thumb::Image::Height")
  static let (softwareKey, software) = ("Software", "Scrollwork")
  /// The part of a file name that marks a temporary file of this library.
  static let temporaryMark = ".scrollwork-"
  /// The longest thumbnail that is read, in bytes.
  static let fileLimit = 16 << 20

  /// Opens the user's thumbnails; fails if the environment names no folder for caches.
  /// - Parameter encoder: Needed to write thumbnails; with `nil` they are only read.
  package convenience init?(encoder: (any ImageEncoding)?) {
    guard let base = BaseFolder.cache.path else { return nil }
    self.init(folder: base + "/thumbnails", encoder: encoder)
  }

  /// Opens the thumbnails in `folder`.
  package init(folder: String, encoder: (any ImageEncoding)?) {
    self.folder = folder
    self.encoder = encoder
  }

  /// Returns the thumbnail of the file at `path` as a PNG file; `nil` if there is no valid one.
  /// - Parameter side: The nominal size in pixels, one of `ThumbnailSize`.
  package func read(path: String, side: Int) -> [UInt8]? {
    guard let place = place(of: path, side: side), let information = Self.information(of: path),
      let file = Self.valid(place.file, of: place.address, information),
      !AnimatedPicture.mayBe(FileBytes.start(ofFileAt: path, count: AnimatedPicture.startLength))
    else { return nil }
    return file
  }

  /// Returns the size of the original picture, from the metadata of its thumbnail; `nil` if they do not name it.
  static func originalSize(of thumbnail: [UInt8]) -> PixelSize? {
    guard let texts = PNGText.texts(in: thumbnail), let width = texts[widthKey].flatMap({ Int($0) }),
      let height = texts[heightKey].flatMap({ Int($0) }), width > 0, height > 0
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Reads a thumbnail; `nil` unless it names the file's address and time, and its length if it names one.
  static func valid(_ path: String, of address: String, _ information: stat) -> [UInt8]? {
    guard let file = CacheFile.read(path, limit: fileLimit)?.bytes, let texts = PNGText.texts(in: file),
      texts[addressKey] == address, texts[timeKey] == "\(information.st_mtim.tv_sec)",
      texts[sizeKey].map({ $0 == "\(information.st_size)" }) ?? true
    else { return nil }
    return file
  }

  /// Makes and stores a thumbnail, at most `side` pixels wide and high. Any failure leaves no file.
  /// - Returns: The `errno` that prevented writing; 0 on success and for files that get no thumbnail.
  @discardableResult
  package func write(path: String, side: Int, of payload: PicturePayload, decoder: any ImageDecoding) -> Int32 {
    // The file may have been rewritten since `payload` was read.
    guard let encoder, let place = place(of: path, side: side), let information = Self.information(of: path),
      information.st_size == payload.bytes.count, FileTime(information.st_mtim) == payload.modified,
      !AnimatedPicture.mayBe(payload.bytes)
    else { return 0 }
    let box = PixelSize(width: side, height: side)
    guard let bitmap = try? decoder.decode(payload.bytes, target: box, mode: .fit),
      let picture = try? encoder.png(of: bitmap),
      let file = PNGText.adding(
        [
          (Self.addressKey, place.address), (Self.timeKey, "\(information.st_mtim.tv_sec)"),
          (Self.sizeKey, "\(information.st_size)"), (Self.widthKey, "\(payload.size.width)"),
          (Self.heightKey, "\(payload.size.height)"), (Self.softwareKey, Self.software),
        ], to: picture)
    else { return 0 }
    let made = CacheFolders.make(FilePath.parent(of: place.file))
    return made == 0 ? Self.put(file, at: place.file) : made
  }

  /// Writes the file under a temporary name and renames it; returns 0 or an `errno`.
  static func put(_ file: [UInt8], at path: String) -> Int32 {
    let temporary = "\(path)\(temporaryMark)\(getpid())"
    // An earlier process with the same id may have died and left its temporary file.
    CacheFile.unlink(temporary)
    var failure = CacheFile.write([file], toNew: temporary)
    if failure == 0 { failure = CacheFile.rename(temporary, to: path) }
    if failure != 0 { CacheFile.unlink(temporary) }
    return failure
  }

  /// Returns the path of the thumbnail of a file, and the address that the thumbnail's metadata must name; `nil` for
  /// files in the thumbnail folder, which get no thumbnails.
  package func place(of path: String, side: Int) -> (file: String, address: String)? {
    guard let name = ThumbnailSize.folder(ofSide: side) else { return nil }
    return place(of: path, in: name)
  }

  /// Returns the path of a file's thumbnail in the subfolder `name`, and the address to name in it, or `nil`.
  func place(of path: String, in name: String) -> (file: String, address: String)? {
    let path = FilePath.absolute(path)
    guard !path.hasPrefix(folder + "/") else { return nil }
    let address = FileURL.address(ofPath: path)
    return ("\(folder)/\(name)/\(MD5.digits(of: address)).png", address)
  }

  /// Returns the metadata of a regular file, following links; `nil` if there is none.
  static func information(of path: String) -> stat? {
    var found = stat()
    return PathBytes.withCString(path, { stat($0, &found) }) == 0 && found.st_mode & S_IFMT == S_IFREG ? found : nil
  }
}

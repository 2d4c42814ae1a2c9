import Glibc
package import ScrollworkHostInterface
import ScrollworkPlatform

/// Thumbnails that other programs draw, of files that this library cannot read, such as films and documents.
extension ThumbnailCache {
  /// A valid thumbnail in the shared folder.
  package struct Found: Hashable, Sendable {
    /// The path of the PNG file.
    package let path: String
    /// The nominal size in pixels, one of `ThumbnailSize.sides`.
    package let side: Int
    /// A number that changes when another thumbnail replaces the file.
    package let version: UInt64
  }

  /// The subfolder for marks of files whose thumbnail could not be made; the standard gives each program one.
  static let failures = "fail/scrollwork"

  /// Returns the thumbnail of the file at `path`, whichever program made it: the smallest one of at least `side`
  /// pixels, or else the largest one. `nil` if there is no valid one.
  package func find(path: String, side: Int) -> Found? {
    let sides = ThumbnailSize.sides
    for candidate in sides.filter({ $0 >= side }) + sides.filter({ $0 < side }).reversed()
    where read(path: path, side: candidate) != nil {
      if let place = place(of: path, side: candidate), let found = Self.found(place.file, candidate) { return found }
    }
    return nil
  }

  /// Lets a program draw a thumbnail, and stores it. The drawing is decoded and encoded again, so that no broken file
  /// and no wrong size gets into the shared folder.
  /// - Parameter draw: Writes a picture to the given path, and returns whether it did.
  /// - Returns: `nil` if there is no picture, the file changed meanwhile, or the folder cannot be written.
  package func make(
    path: String, side: Int, decoder: any ImageDecoding, draw: (_ output: String) -> Bool
  ) -> Found? {
    guard let encoder, let place = place(of: path, side: side), let before = Self.information(of: path),
      CacheFolders.make(FilePath.parent(of: place.file)) == 0
    else { return nil }
    // Some programs choose the format by the ending.
    let output = "\(place.file.dropLast(".png".count))\(Self.temporaryMark)\(getpid()).png"
    CacheFile.unlink(output)
    defer { CacheFile.unlink(output) }
    let box = PixelSize(width: side, height: side)
    guard draw(output), let drawn = CacheFile.read(output, limit: Self.fileLimit)?.bytes,
      let bitmap = try? decoder.decode(drawn, target: box, mode: .fit), let picture = try? encoder.png(of: bitmap),
      let after = Self.information(of: path), after.st_size == before.st_size,
      FileTime(after.st_mtim) == FileTime(before.st_mtim)
    else { return nil }
    return Self.put(picture, of: place.address, after, at: place.file) ? Self.found(place.file, side) : nil
  }

  /// Whether an attempt to draw a thumbnail of this version of the file was recorded as failed.
  package func hasFailed(path: String) -> Bool {
    guard let place = place(of: path, in: Self.failures), let information = Self.information(of: path) else {
      return false
    }
    return Self.valid(place.file, of: place.address, information) != nil
  }

  /// Records that drawing this version of the file failed. The record is a thumbnail of one pixel in the folder of
  /// failures, as the standard requires.
  package func recordFailure(path: String) {
    guard let encoder, let place = place(of: path, in: Self.failures), let information = Self.information(of: path),
      CacheFolders.make(FilePath.parent(of: place.file)) == 0,
      let picture = try? encoder.png(of: Bitmap(width: 1, height: 1, pixels: [0], isOpaque: false))
    else { return }
    _ = Self.put(picture, of: place.address, information, at: place.file)
  }

  /// Adds the metadata of the original file to a thumbnail and writes it to `path`; returns whether that succeeded.
  private static func put(_ picture: [UInt8], of address: String, _ information: stat, at path: String) -> Bool {
    let texts: [(keyword: String, text: String)] = [
      (addressKey, address), (timeKey, "\(information.st_mtim.tv_sec)"), (sizeKey, "\(information.st_size)"),
      (softwareKey, software),
    ]
    return PNGText.adding(texts, to: picture).map { put($0, at: path) == 0 } ?? false
  }

  private static func found(_ file: String, _ side: Int) -> Found? {
    guard let information = information(of: file) else { return nil }
    let time = FileTime(information.st_mtim)
    let version = UInt64(bitPattern: time.seconds) &* 1_000_000_007 &+ UInt64(time.nanoseconds)
    return Found(path: file, side: side, version: version ^ UInt64(information.st_size) << 40)
  }
}

import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// The sizes of pictures in pixels whose headers were read.
package struct PixelTable: Sendable {
  /// The size of one version of a file; 0 × 0 if the file is no picture.
  private struct Known {
    var version: UInt64
    var width: UInt32
    var height: UInt32
  }

  private var known: [FolderEntryID: Known] = [:]

  /// The number of bytes that contain the size in nearly all files, and the number that also cover the metadata that
  /// cameras write before the size.
  private static let (usualHeader, longestHeader) = (1 << 14, 1 << 18)

  package init() {}

  /// Creates the table and reads the headers of all pictures among `entries`.
  package init(reading entries: some Sequence<FolderEntry>) {
    read(entries)
  }

  /// Reads the headers of those pictures among entries whose sizes are unknown.
  mutating func read(_ entries: some Sequence<FolderEntry>) {
    for entry in entries where Self.mayHaveSize(entry) && !contains(entry) { set(Self.read(entry.path), of: entry) }
  }

  /// Whether an entry is a picture in a local file.
  static func mayHaveSize(_ entry: FolderEntry) -> Bool { entry.kind == .picture && !entry.isAddress }

  /// Whether the header of this version of the file was read.
  func contains(_ entry: FolderEntry) -> Bool { known[entry.id]?.version == entry.version }

  /// Returns the size of a picture; `nil` if it is unknown, or if the file is no picture.
  func size(of entry: FolderEntry) -> PixelSize? {
    guard let size = known[entry.id], size.version == entry.version, size.width > 0 else { return nil }
    return PixelSize(width: Int(size.width), height: Int(size.height))
  }

  /// Records the size that a header has.
  /// - Parameter size: The size; `nil` if the file is not a picture.
  mutating func set(_ size: PixelSize?, of entry: FolderEntry) {
    known[entry.id] = Known(
      version: entry.version, width: UInt32(clamping: size?.width ?? 0), height: UInt32(clamping: size?.height ?? 0))
  }

  /// Reads the size from the header of a file; returns `nil` if the file is no picture.
  static func read(_ path: String) -> PixelSize? {
    guard let file = try? RandomAccessFile(path: path) else { return nil }
    for count in [usualHeader, longestHeader] {
      guard let bytes = try? file.bytes(at: 0, count: count) else { return nil }
      if let size = try? BitmapDecoder().pixelSize(ofStart: bytes) { return size }
      if bytes.count < count { return nil }
      if let directory = TIFFStart(bytes)?.directory(in: file) {
        return try? BitmapDecoder().pixelSize(ofStart: directory)
      }
    }
    return nil
  }
}

/// The start of a TIFF, whose directory with the size may be anywhere in the file.
private struct TIFFStart {
  /// The byte order and the magic number.
  private let signature: [UInt8]
  private let isLittle: Bool
  private let offset: Int

  /// The number of bytes of a directory that are read; an entry takes 12.
  private static let directorySize = 1 << 14

  /// Reads the start; `nil` for other formats.
  init?(_ bytes: [UInt8]) {
    signature = Array(bytes.prefix(4))
    isLittle = signature == [0x49, 0x49, 42, 0]
    guard bytes.count >= 8, isLittle || signature == [0x4D, 0x4D, 0, 42] else { return nil }
    let number = isLittle ? bytes[4..<8].reversed() : Array(bytes[4..<8])
    offset = number.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns a small TIFF file that consists of the start and the directory, which contains the size; `nil` if the
  /// directory cannot be read.
  func directory(in file: RandomAccessFile) -> [UInt8]? {
    guard let entries = try? file.bytes(at: offset, count: Self.directorySize), !entries.isEmpty else { return nil }
    let place: [UInt8] = isLittle ? [8, 0, 0, 0] : [0, 0, 0, 8]
    return signature + place + entries
  }
}

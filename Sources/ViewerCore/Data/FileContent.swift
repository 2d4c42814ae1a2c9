import ScrollworkPlatform
import ScrollworkSDLBackend

/// Detects the kind of a file by its first bytes, in case that its name is wrong or says nothing.
enum FileContent {
  /// The number of bytes at the start of a file that suffice to detect its kind.
  static let sampleSize = 1_024

  /// The extensions of pictures that are stored as text, or whose first bytes are not recognised.
  private static let unknown: Set<String> = ["svg", "xpm", "pnm", "ppm", "pgm", "pbm", "tga", "pcx", "qoi"]
  /// The extensions of raw files of cameras, which begin like pictures but contain other data.
  private static let raw: Set<String> = ["dng", "nef", "cr2", "arw", "pef", "srw", "orf", "rw2", "3fr", "iiq"]

  /// The number of bytes of text from which on a file named as a film or an archive is a text. A shorter one may stand in
  /// for a film that is not there.
  private static let leastText = 256
  /// The kinds of files that other programs show.
  private static let foreign: Set<EntryKind> = [.archive, .video, .audio, .document]

  /// Returns the kind of a file.
  /// - Parameters:
  ///   - kind: The kind by its name.
  ///   - start: The first bytes; none if they cannot be read.
  static func kind(named name: String, as kind: EntryKind, start: [UInt8]) -> EntryKind {
    guard kind.isFile, !start.isEmpty else { return kind }
    let ending = EntryKind.fileExtension(of: name)
    if let format = BitmapDecoder.format(ofStart: start) {
      if kind == .picture || raw.contains(ending) { return kind }
      // A drawing is a text too, and only two bytes mark the beginning of some pictures.
      let isSure = format != .svg && (format != .jxl || start.starts(with: [0, 0, 0, 12]))
      return isSure || ending.isEmpty && format == .svg ? .picture : kind
    }
    if let known = ForeignFile.kind(ofStart: start) {
      // Many formats are archives inside, such as those of offices and books.
      let isNamed = kind == .program || foreign.contains(kind) || ForeignFile.sheets.contains(ending)
      return isNamed ? kind : known
    }
    let mayBeText = foreign.contains(kind) && kind != .document && start.count >= leastText
    guard mayBeText || kind == .picture && !unknown.contains(ending) else { return kind }
    return !start.contains(0) && !BinaryContent.isBinary(start) && isText(start) ? .text : kind
  }

  /// The picture format for each file name extension.
  static let formats: [String: PictureFormat] = [
    "png": .png, "jpg": .jpeg, "jpeg": .jpeg, "jpe": .jpeg, "jfif": .jpeg, "gif": .gif, "webp": .webp, "bmp": .bmp,
    "tif": .tiff, "tiff": .tiff, "avif": .avif, "heic": .heif, "heif": .heif, "ico": .ico, "svg": .svg, "jxl": .jxl,
  ]

  /// Returns the format of a picture if it is another one than the name says; otherwise `nil`.
  static func unnamedFormat(named name: String, start: [UInt8]) -> PictureFormat? {
    let format = BitmapDecoder.format(ofStart: start)
    return format == formats[EntryKind.fileExtension(of: name)] ? nil : format
  }

  /// Whether bytes are valid UTF-8, apart from an incomplete character at the end.
  private static func isText(_ start: [UInt8]) -> Bool {
    let cut = start.count < sampleSize ? 0 : min(3, start.reversed().prefix { $0 & 0xC0 == 0x80 }.count + 1)
    return (0...cut).contains { String(validating: start.dropLast($0), as: UTF8.self) != nil }
  }

  /// Reads the first bytes of a file; none if that fails.
  static func start(of path: String) -> [UInt8] {
    (try? RandomAccessFile(path: path).bytes(at: 0, count: sampleSize)) ?? []
  }
}

/// The kinds of those files in a folder whose content is not what their names say.
struct EntryKinds: Sendable {
  /// The content of a version of a file.
  private struct Content: Equatable {
    var version: UInt64
    var kind: EntryKind
    var format: PictureFormat?
  }

  private var known: [FolderEntryID: Content] = [:]

  var isEmpty: Bool { known.isEmpty }

  /// Returns an entry with the kind of its content if that is known; otherwise the entry itself.
  func applied(to entry: FolderEntry) -> FolderEntry {
    guard let found = known[entry.id], found.version == entry.version else { return entry }
    return entry.withKind(found.kind, format: found.format)
  }

  /// Records the kind of an entry's content.
  /// - Parameter format: The format of a picture; `nil` if it is the format of its name.
  /// - Returns: Whether the recorded content changed.
  mutating func set(_ kind: EntryKind, _ format: PictureFormat?, of entry: FolderEntry) -> Bool {
    let isNamed = kind == entry.kind && format == nil
    let content = isNamed ? nil : Content(version: entry.version, kind: kind, format: format)
    defer { known[entry.id] = content }
    return known[entry.id] != content
  }
}

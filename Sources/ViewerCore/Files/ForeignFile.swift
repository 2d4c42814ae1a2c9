import ScrollworkPlatform

/// A file whose content is for another program: a document, an archive, a font, a film.
struct ForeignFile {
  /// The kind in words, such as "PDF document".
  let title: String

  /// The number of bytes at the start of a file that suffice to recognise it.
  private static let sampleSize = 4_096

  /// Recognises a file by its first bytes and its name; `nil` for a file that the viewer shows.
  init?(_ file: RandomAccessFile, info: FileInfo) throws(FileError) {
    let start = try file.bytes(at: 0, count: Self.sampleSize)
    let entry = FolderEntry(path: file.path, info: info)
    let isNamed = [.archive, .video, .audio, .document].contains(entry.kind) || Self.sheets.contains(entry.ending)
    if Compression.detect(start) != nil {
      guard Self.isArchive(entry.name) else { return nil }
      title = entry.kindTitle
    } else if let known = Self.known.first(where: { start.dropFirst($0.offset).starts(with: $0.bytes) }) {
      title = isNamed ? entry.kindTitle : known.title
    } else if isNamed, start.contains(0) {
      title = entry.kindTitle
    } else {
      return nil
    }
  }

  /// Whether the name of a compressed file says that it contains an archive.
  private static func isArchive(_ name: String) -> Bool {
    let plain = Compression.plainName(of: name)
    return EntryKind(name: plain, kind: .regular) == .archive
      || ["tgz", "tzst", "txz", "tbz", "tbz2"].contains(EntryKind.fileExtension(of: name))
  }

  /// Returns the kind of a file for another program by its first bytes; `nil` if they are of none that is known, or of a
  /// font.
  static func kind(ofStart start: [UInt8]) -> EntryKind? {
    switch known.first(where: { start.dropFirst($0.offset).starts(with: $0.bytes) })?.title.split(separator: " ").last {
    case "document": .document
    case "archive": .archive
    case "video": .video
    case "sound": .audio
    default: nil
    }
  }

  /// The endings of spreadsheets, which are tables by name but no texts.
  static let sheets: Set<String> = ["xls", "xlsx", "ods"]

  private static let known: [(title: String, offset: Int, bytes: [UInt8])] = [
    ("PDF document", 0, Array("%PDF-".utf8)), ("DjVu document", 0, Array("AT&TFORM".utf8)),
    ("Office document", 0, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
    ("ZIP archive", 0, [0x50, 0x4B, 0x03, 0x04]), ("ZIP archive", 0, [0x50, 0x4B, 0x05, 0x06]),
    ("7Z archive", 0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]), ("RAR archive", 0, Array("Rar!".utf8) + [0x1A, 0x07]),
    ("DEB archive", 0, Array("!<arch>\ndebian".utf8)),
    ("TAR archive", 257, Array("ustar".utf8)),
    ("TrueType font", 0, [0, 1, 0, 0, 0]), ("OpenType font", 0, Array("OTTO".utf8) + [0]),
    ("Font collection", 0, Array("ttcf".utf8) + [0]), ("Web font", 0, Array("wOFF".utf8)),
    ("Web font", 0, Array("wOF2".utf8)),
    ("MP4 video", 4, Array("ftyp".utf8)), ("Matroska video", 0, [0x1A, 0x45, 0xDF, 0xA3]),
    ("AVI video", 8, Array("AVI LIST".utf8)), ("MPEG video", 0, [0, 0, 1, 0xBA]),
    ("FLV video", 0, [0x46, 0x4C, 0x56, 1]),
    ("OGG sound", 0, Array("OggS".utf8) + [0]), ("FLAC sound", 0, Array("fLaC".utf8) + [0]),
    ("MP3 sound", 0, Array("ID3".utf8) + [3]), ("MP3 sound", 0, Array("ID3".utf8) + [4]),
    ("WAV sound", 8, Array("WAVEfmt ".utf8)),
  ]
}

extension FolderEntry {
  fileprivate var ending: String { EntryKind.fileExtension(of: name) }
}

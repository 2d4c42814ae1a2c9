import ScrollworkPlatform

/// The kind of a file, judged by its type and name. `FileContent` corrects it by the content.
package enum EntryKind: String, Hashable, Sendable, CaseIterable {
  case folder, picture, text, log, table, json, archive, video, audio, document, program, other
  /// A symbolic link whose target does not exist.
  case brokenLink = "broken link"
  case pipe, device, socket

  /// Creates the kind of a file with this name and type.
  init(name: String, kind: FileKind) {
    switch kind {
    case .directory: self = .folder
    case .symlink: self = .brokenLink
    case .fifo: self = .pipe
    case .characterDevice, .blockDevice: self = .device
    case .socket: self = .socket
    case .regular, .unknown: self = Self.byExtension[Self.fileExtension(of: name)] ?? Self.rotatedLog(name) ?? .other
    }
  }

  /// The name of the kind, with a capital letter.
  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// Whether the content can be opened and read, unlike that of a pipe or device.
  package var isFile: Bool {
    switch self {
    case .folder, .brokenLink, .pipe, .device, .socket: false
    default: true
    }
  }

  /// Whether a file may be a list of addresses.
  var mayListAddresses: Bool { self == .text || self == .other }

  /// Returns the text after the last dot in lower case; empty if there is no dot or the name begins with the last one.
  package static func fileExtension(of name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }

  /// Returns the kind of a rotated log such as `app.log.1`; `nil` for other names.
  private static func rotatedLog(_ name: String) -> EntryKind? {
    let end = fileExtension(of: name)
    guard !end.isEmpty, end.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return fileExtension(of: String(name.dropLast(end.count + 1))) == "log" ? .log : nil
  }

  /// The kind for each known file name extension.
  private static let byExtension: [String: EntryKind] = {
    let extensions: [(EntryKind, String)] = [
      (
        .picture,
        "png jpg jpeg jpe jfif gif webp bmp tif tiff avif heic heif ico svg qoi tga pnm ppm pgm pbm xpm pcx jxl"
      ),
      (.text, "txt md markdown rst adoc org tex ini conf cfg toml yaml yml xml html htm css diff patch srt vtt"),
      (.text, "swift c h cc cpp hpp cxx m mm rs go py rb js ts java kt sh bash zsh fish pl lua sql cmake mk gradle"),
      (.log, "log out err trace"),
      (.table, "csv tsv tab psv xls xlsx ods"),
      (.json, "json ndjson jsonl geojson har ipynb"),
      (.archive, "zip tar gz tgz bz2 tbz xz txz zst 7z rar lz4 lzma deb rpm jar iso cpio"),
      (.video, "mp4 m4v mkv webm mov avi mpg mpeg wmv flv ogv 3gp"),
      (.audio, "mp3 flac wav ogg oga opus m4a aac wma aiff mid midi"),
      (.document, "pdf ps eps doc docx odt rtf ppt pptx odp epub djvu"),
      (.program, "exe appimage so a o dll class pyc wasm"),
    ]
    var table: [String: EntryKind] = [:]
    for (kind, names) in extensions {
      for name in names.split(separator: " ") { table[String(name)] = kind }
    }
    return table
  }()
}

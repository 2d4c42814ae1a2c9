import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// The folders of a desktop with a thumbnailer, which the test writes, and a folder of files.
struct ThumbnailDesktop {
  let folder: TemporaryFolder
  /// The folder of the files.
  let files: String
  /// The folder of the thumbnails.
  let cache: String

  /// Makes a desktop with a thumbnailer for PDF and MP4 files, and with files of these names.
  /// - Parameter script: The lines of the thumbnailer, a shell script. Its arguments are the paths of the file and of
  ///   the thumbnail, the side in pixels, and the address of the file.
  init(_ names: [String], script: String = "cp \"$HERE/sample.png\" \"$2\"") throws {
    folder = try TemporaryFolder()
    for name in ["data/thumbnailers", "data/mime", "files"] { try folder.makeFolder(name) }
    (files, cache) = (folder.file("files"), folder.file("cache/thumbnails"))
    let bitmap = Bitmap(
      width: 600, height: 400, pixels: [UInt32](repeating: 0xFF20_4060, count: 240_000), isOpaque: true)
    try folder.write(BitmapEncoder().png(of: bitmap), to: "sample.png")
    let lines =
      "#!/bin/sh\nHERE=\"\(folder.path)\"\nprintf '%s|' \"$@\" >> \"$HERE/calls\"\n"
      + "printf '\\n' >> \"$HERE/calls\"\n\(script)\n"
    // Run by a shell: a file just written cannot be run while a process that another test starts has it open too.
    try folder.write(lines, to: "draw")
    try enter("test.thumbnailer", "sh \"\(folder.path)/draw\" %i %o %s %u")
    for name in names { try folder.write("content of \(name)", to: "files/" + name) }
  }

  /// Describes a thumbnailer.
  func enter(_ name: String, _ command: String, more: String = "") throws {
    try folder.write(
      "[Thumbnailer Entry]\n\(more)Exec=\(command)\nMimeType=application/pdf;video/mp4;\n",
      to: "data/thumbnailers/" + name)
  }

  func file(_ name: String) -> String { files + "/" + name }

  /// Returns an object that makes thumbnails, as a new run of the program does.
  /// - Parameter sandbox: The isolation of the thumbnailer. In a full sandbox it could not see the script of this
  ///   desktop.
  func maker(
    patience: Double = 10, settlingTime: Int = 0, sandbox: ThumbnailSandbox = .limits
  ) -> ThumbnailMaker {
    ThumbnailMaker(
      dataFolders: [folder.file("data")], folder: cache, patience: patience, settlingTime: settlingTime,
      sandbox: { sandbox })
  }

  /// The calls of the thumbnailer, one in each line.
  var calls: [Substring] { TemporaryFolder.text(folder.file("calls")).split(separator: "\n") }

  /// Stores a thumbnail in the way of another program, whose name is in its metadata.
  func store(_ name: String, side: Int, time: Int? = nil) throws {
    let cache = ThumbnailCache(folder: cache, encoder: nil)
    let place = try #require(cache.place(of: file(name), side: side))
    let modified = try FileInfo(path: file(name)).modified.seconds
    let texts: [(keyword: String, text: String)] = [
      ("Thumb::URI", place.address), ("Thumb::MTime", "\(time ?? Int(modified))"), ("Software", "Other"),
    ]
    let bitmap = Bitmap(width: side, height: 40, pixels: [UInt32](repeating: .max, count: side * 40), isOpaque: true)
    let size = place.file.split(separator: "/").suffix(2)
    try folder.makeFolder("cache/thumbnails/" + size[size.startIndex])
    let picture = try #require(PNGText.adding(texts, to: try BitmapEncoder().png(of: bitmap)))
    try folder.write(picture, to: "cache/thumbnails/" + size.joined(separator: "/"))
  }

  /// The names of all files below the folder of the thumbnails, with their folders.
  var stored: [String] {
    ["normal", "large", "x-large", "xx-large", "fail/scrollwork"].flatMap { size in
      ((try? DirectoryReader(path: cache + "/" + size).next(limit: 1_000)) ?? []).map { size + "/" + $0.name }
    }
  }
}

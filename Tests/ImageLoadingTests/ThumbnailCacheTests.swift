import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkSDLBackend
import Testing

/// A folder with a picture of 300 x 200 and a cache of small pictures.
private struct Place {
  let folder: String
  let file: String
  let cache: ThumbnailCache
  let decoder = BitmapDecoder()

  init(_ folder: String) throws {
    self.folder = folder
    file = folder + "/a picture.png"
    try Self.write(width: 300, to: file)
    cache = ThumbnailCache(folder: folder + "/thumbnails", encoder: BitmapEncoder())
  }

  static func write(width: Int, to path: String) throws {
    let bitmap = Bitmap(
      width: width, height: 200, pixels: [UInt32](repeating: 0xFF20_4060, count: width * 200), isOpaque: true)
    try Data(BitmapEncoder().png(of: bitmap)).write(to: URL(fileURLWithPath: path))
  }

  /// Makes the small picture as the pipeline does.
  func make(side: Int) throws { try make(side: side, of: file) }

  func make(side: Int, of path: String) throws {
    let file = try FileBytes.read(path: path, limit: 1 << 20)
    let payload = PicturePayload(
      file.bytes, size: try decoder.pixelSize(of: file.bytes), origin: .file, modified: file.modified)
    cache.write(path: path, side: side, of: payload, decoder: decoder)
  }
}

struct ThumbnailCacheTests {
  @Test func `a small picture has the place and the texts that other programs look for`() throws {
    let cache = ThumbnailCache(folder: "/cache/thumbnails", encoder: nil)
    // The example of the specification.
    let place = cache.place(of: "/home/jens/photos/me.png", side: 128)
    #expect(place?.address == "file:///home/jens/photos/me.png")
    #expect(place?.file == "/cache/thumbnails/normal/c6ee772d9e49320e97ec29a7eb5b1697.png")
    #expect(cache.place(of: "/a", side: 256)?.file.contains("/large/") == true)
    #expect(cache.place(of: "/cache/thumbnails/large/x.png", side: 128) == nil, "none of small pictures")
    #expect(cache.place(of: "/a", side: 100) == nil)
  }

  @Test func `what was made is read until the file is another`() throws {
    try withCacheFolder { try readsWhatWasMade(Place($0)) }
  }

  private func readsWhatWasMade(_ place: Place) throws {
    #expect(place.cache.read(path: place.file, side: 128) == nil)
    try place.make(side: 128)
    let small = try #require(place.cache.read(path: place.file, side: 128))
    #expect(try place.decoder.pixelSize(of: small) == PixelSize(width: 128, height: 85))
    #expect(place.cache.read(path: place.file, side: 256) == nil)
    let where128 = try #require(place.cache.place(of: place.file, side: 128)).file
    #expect(try FileManager.default.attributesOfItem(atPath: where128)[.posixPermissions] as? Int == 0o600)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: place.file)
    #expect(place.cache.read(path: place.file, side: 128) == nil, "the file was written since")
  }

  @Test func `damaged small pictures and those of other files do not count`() throws {
    try withCacheFolder { try countsNoOthers(Place($0)) }
  }

  private func countsNoOthers(_ place: Place) throws {
    try place.make(side: 128)
    let path = try #require(place.cache.place(of: place.file, side: 128)).file
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in [0, 7, 20, whole.count / 2] {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      #expect(place.cache.read(path: place.file, side: 128) == nil, "\(count) bytes")
    }
    let other = place.folder + "/other.png"
    try Place.write(width: 300, to: other)
    let foreign = try #require(place.cache.place(of: other, side: 128)).file
    try whole.write(to: URL(fileURLWithPath: foreign))
    #expect(place.cache.read(path: other, side: 128) == nil)
  }

  @Test func `two files that exchange their names within a second do not get each other's`() throws {
    try withCacheFolder { base in
      let place = try Place(base)
      let (other, spare) = (base + "/other.png", base + "/spare.png")
      try Place.write(width: 900, to: other)
      let time = Date(timeIntervalSince1970: 1_000_000)
      for path in [place.file, other] {
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        try place.make(side: 128, of: path)
        #expect(place.cache.read(path: path, side: 128) != nil)
      }
      for (from, to) in [(place.file, spare), (other, place.file), (spare, other)] {
        try FileManager.default.moveItem(atPath: from, toPath: to)
      }
      #expect(place.cache.read(path: place.file, side: 128) == nil)
      #expect(place.cache.read(path: other, side: 128) == nil)
    }
  }

  @Test func `what may play has no small picture, whoever made one`() throws {
    try withCacheFolder { base in
      let place = try Place(base)
      let still = try Data(contentsOf: URL(fileURLWithPath: place.file))
      let gif = Data(try #require(Data(base64Encoded: "R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==")))
      for (bytes, counts) in [(still, true), (gif, false)] {
        try bytes.write(to: URL(fileURLWithPath: place.file))
        let cached = try #require(place.cache.place(of: place.file, side: 128))
        try? FileManager.default.removeItem(atPath: cached.file)
        try place.make(side: 128, of: place.file)
        #expect(FileManager.default.fileExists(atPath: cached.file) == counts)
        // Another program says only what it must.
        let date = try FileManager.default.attributesOfItem(atPath: place.file)[.modificationDate] as? Date
        let time = Int(try #require(date).timeIntervalSince1970)
        let texts = [("Thumb::URI", cached.address), ("Thumb::MTime", "\(time)")]
        let foreign = try #require(PNGText.adding(texts, to: Array(still)))
        try Data(foreign).write(to: URL(fileURLWithPath: cached.file))
        #expect((place.cache.read(path: place.file, side: 128) != nil) == counts)
      }
    }
  }

  @Test func `of a file that was written again since it was read nothing is made`() throws {
    try withCacheFolder { base in
      let place = try Place(base)
      let file = try FileBytes.read(path: place.file, limit: 1 << 20)
      let payload = PicturePayload(
        file.bytes, size: try place.decoder.pixelSize(of: file.bytes), origin: .file, modified: file.modified)
      // As many bytes, other ones.
      try Data(file.bytes.reversed()).write(to: URL(fileURLWithPath: place.file))
      place.cache.write(path: place.file, side: 128, of: payload, decoder: place.decoder)
      #expect(place.cache.read(path: place.file, side: 128) == nil)
    }
  }

  @Test func `what a dead process of the same number left is no hindrance`() throws {
    try withCacheFolder { base in
      let place = try Place(base)
      let target = try #require(place.cache.place(of: place.file, side: 128)).file
      try FileManager.default.createDirectory(
        atPath: base + "/thumbnails/normal", withIntermediateDirectories: true)
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(target).scrollwork-\(getpid())"))
      try place.make(side: 128)
      #expect(place.cache.read(path: place.file, side: 128) != nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: base + "/thumbnails/normal").count == 1)
    }
  }

  @Test func `only what this library made is counted and removed`() throws {
    try withCacheFolder { try removesOwn(Place($0)) }
  }

  private func removesOwn(_ place: Place) throws {
    try place.make(side: 128)
    try place.make(side: 256)
    let desktop = DesktopThumbnails(folder: place.folder + "/thumbnails")
    let foreign = desktop.folder + "/normal/0123.png"
    try Data(BitmapEncoder().png(of: Bitmap(width: 1, height: 1, pixels: [0xFF00_0000], isOpaque: true)))
      .write(to: URL(fileURLWithPath: foreign))
    #expect(desktop.countOwn().entries == 2 && desktop.countOwn().bytes >= 2 * 4096)
    desktop.removeOwn()
    #expect(desktop.countOwn().entries == 0)
    let (old, young) = (desktop.folder + "/normal/ab.png.scrollwork-1", desktop.folder + "/normal/ab.png.scrollwork-2")
    for path in [old, young] { try Data([1]).write(to: URL(fileURLWithPath: path)) }
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -100)], ofItemAtPath: old)
    #expect(desktop.removeOwn() == nil)
    #expect(!FileManager.default.fileExists(atPath: old), "a dead process has left it")
    #expect(FileManager.default.fileExists(atPath: young), "somebody may be writing it")
    #expect(FileManager.default.fileExists(atPath: foreign))
  }
}

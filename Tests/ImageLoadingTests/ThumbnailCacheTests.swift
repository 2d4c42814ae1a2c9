import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkSDLBackend
import Testing

/// A folder with a picture of 300 x 200 pixels and a thumbnail cache.
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

  /// Makes the thumbnail of the picture, as the pipeline does.
  func make(side: Int) throws { try make(side: side, of: file) }

  func make(side: Int, of path: String) throws {
    let file = try FileBytes.read(path: path, limit: 1 << 20)
    let payload = PicturePayload(
      file.bytes, size: try decoder.pixelSize(of: file.bytes), origin: .file, modified: file.modified)
    cache.write(path: path, side: side, of: payload, decoder: decoder)
  }
}

struct ThumbnailCacheTests {
  @Test func `a thumbnail has the path and texts of the standard`() throws {
    let cache = ThumbnailCache(folder: "/cache/thumbnails", encoder: nil)
    // The address and file are the example of the specification.
    let place = cache.place(of: "/home/jens/photos/me.png", side: 128)
    #expect(place?.address == "file:///home/jens/photos/me.png")
    #expect(place?.file == "/cache/thumbnails/normal/c6ee772d9e49320e97ec29a7eb5b1697.png")
    #expect(cache.place(of: "/a", side: 256)?.file.contains("/large/") == true)
    #expect(cache.place(of: "/cache/thumbnails/large/x.png", side: 128) == nil, "no thumbnails of thumbnails")
    #expect(cache.place(of: "/a", side: 100) == nil)
  }

  @Test func `a thumbnail is read until the file changes`() throws {
    try withCacheFolder { try readsWhatWasMade(Place($0)) }
  }

  @MainActor
  @Test func `a pipeline makes the thumbnail of a large file and reads it the next time`() throws {
    try withCacheFolder { folder in
      let place = try Place(folder)
      var configuration = ImagePipelineConfiguration()
      configuration.usesThumbnails = true
      configuration.thumbnailedPixelCount = 300 * 200
      let request = ImageRequest(
        source: .file(path: place.file, version: 1), target: PixelSize(width: 90, height: 60), mode: .fit)
      func load() -> (size: PixelSize?, whole: PixelSize?) {
        let parts = PipelineCore.Parts(decoder: place.decoder, thumbnails: place.cache)
        let pipeline = PipelineCore(configuration, parts)
        pipeline.subscribe(1, to: request, priority: .visible, depth: .picture)
        while pipeline.readNext() || pipeline.decodeNext() || pipeline.upkeepNext() {}
        let bitmap = pipeline.memory.bitmap(for: request)
        return (bitmap?.pixelSize, bitmap?.originalSize)
      }
      #expect(load().size == PixelSize(width: 90, height: 60))
      let made = try #require(place.cache.place(of: place.file, side: 128)).file
      #expect(FileManager.default.fileExists(atPath: made))
      // The file gets other bytes of the same length and time, so that only the thumbnail can be the source.
      let attributes = try FileManager.default.attributesOfItem(atPath: place.file)
      let size = try #require(attributes[.size] as? Int)
      try Data(count: size).write(to: URL(fileURLWithPath: place.file))
      try FileManager.default.setAttributes(
        [.modificationDate: try #require(attributes[.modificationDate])], ofItemAtPath: place.file)
      let second = load()
      #expect(second.size == PixelSize(width: 90, height: 60))
      #expect(second.whole == PixelSize(width: 300, height: 200), "the size of the picture, and not of its thumbnail")
    }
  }

  @MainActor
  @Test func `a failure to write thumbnails is reported once and retried after a minute`() throws {
    try withCacheFolder { folder in
      let place = try Place(folder)
      var configuration = ImagePipelineConfiguration()
      (configuration.usesThumbnails, configuration.thumbnailedPixelCount) = (true, 1)
      try Data([7]).write(to: URL(fileURLWithPath: folder + "/thumbnails"))
      let clock = ManualPipelineClock()
      let core = PipelineCore(
        configuration, PipelineCore.Parts(decoder: place.decoder, clock: clock, thumbnails: place.cache))
      let pipeline = ImagePipeline(core: core, hasThreads: false)
      func load(_ width: Int) {
        let request = ImageRequest(
          source: .file(path: place.file, version: 1), target: PixelSize(width: width, height: 60), mode: .fit)
        core.subscribe(width, to: request, priority: .visible, depth: .picture)
        while core.readNext() || core.decodeNext() || core.upkeepNext() {}
      }
      load(90)
      #expect(pipeline.diskProblem?.contains("small pictures are not kept: a part of the path is not a folder") == true)
      try FileManager.default.removeItem(atPath: folder + "/thumbnails")
      load(91)
      #expect(pipeline.diskProblem != nil, "not retried yet")
      clock.advance(by: 61)
      load(92)
      #expect(pipeline.diskProblem == nil && place.cache.read(path: place.file, side: 128) != nil)
    }
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
    #expect(place.cache.read(path: place.file, side: 128) == nil, "the file was rewritten")
  }

  @Test func `damaged thumbnails and those of other files are ignored`() throws {
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

  @Test func `two files that exchange their names within a second do not get each other's thumbnail`() throws {
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

  @Test func `animated pictures have no thumbnail, even if another program made one`() throws {
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
        // A thumbnail of another program has only the required texts.
        let date = try FileManager.default.attributesOfItem(atPath: place.file)[.modificationDate] as? Date
        let time = Int(try #require(date).timeIntervalSince1970)
        let texts = [("Thumb::URI", cached.address), ("Thumb::MTime", "\(time)")]
        let foreign = try #require(PNGText.adding(texts, to: Array(still)))
        try Data(foreign).write(to: URL(fileURLWithPath: cached.file))
        #expect((place.cache.read(path: place.file, side: 128) != nil) == counts)
      }
    }
  }

  @Test func `no thumbnail is made of a file that was rewritten since it was read`() throws {
    try withCacheFolder { base in
      let place = try Place(base)
      let file = try FileBytes.read(path: place.file, limit: 1 << 20)
      let payload = PicturePayload(
        file.bytes, size: try place.decoder.pixelSize(of: file.bytes), origin: .file, modified: file.modified)
      // The file gets other bytes of the same length after it was read.
      try Data(file.bytes.reversed()).write(to: URL(fileURLWithPath: place.file))
      place.cache.write(path: place.file, side: 128, of: payload, decoder: place.decoder)
      #expect(place.cache.read(path: place.file, side: 128) == nil)
    }
  }

  @Test func `a leftover of a dead process with the same number does not interfere`() throws {
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

  @Test func `only this library's thumbnails are counted and removed`() throws {
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
    #expect(!FileManager.default.fileExists(atPath: old), "left by a dead process")
    #expect(FileManager.default.fileExists(atPath: young), "a process may be writing it")
    #expect(FileManager.default.fileExists(atPath: foreign))
  }
}

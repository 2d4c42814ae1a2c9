import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkTestSupport
import Testing

private let a = "http://host/a"

/// Returns a pipeline that keeps no pictures in memory, so that they come from the disk.
@MainActor
private func makePipeline(_ folder: String) -> SteppedPipeline {
  SteppedPipeline {
    ($0.memoryLimit, $0.keptBytesLimit) = (0, 0)
    $0.diskCache = ImageDiskCacheConfiguration(folder: folder)
  }
}

extension SteppedPipeline {
  /// Requests a picture, and performs all work except that of the network and the clock.
  fileprivate func ask() {
    load(a)
    settle()
  }
}

private func cache(_ folder: String, _ stepped: SteppedPipeline) -> DiskCache {
  makeDiskCache(folder, clock: stepped.clock)
}

@MainActor
struct PipelineDiskTests {
  @Test func `a fresh copy on disk is not loaded again, and an old one is revalidated`() throws {
    try withCacheFolder { folder in
      let stepped = makePipeline(folder)
      stepped.ask()
      stepped.answer(a, "picture", marked(7, maximumAge: 100))
      stepped.clock.advance(by: 99)
      stepped.ask()
      #expect(stepped.pictureCount(a) == 2 && stepped.network.count(a) == 1 && stepped.core.statistics.diskHits == 1)
      stepped.clock.advance(by: 2)
      stepped.ask()
      #expect(stepped.network.last(a)?.request.known?.entityTag == "\"1\"" && stepped.pictureCount(a) == 2)
      var unchanged = marked(nil, maximumAge: 100)
      unchanged.kind = .unchanged
      stepped.answer(a, "", unchanged)
      #expect(stepped.pictureCount(a) == 3 && stepped.core.statistics.revalidated == 1)
      stepped.clock.advance(by: 99)
      stepped.ask()
      #expect(stepped.pictureCount(a) == 4 && stepped.network.count(a) == 2, "fresh again")
      stepped.clock.advance(by: 2)
      stepped.ask()
      stepped.answer(a, "another", marked(7, tag: "\"2\"", maximumAge: 100))
      #expect(stepped.decoder.decoded.last == "another" && stepped.pipeline.isIdle)
    }
  }

  @Test func `an old copy is shown at once if the server allows that, and updated`() throws {
    try withCacheFolder { folder in
      let stepped = makePipeline(folder)
      stepped.ask()
      var response = marked(7, maximumAge: 10)
      response.freshness.staleAge = 50
      stepped.answer(a, "picture", response)
      stepped.clock.advance(by: 30)
      stepped.ask()
      #expect(stepped.pictureCount(a) == 2 && stepped.network.count(a) == 2)
      stepped.answer(a, "another", response)
      stepped.ask()
      #expect(stepped.decoder.decoded == ["picture", "picture", "another"] && stepped.network.count(a) == 2)
      stepped.clock.advance(by: 100)
      stepped.ask()
      #expect(stepped.pictureCount(a) == 3, "too old to be shown")
    }
  }

  @Test func `without a network an old copy is shown`() throws {
    try withCacheFolder { folder in
      let stepped = makePipeline(folder)
      stepped.ask()
      stepped.answer(a, "picture", marked(7))
      for address in [a, "http://host/b"] {
        stepped.load(address)
        stepped.settle()
        for _ in 0..<3 {
          stepped.fail(address, .unreachable("down"))
          stepped.clock.advance(by: 5)
        }
      }
      #expect(stepped.pictureCount(a) == 2 && stepped.errors(a).isEmpty)
      #expect(stepped.errors("http://host/b") == [.unreachable(address: "http://host/b", reason: "down")])
    }
  }

  @Test func `an old copy is shown while the server is silent, and its answer updates the cache`() throws {
    try withCacheFolder { folder in
      let stepped = makePipeline(folder)
      stepped.ask()
      stepped.answer(a, "picture", marked(7))
      stepped.ask()
      #expect(stepped.network.count(a) == 2 && stepped.pictureCount(a) == 1)
      stepped.clock.advance(by: 0.9)
      stepped.settle()
      #expect(stepped.pictureCount(a) == 1)
      stepped.clock.advance(by: 0.2)
      stepped.settle()
      #expect(stepped.pictureCount(a) == 2 && stepped.decoder.decoded == ["picture", "picture"])
      // Another size of the picture is shown from the old copy too, at once and without another load.
      stepped.load(a, width: 5)
      stepped.settle()
      #expect(stepped.pictureCount(a) == 3 && stepped.network.count(a) == 2)
      stepped.answer(a, "another", marked(7, tag: "\"2\"", maximumAge: 100))
      #expect(stepped.pictureCount(a) == 3 && stepped.pipeline.isIdle && stepped.core.brokenInvariant() == nil)
      stepped.ask()
      #expect(stepped.decoder.decoded.last == "another" && stepped.network.count(a) == 2)
    }
  }

  @Test func `a silent server or a cancelled load leaves nothing behind`() throws {
    try withCacheFolder { folder in
      let stepped = makePipeline(folder)
      stepped.ask()
      stepped.answer(a, "picture", marked(7))
      let token = stepped.load(a)
      stepped.settle()
      token.cancel()
      stepped.clock.advance(by: 2)
      stepped.settle()
      stepped.fail(a, .cancelled)
      #expect(stepped.pictureCount(a) == 1 && stepped.pipeline.isIdle && stepped.core.brokenInvariant() == nil)
      stepped.ask()
      stepped.clock.advance(by: 2)
      stepped.settle()
      #expect(stepped.pictureCount(a) == 2)
      stepped.fail(a, .timedOut("silence"))
      #expect(stepped.pipeline.isIdle && stepped.errors(a).isEmpty && stepped.core.brokenInvariant() == nil)
      stepped.clock.advance(by: 5)
      #expect(stepped.clock.pendingCalls == 0)
    }
  }

  @Test func `refused, private and invalid answers are not stored`() throws {
    try withCacheFolder { folder in
      let stepped = makePipeline(folder)
      var hidden = marked(6, maximumAge: 100)
      hidden.freshness.isPrivate = true
      stepped.ask()
      stepped.answer(a, "hidden", hidden)
      #expect(stepped.pictureCount(a) == 1)
      for (index, error) in [ByteError.status(404, retryAfter: nil), .status(500, retryAfter: nil)].enumerated() {
        stepped.load("http://host/\(index)")
        stepped.settle()
        stepped.fail("http://host/\(index)", error)
      }
      for bytes in ["mess", "bad pixels"] {
        let address = "http://host/" + bytes.prefix(3)
        stepped.load(address)
        stepped.settle()
        for _ in 0..<3 { stepped.answer(address, bytes, marked(bytes.utf8.count, maximumAge: 100)) }
        #expect(stepped.errors(address).count == 1)
      }
      #expect(stepped.pipeline.isIdle && cache(folder, stepped).count().entries == 0)
    }
  }

  @Test func `a damaged copy on disk is loaded again past all caches`() throws {
    try withCacheFolder { folder in
      let stepped = makePipeline(folder)
      for bytes in ["bad pixels", "mess"] {
        var metadata = StoredMetadata(address: a)
        metadata.freshUntil = stepped.clock.wallTime + 100
        cache(folder, stepped).write(Array(bytes.utf8), metadata)
        let (count, shown) = (stepped.network.count(a), stepped.pictureCount(a))
        stepped.ask()
        #expect(stepped.network.count(a) == count + 1, "\(bytes)")
        #expect(stepped.network.last(a)?.request.known == nil)
        stepped.answer(a, "picture", marked(7, maximumAge: 100))
        stepped.ask()
        #expect(stepped.pictureCount(a) == shown + 2 && stepped.network.count(a) == count + 1)
        #expect(cache(folder, stepped).read(a)?.bytes == Array("picture".utf8))
      }
      #expect(stepped.network.loads.first?.request.bypassesCaches == true)
    }
  }

  @Test func `without a writable cache pictures still load, and the reason is reported`() throws {
    try withCacheFolder { base in
      try Data().write(to: URL(fileURLWithPath: base + "/cache"))
      let stepped = makePipeline(base + "/cache/images")
      for _ in 0..<2 {
        stepped.ask()
        stepped.answer(a, "picture", marked(7, maximumAge: 100))
      }
      #expect(stepped.pictureCount(a) == 2 && stepped.network.count(a) == 2)
      #expect(stepped.pipeline.diskProblem?.contains("not a folder") == true)
      try FileManager.default.removeItem(atPath: base + "/cache")
      stepped.clock.advance(by: 61)
      stepped.ask()
      stepped.answer(a, "picture", marked(7, maximumAge: 100))
      stepped.ask()
      #expect(stepped.network.count(a) == 3 && stepped.pipeline.diskProblem == nil)
    }
  }

  @Test func `a problem with the disk cache is reported when it appears and when it ends`() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let base = temporary.path
    try Data().write(to: URL(fileURLWithPath: base + "/cache"))
    let stepped = makePipeline(base + "/cache/images")
    var news: [Bool] = []
    stepped.pipeline.onDiskProblemChange = { [weak pipeline = stepped.pipeline] in
      news.append(pipeline?.diskProblem != nil)
    }
    for _ in 0..<2 {
      stepped.ask()
      stepped.answer(a, "picture", marked(7, maximumAge: 100))
      await mainQueueIsEmpty()
    }
    #expect(news == [true])
    try FileManager.default.removeItem(atPath: base + "/cache")
    stepped.clock.advance(by: 61)
    stepped.ask()
    stepped.answer(a, "picture", marked(7, maximumAge: 100))
    await mainQueueIsEmpty()
    #expect(news == [true, false])
  }

  private func mainQueueIsEmpty() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  @Test func `a time that only a wrong clock can have written does not count as fresh`() throws {
    try withCacheFolder { folder in
      let stepped = makePipeline(folder)
      var metadata = StoredMetadata(address: a)
      metadata.freshUntil = stepped.clock.wallTime + 4e9
      cache(folder, stepped).write(Array("picture".utf8), metadata)
      stepped.ask()
      #expect(stepped.network.count(a) == 1)
    }
  }
}

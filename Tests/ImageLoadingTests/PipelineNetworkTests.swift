import ScrollworkHostInterface
import ScrollworkImageLoading
import Testing

private let a = "http://host/a"

@MainActor
struct PipelineNetworkTests {
  @Test func `addresses are loaded and then decoded`() {
    let stepped = SteppedPipeline()
    stepped.load(a)
    stepped.settle()
    #expect(stepped.decoder.decoded.isEmpty && !stepped.pipeline.isIdle)
    stepped.answer(a, "picture")
    #expect(stepped.decoder.decoded == ["picture"] && stepped.pictureCount(a) == 1 && stepped.pipeline.isIdle)
  }

  @Test func `custom addresses go to the byte loader, file and data addresses do not`() {
    let stepped = SteppedPipeline()
    stepped.load("album://summer/7")
    stepped.load("data")
    stepped.load("file:///no/such/file")
    stepped.settle()
    #expect(stepped.network.loads.map(\.request.address) == ["album://summer/7"])
    stepped.answer("album://summer/7", "picture")
    #expect(stepped.pictureCount("album://summer/7") == 1 && stepped.pictureCount("data") == 1)
    #expect(stepped.errors("file:///no/such/file").count == 1)
  }

  @Test func `a load that was never visible is cancelled at once`() {
    let stepped = SteppedPipeline()
    stepped.prefetch(a).cancel()
    #expect(stepped.network.last(a)?.isCancelled == true)
    stepped.settle()
    #expect(stepped.pipeline.isIdle && stepped.answers.isEmpty && stepped.core.statistics.cancelled == 1)
  }

  @Test func `a load that was visible is cancelled unless it is requested again within a few frames`() {
    let stepped = SteppedPipeline()
    stepped.load(a).cancel()
    stepped.clock.advance(by: 0.14)
    #expect(stepped.network.last(a)?.isCancelled == false)
    stepped.clock.advance(by: 0.02)
    #expect(stepped.network.last(a)?.isCancelled == true)
    stepped.settle()
    #expect(stepped.pipeline.isIdle && stepped.answers.isEmpty && stepped.core.statistics.cancelled == 1)
  }

  @Test func `another view takes a running load over in any size, as often as views change`() {
    let stepped = SteppedPipeline()
    for width in 1...5 {
      let token = stepped.load(a, width: width)
      stepped.clock.advance(by: 1)
      token.cancel()
      stepped.clock.advance(by: 0.1)
    }
    stepped.load(a)
    stepped.clock.advance(by: 10)
    #expect(stepped.network.count(a) == 1 && stepped.network.last(a)?.isCancelled == false)
    stepped.answer(a, "picture")
    #expect(stepped.pictureCount(a) == 1 && stepped.pipeline.isIdle)
  }

  @Test func `a load without subscribers is stored if it succeeds and not retried if it fails`() {
    let stepped = SteppedPipeline()
    stepped.load(a).cancel()
    stepped.fail(a, .dropped("reset"))
    stepped.clock.advance(by: 10)
    #expect(stepped.network.count(a) == 1 && stepped.pipeline.isIdle)
    stepped.load(a).cancel()
    stepped.answer(a, "picture")
    #expect(stepped.pipeline.isIdle && stepped.decoder.decoded.isEmpty)
    stepped.load(a)
    stepped.settle()
    #expect(stepped.network.count(a) == 2 && stepped.pictureCount(a) == 1)
  }

  @Test func `a status is reported, and a missing picture is not requested again for a minute`() {
    let stepped = SteppedPipeline()
    for _ in 0..<2 {
      stepped.load(a)
      stepped.settle()
      stepped.fail(a, .status(404, retryAfter: nil))
    }
    #expect(stepped.errors(a) == [.refused(address: a, status: 404), .refused(address: a, status: 404)])
    #expect(stepped.network.count(a) == 1)
    stepped.load(a, width: 7)
    stepped.settle()
    #expect(stepped.network.count(a) == 1, "also in another size")
    stepped.clock.advance(by: 59)
    stepped.load(a)
    stepped.settle()
    #expect(stepped.network.count(a) == 1)
    stepped.clock.advance(by: 2)
    stepped.load(a)
    #expect(stepped.network.count(a) == 2)
    stepped.fail(a, .status(410, retryAfter: nil))
    stepped.pipeline.retry(SteppedPipeline.request(a))
    stepped.load(a)
    #expect(stepped.network.count(a) == 3)
  }

  @Test(arguments: [1e8, -1e8])
  func `the record of a missing picture does not depend on the calendar clock`(shift: Double) {
    let stepped = SteppedPipeline()
    func ask() {
      stepped.load(a)
      stepped.settle()
    }
    ask()
    stepped.fail(a, .status(404, retryAfter: nil))
    stepped.clock.setWall(forwardBy: shift)
    stepped.clock.advance(by: 59)
    ask()
    #expect(stepped.network.count(a) == 1 && stepped.errors(a).count == 2)
    stepped.clock.advance(by: 2)
    ask()
    #expect(stepped.network.count(a) == 2)
    // The calendar clock does not affect retry delays either.
    stepped.fail(a, .status(503, retryAfter: 5))
    stepped.clock.setWall(forwardBy: -shift)
    stepped.clock.advance(by: 5.1)
    #expect(stepped.network.count(a) == 3)
  }

  @Test func `a broken connection is retried after 0.5 and 2 seconds`() {
    let stepped = SteppedPipeline()
    stepped.load(a)
    stepped.fail(a, .dropped("reset"))
    #expect(stepped.network.count(a) == 1 && stepped.answers.isEmpty)
    stepped.clock.advance(by: 0.37)
    #expect(stepped.network.count(a) == 1)
    stepped.clock.advance(by: 0.26)
    #expect(stepped.network.count(a) == 2)
    stepped.fail(a, .timedOut("late"))
    stepped.clock.advance(by: 1.4)
    #expect(stepped.network.count(a) == 2)
    stepped.clock.advance(by: 1.2)
    #expect(stepped.network.count(a) == 3)
    stepped.fail(a, .unreachable("down"))
    #expect(stepped.errors(a) == [.unreachable(address: a, reason: "down")])
    stepped.clock.advance(by: 100)
    #expect(stepped.network.count(a) == 3 && stepped.pipeline.isIdle)
    stepped.load(a)
    #expect(stepped.network.count(a) == 4, "a later request tries again")
  }

  @Test func `prefetches and permanent failures are not retried`() {
    let stepped = SteppedPipeline()
    let token = stepped.prefetch(a)
    stepped.settle()
    stepped.fail(a, .dropped("reset"))
    stepped.clock.advance(by: 10)
    #expect(stepped.network.count(a) == 1 && stepped.pipeline.isIdle)
    token.cancel()
    for error in [ByteError.untrusted("who?"), .redirection("circle"), .tooLong(limit: 5), .unsupported("x")] {
      let address = "http://host/\(error)"
      stepped.load(address)
      stepped.fail(address, error)
      stepped.clock.advance(by: 10)
      #expect(stepped.network.count(address) == 1 && stepped.errors(address) == [error.imageError(for: address)])
    }
  }

  @Test func `a server's wait is respected up to a minute`() {
    let stepped = SteppedPipeline()
    stepped.load(a)
    stepped.fail(a, .status(503, retryAfter: 30))
    stepped.clock.advance(by: 29)
    #expect(stepped.network.count(a) == 1)
    stepped.clock.advance(by: 1.1)
    #expect(stepped.network.count(a) == 2)
    stepped.fail(a, .status(429, retryAfter: 61))
    #expect(stepped.errors(a) == [.refused(address: a, status: 429)] && stepped.pipeline.isIdle)
  }

  @Test func `a load that waits for a retry ends with its last subscriber`() {
    let stepped = SteppedPipeline()
    let token = stepped.load(a)
    stepped.fail(a, .dropped("reset"))
    token.cancel()
    stepped.clock.advance(by: 10)
    #expect(stepped.network.count(a) == 1 && stepped.pipeline.isIdle)
  }

  @Test func `a cancelled load is resumed unless the server has a new version`() {
    let stepped = SteppedPipeline()
    let token = stepped.load(a)
    stepped.network.last(a)?.send(.response(marked(10)))
    stepped.network.last(a)?.send(.bytes(Array("old".utf8)))
    token.cancel()
    stepped.clock.advance(by: 1)
    stepped.load(a)
    #expect(stepped.network.last(a)?.request.offset == 3)
    stepped.answer(a, "entirely new", marked(12, tag: "\"2\""))
    #expect(stepped.decoder.decoded == ["entirely new"])
  }

  @Test func `the rest of another version and a short body are rejected`() {
    let stepped = SteppedPipeline()
    stepped.load(a)
    var rest = marked(3)
    rest.kind = .rest(from: 100)
    stepped.answer(a, "ure", rest)
    #expect(stepped.decoder.decoded.isEmpty && stepped.answers.isEmpty)
    stepped.clock.advance(by: 1)
    var short = ByteResponse()
    short.length = 20
    stepped.answer(a, "too short", short)
    #expect(stepped.decoder.decoded.isEmpty && stepped.answers.isEmpty)
    stepped.clock.advance(by: 5)
    stepped.answer(a, "", ByteResponse())
    #expect(stepped.errors(a).count == 1 && stepped.network.count(a) == 3)
  }

  @Test func `a body over the limit is refused by its length or while it arrives`() {
    let stepped = SteppedPipeline { $0.network.byteLimit = 5 }
    stepped.load(a)
    #expect(stepped.network.last(a)?.request.byteLimit == 5)
    stepped.network.last(a)?.send(.response(marked(6)))
    #expect(stepped.network.last(a)?.isCancelled == true)
    stepped.settle()
    stepped.load("http://host/b")
    stepped.network.last("http://host/b")?.send(.response(ByteResponse()))
    for _ in 0..<6 { stepped.network.last("http://host/b")?.send(.bytes([1])) }
    stepped.settle()
    #expect(stepped.network.last("http://host/b")?.isCancelled == true)
    #expect(stepped.answers.count == 2 && stepped.network.loads.count == 2)
  }

  @Test func `an answer that is no picture is requested once more past all caches`() {
    let stepped = SteppedPipeline()
    stepped.load(a)
    stepped.answer(a, "mess")
    #expect(stepped.network.last(a)?.request.bypassesCaches == true && stepped.network.count(a) == 2)
    stepped.answer(a, "bad pixels")
    #expect(stepped.network.count(a) == 3, "the header was right, and the pixels are retried separately")
    stepped.answer(a, "mess")
    #expect(stepped.errors(a) == [.unsupported("a mess")] && stepped.pipeline.isIdle)
  }

  @Test func `a nearly complete transfer finishes and is stored`() throws {
    try withCacheFolder { folder in
      let stepped = SteppedPipeline { $0.diskCache = ImageDiskCacheConfiguration(folder: folder) }
      let token = stepped.load(a)
      stepped.settle()
      stepped.network.last(a)?.send(.response(marked(10, maximumAge: 100)))
      stepped.network.last(a)?.send(.bytes(Array("123456789".utf8)))
      token.cancel()
      #expect(stepped.network.last(a)?.isCancelled == false)
      stepped.network.last(a)?.send(.bytes(Array("0".utf8)))
      stepped.network.last(a)?.send(.end)
      stepped.settle()
      #expect(stepped.pipeline.isIdle && stepped.decoder.decoded.isEmpty)
      stepped.load(a)
      stepped.settle()
      #expect(stepped.decoder.decoded == ["1234567890"] && stepped.network.count(a) == 1)
    }
  }

  @Test func `all sizes of a picture are decoded from one load`() {
    let stepped = SteppedPipeline()
    for width in 1...20 {
      stepped.load(a, width: width)
      stepped.settle()
      stepped.answer(a, "picture")
    }
    #expect(stepped.network.count(a) == 1)
    #expect(stepped.decoder.decoded.count == 20 && stepped.pictureCount(a) == 20 && stepped.pipeline.isIdle)
    // A request for the bytes alone is answered too.
    let token = stepped.prefetch(a, depth: .bytes)
    stepped.settle()
    #expect(stepped.network.count(a) == 1 && stepped.pipeline.isIdle)
    token.cancel()
  }

  @Test func `a revalidated copy is not revalidated again for another size`() throws {
    try withCacheFolder { folder in
      let before = SteppedPipeline { $0.diskCache = ImageDiskCacheConfiguration(folder: folder) }
      before.load(a)
      before.settle()
      before.answer(a, "picture", marked(7))
      let stepped = SteppedPipeline { $0.diskCache = ImageDiskCacheConfiguration(folder: folder) }
      for width in 1...5 {
        stepped.load(a, width: width)
        stepped.settle()
        var response = marked(nil)
        response.kind = .unchanged
        stepped.answer(a, "", response)
      }
      #expect(stepped.network.count(a) == 1 && stepped.pictureCount(a) == 5)
    }
  }

  @Test func `damaged cached bytes are loaded once more`() {
    let stepped = SteppedPipeline()
    stepped.load(a)
    stepped.answer(a, "bad pixels")
    #expect(stepped.network.count(a) == 2)
    stepped.answer(a, "picture")
    stepped.load(a, width: 7)
    stepped.settle()
    #expect(stepped.network.count(a) == 2 && stepped.decoder.decoded == ["bad pixels", "picture", "picture"])
  }
}

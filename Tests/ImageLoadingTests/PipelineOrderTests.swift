import ScrollworkHostInterface
import ScrollworkImageLoading
import Testing

@MainActor
struct PipelineOrderTests {
  @Test func `the most urgent is first, then the newest, and the nearest of the prefetches`() {
    let stepped = SteppedPipeline()
    let wanted: [(String, ImagePriority)] = [
      ("low1", .low), ("seen1", .visible), ("normal1", .normal), ("low2", .low), ("seen2", .visible),
      ("normal2", .normal), ("low3", .low),
    ]
    var tokens: [String: any ImageLoadToken] = [:]
    for (name, priority) in wanted { tokens[name] = stepped.load(name, priority) }
    while stepped.core.readNext() {}
    tokens["low3"]?.priority = .visible
    tokens["seen1"]?.priority = .low
    stepped.settle()
    #expect(stepped.decoder.decoded == ["low3", "seen2", "normal2", "normal1", "low1", "low2", "seen1"])
  }

  @Test func `within a frame the first request is first, and a later frame precedes it`() {
    let stepped = SteppedPipeline()
    stepped.load("a1")
    for name in ["a2", "a3", "a4"] { stepped.add(name) }
    stepped.load("b1")
    for name in ["b2", "b3"] { stepped.add(name) }
    stepped.add("ahead1", .low)
    stepped.load("ahead2", .low)
    stepped.add("ahead3", .low)
    stepped.settle()
    #expect(
      stepped.decoder.decoded == ["b1", "b2", "b3", "a1", "a2", "a3", "a4", "ahead1", "ahead2", "ahead3"])
  }

  @Test func `a prefetch that becomes visible is ordered by that frame`() {
    let stepped = SteppedPipeline()
    let prefetches = ["c", "b", "a"].map { stepped.prefetch($0) }
    defer { stepped.pipeline.cancel(prefetches) }
    stepped.load("a")
    for name in ["b", "c"] { stepped.add(name) }
    stepped.settle()
    #expect(stepped.decoder.decoded == ["a", "b", "c"])
  }

  @Test func `a prefetch becomes urgent when it is requested, and stays urgent without the prefetch`() {
    let stepped = SteppedPipeline()
    let prefetch = stepped.prefetch("a")
    stepped.load("b", .normal)
    stepped.load("a", .visible)
    prefetch.cancel()
    stepped.settle()
    #expect(stepped.decoder.decoded == ["a", "b"])
    #expect(stepped.pictureCount("a") == 1 && stepped.core.statistics.coalesced == 1)
  }

  @Test func `a job without subscribers does not start`() {
    let stepped = SteppedPipeline()
    let one = stepped.load("a", .normal)
    let two = stepped.load("a", .normal)
    stepped.load("b", .normal)
    let other = stepped.load("b", .normal)
    for token in [one, two, other] { token.cancel() }
    one.cancel()
    stepped.settle()
    #expect(stepped.decoder.decoded == ["b"])
    #expect(stepped.answers.map(\.name) == ["b"])
    #expect(stepped.core.statistics.cancelled == 1)
  }

  @Test func `an unwanted giant stops while decoding, and starts again for a late subscriber`() {
    let stepped = SteppedPipeline()
    var token: (any ImageLoadToken)?
    var comesBack = false
    stepped.decoder.whileDecoding {
      token?.cancel()
      token = nil
    }
    token = stepped.load("long")
    stepped.settle()
    #expect(stepped.core.statistics.cancelled == 1 && stepped.core.statistics.decoded == 0)
    #expect(stepped.answers.isEmpty && stepped.pipeline.isIdle && stepped.core.brokenInvariant() == nil)
    token = stepped.load("longer")
    stepped.decoder.whileRefused {
      if !comesBack { stepped.load("longer") }
      comesBack = true
    }
    stepped.settle()
    #expect(stepped.decoder.decoded == ["long", "longer", "longer"])
    #expect(stepped.pictureCount("longer") == 1 && stepped.pipeline.isIdle && stepped.core.brokenInvariant() == nil)
  }

  @Test func `a picture fails if its decoder gives up`() {
    let stepped = SteppedPipeline()
    stepped.load("lonely")
    stepped.settle()
    #expect(stepped.errors("lonely") == [.unsupported("the decoder gave up")])
  }

  @Test func `a picture that entered memory after the look-up is not decoded again`() {
    let stepped = SteppedPipeline()
    stepped.load("a")
    stepped.settle()
    // This call is what the pipeline makes after an unsuccessful look-up in memory.
    stepped.core.subscribe(1000, to: SteppedPipeline.request("a"), priority: .visible, depth: .picture)
    while stepped.core.readNext() || stepped.core.decodeNext() {}
    var answers: [ImageDelivery] = []
    stepped.core.takeDeliveries(into: &answers)
    #expect(answers.map(\.subscriber) == [1000] && stepped.decoder.decoded.count == 1 && stepped.core.isIdle)
  }

  @Test func `two sizes of one source share its bytes`() {
    let stepped = SteppedPipeline()
    stepped.load("http://host/a", width: 10)
    stepped.load("http://host/a", width: 20)
    stepped.load("http://host/a", width: 20)
    stepped.settle()
    #expect(stepped.network.count("http://host/a") == 1)
    stepped.answer("http://host/a", "picture")
    #expect(stepped.decoder.decoded == ["picture", "picture"] && stepped.pictureCount("http://host/a") == 3)
    #expect(stepped.core.statistics.fetches == 1 && stepped.core.statistics.sharedBytes == 1)
  }

  @Test func `decoding stays within its budget, and a giant runs alone`() {
    let stepped = SteppedPipeline(decoder: ScriptedDecoder(side: 10)) { $0.decodeLimit = 900 }
    for name in ["a", "b", "c"] { stepped.load(name) }
    while stepped.core.readNext() {}
    #expect(stepped.core.statistics.reservedBytes == 0)
    var reserved: [Int] = []
    stepped.decoder.whileDecoding { reserved.append(stepped.core.statistics.reservedBytes) }
    stepped.settle()
    #expect(reserved == [400, 400, 400] && stepped.core.statistics.reservedBytes == 0)
    let small = SteppedPipeline(decoder: ScriptedDecoder(side: 10)) { $0.decodeLimit = 100 }
    var second: [Bool] = []
    small.load("a")
    small.load("b")
    while small.core.readNext() {}
    small.decoder.whileDecoding { second.append(small.core.decodeNext()) }
    small.settle()
    #expect(second == [false, false] && small.decoder.decoded.count == 2)
  }

  @Test func `giants are decoded one at a time, and small pictures continue meanwhile`() {
    let stepped = SteppedPipeline(decoder: ScriptedDecoder(side: 10)) { $0.decodeLimit = 900 }
    for name in ["giant 1", "giant 2", "a", "giant 3", "b"] { stepped.load(name) }
    while stepped.core.readNext() {}
    var inGiants: [[Bool]] = []
    stepped.decoder.whileDecoding {
      guard stepped.decoder.decoded.last?.hasPrefix("giant") == true else { return }
      stepped.load("small \(inGiants.count)")
      while stepped.core.readNext() {}
      inGiants.append([stepped.core.decodeNext(), stepped.core.decodeNext(), stepped.core.brokenInvariant() == nil])
    }
    stepped.settle()
    #expect(inGiants == [[true, false, true], [true, false, true], [true, false, true]])
    #expect(stepped.answers.count == 8 && stepped.core.statistics.reservedBytes == 0 && stepped.pipeline.isIdle)
  }

  @Test func `an unwanted giant is removed from its queue`() {
    let stepped = SteppedPipeline(decoder: ScriptedDecoder(side: 10)) { $0.decodeLimit = 900 }
    let tokens = ["giant 1", "giant 2"].map { stepped.load($0, .low) }
    while stepped.core.readNext() {}
    tokens[0].priority = .visible
    tokens[1].cancel()
    stepped.settle()
    #expect(stepped.decoder.decoded == ["giant 1"] && stepped.pipeline.isIdle)
  }

  @Test func `reading pauses while enough waits to be decoded, except for visible pictures`() {
    let stepped = SteppedPipeline { $0.encodedLimit = 6 }
    for name in ["1234", "5678", "9012"] { stepped.load(name, .normal) }
    #expect(stepped.core.readNext() && stepped.core.readNext())
    #expect(!stepped.core.readNext())
    stepped.load("seen", .visible)
    #expect(stepped.core.readNext() && !stepped.core.readNext())
    stepped.settle()
    #expect(stepped.answers.count == 4 && stepped.core.isIdle)
  }

  @Test func `many are cancelled at once`() {
    let stepped = SteppedPipeline()
    let tokens = (0..<1000).map { stepped.load("a\($0)", .low) }
    stepped.load("kept")
    stepped.pipeline.cancel(tokens)
    stepped.settle()
    #expect(stepped.decoder.decoded == ["kept"] && stepped.answers.count == 1)
    #expect(stepped.core.statistics.cancelled == 1000 && stepped.core.brokenInvariant() == nil)
  }
}

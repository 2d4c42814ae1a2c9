import ScrollworkHostInterface
import ScrollworkImageLoading
import Synchronization
import Testing

struct PlayerTests {
  @Test func `each frame has its time, round after round`() {
    let timeline = FrameTimeline(durations: [0.1, 0.2, 0.3], repeatCount: 2)
    let moments: [(Double, Int, Double?)] = [
      (0, 0, 0.1), (0.09, 0, 0.1), (0.11, 1, 0.3), (0.31, 2, 0.6), (0.61, 0, 0.7), (1.0, 2, 1.2), (1.21, 2, nil),
      (100, 2, nil), (-1, 0, 0.1),
    ]
    for (seconds, index, end) in moments {
      let found = timeline.frame(at: seconds)
      #expect(found.index == index)
      #expect(found.end.map { ($0 * 1000).rounded() } == end.map { ($0 * 1000).rounded() }, "at \(seconds)")
    }
    let endless = FrameTimeline(durations: [0, 0.1], repeatCount: nil)
    #expect(endless.frame(at: 0.03).index == 1 && endless.frame(at: 12_000.001).index == 0)
    #expect(FrameTimeline(durations: [], repeatCount: nil).frame(at: 5).index == 0)
  }

  @MainActor
  @Test func `frames are decoded ahead, three at most, and freed in a pause`() async throws {
    let stepped = SteppedPipeline()
    stepped.decoder.frameCount.withLock { $0 = 10 }
    stepped.load("movie")
    stepped.settle()
    let player = try #require(stepped.pipeline.player(for: SteppedPipeline.request("movie")) as? PicturePlayer)
    #expect(player.frameCount == 10 && stepped.pipeline.player(for: SteppedPipeline.request("other")) == nil)
    #expect(player.picture(at: .zero).bitmap == nil)
    await step(stepped, until: { player.heldFrameCount == 4 })
    #expect(player.picture(at: .zero).bitmap?.pixels == [0])
    let second = player.picture(at: .zero.advanced(bySeconds: 0.15))
    #expect(second.bitmap?.pixels == [1] && second.next == .zero.advanced(bySeconds: 0.2))
    await step(stepped, until: { player.heldFrameCount == 4 })
    player.pause(at: .zero.advanced(bySeconds: 0.16))
    #expect(player.heldFrameCount == 0)
    _ = player.picture(at: .zero.advanced(bySeconds: 100))
    await step(stepped, until: { player.heldFrameCount == 4 })
    #expect(player.picture(at: .zero.advanced(bySeconds: 100)).bitmap?.pixels == [1], "at the former frame")
  }

  @MainActor
  @Test func `another size continues at the time of the former one`() async throws {
    let stepped = SteppedPipeline()
    stepped.decoder.frameCount.withLock { $0 = 10 }
    stepped.load("movie")
    stepped.settle()
    func player(_ width: Int?) throws -> PicturePlayer {
      try #require(stepped.pipeline.player(for: SteppedPipeline.request("movie", width: width)) as? PicturePlayer)
    }
    let small = try player(5)
    _ = small.picture(at: .zero)
    let later = Instant.zero.advanced(bySeconds: 0.35)
    _ = small.picture(at: later)
    let large = try player(9)
    large.goOn(from: small)
    #expect(large.picture(at: later).next == .zero.advanced(bySeconds: 0.4))
    await step(stepped, until: { large.heldFrameCount == 4 })
    #expect(large.picture(at: later).bitmap?.pixels == [3])
  }

  @MainActor
  @Test func `an animation plays again after it was evicted from memory`() throws {
    let stepped = SteppedPipeline()
    stepped.decoder.frameCount.withLock { $0 = 10 }
    stepped.decoder.animationByteCount.withLock { $0 = 40 << 20 }
    for name in ["one", "two", "one"] {
      stepped.load(name)
      stepped.settle()
      #expect(stepped.pipeline.player(for: SteppedPipeline.request(name)) != nil)
    }
    #expect(stepped.decoder.decoded == ["one", "two", "one"] && stepped.pictureCount("one") == 2)
    stepped.load("one")
    stepped.settle()
    #expect(stepped.decoder.decoded.count == 3, "animations with their frames are shown from memory")
  }

  /// Decodes frames and lets the main queue deliver them, until `isDone` returns `true`.
  @MainActor
  private func step(_ stepped: SteppedPipeline, until isDone: () -> Bool) async {
    for _ in 0..<1000 where !isDone() {
      _ = stepped.core.decodeNext()
      await withCheckedContinuation { continuation in
        nextTurn { continuation.resume() }
      }
    }
  }
}

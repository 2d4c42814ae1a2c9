import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A view that requests frames until a given time.
final class Ticker: View {
  var end = Instant.zero
  var next = Duration.zero
  var times: [Instant] = []

  override func animate(at now: Instant) -> Instant? {
    times.append(now)
    return now < end ? now + next : nil
  }
}

@MainActor
struct HarnessTests {
  @Test func `frames are made only when they are needed`() {
    let ticker = Ticker()
    let harness = ViewHarness(content: ticker)
    #expect(harness.framesMade == 1)
    harness.advance(by: .seconds(1))
    #expect(harness.framesMade == 1)
    ticker.end = harness.now + .milliseconds(400)
    ticker.next = .milliseconds(100)
    harness.host.animate(ticker)
    harness.advance(by: .seconds(2))
    // One frame comes at once, and then one at the first beat after each 100 ms.
    #expect(ticker.times.count == 5)
    #expect(harness.framesMade == 6)
    #expect(harness.now == Instant.zero + .seconds(3))
  }

  @Test func `settle ends when the next frame is far off, and gives up on endless motion`() {
    let ticker = Ticker()
    let harness = ViewHarness(content: ticker)
    ticker.end = harness.now + .milliseconds(100)
    harness.host.animate(ticker)
    #expect(harness.settle())
    #expect(harness.now >= ticker.end)
    #expect(harness.now < ticker.end + .milliseconds(40))
    ticker.end = harness.now + .seconds(3600)
    ticker.next = .milliseconds(530)
    harness.host.animate(ticker)
    let before = harness.now
    #expect(harness.settle())
    #expect(harness.now == before)
    ticker.next = .zero
    harness.advance(by: .seconds(1))
    #expect(!harness.settle())
  }

  @Test func `simple text counts by characters`() {
    let text = SimpleText()
    let font = Font(size: 10)
    #expect(text.line("abcde", font: font, scale: 2).width == 30)
    #expect(text.line("abcde", font: font, scale: 2).glyphs[1].x == 12)
    let lines = text.lines("one two\n\nthreefourfive six", font: font, width: 48, limit: .max, scale: 1)
    #expect(lines.map(\.readableText) == ["one two", "", "threefou", "rfive", "six"])
    let cut = text.lines("one two three", font: font, width: 48, limit: 1, scale: 1)
    #expect(cut.map(\.readableText) == ["one two…"])
    #expect(cut.map(\.isTruncated) == [true])
    #expect(text.caretPositions(in: "ab", font: font, scale: 1) == [0, 6, 12])
    #expect(text.caretPositions(in: "אב", font: font, scale: 1) == [12, 6, 0])
    #expect(text.line("אב", font: font, scale: 1).readableText == "בא")
  }

  @Test func `the clusters of a truncated line refer to the original text`() {
    let text = SimpleText()
    let line = text.line(
      "aéxxxxxxz", font: Font(size: 10), width: 24, truncation: .middle, scale: 1, reusing: nil)
    #expect(line.readableText == "aé…z")
    #expect(line.glyphs.map(\.cluster) == [0, 1, 3, 9])
  }

  @Test func `simple text reuses a line only if nothing else holds it`() {
    let text = SimpleText()
    let held = text.line("a", font: Font(size: 10), scale: 1)
    let other = text.line("b", font: Font(size: 10), width: nil, truncation: .none, scale: 1, reusing: held)
    #expect(other !== held)
    #expect(held.readableText == "a")
    #expect(text.linesMade == 2)
  }

  @Test func `scripted images answer once and not when cancelled`() {
    let images = ScriptedImages()
    let request = ImageRequest(source: .url("x"), target: nil)
    let bitmap = Bitmap(width: 1, height: 1, color: .white)
    var answers = 0
    let token = images.load(request, priority: .normal) { _ in answers += 1 }
    let cancelled = images.load(request, priority: .low) { _ in answers += 100 }
    cancelled.cancel()
    images.finish(request.source, with: bitmap)
    images.finish(request.source, with: bitmap)
    token.cancel()
    #expect(answers == 1)
    #expect(images.cached(request) === bitmap)
    #expect(images.loads.map(\.isCancelled) == [false, true])
  }

  @Test func `the same seed gives the same numbers`() {
    var (a, b, c) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7), SeededGenerator(seed: 8))
    let (x, y, z) = (a.next(), b.next(), c.next())
    #expect(x == y)
    #expect(x != z)
    // The first number of SplitMix64 from seed 0, as published.
    var zero = SeededGenerator(seed: 0)
    #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
  }

  @Test func `a frame is described as text and as semantics`() {
    let button = Button("Go", style: .outline)
    let harness = ViewHarness(
      content: Stack(.vertical, spacing: 4, alignment: .start, Label("Name"), button),
      size: Size(width: 100, height: 60))
    harness.host.focus(button)
    harness.showIfNeeded()
    #expect(
      harness.frame.semanticsSnapshot == """
        window [0 0 100 60]
          label "Name" [0 0 32 20]
          button "Go" [0 24 44 32] focused
        """)
    #expect(
      harness.frame.textSnapshot == """
        frame 100 x 60 @1 #FFFFFF
        group 0 [0 0 100 60]
          text "Name" at 0,15 #1B1D21
          round [0 24 44 32] r6 #FFFFFF
          border [0 24 44 32] r6 w1 #DADCE0
          text "Go" at 14,45 #1B1D21
        """)
  }
}

import ScrollworkHostInterface
import ScrollworkImageLoading
import Testing

private let a = "http://host/a"

/// A pipeline that has the first four bytes of what is behind `a`, of the version "1", and asks for the rest.
@MainActor
private func withBeginning() -> SteppedPipeline {
  let stepped = SteppedPipeline()
  stepped.load(a)
  stepped.network.last(a)?.send(.response(marked(10)))
  stepped.network.last(a)?.send(.bytes(Array("pict".utf8)))
  stepped.fail(a, .dropped("reset"))
  stepped.clock.advance(by: 1)
  #expect(stepped.network.last(a)?.request.offset == 4)
  return stepped
}

/// An answer that goes on after the first four bytes.
private func rest(_ length: Int?, of total: Int?, tag: String = "\"1\"") -> ByteResponse {
  var response = marked(length, tag: tag)
  response.kind = .rest(from: 4)
  response.total = total
  return response
}

/// Answers that promise the rest of a picture, and lie.
@MainActor
struct PipelineResumeTests {
  @Test func `the rest of another version is not put behind the first bytes of the former one`() {
    let stepped = withBeginning()
    stepped.answer(a, "ure", rest(3, of: 7, tag: "\"2\""))
    #expect(stepped.decoder.decoded.isEmpty && stepped.answers.isEmpty)
    stepped.clock.advance(by: 3)
    #expect(stepped.network.last(a)?.request.offset == 0, "it begins anew")
    stepped.answer(a, "another", marked(7, tag: "\"2\""))
    #expect(stepped.decoder.decoded == ["another"])
  }

  @Test func `a part that ends before the end is no whole`() {
    let stepped = withBeginning()
    stepped.answer(a, "ur", rest(2, of: 7))
    #expect(stepped.decoder.decoded.isEmpty && stepped.answers.isEmpty)
    stepped.clock.advance(by: 3)
    #expect(stepped.network.last(a)?.request.offset == 6, "what came counts")
    var end = marked(1)
    end.kind = .rest(from: 6)
    stepped.answer(a, "e", end)
    #expect(stepped.decoder.decoded == ["picture"])
  }

  @Test func `a rest of more bytes than a number holds is too long`() {
    let stepped = withBeginning()
    stepped.network.last(a)?.send(.response(rest(Int.max, of: nil)))
    stepped.settle()
    #expect(stepped.errors(a).count == 1 && stepped.network.last(a)?.isCancelled == true)
    #expect(stepped.pipeline.isIdle)
  }

  @Test(arguments: [429, 503])
  func `that a server had no time for a prefetch is no reason not to ask for what is seen`(status: Int) {
    let stepped = SteppedPipeline()
    let token = stepped.prefetch(a)
    stepped.settle()
    stepped.fail(a, .status(status, retryAfter: 5))
    stepped.load(a)
    token.cancel()
    #expect(stepped.network.count(a) == 2 && stepped.answers.isEmpty)
    stepped.fail(a, .status(status, retryAfter: 5))
    stepped.clock.advance(by: 5.1)
    stepped.answer(a, "picture")
    #expect(stepped.pictureCount(a) == 1)
  }
}

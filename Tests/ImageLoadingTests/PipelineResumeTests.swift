import ScrollworkHostInterface
import ScrollworkImageLoading
import Testing

private let a = "http://host/a"

/// Returns a pipeline that has the first four bytes of version "1" of `a` and has requested the rest.
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

/// Returns an answer whose body continues after the first four bytes.
private func rest(_ length: Int?, of total: Int?, tag: String = "\"1\"") -> ByteResponse {
  var response = marked(length, tag: tag)
  response.kind = .rest(from: 4)
  response.total = total
  return response
}

/// Tests with answers that promise the rest of a picture; some keep the promise and others do not.
@MainActor
struct PipelineResumeTests {
  @Test func `bytes before a break are not loaded again`() {
    let stepped = withBeginning()
    #expect(stepped.network.last(a)?.request.known?.strong == "\"1\"")
    stepped.answer(a, "ure", rest(3, of: nil))
    #expect(stepped.decoder.decoded == ["picture"] && stepped.core.statistics.fetchedBytes == 3)
  }

  @Test func `the rest of another version is not appended to the first bytes`() {
    let stepped = withBeginning()
    stepped.answer(a, "ure", rest(3, of: 7, tag: "\"2\""))
    #expect(stepped.decoder.decoded.isEmpty && stepped.answers.isEmpty)
    stepped.clock.advance(by: 3)
    #expect(stepped.network.last(a)?.request.offset == 0, "it starts from the beginning")
    stepped.answer(a, "another", marked(7, tag: "\"2\""))
    #expect(stepped.decoder.decoded == ["another"])
  }

  @Test func `a part that ends early is incomplete`() {
    let stepped = withBeginning()
    stepped.answer(a, "ur", rest(2, of: 7))
    #expect(stepped.decoder.decoded.isEmpty && stepped.answers.isEmpty)
    stepped.clock.advance(by: 3)
    #expect(stepped.network.last(a)?.request.offset == 6, "the bytes so far count")
    var end = marked(1)
    end.kind = .rest(from: 6)
    stepped.answer(a, "e", end)
    #expect(stepped.decoder.decoded == ["picture"])
  }

  @Test func `a length near the largest number is too long`() {
    let stepped = withBeginning()
    stepped.network.last(a)?.send(.response(rest(Int.max, of: nil)))
    stepped.settle()
    #expect(stepped.errors(a).count == 1 && stepped.network.last(a)?.isCancelled == true)
    #expect(stepped.pipeline.isIdle)
  }

  @Test(arguments: [429, 503])
  func `a busy server's answer to a prefetch does not block a visible request`(status: Int) {
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

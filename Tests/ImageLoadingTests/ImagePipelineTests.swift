import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkTestSupport
import Testing

/// Returns a request for a `data:` address that contains the bytes of `name`.
private func request(_ name: String) -> ImageRequest {
  ImageRequest(source: .url("data:;base64," + base64(name)), target: nil)
}

private func base64(_ text: String) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  let bits = text.utf8.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
  return stride(from: 0, to: bits.count, by: 6).reduce(into: "") { result, start in
    let index = (0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? Int(bits[start + $1]) : 0) }
    result.append(letters[index])
  }
}

@MainActor
private func makeLoader(
  _ decoder: ScriptedDecoder, _ byteLoader: (any ByteLoading)? = nil, memoryLimit: Int = 1 << 20
) -> ImagePipeline {
  var configuration = ImagePipelineConfiguration()
  configuration.decodingThreadCount = 1
  configuration.largestMemoryShare = 1
  configuration.memoryLimit = memoryLimit
  return ImagePipeline(decoder: decoder, byteLoader: byteLoader, configuration: configuration)
}

/// Records the answers of a pipeline.
@MainActor
private final class Answers {
  var results: [Result<Bitmap, ImageError>] = []

  func record(_ result: Result<Bitmap, ImageError>) { results.append(result) }

  var errors: [ImageError] {
    results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }
}

@MainActor
struct ImagePipelineTests {
  @Test func `a picture arrives later, then is in memory at once`() async {
    let loader = makeLoader(ScriptedDecoder())
    let answers = Answers()
    #expect(loader.cached(request("a")) == nil)
    _ = loader.load(request("a"), priority: .normal, completion: answers.record)
    #expect(answers.results.isEmpty && !loader.isIdle)
    await loader.waitUntilIdle()
    #expect(answers.results.count == 1)
    #expect(loader.cached(request("a")) != nil)
    _ = loader.load(request("a"), priority: .normal, completion: answers.record)
    #expect(answers.results.count == 1, "never within the call")
    await loader.waitUntilIdle()
    #expect(answers.results.count == 2)
    #expect(loader.statistics.decoded == 1 && loader.statistics.hits == 2 && loader.statistics.inFlight == 0)
  }

  @Test(arguments: ["data:;base64,", "DATA:;base64,", "file://", "FILE://"])
  func `pictures in addresses and files are loaded whatever the case of the scheme`(start: String) async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    try Data("a".utf8).write(to: URL(fileURLWithPath: folder + "/a.png"))
    let address = start + (start.hasSuffix("//") ? folder + "/a.png" : base64("a"))
    let (loader, answers) = (makeLoader(ScriptedDecoder()), Answers())
    _ = loader.load(
      ImageRequest(source: .url(address), target: nil), priority: .normal, completion: answers.record)
    await loader.waitUntilIdle()
    #expect(answers.errors.isEmpty && answers.results.count == 1)
  }

  @Test func `equal requests are decoded once and all are answered`() async {
    // The decoder is held, so that the first decode does not end before all requests are made.
    let decoder = ScriptedDecoder(isHeld: true)
    let loader = makeLoader(decoder)
    let answers = Answers()
    for _ in 0..<5 { _ = loader.load(request("a"), priority: .normal, completion: answers.record) }
    decoder.release()
    await loader.waitUntilIdle()
    #expect(decoder.decoded == ["a"])
    #expect(answers.results.count == 5)
    #expect(loader.statistics.coalesced == 4)
  }

  @Test func `a started job finishes and is cached even without subscribers`() async {
    let decoder = ScriptedDecoder(isHeld: true)
    let loader = makeLoader(decoder)
    let answers = Answers()
    let token = loader.load(request("a"), priority: .normal, completion: answers.record)
    decoder.waitForBegin()
    token.cancel()
    decoder.release()
    await loader.waitUntilIdle()
    #expect(answers.results.isEmpty)
    #expect(loader.cached(request("a")) != nil)
  }

  @Test func `a finished result is not delivered after a cancellation`() async {
    let loader = makeLoader(ScriptedDecoder())
    let answers = Answers()
    _ = loader.load(request("a"), priority: .normal) { _ in }
    await loader.waitUntilIdle()
    loader.load(request("a"), priority: .normal, completion: answers.record).cancel()
    #expect(loader.isIdle)
    loader.deliverFinished()
    #expect(answers.results.isEmpty)
  }

  @Test func `a failed request fails again at once until it is retried`() async {
    let decoder = ScriptedDecoder()
    let loader = makeLoader(decoder)
    let answers = Answers()
    for _ in 0..<3 {
      _ = loader.load(request("bad"), priority: .normal, completion: answers.record)
      await loader.waitUntilIdle()
    }
    #expect(decoder.decoded == ["bad"])
    #expect(answers.errors == [.corrupt("bad"), .corrupt("bad"), .corrupt("bad")])
    #expect(loader.statistics.failed == 1)
    loader.retry(request("bad"))
    _ = loader.load(request("bad"), priority: .normal, completion: answers.record)
    await loader.waitUntilIdle()
    #expect(decoder.decoded == ["bad", "bad"])
  }

  @Test func `memory stays within its limit and recently used pictures stay`() async {
    let loader = makeLoader(ScriptedDecoder(side: 10), memoryLimit: 1200)
    for name in ["a", "b", "c"] {
      _ = loader.load(request(name), priority: .normal) { _ in }
      await loader.waitUntilIdle()
    }
    #expect(loader.statistics.bytes == 1200)
    #expect(loader.cached(request("a")) != nil)
    _ = loader.load(request("d"), priority: .normal) { _ in }
    await loader.waitUntilIdle()
    #expect(loader.statistics.bytes == 1200)
    #expect(loader.cached(request("b")) == nil)
    #expect(loader.cached(request("a")) != nil && loader.cached(request("d")) != nil)
    loader.memoryLimit = 500
    #expect(loader.statistics.bytes == 400 && loader.cached(request("d")) != nil)
    loader.removeAllCached()
    #expect(loader.statistics.bytes == 0)
  }

  @Test func `a completion may ask for the next picture`() async {
    let decoder = ScriptedDecoder()
    let loader = makeLoader(decoder)
    let answers = Answers()
    _ = loader.load(request("a"), priority: .normal) { _ in
      _ = loader.load(request("a"), priority: .normal, completion: answers.record)
      _ = loader.load(request("b"), priority: .normal, completion: answers.record)
    }
    await loader.waitUntilIdle()
    #expect(answers.results.count == 2)
    #expect(decoder.decoded == ["a", "b"])
  }

  @Test func `an address without a loader for it is unsupported`() async {
    let loader = makeLoader(ScriptedDecoder())
    let answers = Answers()
    _ = loader.load(
      ImageRequest(source: .url("gopher://host/a"), target: nil), priority: .normal, completion: answers.record)
    await loader.waitUntilIdle()
    guard case .unsupported(let reason) = answers.errors.first else {
      Issue.record("\(answers.results)")
      return
    }
    #expect(reason.contains("gopher://host/a"))
  }

  @Test func `a released loader does not finish its jobs`() async {
    let decoder = ScriptedDecoder(isHeld: true)
    var loader: ImagePipeline? = makeLoader(decoder)
    weak let gone = loader
    let answers = Answers()
    for name in ["a", "b"] { _ = loader?.load(request(name), priority: .normal, completion: answers.record) }
    decoder.waitForBegin()
    loader = nil
    #expect(gone == nil)
    decoder.release(2)
    await Task.yield()
    #expect(decoder.decoded.count == 1 && answers.results.isEmpty)
  }
}

import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkImageNetworking
import ScrollworkPlatform
import ScrollworkTestSupport
import Synchronization
import Testing

private let count = perBuild(debug: 400, optimized: 4000)

private func makeLoader(_ change: (inout HTTPByteLoader.Configuration) -> Void = { _ in }) -> HTTPByteLoader {
  var configuration = HTTPByteLoader.Configuration()
  configuration.usesProxies = false
  change(&configuration)
  return HTTPByteLoader(configuration: configuration)
}

/// Returns the result of one attempt.
private func fetch(
  _ address: String, by loader: HTTPByteLoader = makeLoader(), held: [UInt8] = [], known: ByteValidators? = nil,
  limit: Int = 1 << 20
) async -> ByteTransfer.Ending {
  var request = ByteRequest(address: address, byteLimit: limit)
  (request.offset, request.known) = (held.count, known)
  return await withCheckedContinuation { continuation in
    ByteTransfer(request, held: held) { continuation.resume(returning: $0) }.start(with: loader)
  }
}

private func bytes(_ ending: ByteTransfer.Ending) -> [UInt8]? {
  if case .complete(let bytes, _) = ending { bytes } else { nil }
}

private func error(_ ending: ByteTransfer.Ending) -> ByteError? {
  if case .failed(let error, _) = ending { error } else { nil }
}

private func words(_ ending: ByteTransfer.Ending) -> String { error(ending).map { "\($0)" } ?? "no error" }

@Suite(.enabled(if: OptionalLibrary.curl.isPresent, "libcurl4 is not installed"))
struct HTTPByteLoaderTests {
  @Test func `bytes come over http, redirections are followed`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    #expect(bytes(await fetch(server.address("/bytes/100000"))) == [UInt8](repeating: 7, count: 100_000))
    for path in ["/moved", "/steps/10"] { #expect(bytes(await fetch(server.address(path))) == [7, 7, 7, 7, 7]) }
    #expect(bytes(await fetch(server.address("/old/3"))) == Array("777".utf8))
    #expect(bytes(await fetch(server.address("/early"))) == Array("a".utf8))
    #expect(words(await fetch(server.address("/bytes/0"))).contains("empty"))
  }

  @Test func `unsuccessful answers are errors`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    #expect(error(await fetch(server.address("/status/404"))) == .status(404, retryAfter: nil))
    #expect(error(await fetch(server.address("/status/500"))) == .status(500, retryAfter: nil))
    #expect(error(await fetch(server.address("/status/304"))) == .status(304, retryAfter: nil))
    #expect(error(await fetch(server.address("/busy"))) == .status(503, retryAfter: 7))
    guard case .status(429, let wait?) = error(await fetch(server.address("/date"))) else {
      Issue.record("no date")
      return
    }
    #expect(wait > 1e9)
    #expect(words(await fetch(server.address("/cut"))).contains("dropped"))
    #expect(words(await fetch(server.address("/garbage"))).contains("dropped"))
    #expect(words(await fetch(server.address("/headless"))).contains("dropped"))
    for address in ["ftp://127.0.0.1/a", "http:///a", "no address", "file:///etc/passwd", "http://a b/"] {
      #expect(error(await fetch(address)) == .unsupported("the address \(address)"))
    }
  }

  @Test func `a compressed answer is refused by its head`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    #expect(GzipBomb.bytes.count > 10_000 && GzipBomb.bytes.count < GzipBomb.unpackedCount / 500)
    #expect(words(await fetch(server.address("/gzip"))).contains("packed as gzip"))
    #expect(server.requests.allSatisfy { !$0.lowercased().contains("accept-encoding") })
  }

  @Test func `only a little of an error's body is read`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    #expect(error(await fetch(server.address("/refused"))) == .status(404, retryAfter: nil))
    // The client reads 64 KB; the rest is in the system's buffers.
    #expect(server.bytesAfterRefusal < 1 << 20, "\(server.bytesAfterRefusal)")
  }

  @Test func `redirections end after ten, in a cycle, and at other protocols`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    #expect(words(await fetch(server.address("/loop"))).contains("circle"))
    #expect(words(await fetch(server.address("/circle"))).contains("circle"))
    #expect(words(await fetch(server.address("/steps/11"))).contains("too many"))
    #expect(words(await fetch(server.address("/away"))).contains("unsafe"))
    #expect(words(await fetch(server.address("/file"))).contains("unsafe"))
    let count = server.requests.count
    #expect(count == 16, "one, two, eleven, one and one")
  }

  @Test func `an answer over the limit is refused by its length or while it comes in`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    #expect(error(await fetch(server.address("/bytes/200001"), limit: 200_000)) == .tooLong(limit: 200_000))
    #expect(error(await fetch(server.address("/endless"), limit: 200_000)) == .tooLong(limit: 200_000))
    #expect(bytes(await fetch(server.address("/bytes/200000"), limit: 200_000))?.count == 200_000)
  }

  @Test func `a silent or slow server is abandoned`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    let impatient = makeLoader { $0.totalTime = 0.2 }
    #expect(words(await fetch(server.address("/silent"), by: impatient)).contains("timedOut"))
    #expect(words(await fetch(server.address("/slow/500"), by: impatient)).contains("timedOut"))
  }

  @Test func `an unanswered or silent connection is abandoned after its own time-out`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    let patient = makeLoader { $0.idleTime = 1 }
    for path in ["/silent", "/stall/10"] {
      #expect(words(await fetch(server.address(path), by: patient)).contains("timedOut"), "\(path)")
    }
    let full = try #require(FullListener())
    let impatient = makeLoader { $0.connectTime = 0.3 }
    #expect(words(await fetch("http://127.0.0.1:\(full.port)/", by: impatient)).contains("unreachable"))
    let defaults = HTTPByteLoader.Configuration()
    #expect((defaults.connectTime, defaults.idleTime, defaults.totalTime) == (10, 15, 60))
  }

  @Test func `all redirections share the time of one load`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    #expect(bytes(await fetch(server.address("/late/2")))?.count == 5)
    let impatient = makeLoader { $0.totalTime = 0.5 }
    // None of the ten answers takes that long by itself. A busy machine may not even reach the first one in time.
    let told = words(await fetch(server.address("/late/10"), by: impatient))
    #expect(told.contains("timedOut") || told.contains("no connection in time"), "\(told)")
  }

  @Test func `an unknown host or closed port is unreachable`() async throws {
    let server = try #require(TestHTTPServer())
    let address = server.address("/bytes/1")
    server.stop()
    #expect(words(await fetch(address)).contains("unreachable"))
    #expect(words(await fetch("http://no-such-host.invalid/")).contains("unreachable"))
  }

  @Test func `a broken load is resumed`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    let address = server.address("/drop/300/1000")
    guard case .failed(.dropped, let partial?) = await fetch(address) else {
      Issue.record("the connection did not break")
      return
    }
    #expect(partial.bytes == (0..<300).map { UInt8(truncatingIfNeeded: $0) })
    let ending = await fetch(address, held: partial.bytes, known: partial.validators)
    #expect(bytes(ending) == (0..<1000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(server.requests.last?.contains("Range: bytes=300-") == true)
    let changed = await fetch(address, held: partial.bytes, known: ByteValidators(entityTag: "\"other\""))
    #expect(bytes(changed)?.count == 1000)
    #expect(words(await fetch(server.address("/wrong/1"), held: [1, 2], known: partial.validators)).contains("part"))
  }

  @Test func `a valid copy is not loaded again`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    guard case .complete(_, let response) = await fetch(server.address("/marked/50")) else {
      Issue.record("no answer")
      return
    }
    #expect(response.validators.entityTag == "\"m\"" && response.freshness.maximumAge == 60 && response.length == 50)
    guard case .unchanged = await fetch(server.address("/marked/50"), known: response.validators) else {
      Issue.record("it was fetched again")
      return
    }
  }

  @Test func `header fields are sent only to their origin`() async throws {
    let (first, second) = (try #require(TestHTTPServer()), try #require(TestHTTPServer()))
    defer {
      first.stop()
      second.stop()
    }
    let loader = makeLoader { $0.fields = [first.address(""): ["Authorization": "secret\r\nX: y"]] }
    _ = await fetch(first.address("/moved"), by: loader)
    _ = await fetch(second.address("/bytes/1"), by: loader)
    #expect(first.requests.allSatisfy { $0.contains("Authorization: secretX: y\r\n") } && first.requests.count == 2)
    #expect(bytes(await fetch(first.address("/port/\(second.port)"), by: loader))?.count == 5)
    #expect(first.requests.last?.contains("secret") == true)
    #expect(second.requests.allSatisfy { !$0.contains("secret") } && second.requests.count == 2)
  }

  @MainActor
  @Test func `a redirected picture is stored under the requested address`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    var configuration = ImagePipelineConfiguration()
    configuration.diskCache = ImageDiskCacheConfiguration(folder: folder)
    let parts = PipelineCore.Parts(decoder: ScriptedDecoder(), byteLoader: makeLoader())
    let core = PipelineCore(configuration, parts)
    let pipeline = ImagePipeline(core: core, hasThreads: false)
    let request = ImageRequest(source: .url(server.address("/moved")), target: nil)
    var result: Result<Bitmap, ImageError>?
    _ = pipeline.load(request, priority: .visible) { result = $0 }
    while result == nil {
      while core.readNext() || core.decodeNext() || core.upkeepNext() {}
      pipeline.deliverFinished()
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect((try? result?.get()) != nil)
    let cache = makeDiskCache(folder, clock: SystemPipelineClock())
    #expect(cache.read(server.address("/moved"))?.bytes.count == 5 && cache.count().entries == 1)
  }

  @Test func `every load is answered once, cancelled or not`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    let loader = makeLoader()
    var endings: [ByteTransfer.Ending] = []
    for start in stride(from: 0, to: count, by: 40) {
      await withTaskGroup { group in
        for index in start..<start + 40 {
          group.addTask {
            await withCheckedContinuation { continuation in
              let request = ByteRequest(address: server.address("/bytes/60000"), byteLimit: 1 << 20)
              let transfer = ByteTransfer(request, held: []) { continuation.resume(returning: $0) }
              transfer.start(with: loader)
              if index.isMultiple(of: 2) { transfer.cancel() }
            }
          }
        }
        for await ending in group { endings.append(ending) }
      }
    }
    let whole = endings.count { bytes($0)?.count == 60_000 }
    let cancelled = endings.count { error($0) == .cancelled }
    // A load may end before its cancellation.
    #expect(whole >= count / 2 && whole + cancelled == count, "\(whole) whole, \(cancelled) cancelled")
  }
}

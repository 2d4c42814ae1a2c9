import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkImageNetworking
import Synchronization
import Testing

/// The answer for an address.
private func fetch(_ address: String, by loader: URLByteLoader = URLByteLoader()) async -> Result<[UInt8], ImageError> {
  await withCheckedContinuation { continuation in
    _ = loader.load(address) { continuation.resume(returning: $0) }
  }
}

private func reason(_ result: Result<[UInt8], ImageError>) -> String {
  switch result {
  case .failure(.unreadable(_, let reason)): reason
  case .failure(let error): "\(error)"
  case .success(let bytes): "\(bytes.count) bytes"
  }
}

#if DEBUG
  private let count = 200
#else
  private let count = 2000
#endif

/// One after another: while it waits for an answer FoundationNetworking keeps half a core busy.
@Suite(.serialized) struct URLByteLoaderTests {
  @Test func `bytes come over http, redirections are followed`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    #expect(await fetch(server.address("/bytes/100000")) == .success([UInt8](repeating: 7, count: 100_000)))
    #expect(await fetch(server.address("/bytes/0")) == .success([]))
    #expect(await fetch(server.address("/moved")) == .success([7, 7, 7, 7, 7]))
  }

  @Test func `answers that are no picture's bytes are errors`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    #expect(reason(await fetch(server.address("/status/404"))).contains("404"))
    #expect(reason(await fetch(server.address("/status/500"))).contains("500"))
    #expect(reason(await fetch(server.address("/loop"))) == "too many redirections")
    #expect(reason(await fetch(server.address("/away"))) == "a redirection to an unsafe address")
    for address in ["ftp://127.0.0.1/a", "http:///a", "no address", "file:///etc/passwd"] {
      #expect(await fetch(address) == .failure(.unsupported("the address \(address)")))
    }
    if case .success = await fetch(server.address("/cut")) { Issue.record("a cut answer was taken for whole") }
  }

  @Test func `an answer over the limit is refused by its length or while it comes in`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    var limits = URLByteLoader.Limits()
    limits.byteCount = 200_000
    let loader = URLByteLoader(limits: limits)
    #expect(reason(await fetch(server.address("/bytes/200001"), by: loader)).contains("200001 bytes are more"))
    #expect(reason(await fetch(server.address("/endless"), by: loader)).contains("longer than the limit"))
    #expect(reason(await fetch(server.address("/bytes/200000"), by: loader)) == "200000 bytes")
  }

  @Test func `a server that says nothing is given up`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    var limits = URLByteLoader.Limits()
    limits.totalTime = 0.1
    let result = await fetch(server.address("/silent"), by: URLByteLoader(limits: limits))
    #expect(reason(result).contains("took more than"))
  }

  @Test func `a nobody at home is an error that can be read`() async throws {
    let server = try #require(TestHTTPServer())
    let address = server.address("/bytes/1")
    server.stop()
    let result = await fetch(address)
    guard case .failure(.unreadable(address, _)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `every load is answered once, cancelled or not`() async throws {
    let server = try #require(TestHTTPServer())
    defer { server.stop() }
    let loader = URLByteLoader()
    var answers: [Result<[UInt8], ImageError>] = []
    for start in stride(from: 0, to: count, by: 20) {
      await withTaskGroup { group in
        for index in start..<start + 20 {
          group.addTask {
            await withCheckedContinuation { continuation in
              let token = loader.load(server.address("/bytes/60000")) { continuation.resume(returning: $0) }
              if index.isMultiple(of: 2) { token.cancel() }
            }
          }
        }
        for await answer in group { answers.append(answer) }
      }
    }
    let whole = answers.filter { (try? $0.get().count) == 60_000 }.count
    let cancelled = answers.filter { $0 == .failure(.cancelled) }.count
    // A load may be done before it is cancelled.
    #expect(whole >= count / 2 && whole + cancelled == count, "\(whole) whole, \(cancelled) cancelled")
  }
}

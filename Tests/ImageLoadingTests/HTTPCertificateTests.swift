import Foundation
import ScrollworkImageLoading
import ScrollworkImageNetworking
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let openssl = "/usr/bin/openssl"

/// The number of concurrent loads of a typical list.
private let atOnce = 8

private let safeLoads = perBuild(debug: 80, optimized: 2000)

/// An `openssl s_server` with an unknown certificate. The files of its folder are whole answers, including the heads.
private final class SecureServer {
  let certificate: String
  private let port: Int
  private let process = Process()

  func address(_ name: String) -> String { "https://127.0.0.1:\(port)/\(name)" }

  /// Starts a server; fails if openssl cannot be started.
  init?(in folder: String, port: Int, answers: [String: String]) throws {
    certificate = folder + "/certificate.pem"
    self.port = port
    for (name, answer) in answers { try Data(answer.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    let key = folder + "/key.pem"
    let making = Process()
    Self.prepare(
      making, in: folder,
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
        "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
      ])
    try making.run()
    making.waitUntilExit()
    guard making.terminationStatus == 0 else { return nil }
    Self.prepare(
      process, in: folder,
      ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key, "-HTTP", "-quiet"])
    try process.run()
  }

  deinit { process.terminate() }

  private static func prepare(_ process: Process, in folder: String, _ arguments: [String]) {
    process.executableURL = URL(fileURLWithPath: openssl)
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
  }
}

/// Returns the result of one attempt. Repeats the attempt until the server is running.
private func fetch(
  _ address: String, trusting certificate: String?, usesProxies: Bool = false
) async -> ByteTransfer.Ending {
  var configuration = HTTPByteLoader.Configuration()
  configuration.usesProxies = usesProxies
  configuration.certificates = certificate
  let loader = HTTPByteLoader(configuration: configuration)
  for _ in 0..<100 {
    let ending = await withCheckedContinuation { continuation in
      let request = ByteRequest(address: address, byteLimit: 1 << 20)
      ByteTransfer(request, held: []) { continuation.resume(returning: $0) }.start(with: loader)
    }
    guard case .failed(.unreachable, _) = ending else { return ending }
    try? await Task.sleep(for: .milliseconds(50))
  }
  return .failed(.dropped("the server did not come up"), partial: nil)
}

@Suite(
  .enabled(if: OptionalLibrary.curl.isPresent, "libcurl4 is not installed"),
  .enabled(if: FileManager.default.isExecutableFile(atPath: openssl), "openssl is not installed"))
struct HTTPCertificateTests {
  @Test func `certificates are checked, and no redirection leads from https to http`() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let plain = try #require(TestHTTPServer())
    defer { plain.stop() }
    // The port was free a moment ago.
    let other = try #require(TestHTTPServer())
    other.stop()
    let picture = "seven bytes of a picture"
    let answers = [
      "picture": "HTTP/1.1 200 Text\r\nContent-Length: \(picture.utf8.count)\r\nConnection: close\r\n\r\n\(picture)",
      "down": "HTTP/1.1 302 Text\r\nLocation: \(plain.address("/bytes/5"))\r\nConnection: close\r\n\r\n",
    ]
    let server = try #require(try SecureServer(in: folder, port: Int(other.port), answers: answers))
    let trusted = await fetch(server.address("picture"), trusting: server.certificate)
    guard case .complete(let bytes, _) = trusted else {
      Issue.record("\(trusted)")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == picture)
    let refused = await fetch(server.address("picture"), trusting: nil)
    guard case .failed(.untrusted, _) = refused else {
      Issue.record("\(refused)")
      return
    }
    let downgraded = await fetch(server.address("down"), trusting: server.certificate)
    guard case .failed(.redirection(let words), _) = downgraded else {
      Issue.record("\(downgraded)")
      return
    }
    #expect(words.contains("unsafe") && plain.requests.isEmpty)
    let upgraded = await fetch(plain.address("/secure/\(other.port)"), trusting: server.certificate)
    guard case .complete(let same, _) = upgraded else {
      Issue.record("\(upgraded)")
      return
    }
    #expect(same == bytes, "from http to https")
  }

  @Test func `every load over https is answered once, cancelled at any time or not`() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let other = try #require(TestHTTPServer())
    other.stop()
    let body = String(repeating: "7", count: 60_000)
    let answers = [
      "picture": "HTTP/1.1 200 Text\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    ]
    let server = try #require(try SecureServer(in: folder, port: Int(other.port), answers: answers))
    guard case .complete = await fetch(server.address("picture"), trusting: server.certificate) else {
      Issue.record("the server did not come up")
      return
    }
    var configuration = HTTPByteLoader.Configuration()
    (configuration.usesProxies, configuration.certificates) = (false, server.certificate)
    // The times are long, because the server handles only one connection at a time and the machine may be busy.
    (configuration.connectTime, configuration.idleTime, configuration.totalTime) = (1000, 1000, 1000)
    let loader = HTTPByteLoader(configuration: configuration)
    var random = SeededGenerator(seed: 20)
    var (whole, cancelled) = (0, 0)
    for _ in 0..<safeLoads / atOnce {
      let pauses = (0..<atOnce).map { $0.isMultiple(of: 2) ? Int.random(in: 0...20, using: &random) : nil }
      for ending in await load(pauses, from: server.address("picture"), by: loader) {
        switch ending {
        case .complete(let bytes, _): whole += bytes.count == body.utf8.count ? 1 : 0
        case .failed(.cancelled, _): cancelled += 1
        case .failed, .unchanged: Issue.record("\(ending)")
        }
      }
    }
    #expect(whole >= safeLoads / 2 && whole + cancelled == safeLoads, "\(whole) whole, \(cancelled) cancelled")
    #expect(cancelled > safeLoads / 10)
  }

  /// Starts one load for each element of `pauses` and returns how each ended. A load is cancelled after that many
  /// milliseconds, or never if the element is nil.
  private func load(
    _ pauses: [Int?], from address: String, by loader: HTTPByteLoader
  ) async -> [ByteTransfer.Ending] {
    await withTaskGroup { group in
      for pause in pauses {
        group.addTask {
          await withCheckedContinuation { continuation in
            let request = ByteRequest(address: address, byteLimit: 1 << 20)
            let transfer = ByteTransfer(request, held: []) { continuation.resume(returning: $0) }
            transfer.start(with: loader)
            guard let pause else { return }
            inBackground {
              usleep(UInt32(pause) * 1000)
              transfer.cancel()
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// The head of the proxy's answer must not be taken for that of the server.
  @Test func `through a proxy the answer is the server's`() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let other = try #require(TestHTTPServer())
    other.stop()
    let answers = [
      "picture":
        "HTTP/1.1 200 Text\r\nContent-Length: 5\r\nETag: \"m\"\r\nCache-Control: no-store\r\nConnection: close\r\n\r\nbytes",
      "none": "HTTP/1.1 404 Text\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnone",
    ]
    let server = try #require(try SecureServer(in: folder, port: Int(other.port), answers: answers))
    _ = await fetch(server.address("none"), trusting: server.certificate)
    let proxy = try #require(ConnectProxy())
    defer { proxy.stop() }
    await #expect(processExitsWith: .success) {
      [
        proxy = "http://127.0.0.1:\(proxy.port)" as String, picture = server.address("picture") as String,
        none = server.address("none") as String, certificate = server.certificate as String
      ] in
      setenv("https_proxy", proxy, 1)
      for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
      let found = await fetch(picture, trusting: certificate, usesProxies: true)
      guard case .complete(let bytes, let response) = found else { fatalError("\(found)") }
      #expect(bytes == Array("bytes".utf8) && response.length == 5)
      #expect(response.validators.entityTag == "\"m\"" && response.freshness.isPrivate)
      let missing = await fetch(none, trusting: certificate, usesProxies: true)
      guard case .failed(.status(404, _), _) = missing else { fatalError("\(missing)") }
    }
    #expect(proxy.connectionCount >= 2)
  }
}

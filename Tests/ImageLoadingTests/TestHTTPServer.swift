import Glibc
import Synchronization

/// A server on this machine, running as long as the object lives. The path of a request decides the answer:
///
/// - `/bytes/N`: N bytes; `/slow/N`: N bytes, one every 20 ms; `/stall/N`: N bytes of a thousand, then nothing.
/// - `/status/N`: status N; `/busy` and `/date`: an error status with a `Retry-After` header; `/refused`: status 404
///   with an endless body.
/// - `/endless`: an endless body without a length; `/cut`: fewer bytes than promised; `/silent`: nothing.
/// - `/loop`: a redirection to itself; `/circle`: to another path and back; `/steps/N`: N redirections; `/late/N`: N
///   redirections, each after 0.1 s; `/moved`: one to `/bytes/5`.
/// - `/port/N`: a redirection to another port; `/secure/N`: one to https; `/away`: to another protocol; `/file`: to a
///   file.
/// - `/old/N`: N bytes by HTTP/1.0; `/gzip`: a hundred megabytes of zeros, compressed to a thousandth.
/// - `/marked/N`: N bytes with a validator: all, the rest or none, as the request asks; `/drop/K/N`: the same, but the
///   first connection breaks after K bytes; `/wrong/N`: the wrong part.
/// - `/garbage`: no HTTP; `/headless`: a head without an end.
final class TestHTTPServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let isStopped = Mutex(false)
  private let heads = Mutex<[String]>([])

  private let sentAfterRefusal = Mutex(0)

  /// The number of bytes sent after the head of `/refused`.
  var bytesAfterRefusal: Int { sentAfterRefusal.withLock { $0 } }

  /// The heads of all requests, in order.
  var requests: [String] { heads.withLock { $0 } }

  init?() {
    guard let listener = Self.listen(backlog: 128) else { return nil }
    (self.listener, port) = listener
    inBackground { [self] in acceptAll() }
  }

  /// Opens a listening socket on a free port.
  static func listen(backlog: Int32) -> (socket: Int32, port: UInt16)? {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = loopbackAddress(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && Glibc.listen(listener, backlog) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    return isBound ? (listener, UInt16(bigEndian: address.sin_port)) : nil
  }

  func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  func stop() {
    isStopped.withLock { $0 = true }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func acceptAll() {
    while !isStopped.withLock({ $0 }) {
      let connection = accept(listener, nil, nil)
      // Otherwise a program that another test starts at this moment would inherit the socket and keep it open.
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      if connection >= 0 { inBackground { [self] in serve(connection) } }
    }
  }

  /// Sends one answer and closes the connection.
  private func serve(_ connection: Int32) {
    defer { close(connection) }
    let head = readRequest(connection)
    let earlier = heads.withLock { heads in
      heads.append(head)
      return heads.count - 1
    }
    let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let parts = path.split(separator: "/")
    let number = parts.last.flatMap { Int($0) } ?? 0
    if let text = fault(parts.first.map(String.init) ?? "", number) {
      write(connection, Array(text.utf8))
      return
    }
    switch parts.first {
    case "bytes": send(connection, status: 200, length: number, body: number)
    case "status": send(connection, status: number, length: 4, body: 4)
    case "cut": send(connection, status: 200, length: 1000, body: 10)
    case "stall":
      send(connection, status: 200, length: 1000, body: number)
      waitForEnd(connection)
    case "slow":
      send(connection, status: 200, length: number, body: 0)
      for _ in 0..<number where write(connection, [7]) { usleep(20_000) }
    case "late":
      usleep(100_000)
      write(connection, Array(Self.redirection(to: number > 1 ? "/late/\(number - 1)" : "/bytes/5").utf8))
    case "endless": while send(connection, status: 200, length: nil, body: 1 << 16) {}
    case "refused":
      // The buffer is small, because otherwise the system would accept megabytes that nobody reads.
      var least: Int32 = 1 << 14
      setsockopt(connection, SOL_SOCKET, SO_SNDBUF, &least, socklen_t(MemoryLayout<Int32>.size))
      if send(connection, status: 404, length: nil, body: 0) {
        while write(connection, [UInt8](repeating: 7, count: 1 << 14)) { sentAfterRefusal.withLock { $0 += 1 << 14 } }
      }
    case "gzip":
      let bomb = GzipBomb.bytes
      let head = "HTTP/1.1 200 Text\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
      write(connection, Array(head.utf8) + bomb)
    case "headless": while write(connection, Array("HTTP/1.1 200 Text\r\nField: a\r\n".utf8)) {}
    case "marked": sendMarked(connection, head, number)
    case "drop":
      let first = parts.dropFirst().first.flatMap { Int($0) } ?? 0
      sendMarked(connection, head, number, cut: earlier == 0 ? first : nil)
    default: waitForEnd(connection)
    }
  }

  private static func redirection(to target: String) -> String {
    "HTTP/1.1 302 Text\r\nLocation: \(target)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
  }

  /// Returns a whole answer with one fault.
  private func fault(_ kind: String, _ number: Int) -> String? {
    let redirect = Self.redirection
    switch kind {
    case "loop": return redirect("/loop")
    case "circle": return redirect("/elcric")
    case "elcric": return redirect("/circle")
    case "steps": return redirect(number > 1 ? "/steps/\(number - 1)" : "/bytes/5")
    case "moved": return redirect("/bytes/5")
    case "port": return redirect("http://127.0.0.1:\(number)/bytes/5")
    case "secure": return redirect("https://127.0.0.1:\(number)/picture")
    case "away": return redirect("ftp://127.0.0.1/a")
    case "file": return redirect("file:///etc/passwd")
    case "busy": return "HTTP/1.1 503 Text\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"
    case "date": return "HTTP/1.1 429 Text\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\nContent-Length: 0\r\n\r\n"
    case "old": return "HTTP/1.0 200 Text\r\n\r\n" + String(repeating: "7", count: number)
    case "wrong": return "HTTP/1.1 206 Text\r\nContent-Range: bytes 9-10/11\r\nContent-Length: 2\r\n\r\nab"
    case "garbage": return "good morning\r\n\r\n"
    case "early": return "HTTP/1.1 103 Text\r\nLink: a\r\n\r\nHTTP/1.1 200 Text\r\nContent-Length: 1\r\n\r\na"
    default: return nil
    }
  }

  /// Sends bytes that follow from their offsets, with validators: all, the rest, or none if the request has a valid
  /// copy.
  private func sendMarked(_ connection: Int32, _ head: String, _ count: Int, cut: Int? = nil) {
    let mark = "ETag: \"m\"\r\nAccept-Ranges: bytes\r\nCache-Control: max-age=60\r\n"
    if head.contains("If-None-Match: \"m\"") {
      send(connection, status: 304, headers: mark, length: nil, body: 0)
      return
    }
    let asked = head.firstRange(of: "Range: bytes=").map { head[$0.upperBound...].prefix { $0.isNumber } }
    let start = head.contains("If-Range: \"m\"") ? asked.flatMap { Int($0) } ?? 0 : 0
    let bytes = (start..<count).map { UInt8(truncatingIfNeeded: $0) }
    let range = start > 0 ? "Content-Range: bytes \(start)-\(count - 1)/\(count)\r\n" : ""
    send(connection, status: start > 0 ? 206 : 200, headers: mark + range, length: bytes.count, body: 0)
    write(connection, Array(bytes.prefix(cut ?? count)))
  }

  @discardableResult
  private func send(_ connection: Int32, status: Int, headers: String = "", length: Int?, body: Int) -> Bool {
    let length = length.map { "Content-Length: \($0)\r\n" } ?? ""
    let head = "HTTP/1.1 \(status) Text\r\n\(headers)\(length)Connection: close\r\n\r\n"
    return write(connection, Array(head.utf8) + [UInt8](repeating: 7, count: body))
  }

  @discardableResult
  private func write(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private func readRequest(_ connection: Int32) -> String {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      request += buffer.prefix(count)
    }
    return String(decoding: request, as: UTF8.self)
  }

  /// Waits until the client closes the connection.
  private func waitForEnd(_ connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }
}

func loopbackAddress(port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  address.sin_port = port.bigEndian
  return address
}

/// A port whose queue of connections is full, so that the system accepts no others.
final class FullListener {
  let port: UInt16
  private var sockets: [Int32]

  init?() {
    guard let (listener, port) = TestHTTPServer.listen(backlog: 0) else { return nil }
    self.port = port
    sockets = [listener]
    for _ in 0..<8 {
      let waiting = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = loopbackAddress(port: port)
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(waiting, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      sockets.append(waiting)
    }
  }

  deinit { for socket in sockets { close(socket) } }
}

/// Runs `body` on a new thread.
func inBackground(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let argument = Unmanaged.passRetained(Box(body))
  let status = pthread_create(
    &thread, nil,
    { argument in
      if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    }, argument.toOpaque())
  if status == 0 { pthread_detach(thread) }
}

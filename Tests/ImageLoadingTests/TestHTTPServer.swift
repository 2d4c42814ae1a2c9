import Glibc
import Synchronization

/// A server on this machine that answers by the path of the request, for as long as it lives.
///
/// `/bytes/N` N bytes; `/status/N` that status; `/endless` more and more, without a length; `/cut` fewer bytes than it
/// promised; `/silent` nothing; `/loop` a redirection to itself; `/moved` one to `/bytes/5`; `/away` one to another protocol.
final class TestHTTPServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let isStopped = Mutex(false)

  init?() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { return nil }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    inBackground { [self] in acceptAll() }
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
      if connection >= 0 { inBackground { [self] in serve(connection) } }
    }
  }

  /// One answer for each connection.
  private func serve(_ connection: Int32) {
    defer { close(connection) }
    let path = readRequest(connection).split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let number = path.split(separator: "/").last.flatMap { Int($0) } ?? 0
    switch path.split(separator: "/").first {
    case "bytes": send(connection, status: 200, length: number, body: number)
    case "status": send(connection, status: number, length: 4, body: 4)
    case "cut": send(connection, status: 200, length: 1000, body: 10)
    case "loop": send(connection, status: 302, headers: "Location: /loop\r\n", length: 0, body: 0)
    case "moved": send(connection, status: 301, headers: "Location: /bytes/5\r\n", length: 0, body: 0)
    case "away": send(connection, status: 302, headers: "Location: ftp://127.0.0.1/a\r\n", length: 0, body: 0)
    case "endless": while send(connection, status: 200, length: nil, body: 1 << 16) {}
    default: waitForEnd(connection)
    }
  }

  @discardableResult
  private func send(_ connection: Int32, status: Int, headers: String = "", length: Int?, body: Int) -> Bool {
    let length = length.map { "Content-Length: \($0)\r\n" } ?? ""
    let head = "HTTP/1.1 \(status) Text\r\n\(headers)\(length)Connection: close\r\n\r\n"
    let bytes = Array(head.utf8) + [UInt8](repeating: 7, count: body)
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

  /// Until the other side closes.
  private func waitForEnd(_ connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }
}

/// Runs `body` on a thread of its own.
private func inBackground(_ body: @escaping @Sendable () -> Void) {
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

import Glibc
import Synchronization

/// A local proxy that forwards connections, as browsers use for https.
final class ConnectProxy: Sendable {
  let port: UInt16
  private let listener: Int32
  private let state = Mutex((isStopped: false, connections: 0))

  /// The number of forwarded connections.
  var connectionCount: Int { state.withLock { $0.connections } }

  init?() {
    guard let listener = TestHTTPServer.listen(backlog: 16) else { return nil }
    (self.listener, port) = listener
    inBackground { [self] in acceptAll() }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func acceptAll() {
    while !state.withLock({ $0.isStopped }) {
      let client = accept(listener, nil, nil)
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      if client >= 0 { inBackground { [self] in serve(client) } }
    }
  }

  /// Reads `CONNECT 127.0.0.1:PORT HTTP/1.1` and an empty line. Then relays bytes between the client and that port.
  private func serve(_ client: Int32) {
    defer { close(client) }
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
      guard recv(client, &byte, 1, 0) == 1 else { return }
      head.append(byte)
    }
    let words = String(decoding: head, as: UTF8.self).split(separator: " ")
    guard words.first == "CONNECT", let port = words[1].split(separator: ":").last.flatMap({ UInt16($0) }) else {
      return
    }
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(server) }
    var address = loopbackAddress(port: port)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return }
    state.withLock { $0.connections += 1 }
    let answer = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    guard send(client, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { return }
    relay(client, server)
  }

  /// Relays bytes until one side closes.
  private func relay(_ first: Int32, _ second: Int32) {
    var sockets = [
      pollfd(fd: first, events: Int16(POLLIN), revents: 0), pollfd(fd: second, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while poll(&sockets, 2, -1) > 0 {
      for (index, socket) in sockets.enumerated() where socket.revents != 0 {
        let count = recv(socket.fd, &buffer, buffer.count, 0)
        guard count > 0, send(sockets[1 - index].fd, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
      }
    }
  }
}

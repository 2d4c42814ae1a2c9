import Foundation
import ScrollworkPlatform
import Testing

@Test func `without a bus the result is nil at once`() {
  #expect(DesktopSettings.read(address: nil) == nil)
  #expect(DesktopSettings.read(address: "unix:path=/nowhere/at/all") == nil)
  #expect(DesktopSettings.read(address: "nonsense") == nil)
  #expect(DesktopSettings.read(address: "unix:path=/nowhere", timeout: 0) == nil)
}

@Test func `a silent bus is abandoned after the time-out`() throws {
  let bus = try #require(SilentSocket())
  let start = ProcessStatistics.monotonicNanoseconds
  #expect(DesktopSettings.read(address: bus.address, timeout: 50) == nil)
  #expect(ProcessStatistics.monotonicNanoseconds - start >= 40_000_000)
}

@Test func `reading in the background always calls its completion`() async {
  await withCheckedContinuation { continuation in
    DesktopSettings.read { _ in continuation.resume() }
  }
}

/// A socket that accepts connections into its queue and never answers.
private final class SilentSocket {
  let path: String
  private let file: Int32

  init?() {
    path = NSTemporaryDirectory() + "/bus-" + UUID().uuidString.prefix(8)
    file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let isListening = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(file, 4) == 0
      }
    }
    guard isListening else { return nil }
  }

  deinit {
    close(file)
    unlink(path)
  }

  var address: String { "unix:path=" + path }
}

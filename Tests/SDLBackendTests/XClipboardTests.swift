import Glibc
import ScrollworkHostInterface
import ScrollworkSDLBackend
import Synchronization
import Testing

// Exchange of any format with other programs through a real X server. Two connections stand for two programs.

/// Whether tests can connect to an X server.
private let hasServer = getenv("DISPLAY") != nil && anchor != nil

/// A connection for the whole run: a server that loses its last one restarts, and refuses others meanwhile.
private let anchor = XClipboard()

private func read(_ clipboard: XClipboard, _ types: [String]) async -> ClipboardItem? {
  await withCheckedContinuation { continuation in
    clipboard.read(types) { continuation.resume(returning: $0) }
  }
}

@Suite(.serialized, .enabled(if: hasServer)) struct XClipboardTests {
  @Test(arguments: [0, 1, 65_536, 65_537, 3_000_000])
  func `another program gets the format that it prefers, whole`(count: Int) async throws {
    let (ours, other) = (try #require(XClipboard()), try #require(XClipboard()))
    defer { for clipboard in [ours, other] { clipboard.close() } }
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    ours.offer([ClipboardItem(type: "text/uri-list", bytes: bytes), ClipboardItem(text: "words ✓")])
    #expect(ours.isOwner)
    var found: ClipboardItem?
    // The other program may ask before the server knows of the offer.
    for _ in 0..<2_000 where found == nil {
      found = await read(other, ["image/png", "text/uri-list"])
      if found == nil { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(found?.type == "text/uri-list" && found?.bytes == bytes)
    let text = await read(other, [ClipboardItem.plainText])
    #expect(text == ClipboardItem(text: "words ✓"))
    let missing = await read(other, ["image/png"])
    #expect(missing == nil)
    let own = await read(ours, ["text/uri-list"])
    #expect(own?.bytes == bytes)
  }

  @Test func `the last offer wins, and the former owner knows`() async throws {
    let (ours, other) = (try #require(XClipboard()), try #require(XClipboard()))
    defer { for clipboard in [ours, other] { clipboard.close() } }
    ours.offer([ClipboardItem(text: "first")])
    for _ in 0..<2_000 {
      if await read(other, [ClipboardItem.plainText]) != nil { break }
      try await Task.sleep(for: .milliseconds(1))
    }
    other.offer([ClipboardItem(text: "second")])
    for _ in 0..<2_000 where ours.isOwner { try await Task.sleep(for: .milliseconds(1)) }
    #expect(!ours.isOwner && other.isOwner)
    let text = await read(ours, [ClipboardItem.plainText])
    #expect(text == ClipboardItem(text: "second"))
  }

  @Test func `without an offer there is nothing to read`() async throws {
    let (ours, other) = (try #require(XClipboard()), try #require(XClipboard()))
    ours.offer([ClipboardItem(text: "x")])
    ours.close()
    var found = await read(other, [ClipboardItem.plainText])
    for _ in 0..<2_000 where found != nil {
      found = await read(other, [ClipboardItem.plainText])
      if found != nil { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(found == nil)
    other.close()
    let after = await read(other, [ClipboardItem.plainText])
    #expect(after == nil, "a closed clipboard answers")
  }
}

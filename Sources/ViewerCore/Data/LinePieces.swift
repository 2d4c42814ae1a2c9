import Glibc
import ScrollworkPlatform

/// A line, or a part of a line that is too long to be held at once.
struct LinePiece {
  /// Without the newline, but with a carriage return before it.
  let bytes: UnsafeRawBufferPointer
  /// True if the line begins here.
  let isStart: Bool
  /// True if the line ends here.
  let isEnd: Bool
  /// True if a newline follows.
  let hasNewline: Bool

  /// The bytes as they are shown: without a carriage return at the end.
  var text: UnsafeRawBufferPointer {
    isEnd && bytes.last == 0x0D ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes
  }
}

extension LinePiece {
  /// The bytes as they are shown, without the mark that may stand before the first line.
  /// - Parameter line: Of the file or stream, from 0.
  func text(ofLine line: Int) -> UnsafeRawBufferPointer {
    guard line == 0, isStart else { return text }
    return UnsafeRawBufferPointer(rebasing: text.dropFirst(ByteOrderMark.count(at: text)))
  }
}

/// Says at the beginning of a file that what follows is UTF-8; it is no part of the text.
enum ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// How many bytes it takes at the start of `text`; none if it is not there.
  static func count(at text: some Collection<UInt8>) -> Int { text.starts(with: bytes) ? bytes.count : 0 }
}

/// Reads lines one after another in memory that does not grow with the input.
struct LinePieces: ~Copyable {
  private var buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  /// True while the pieces of a long line are delivered.
  private var isInLine = false

  /// Longer lines come in pieces.
  static let longest = 1 << 23
  private static let readSize = 1 << 18

  init() {
    buffer = .allocate(byteCount: Self.readSize, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Calls `body` with each piece until it returns false.
  /// - Parameter read: Fills a buffer and returns how many bytes it got; 0 at the end.
  mutating func forEach(
    read: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int,
    _ body: (LinePiece) throws(FileError) -> Bool
  ) throws(FileError) {
    while true {
      let count = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      filled += count
      guard try deliverLines(body) else { return }
      if count == 0 {
        if filled > 0 || isInLine { _ = try deliver(UnsafeRawBufferPointer(buffer)[..<filled], isEnd: true, body) }
        return
      }
      if filled == buffer.count, try !makeRoom(body) { return }
    }
  }

  /// Delivers what is complete and moves the rest to the front.
  private mutating func deliverLines(_ body: (LinePiece) throws(FileError) -> Bool) throws(FileError) -> Bool {
    guard let base = buffer.baseAddress else { return false }
    var position = 0
    while let found = memchr(base + position, 0x0A, filled - position) {
      let end = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
      let line = UnsafeRawBufferPointer(buffer)[position..<end]
      guard try deliver(line, isEnd: true, newline: true, body) else { return false }
      position = end + 1
    }
    if position > 0, position < filled { memmove(base, base + position, filled - position) }
    filled -= position
    return true
  }

  /// The buffer holds a part of one line only: makes it larger, or delivers the part.
  private mutating func makeRoom(_ body: (LinePiece) throws(FileError) -> Bool) throws(FileError) -> Bool {
    guard buffer.count >= Self.longest else {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
      buffer.deallocate()
      buffer = larger
      return true
    }
    // Cut between characters; the bytes of one that is not complete stay.
    var cut = filled
    while filled - cut < 3, buffer[cut - 1] & 0xC0 == 0x80 { cut -= 1 }
    cut = buffer[cut - 1] >= 0xC0 ? cut - 1 : filled
    guard try deliver(UnsafeRawBufferPointer(buffer)[..<cut], isEnd: false, body) else { return false }
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[cut..<filled]))
    filled -= cut
    return true
  }

  private mutating func deliver(
    _ bytes: Slice<UnsafeRawBufferPointer>, isEnd: Bool, newline: Bool = false,
    _ body: (LinePiece) throws(FileError) -> Bool
  ) throws(FileError) -> Bool {
    let piece = LinePiece(
      bytes: UnsafeRawBufferPointer(rebasing: bytes), isStart: !isInLine, isEnd: isEnd, hasNewline: newline)
    isInLine = !isEnd
    return try body(piece)
  }
}

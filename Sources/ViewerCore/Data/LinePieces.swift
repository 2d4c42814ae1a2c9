import Glibc
import ScrollworkPlatform

/// A line, or a part of a line that is too long for the buffer.
struct LinePiece {
  /// The bytes without the newline, but with a carriage return before it.
  let bytes: UnsafeRawBufferPointer
  /// Whether the piece is the start of a line.
  let isStart: Bool
  /// Whether the piece is the end of a line.
  let isEnd: Bool
  /// Whether a newline follows the piece.
  let hasNewline: Bool
  /// Whether the piece is known to have no escape sequences.
  let isPlain: Bool

  /// The bytes to show, without a carriage return at the end.
  @inline(__always)
  var text: UnsafeRawBufferPointer {
    isEnd && bytes.last == 0x0D ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes
  }
}

extension LinePiece {
  /// Makes the piece of a whole line.
  /// - Parameter line: The bytes without the newline.
  init(line: UnsafeRawBufferPointer) {
    self.init(bytes: line, isStart: true, isEnd: true, hasNewline: true, isPlain: false)
  }

  /// Returns the bytes to show. In line 0 they begin after the byte order mark of the file.
  /// - Parameter line: The line number, counted from 0.
  @inline(__always)
  func text(ofLine line: Int) -> UnsafeRawBufferPointer {
    guard line == 0, isStart else { return text }
    return UnsafeRawBufferPointer(rebasing: text.dropFirst(ByteOrderMark.count(at: text)))
  }
}

/// The byte order mark of UTF-8, which is no part of the text.
enum ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the length of the mark at the start of `text`; 0 if there is none.
  static func count(at text: some Collection<UInt8>) -> Int { text.starts(with: bytes) ? bytes.count : 0 }
}

/// Reads lines one after another in bounded memory.
struct LinePieces: ~Copyable {
  /// The buffer. Its content begins with the line that is being read, or with the rest of a long one.
  private var buffer: UnsafeMutableRawBufferPointer
  /// The number of filled bytes at the start of the buffer.
  private var filled = 0
  /// Whether the buffer starts in the middle of a long line.
  private var isInLine = false
  /// Whether a line was delivered.
  private var hasBegun = false
  private var encoding: CharacterEncoding
  /// The search for the encoding in the bytes after the first ones, and the number of these and of all bytes so far.
  private var late = LateEncoding()
  private let detected: Int
  private var count = 0
  /// The length in bytes from which a line is delivered in pieces.
  private let longestPiece: Int

  /// The largest length of a line that filters get as a whole, in bytes. It equals the limit for a row of a table.
  static let longestSearched = CSVReader.longestRow
  /// The initial size of the buffer, in bytes.
  private static let readSize = 1 << 18

  /// Creates a reader of a text in an encoding.
  /// - Parameter detected: The number of first bytes from which the encoding was detected. UTF-8 may be corrected by the
  ///   first characters beyond ASCII after these.
  init(_ encoding: CharacterEncoding = .utf8, longestPiece: Int = longestSearched, detected: Int = .max) {
    (self.encoding, self.longestPiece, self.detected) = (encoding, longestPiece, detected)
    buffer = .allocate(byteCount: Self.readSize, alignment: 4_096)
  }

  deinit { buffer.deallocate() }

  /// Calls `body` with each piece until it returns `false`.
  /// - Parameters:
  ///   - read: Fills a buffer and returns the number of bytes; 0 at the end.
  ///   - takeLines: Called with many whole UTF-8 lines without escape sequences at once, but not with the first line of
  ///     the text. If it returns `true`, `body` does not get these lines.
  ///   - useEncoding: Called with another encoding than that of the initializer, before the first piece in which a
  ///     character shows that.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  mutating func forEach(
    read: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int,
    takeLines: (UnsafeRawBufferPointer) -> Bool = { _ in false },
    useEncoding: (CharacterEncoding) -> Void = { _ in },
    _ body: (LinePiece) throws(FileError) -> Bool
  ) throws(FileError) {
    while true {
      let count = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if encoding == .utf8, let found = findEncoding(in: UnsafeRawBufferPointer(buffer)[filled..<filled + count]) {
        encoding = found
        useEncoding(found)
      }
      filled += count
      guard try deliverLines(takeLines, body) else { return }
      if count == 0 {
        if filled > 0 || isInLine { _ = try deliver(UnsafeRawBufferPointer(buffer)[..<filled], isEnd: true, body) }
        return
      }
      if filled == buffer.count, try !makeRoom(body) { return }
    }
  }

  /// Returns the encoding that the first characters beyond ASCII show; `nil` if it stays as it is.
  private mutating func findEncoding(in bytes: Slice<UnsafeRawBufferPointer>) -> CharacterEncoding? {
    defer { count += bytes.count }
    return detected == .max
      ? nil : late.find(in: UnsafeRawBufferPointer(rebasing: bytes), at: count, after: detected)
  }

  /// Delivers the complete lines and moves the rest to the front of the buffer. Returns `false` if `body` ended the
  /// reading.
  private mutating func deliverLines(
    _ takeLines: (UnsafeRawBufferPointer) -> Bool, _ body: (LinePiece) throws(FileError) -> Bool
  ) throws(FileError) -> Bool {
    guard let base = buffer.baseAddress else { return false }
    let known = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
    // Escape sequences may stand between the letters of a text.
    let isPlain = !TerminalText.hasEscape(known)
    var canTake = isPlain && encoding.isUTF8
    var position = 0
    while true {
      if canTake, hasBegun, !isInLine {
        let end = LineSkip.lineStart(in: known)
        canTake = false
        if end > position, takeLines(UnsafeRawBufferPointer(rebasing: known[position..<end])) { position = end }
      }
      guard let end = encoding.lineEnd(in: known, from: position) else { break }
      let line = UnsafeRawBufferPointer(buffer)[position..<end - encoding.unitSize]
      guard try deliver(line, isEnd: true, newline: true, isPlain: isPlain, body) else { return false }
      position = end
    }
    if position > 0, position < filled { memmove(base, base + position, filled - position) }
    filled -= position
    return true
  }

  /// Handles a buffer that is filled by one line: enlarges it, or delivers its content as a piece. Returns `false` if
  /// `body` ended the reading.
  private mutating func makeRoom(_ body: (LinePiece) throws(FileError) -> Bool) throws(FileError) -> Bool {
    guard buffer.count >= longestPiece else {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
      buffer.deallocate()
      buffer = larger
      return true
    }
    // The cut is at a character boundary; the bytes of an incomplete character stay.
    var cut = filled
    while filled - cut < 3, buffer[cut - 1] & 0xC0 == 0x80 { cut -= 1 }
    cut = buffer[cut - 1] >= 0xC0 ? cut - 1 : filled
    if encoding.unitSize > 1 { cut = filled & ~1 }
    guard try deliver(UnsafeRawBufferPointer(buffer)[..<cut], isEnd: false, body) else { return false }
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[cut..<filled]))
    filled -= cut
    return true
  }

  /// Passes a piece to `body`, and returns whether to continue.
  private mutating func deliver(
    _ bytes: Slice<UnsafeRawBufferPointer>, isEnd: Bool, newline: Bool = false, isPlain: Bool = false,
    _ body: (LinePiece) throws(FileError) -> Bool
  ) throws(FileError) -> Bool {
    let piece = LinePiece(
      bytes: UnsafeRawBufferPointer(rebasing: bytes), isStart: !isInLine, isEnd: isEnd, hasNewline: newline,
      isPlain: isPlain)
    (isInLine, hasBegun) = (!isEnd, true)
    return try body(piece)
  }
}

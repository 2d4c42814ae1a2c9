import ScrollworkPlatform
import Synchronization

/// The bytes of the lines between two neighbouring points of a line index; see `LineScanner`.
struct LineBlock: Sendable {
  /// The range of lines and bytes of a block.
  struct Span: Hashable, Sendable {
    /// The generation of the file, see `LineIndexSnapshot.generation`.
    var generation: Int
    /// The lines of the block, counted from 0.
    var lines: Range<Int>
    /// The bytes from the start of the first line to after the end of the last.
    var bytes: Range<Int>
    /// Whether the last line ends with a newline.
    var isClosed: Bool
  }

  let span: Span
  /// The bytes of the span. If its last line is very long, the rest of that line is missing.
  private let bytes: [UInt8]
  /// The start of each line in `bytes`.
  private let starts: [Int]
  private let encoding: CharacterEncoding

  init(_ span: Span, bytes: [UInt8], _ encoding: CharacterEncoding) {
    self.span = span
    self.bytes = bytes
    self.encoding = encoding
    starts = Self.starts(in: bytes, count: span.lines.count, encoding)
  }

  /// Returns the offset in the file at which a line starts.
  func offset(of line: Int) -> Int {
    let place = line - span.lines.lowerBound
    return span.bytes.lowerBound + (place < starts.count ? starts[place] : bytes.count)
  }

  /// Returns the text of a line in UTF-8, without its newline and carriage return.
  func text(of line: Int) -> LineText {
    guard let (shown, end) = place(of: line) else { return .empty }
    guard encoding.isUTF8 else {
      let isCut = shown.upperBound < end
      let part = isCut ? encoding.withoutHalfCharacter(bytes[shown]) : bytes[shown]
      return LineText(bytes: Array(encoding.decode(part).utf8)[...], byteCount: end - shown.lowerBound, isCut: isCut)
    }
    let start = shown.lowerBound
    return LineText(
      bytes: bytes[start..<max(start, Self.cut(bytes, from: start, at: shown.upperBound, before: end))],
      byteCount: end - start)
  }

  /// Returns the bytes of a line as they stand in the file, as far as `text(of:)` shows them.
  func raw(of line: Int) -> ArraySlice<UInt8> { place(of: line).map { bytes[$0.shown] } ?? [] }

  /// Returns the place in `bytes` of the shown part of a line, and the end of the whole line; `nil` if the line is
  /// missing.
  private func place(of line: Int) -> (shown: Range<Int>, end: Int)? {
    let place = line - span.lines.lowerBound
    guard place < starts.count else { return nil }
    let unit = encoding.unitSize
    let mark = line == 0 ? (encoding.isUTF8 ? ByteOrderMark.count(at: bytes) : encoding.marked(bytes)) : 0
    let start = starts[place] + mark
    let isLast = line == span.lines.upperBound - 1
    var end =
      isLast
      ? span.bytes.count - (span.isClosed ? unit : 0)
      : place + 1 < starts.count ? starts[place + 1] - unit : bytes.count
    if hasReturn(from: start, to: end) { end -= unit }
    let shown = min(end, bytes.count, start + LineText.byteLimit)
    return (start..<max(start, shown), end)
  }

  /// Returns the end of a line as it stands in the file: a newline, perhaps with a carriage return before it.
  func lineEnd(of line: Int) -> String {
    guard let end = place(of: line)?.end else { return "\n" }
    let after = end + encoding.unitSize
    return after <= bytes.count && isReturn(before: after) ? "\r\n" : "\n"
  }

  /// Whether a line with known bytes ends with a carriage return.
  private func hasReturn(from start: Int, to end: Int) -> Bool {
    end - encoding.unitSize >= start && end <= bytes.count && isReturn(before: end)
  }

  /// Whether a carriage return ends at an offset in `bytes`.
  private func isReturn(before end: Int) -> Bool {
    guard encoding.unitSize > 1 else { return bytes[end - 1] == UInt8(ascii: "\r") }
    let unit = encoding.isLittleEndian ? [UInt8(ascii: "\r"), 0] : [0, UInt8(ascii: "\r")]
    return bytes[end - 2..<end].elementsEqual(unit)
  }

  /// Returns the offset at which a long line is cut off: `shown`, or up to three bytes before it, at a character
  /// boundary of UTF-8.
  private static func cut(_ bytes: [UInt8], from start: Int, at shown: Int, before end: Int) -> Int {
    guard shown < end, shown < bytes.count else { return shown }
    var cut = shown
    while cut > start, shown - cut < 3, bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
    return bytes[cut] & 0xC0 == 0x80 ? shown : cut
  }

  /// Finds the line starts.
  private static func starts(in bytes: [UInt8], count: Int, _ encoding: CharacterEncoding) -> [Int] {
    guard count > 0 else { return [] }
    var starts = [0]
    starts.reserveCapacity(count)
    bytes.withUnsafeBytes { buffer in
      while starts.count < count, let end = encoding.lineEnd(in: buffer, from: starts[starts.count - 1]) {
        starts.append(end)
      }
    }
    return starts
  }
}

/// A cache of recently read blocks, shared by all snapshots of a file.
final class LineBlockCache: Sendable {
  /// The largest number of blocks, each of at most 80 KiB.
  private static let capacity = 8
  /// The blocks, the most recently used first.
  private let blocks = Mutex<[LineBlock]>([])

  /// Returns the block of `span` from the cache or the file. Unreadable bytes are missing from the block.
  func block(_ span: LineBlock.Span, file: RandomAccessFile?, _ encoding: CharacterEncoding) -> LineBlock {
    let known: LineBlock? = blocks.withLock { blocks in
      guard let place = blocks.firstIndex(where: { $0.span == span }) else { return nil }
      let block = blocks.remove(at: place)
      blocks.insert(block, at: 0)
      return block
    }
    if let known { return known }
    let count = min(span.bytes.count, LineScanner.bytesPerPoint + LineText.byteLimit + 4)
    let bytes = (try? file?.bytes(at: span.bytes.lowerBound, count: count)) ?? []
    let block = LineBlock(span, bytes: bytes, encoding)
    blocks.withLock { blocks in
      if blocks.count >= Self.capacity { blocks.removeLast() }
      blocks.insert(block, at: 0)
    }
    return block
  }
}

import Glibc
import ScrollworkPlatform
import Synchronization

/// The lines between two points of an index, in memory.
struct LineBlock: Sendable {
  /// Which lines, and where they are.
  struct Span: Hashable, Sendable {
    var generation: Int
    var lines: Range<Int>
    /// From the first byte of the first line to behind the end of the last.
    var bytes: Range<Int>
    /// True if the last line has its newline.
    var isClosed: Bool
  }

  let span: Span
  /// The beginning of `span.bytes`; all but a last line that is very long.
  private let bytes: [UInt8]
  /// Where each line begins in `bytes`.
  private let starts: [Int]

  init(_ span: Span, bytes: [UInt8]) {
    self.span = span
    self.bytes = bytes
    starts = Self.starts(in: bytes, count: span.lines.count)
  }

  func offset(of line: Int) -> Int {
    let place = line - span.lines.lowerBound
    return span.bytes.lowerBound + (place < starts.count ? starts[place] : bytes.count)
  }

  func text(of line: Int) -> LineText {
    let place = line - span.lines.lowerBound
    guard place < starts.count else { return .empty }
    let mark = line == 0 ? ByteOrderMark.count(at: bytes) : 0
    let start = starts[place] + mark
    let isLast = line == span.lines.upperBound - 1
    var end =
      isLast
      ? span.bytes.count - (span.isClosed ? 1 : 0) : place + 1 < starts.count ? starts[place + 1] - 1 : bytes.count
    if end > start, end <= bytes.count, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    let shown = min(end, bytes.count, start + LineText.byteLimit)
    return LineText(
      bytes: bytes[start..<max(start, Self.cut(bytes, from: start, at: shown, before: end))], byteCount: end - start)
  }

  /// Moves the end of what is shown back so that no character is cut in two.
  private static func cut(_ bytes: [UInt8], from start: Int, at shown: Int, before end: Int) -> Int {
    guard shown < end, shown < bytes.count else { return shown }
    var cut = shown
    while cut > start, shown - cut < 3, bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
    return bytes[cut] & 0xC0 == 0x80 ? shown : cut
  }

  private static func starts(in bytes: [UInt8], count: Int) -> [Int] {
    guard count > 0 else { return [] }
    var starts = [0]
    starts.reserveCapacity(count)
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      var position = 0
      while starts.count < count, let found = memchr(base + position, 0x0A, buffer.count - position) {
        position = base.distance(to: UnsafeRawPointer(found)) + 1
        starts.append(position)
      }
    }
    return starts
  }
}

/// Keeps the blocks that were read last, for all snapshots of a file together.
final class LineBlockCache: Sendable {
  private static let capacity = 8
  /// The block that was asked for last comes first.
  private let blocks = Mutex<[LineBlock]>([])

  /// The block of `span`, from memory or from the file. What cannot be read is missing from the block.
  func block(_ span: LineBlock.Span, file: RandomAccessFile?) -> LineBlock {
    let known: LineBlock? = blocks.withLock { blocks in
      guard let place = blocks.firstIndex(where: { $0.span == span }) else { return nil }
      let block = blocks.remove(at: place)
      blocks.insert(block, at: 0)
      return block
    }
    if let known { return known }
    let count = min(span.bytes.count, LineScanner.bytesPerPoint + LineText.byteLimit + 4)
    let bytes = (try? file?.bytes(at: span.bytes.lowerBound, count: count)) ?? []
    let block = LineBlock(span, bytes: bytes)
    blocks.withLock { blocks in
      if blocks.count >= Self.capacity { blocks.removeLast() }
      blocks.insert(block, at: 0)
    }
    return block
  }
}

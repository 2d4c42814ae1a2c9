import ScrollworkPlatform
import Synchronization

/// The bytes of the lines between two adjacent points of a line index; see `LineScanner`.
struct LineBlock: Sendable {
  /// The range of lines and bytes of a block.
  struct Span: Hashable, Sendable {
    /// The generation of the file, see `LineIndexSnapshot.generation`.
    var generation: Int
    /// The lines of the block, counted from 0.
    var lines: Range<Int>
    /// The offsets in the file, from the start of the first line to the end of the last.
    var bytes: Range<Int>
    /// Whether no point after the block is known yet, so that its last line may continue after it.
    var isLast = false
  }

  let span: Span
  /// The bytes of the span, with some before and after it.
  private let bytes: [UInt8]
  /// The number of bytes before the span.
  private let lead: Int
  /// The offset in `bytes` at which each line starts.
  private let starts: [Int]
  private let encoding: CharacterEncoding

  /// - Parameters:
  ///   - bytes: The bytes of the span, with some before and after it.
  ///   - lead: The number of bytes before the span.
  init(_ span: Span, bytes: [UInt8], lead: Int, _ encoding: CharacterEncoding) {
    self.span = span
    self.bytes = bytes
    self.lead = lead
    self.encoding = encoding
    starts = Self.starts(in: bytes, from: lead, count: span.lines.count, encoding)
  }

  /// Returns the offset in the file at which a line starts.
  func offset(of line: Int) -> Int {
    let place = line - span.lines.lowerBound
    return span.bytes.lowerBound - lead + (place < starts.count ? starts[place] : bytes.count)
  }

  /// Returns the text of a line in UTF-8, without its newline and carriage return.
  func text(of line: Int) -> LineText {
    guard let place = place(of: line) else { return .empty }
    let text = bytes[place.text]
    return LineText(
      bytes: encoding.isUTF8 ? text : Array(encoding.decode(text).utf8)[...], byteCount: place.text.count)
  }

  /// Returns the bytes of a line as they stand in the file, as far as `text(of:)` shows them.
  func raw(of line: Int) -> ArraySlice<UInt8> { place(of: line).map { bytes[$0.text] } ?? [] }

  /// Returns the line end of a line as in the file: a newline, or a carriage return and a newline; empty if another
  /// part of the same long line follows.
  func lineEnd(of line: Int) -> String {
    guard let place = place(of: line) else { return "\n" }
    if place.isPart { return "" }
    return isUnit("\r", before: place.text.upperBound + encoding.unitSize) ? "\r\n" : "\n"
  }

  /// Returns the range of a line in `bytes`, and whether another part of the line follows; `nil` if it is missing.
  private func place(of line: Int) -> (text: Range<Int>, isPart: Bool)? {
    let place = line - span.lines.lowerBound
    guard place < starts.count else { return nil }
    let unit = encoding.unitSize
    var start = starts[place]
    if start > 0, !isUnit("\n", before: start) { start = encoding.characterStart(from: start, in: bytes) }
    if line == 0 { start += encoding.isUTF8 ? ByteOrderMark.count(at: bytes) : encoding.marked(bytes) }
    var end = place + 1 < starts.count ? starts[place + 1] : min(bytes.count, lead + span.bytes.count)
    let isPart = !isUnit("\n", before: end) && end < bytes.count
    if isPart {
      end = encoding.characterStart(from: end, in: bytes)
    } else {
      if end > start, isUnit("\n", before: end) { end -= unit }
      if end - unit >= start, isUnit("\r", before: end) { end -= unit }
    }
    return (start..<max(start, end), isPart)
  }

  /// Whether an ASCII character ends at the offset `end` in `bytes`.
  private func isUnit(_ character: Unicode.Scalar, before end: Int) -> Bool {
    let (unit, byte) = (encoding.unitSize, UInt8(ascii: character))
    guard end >= unit, end <= bytes.count else { return false }
    guard unit > 1 else { return bytes[end - 1] == byte }
    return bytes[end - 2..<end].elementsEqual(encoding.isLittleEndian ? [byte, 0] : [0, byte])
  }

  /// Finds the starts of lines and of the parts of long ones.
  private static func starts(
    in bytes: [UInt8], from first: Int, count: Int, _ encoding: CharacterEncoding
  ) -> [Int] {
    guard count > 0, first <= bytes.count else { return [] }
    var starts = [first]
    starts.reserveCapacity(count)
    bytes.withUnsafeBytes { buffer in
      var start = first
      while starts.count < count {
        let end = encoding.lineEnd(in: buffer, from: start)
        let length = (end.map { $0 - encoding.unitSize } ?? bytes.count) - start
        if LongLines.parts(ofLength: length) > 1 {
          start += LineText.byteLimit
        } else if let end {
          start = end
        } else {
          break
        }
        starts.append(start)
      }
    }
    return starts
  }
}

/// A cache of recently read blocks, shared by all snapshots of a file.
final class LineBlockCache: Sendable {
  /// The largest number of blocks, each of at most 86 KiB.
  private static let capacity = 8
  /// The blocks, the most recently used first.
  private let blocks = Mutex<[LineBlock]>([])

  /// Returns the block of `span` from the cache or its file. Unreadable bytes are missing from the block.
  func block(_ span: LineBlock.Span, files: FileChain, _ encoding: CharacterEncoding) -> LineBlock {
    let known: LineBlock? = blocks.withLock { blocks in
      guard let place = blocks.firstIndex(where: { $0.span == span }) else { return nil }
      let block = blocks.remove(at: place)
      blocks.insert(block, at: 0)
      return block
    }
    if let known { return known }
    // The bytes around a part tell where its first and last characters begin and end.
    let lead = min(encoding.lookBack, span.bytes.lowerBound)
    let bytes = (try? files.bytes(at: span.bytes.lowerBound - lead, count: lead + span.bytes.count + 4)) ?? []
    let block = LineBlock(span, bytes: bytes, lead: lead, encoding)
    blocks.withLock { blocks in
      if blocks.count >= Self.capacity { blocks.removeLast() }
      blocks.insert(block, at: 0)
    }
    return block
  }
}

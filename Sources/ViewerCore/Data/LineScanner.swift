import Glibc

/// The start of a line in a file.
struct LinePoint: Hashable, Sendable {
  /// The line number, counted from 0.
  var line: Int
  /// The offset of the line's first byte in the file.
  var offset: Int
}

/// Finds line starts in a sequence of buffers.
///
/// Only some starts are stored: a point every `linesPerPoint` lines or `bytesPerPoint` bytes, whichever comes first.
/// So each line starts less than `bytesPerPoint` after the point before it, and one read of that size finds it. Parts of
/// long lines count as lines; see `LongLines`.
package struct LineScanner: Sendable {
  /// The largest number of lines between two points.
  static let linesPerPoint = 256
  /// The number of bytes after which the next line start is a point.
  static let bytesPerPoint = 65_536

  /// The stored line starts, ascending.
  private(set) var points: ChunkedList<LinePoint>
  /// The number of lines whose newline was scanned.
  private(set) var newlines = 0
  /// The lines with several parts whose newline was scanned.
  private var longLines = LongLines()
  /// The number of known parts of the last line, whose newline was not scanned yet.
  private var openParts = 1
  /// The number of bytes scanned so far.
  package private(set) var scanned = 0
  /// The offset at which the last line starts, whose newline was not scanned yet.
  private(set) var openLine = 0
  /// The last stored point.
  private var last = LinePoint(line: 0, offset: 0)
  /// The recently read blocks of the file.
  private var blocks = LineBlockCache()
  /// The encoding of the text, and the one that its first bytes showed.
  private(set) var encoding = CharacterEncoding.utf8
  private var firstEncoding = CharacterEncoding.utf8
  /// The search for the encoding in the bytes after the first ones.
  private var late = LateEncoding()
  /// The encoding that was chosen; `nil` if it is detected.
  package let chosenEncoding: CharacterEncoding?
  package var conversion: ConvertedEncoding?
  /// Whether earlier files are scanned again, in the encoding that was detected before.
  private var goesOn = false
  /// The starts of the files after the first one.
  private var fileStarts: [LinePoint] = []
  /// Whether half a code unit at the end of the file is scanned.
  private var takesHalfUnits = false

  /// Creates a scanner at the start of a text.
  /// - Parameter encoding: The encoding; `nil` to detect it by the first bytes.
  package init(encoding: CharacterEncoding? = .utf8) {
    chosenEncoding = encoding
    points = ChunkedList()
    points.append(last)
  }

  /// The number of lines. A last line without a newline counts if it has a byte.
  var count: Int { newlines + (scanned > openLine ? openParts : 0) }

  /// Scans the bytes that follow the ones scanned before.
  /// - Complexity: O(*n*), where *n* is the number of bytes, with one call of `memchr` for each line.
  /// - Returns: `false`, because it never goes back.
  package mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    if scanned == 0, !goesOn {
      let first = Array(bytes.prefix(CharacterEncoding.sampleSize))
      encoding = encoding(of: first)
      firstEncoding = encoding
    }
    if encoding == .utf8, chosenEncoding == nil, conversion == nil { detectEncoding(bytes) }
    if encoding.unitSize > 1 { return scanUnits(bytes) }
    var (newlines, openLine, nextLine, nextOffset) = (newlines, openLine, limitLine, limitOffset)
    var position = 0
    while let found = memchr(start + position, 0x0A, bytes.count - position) {
      position = start.distance(to: UnsafeRawPointer(found)) + 1
      if scanned + position - openLine > LineText.byteLimit {
        (self.newlines, self.openLine) = (newlines, openLine)
        endLongLine(at: scanned + position - 1)
        (newlines, nextLine, nextOffset) = (self.newlines, limitLine, limitOffset)
      }
      newlines += 1
      openLine = scanned + position
      if newlines >= nextLine || openLine >= nextOffset {
        last = LinePoint(line: newlines, offset: openLine)
        points.append(last)
        (nextLine, nextOffset) = (limitLine, limitOffset)
      }
    }
    self.newlines = newlines
    self.openLine = openLine
    scanned += bytes.count
    divideOpenLine(at: scanned)
    return false
  }

  /// Adopts the encoding that the first characters beyond ASCII show, if none of them was in the first bytes of the text.
  private mutating func detectEncoding(_ bytes: UnsafeRawBufferPointer) {
    let known = scanned == 0 ? min(bytes.count, CharacterEncoding.sampleSize) : 0
    guard let found = late.find(in: bytes, at: scanned, after: known) else { return }
    encoding = found
    blocks = LineBlockCache()
  }

  /// Scans a text whose code units have two bytes. An incomplete unit at the end is left for the next call, unless
  /// `takesHalfUnits` is true.
  private mutating func scanUnits(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = takesHalfUnits ? bytes.count : bytes.count & ~1
    let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<count])
    var position = 0
    while let end = encoding.lineEnd(in: bytes, from: position) {
      position = end
      endLongLine(at: scanned + end - encoding.unitSize)
      newlines += 1
      openLine = scanned + position
      if newlines >= limitLine || openLine >= limitOffset {
        last = LinePoint(line: newlines, offset: openLine)
        points.append(last)
      }
    }
    scanned += count
    divideOpenLine(at: scanned)
    return false
  }

  /// Divides the last line into parts, as far as `end`, and stores a point where one is due.
  /// - Parameter end: The offset of the end of the known bytes.
  private mutating func divideOpenLine(at end: Int) {
    let parts = LongLines.parts(ofLength: end - openLine)
    while openParts < parts {
      let point = LinePoint(line: newlines + openParts, offset: openLine + openParts * LineText.byteLimit)
      if point.line >= limitLine || point.offset >= limitOffset {
        last = point
        points.append(point)
      }
      openParts += 1
    }
  }

  /// Records the end of the last line, in case that it is a long one.
  private mutating func endLongLine(at end: Int) {
    divideOpenLine(at: end)
    guard openParts > 1 else { return }
    longLines.append(first: newlines, count: openParts, offset: openLine)
    newlines += openParts - 1
    openParts = 1
  }

  /// The number of the line that becomes a point at the latest.
  private var limitLine: Int { last.line + Self.linesPerPoint }
  /// The offset from which a line start becomes a point.
  private var limitOffset: Int { last.offset + Self.bytesPerPoint }
}

extension LineScanner: FileScanning {
  package mutating func restart(goesOn: Bool) {
    let (encoding, conversion) = (encoding, conversion)
    self = LineScanner(encoding: chosenEncoding)
    self.conversion = conversion
    if goesOn { (self.encoding, firstEncoding, self.goesOn) = (encoding, encoding, true) }
  }

  package mutating func beginFile(_ start: [UInt8]) -> Bool {
    // The line between two files is in ASCII.
    let next = encoding(of: start)
    let isLike = next.withoutMark == encoding.withoutMark || next.unitSize == 1 && start.allSatisfy { $0 < 0x80 }
    guard encoding.unitSize == 1, isLike else { return false }
    if fileStarts.last?.offset != scanned { fileStarts.append(LinePoint(line: newlines, offset: scanned)) }
    return true
  }

  package func isMisread(_ start: [UInt8]) -> Bool { encoding(of: start) != firstEncoding }

  /// Returns the encoding of a text by its first bytes.
  private func encoding(of start: [UInt8]) -> CharacterEncoding {
    if let conversion { return .converted(conversion) }
    return chosenEncoding?.fitted(to: start) ?? CharacterEncoding.detect(start)
  }

  package mutating func closeAtEnd() -> Bool {
    guard encoding.unitSize > 1, !takesHalfUnits else { return false }
    takesHalfUnits = true
    return true
  }

  package func snapshot(_ state: FileState) -> LineIndexSnapshot {
    var longLines = longLines
    if openParts > 1 { longLines.append(first: newlines, count: openParts, offset: openLine) }
    return LineIndexSnapshot(
      generation: state.generation, count: count, indexedBytes: scanned, totalBytes: state.totalBytes,
      isCaughtUp: state.isCaughtUp, isEnded: state.isEnded, isGone: state.isGone, error: state.error,
      endsWithNewline: scanned == openLine, points: points, longLines: longLines,
      encoding: encoding, files: state.files, fileStarts: fileStarts, blocks: blocks)
  }
}

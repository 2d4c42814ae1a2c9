package import ScrollworkPlatform

/// The bytes of a followed file after those of the files that had its name before.
///
/// A line of words ends each earlier file and tells what happened to it; see `Break.words(at:)`. Offsets count through
/// all files and these lines. Earlier files are read from their open descriptors, whatever names they have now.
package struct FileChain: Sendable {
  /// A change after which the lines before it are kept.
  enum Break {
    case replaced, cut

    /// Returns the words of the line between the lines before and after the change.
    /// - Parameter clock: The time of day of the change.
    func words(at clock: String) -> String { "The file was \(self == .replaced ? "replaced" : "cut") at \(clock)" }
  }

  /// A file that lost its name or its bytes, and the line after it.
  private struct Earlier: Sendable {
    /// The file; `nil` if its bytes are gone.
    var file: RandomAccessFile?
    /// The copy of the bytes that are gone; empty if there is none.
    var copy: [UInt8] = []
    /// The offset of its first byte that was read, after a byte order mark.
    var first = 0
    /// The number of bytes that were read from it.
    var count = 0
    /// The words of the line after it.
    var words: String
    /// The line in bytes, after a newline if the last line of the file has none.
    var note: [UInt8]

    var total: Int { count + note.count }
    /// Whether the file became shorter than what was read from it.
    var isCut: Bool { file.map { (try? $0.size) ?? 0 < first + count } ?? false }
  }

  /// The file that has the name now.
  private(set) var newest: RandomAccessFile
  private var earlier: [Earlier] = []
  /// The length of the byte order mark of `newest`, which is left out after other files.
  private var skipped = 0
  /// The number of bytes of files that were dropped.
  private(set) var dropped = 0

  /// The largest number of earlier files. Each keeps a descriptor open.
  static let limit = 8

  package init(_ file: RandomAccessFile) { newest = file }

  /// Whether there are earlier files.
  var hasEarlier: Bool { !earlier.isEmpty }

  /// The words about the last change; `nil` if there was none.
  var lastWords: String? { earlier.last?.words }

  /// The offset at which the newest file begins.
  var base: Int { earlier.reduce(0) { $0 + $1.total } }

  /// The number of bytes, with those of the newest file at this moment.
  var size: Int {
    get throws(FileError) { base + max(0, try newest.size - skipped) }
  }

  /// Whether an earlier file became shorter than the bytes that were read from it.
  var hasCutFile: Bool { earlier.contains(where: \.isCut) }

  /// The ranges of the files, without the lines between them. That of the newest file has no end.
  var ranges: [Range<Int>] {
    var (ranges, start) = ([Range<Int>](), 0)
    for part in earlier {
      ranges.append(start..<start + part.count)
      start += part.total
    }
    return ranges + [start..<Int.max]
  }

  /// Returns the offset of the first file that begins after an offset; `nil` in the newest file.
  func nextFile(after offset: Int) -> Int? { ranges.first { $0.lowerBound > offset }?.lowerBound }

  // MARK: Changes

  /// Keeps the newest file before another one that has its name now.
  /// - Parameters:
  ///   - end: The offset up to which it was read.
  ///   - clock: The time of day.
  /// - Returns: Whether the oldest file was dropped, so that all offsets are others now.
  mutating func replaceNewest(by file: RandomAccessFile, readTo end: Int, at clock: String) -> Bool {
    let (base, words) = (base, Break.replaced.words(at: clock))
    let part = Earlier(
      file: end > base ? newest : nil, first: skipped, count: end - base, words: words, note: [])
    append(part, last: end > base ? (try? bytes(at: end - 1, count: 1))?.first ?? 0 : nil)
    newest = file
    guard earlier.count > Self.limit else { return false }
    while earlier.count > Self.limit { dropped += earlier.removeFirst().total }
    return true
  }

  /// Takes note that the bytes of the newest file are gone and others may follow in it.
  /// - Parameter copy: The bytes that were read from it, if they were kept.
  mutating func loseNewest(_ change: Break, keeping copy: [UInt8], at clock: String) {
    // Several changes without a line between them are one.
    if copy.isEmpty, let last = earlier.last, last.count == 0 { earlier.removeLast() }
    append(Earlier(copy: copy, count: copy.count, words: change.words(at: clock), note: []), last: copy.last)
    while earlier.count > Self.limit { dropped += earlier.removeFirst().total }
  }

  /// Forgets the earlier files that were cut.
  mutating func dropCutFiles() {
    for index in earlier.indices where earlier[index].isCut {
      (earlier[index].file, earlier[index].count) = (nil, 0)
    }
  }

  /// Adds a file.
  /// - Parameter last: Its last byte; `nil` if it has none.
  private mutating func append(_ part: Earlier, last: UInt8?) {
    var part = part
    part.note = Array(((last.map { $0 != 0x0A } ?? false ? "\n" : "") + part.words + "\n").utf8)
    earlier.append(part)
    skipped = 0
  }

  /// Leaves out the byte order mark of the newest file, which is no part of a line after other files.
  mutating func skipMark() {
    if hasEarlier { skipped = ByteOrderMark.count(at: (try? newest.bytes(at: 0, count: 3)) ?? []) }
  }

  // MARK: Reading

  /// Reads into a buffer. Missing bytes of an earlier file are read as zeros, so that later ones keep their offsets.
  /// - Returns: The number of bytes; less than the buffer's length only at the end of the newest file.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard hasEarlier else { return try newest.read(at: offset, into: buffer) }
    var (done, start) = (0, 0)
    for part in earlier where done < buffer.count {
      let place = offset + done - start
      start += part.total
      guard place < part.total else { continue }
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      done += Self.read(part, at: place, into: room)
    }
    guard done < buffer.count else { return done }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
    return done + (try newest.read(at: offset + done - start + skipped, into: room))
  }

  /// Reads the bytes of an earlier file and the line after it.
  private static func read(_ part: Earlier, at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    if offset < part.count {
      done = min(buffer.count, part.count - offset)
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<done])
      if part.copy.isEmpty {
        let found = (try? part.file?.read(at: part.first + offset, into: room)) ?? 0
        for place in found..<done { buffer[place] = 0 }
      } else {
        room.copyBytes(from: part.copy[offset..<offset + done])
      }
    }
    guard done < buffer.count else { return done }
    let rest = part.note[(offset + done - part.count)...].prefix(buffer.count - done)
    UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyBytes(from: rest)
    return done + rest.count
  }

  /// Returns up to `count` bytes from `offset`; fewer only at the end of the newest file.
  func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    guard hasEarlier else { return try newest.bytes(at: offset, count: count) }
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    var failure: FileError?
    let found = bytes.withUnsafeMutableBytes { buffer in
      do throws(FileError) {
        return try read(at: offset, into: buffer)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return Array(bytes[..<found])
  }
}

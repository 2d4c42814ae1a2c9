package import ScrollworkPlatform

/// The bytes of a followed file, preceded by those of earlier files with the same name.
///
/// After each earlier file, a line tells what happened to it; see `Break.words(at:)`. Offsets count through all files
/// and these lines. Earlier files are read through their open descriptors, whatever names they have now.
package struct FileChain: Sendable {
  /// A change after which the lines before it are kept.
  enum Break {
    case replaced, cut

    /// Returns the text of the line that separates the lines before and after the change.
    /// - Parameter clock: The time of day of the change.
    func words(at clock: String) -> String { "The file was \(self == .replaced ? "replaced" : "cut") at \(clock)" }
  }

  /// A file whose name or bytes were taken by another one, and the line that follows it.
  private struct Earlier: Sendable {
    /// The file; `nil` if its bytes are gone.
    var file: RandomAccessFile?
    /// The copy of bytes that are gone from the file; empty if there is none.
    var copy: [UInt8] = []
    /// The offset in the file of the first byte that was read, after a byte order mark.
    var first = 0
    /// The number of bytes that were read from the file.
    var count = 0
    /// The text of the line that follows the file's bytes.
    var words: String
    /// The bytes of the line that follows the file's bytes, with a newline before it if the file does not end with one.
    var note: [UInt8]

    var total: Int { count + note.count }
    /// Whether the file became shorter than what was read from it.
    var isCut: Bool { file.map { (try? $0.size) ?? 0 < first + count } ?? false }
  }

  /// The file that has the name now.
  private(set) var newest: RandomAccessFile
  private var earlier: [Earlier] = []
  /// The length of the byte order mark of `newest` that is omitted; 0 if there are no earlier files.
  private var skipped = 0
  /// The total number of bytes of the earlier files that were dropped, because there were too many.
  private(set) var dropped = 0

  /// The largest number of earlier files. Each keeps a descriptor open.
  static let limit = 8

  package init(_ file: RandomAccessFile) { newest = file }

  /// Whether there are earlier files.
  var hasEarlier: Bool { !earlier.isEmpty }

  /// Whether the newest file was renamed as logs are, and not by a program that keeps a backup of what it saves.
  var isNewestRenamed: Bool {
    guard let path = newest.currentPath, path != newest.path else { return false }
    // A file that was deleted has a name that begins with `.nfs` on a network file system.
    let isHidden = FilePath.lastComponent(of: path).hasPrefix(".")
    return !isHidden && !["~", ".bak", ".orig"].contains { path.hasSuffix($0) }
  }

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

  /// Returns the offset of the first file that begins after `offset`; `nil` if `offset` is in the newest file.
  func nextFile(after offset: Int) -> Int? { ranges.first { $0.lowerBound > offset }?.lowerBound }

  // MARK: Changes

  /// Replaces the newest file by `file`, which has its name now, and keeps the replaced one as an earlier file.
  /// - Parameters:
  ///   - end: The offset up to which the newest file was read.
  ///   - clock: The time of day.
  /// - Returns: Whether the oldest file was dropped, so that all offsets have changed.
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

  /// Records that the bytes of the newest file are gone, while others may follow in the same file.
  /// - Parameter copy: The bytes that were read from the file; empty if they were not kept.
  mutating func loseNewest(_ change: Break, keeping copy: [UInt8], at clock: String) {
    // Several changes without a line between them are one.
    if copy.isEmpty, let last = earlier.last, last.count == 0 { earlier.removeLast() }
    append(Earlier(copy: copy, count: copy.count, words: change.words(at: clock), note: []), last: copy.last)
    while earlier.count > Self.limit { dropped += earlier.removeFirst().total }
  }

  /// Drops the bytes of the earlier files that were cut. The lines about the changes remain.
  mutating func dropCutFiles() {
    for index in earlier.indices where earlier[index].isCut {
      (earlier[index].file, earlier[index].count) = (nil, 0)
    }
  }

  /// Adds an earlier file.
  /// - Parameter last: The last byte of the file; `nil` if it has none.
  private mutating func append(_ part: Earlier, last: UInt8?) {
    var part = part
    part.note = Array(((last.map { $0 != 0x0A } ?? false ? "\n" : "") + part.words + "\n").utf8)
    earlier.append(part)
    skipped = 0
  }

  /// Omits the byte order mark of the newest file, which is not part of a line if other files precede it.
  mutating func skipMark() {
    if hasEarlier { skipped = ByteOrderMark.count(at: (try? newest.bytes(at: 0, count: 3)) ?? []) }
  }

  // MARK: Reading

  /// Reads bytes into a buffer. Missing bytes of an earlier file are read as zeros, so that the files after it keep
  /// their offsets.
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

  /// Reads bytes of an earlier file and of the line that follows it. Returns the number of bytes.
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

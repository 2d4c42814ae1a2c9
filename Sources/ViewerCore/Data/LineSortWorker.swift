import Glibc
import ScrollworkPlatform

/// The part of a line sorter that reads and sorts. It is used by one thread at a time.
///
/// Texts are compared by bytes, without the escape sequences of terminals; equal texts keep their order. The visible
/// part of each line is read into memory. Lines are sorted in parts that are merged, so that progress can be reported.
struct LineSortWorker {
  /// The reasons why a sort gives no result.
  enum Failure: Error {
    /// The sort was cancelled.
    case cancelled
    /// The text needs too much memory.
    case tooLarge
  }

  /// A line to sort, with the range of its text in `bytes`.
  private struct Entry {
    /// The first bytes after the common prefix of all lines, as a big-endian number. Most comparisons need no more.
    var prefix: UInt64 = 0
    /// The start of the text in `bytes`, and its length.
    var start: UInt32
    var count: UInt32
    /// The line number, counted from 0.
    var line: Int32
  }

  let key: SortKey
  let isCancelled: () -> Bool
  /// Called from time to time with the finished share, 0 to 1.
  let onProgress: (Double) -> Void

  /// The text of all lines as it is shown, without newlines.
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []

  /// The largest size of the text, in bytes.
  static let maximumByteCount = 1 << 29

  init(key: SortKey, isCancelled: @escaping () -> Bool = { false }, onProgress: @escaping (Double) -> Void = { _ in }) {
    self.key = key
    self.isCancelled = isCancelled
    self.onProgress = onProgress
  }

  /// Returns the line numbers, counted from 0, in the order of the key.
  /// - Parameter matches: The lines to sort; `nil` for all.
  /// - Complexity: O(*n* log *n*) comparisons.
  mutating func sort(_ snapshot: LineIndexSnapshot, matches: FilteredLines?) throws(Failure) -> [Int32] {
    guard snapshot.count < Int(Int32.max) else { throw .tooLarge }
    guard key.field == .text else {
      let lines = matches.map { $0.lines.map { Int32($0) } } ?? Array(0..<Int32(snapshot.count))
      return key.isDescending ? lines.reversed() : lines
    }
    try read(snapshot, wanted: matches?.lines)
    setPrefixes()
    try sortEntries()
    return entries.map(\.line)
  }

  /// Reads the text of the lines.
  private mutating func read(_ snapshot: LineIndexSnapshot, wanted: ChunkedList<Int>?) throws(Failure) {
    let end = snapshot.indexedBytes
    var (reported, next) = (0, 0)
    LineVisit.run(
      snapshot, from: LinePoint(line: 0, offset: 0), to: end, isCancelled: isCancelled,
      willRead: { _, offset in
        guard offset >> 24 != reported >> 24 else { return }
        reported = offset
        onProgress(0.5 * Double(offset) / Double(max(1, end)))
      },
      body: { line, text, _ in
        // The parts of a line stay together, because they have the same text.
        let parts = snapshot.parts(of: line)
        // Lines around matches may stand between two files.
        while let wanted, next < wanted.count, wanted[next] < line { next += 1 }
        if wanted.map({ next < $0.count && $0[next] == line }) ?? true {
          add(parts, text.prefix(LineText.byteLimit))
          next += parts.count
        }
        return parts.upperBound < snapshot.count && bytes.count <= Self.maximumByteCount
      })
    if isCancelled() { throw .cancelled }
    if bytes.count > Self.maximumByteCount { throw .tooLarge }
  }

  /// Appends a line with its text.
  /// - Parameter parts: The line numbers of all parts of the line.
  private mutating func add(_ parts: Range<Int>, _ text: Slice<UnsafeRawBufferPointer>) {
    let start = bytes.count
    TerminalText.withoutEscapes(UnsafeRawBufferPointer(rebasing: text)) { bytes += $0 }
    for part in parts {
      entries.append(
        Entry(start: UInt32(start), count: UInt32(bytes.count - start), line: Int32(truncatingIfNeeded: part)))
    }
  }

  /// Computes `prefix` of each entry. Lines of a log often start alike, so the common prefix is skipped.
  private mutating func setPrefixes() {
    guard let first = entries.first else { return }
    bytes.withUnsafeBytes { bytes in
      func text(_ entry: Entry) -> Slice<UnsafeRawBufferPointer> {
        bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)]
      }
      var common = Int(first.count)
      for entry in entries where common > 0 {
        let (a, b) = (text(first), text(entry))
        common = min(common, b.count)
        if let base = bytes.baseAddress, memcmp(base + a.startIndex, base + b.startIndex, common) == 0 { continue }
        common = zip(a, b).prefix(common).prefix { $0 == $1 }.count
      }
      for index in entries.indices {
        let rest = text(entries[index]).dropFirst(common).prefix(8)
        let value = rest.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        entries[index].prefix = rest.isEmpty ? 0 : value << UInt64(8 * (8 - rest.count))
      }
    }
  }

  /// Sorts the entries by prefix, then by text, then by line number.
  private mutating func sortEntries() throws(Failure) {
    let isDescending = key.isDescending
    var isDone = false
    bytes.withUnsafeBytes { bytes in
      let sort = PartwiseSort<Entry>(
        isBefore: { a, b in
          if a.prefix != b.prefix { return (a.prefix < b.prefix) != isDescending }
          let order = LineSort.compare(
            bytes, Int(a.start)..<Int(a.start + a.count), Int(b.start)..<Int(b.start + b.count))
          return order == 0 ? a.line < b.line : (order < 0) != isDescending
        }, isCancelled: isCancelled, onProgress: { [onProgress] in onProgress(0.5 + 0.5 * $0) })
      isDone = sort.sort(&entries)
    }
    guard isDone else { throw .cancelled }
  }
}

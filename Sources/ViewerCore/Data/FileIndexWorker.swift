package import ScrollworkPlatform

/// Finds rows, such as lines, in the bytes of a file, which it gets in their order.
package protocol FileScanning: Sendable {
  /// The type of the values that contain the rows known at one moment.
  associatedtype Snapshot: Sendable

  /// The offset of the next byte that the scanner needs.
  var scanned: Int { get }
  /// Whether a new snapshot is needed for another reason than scanned bytes.
  var hasNews: Bool { get }
  /// The encoding that the user chose; `nil` to detect it.
  var chosenEncoding: CharacterEncoding? { get }
  /// The encoding from which the bytes were converted to UTF-8; `nil` if they are those of the file. It is changed only
  /// before a restart.
  var conversion: ConvertedEncoding? { get set }

  /// Scans bytes that follow those scanned before. It may use only some of them or go back; the next scan begins at
  /// `scanned`.
  /// - Parameter bytes: The bytes, followed by at least 64 others that can be read.
  /// - Returns: Whether the scanner went back.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// Prepares for showing the rows at the end of the file.
  /// - Returns: Whether bytes from `scanned` must be scanned again.
  mutating func closeAtEnd() -> Bool
  /// Removes all rows, because the file has another content.
  /// - Parameter goesOn: Whether the earlier files are scanned again before it, with the properties detected before.
  mutating func restart(goesOn: Bool)
  /// Prepares for bytes of another file. It may be called several times for the same file.
  /// - Returns: Whether the rows of that file can follow the rows known so far.
  mutating func beginFile(_ start: [UInt8]) -> Bool
  /// Returns whether the rows were found in another encoding than the one that the first bytes show now.
  func isMisread(_ start: [UInt8]) -> Bool
  /// Returns the known rows.
  mutating func snapshot(_ state: FileState) -> Snapshot
}

extension FileScanning {
  package var hasNews: Bool { false }
  package mutating func closeAtEnd() -> Bool { false }
  package func isMisread(_ start: [UInt8]) -> Bool { false }
  package func beginFile(_ start: [UInt8]) -> Bool { false }
}

/// The state of a file that is being indexed.
package struct FileState: Sendable {
  /// The number of times that the file was shortened, rewritten or replaced.
  package var generation: Int
  /// The size of the file when it was examined last, in bytes.
  package var totalBytes: Int
  /// Whether all of the `totalBytes` are indexed.
  package var isCaughtUp: Bool
  /// Whether no more bytes of a stream will arrive. Always true for a file.
  package var isEnded: Bool
  /// Whether the file's name was removed. The open file is still read.
  package var isGone: Bool
  /// The error that ended reading; `nil` if none did. Rows found before it remain.
  package var error: FileError?
  /// The open file, preceded by the earlier files that had its name.
  package var files: FileChain

  /// Whether all of the file is indexed, and no more of a stream will arrive.
  package var isComplete: Bool { isCaughtUp && isEnded }

  package init(
    generation: Int = 0, totalBytes: Int, isCaughtUp: Bool, isEnded: Bool = true, isGone: Bool = false,
    error: FileError? = nil, files: FileChain
  ) {
    self.generation = generation
    self.totalBytes = totalBytes
    self.isCaughtUp = isCaughtUp
    self.isEnded = isEnded
    self.isGone = isGone
    self.error = error
    self.files = files
  }
}

/// The choice whether rows are kept when their file is replaced or cut.
package enum RowKeeping: Sendable {
  /// Rows of the earlier content are removed.
  case none
  /// Rows are kept if the file has grown since it was opened, or was renamed, as happens to a log and not to a document
  /// that is saved.
  case ifLikeLog
  case always
}

/// The part of an index that reads. It is used by one thread at a time.
struct FileIndexWorker<Scanner: FileScanning>: Sendable {
  private var files: FileChain
  /// The copy of a stream, and the spool that is read: the copy or its conversion; `nil` for a file.
  private let copyOfStream: StreamSpool?
  private(set) var spool: StreamSpool?
  /// The number of first bytes of the stream from which its encoding was detected.
  private var judged = 0
  private var scanner: Scanner
  private var generation: Int
  /// The size of the file in bytes.
  private var total = 0
  private var error: FileError?
  /// Whether no more bytes of a stream will arrive; true for a file.
  private var isEnded: Bool
  /// Whether the file's name was removed.
  private var isGone = false
  /// Whether a change other than new lines has to be published.
  private var needsPublication = true
  /// Whether the file became longer since all of it was scanned.
  private var hasGrown = false
  /// The first bytes of the newest file; `tail` has its last scanned ones. They show whether it was rewritten in place.
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  /// A copy of the scanned bytes of the newest file, whose lines are kept if the file is rewritten in place. Only small
  /// files are copied.
  private var copy: [UInt8] = []

  /// The largest size of `copy` in bytes.
  private static var largestCopy: Int { 8_000_000 }
  /// The size of `head` and `tail` in bytes.
  private static var sampleSize: Int { 256 }
  /// The size of a read in bytes: larger ones do not fit the second-level cache of a processor and are slower.
  private static var readSize: Int { 1 << 18 }
  /// The alignment of the buffer in bytes. Copies from the system's page cache are five times slower to an address 16
  /// bytes after the start of a page, where large allocations begin otherwise.
  private static var pageSize: Int { 4_096 }
  /// The bytes scanned before the first report. Later the distance between two reports doubles up to a limit.
  private static var firstPublication: Int { 1 << 16 }
  /// The number of bytes after those read that a scanner may access.
  private static var padding: Int { 64 }
  /// The largest distance between two reports, in bytes.
  private static var largestStep: Int { 1 << 25 }

  init(files: FileChain, spool: StreamSpool?, scanner: Scanner, generation: Int = 0) {
    self.generation = generation
    self.files = files
    (copyOfStream, self.spool) = (spool, spool)
    self.scanner = scanner
    isEnded = spool == nil
    if let conversion = spool?.conversion { self.scanner.conversion = conversion }
  }

  // MARK: Streams

  /// Chooses the encoding of a stream: the one of the user, or the one that its first bytes show. Until enough of them
  /// are known, each call judges anew, so that it does not matter in which pieces they came. A text in another encoding
  /// than before is read again from its start.
  /// - Returns: The spool to read from now on; `nil` if it is the same.
  mutating func judgeStream() -> StreamSpool? {
    guard let copyOfStream, copyOfStream.conversion == nil, judged < CharacterEncoding.sampleSize,
      let start = try? copyOfStream.file.bytes(at: 0, count: CharacterEncoding.sampleSize), start.count > judged
    else { return nil }
    judged = start.count
    let conversion = ConvertedEncoding.needed(for: start, chosen: scanner.chosenEncoding)
    guard conversion != scanner.conversion else {
      if scanner.conversion == nil, scanner.scanned > 0, scanner.isMisread(start) { restart() }
      return nil
    }
    do throws(FileError) {
      let next =
        try conversion.map { encoding throws(FileError) in
          try StreamSpool(converting: copyOfStream, from: encoding)
        } ?? copyOfStream
      (spool, files, scanner.conversion) = (next, FileChain(next.file), conversion)
      restart()
      return next
    } catch {
      // The bytes are shown as they came.
      self.error = error
      needsPublication = true
      return nil
    }
  }

  /// Returns a snapshot of the known rows.
  mutating func snapshot(isCaughtUp: Bool) -> Scanner.Snapshot {
    scanner.snapshot(state(isCaughtUp: isCaughtUp))
  }

  private func state(isCaughtUp: Bool) -> FileState {
    FileState(
      generation: generation, totalBytes: max(total, scanner.scanned), isCaughtUp: isCaughtUp, isEnded: isEnded,
      isGone: isGone, error: error, files: files)
  }

  /// Opens the file that has the name now. If there is none, the open file is kept.
  /// - Parameter keeping: Whether the rows of the replaced file are kept.
  mutating func reopen(keeping: RowKeeping, isStopped: () -> Bool) {
    do throws(FileError) {
      guard spool == nil else { return restart() }
      let next = try RandomAccessFile(path: files.newest.path)
      // The program that writes may have added rows before it opened the new file.
      if keeping != .none { catchUp(keeping: keeping, isStopped: isStopped, publish: { _ in }) }
      guard keeps(keeping), scanner.scanned > 0 else {
        files = FileChain(next)
        return restart()
      }
      if next.identity == files.newest.identity {
        (isGone, error) = (false, nil)
      } else if files.replaceNewest(by: next, readTo: scanner.scanned, at: Self.clock) {
        restart(goesOn: true)
      } else {
        prepareForFile()
      }
      needsPublication = true
    } catch {
      self.error = error
      needsPublication = true
    }
  }

  /// Records that the file's name was removed.
  mutating func nameDidVanish() {
    isGone = true
    needsPublication = true
  }

  /// Reads the bytes that are not indexed yet. `publish` receives a snapshot early, then at growing distances, and at
  /// the end.
  mutating func catchUp(
    keeping: RowKeeping = .none, isStopped: () -> Bool, publish: (Scanner.Snapshot) -> Void
  ) {
    // Read before the data, so that bytes which arrive in between are not mistaken for the end.
    let (endsNow, spoolError) = spool.map { ($0.isEnded, $0.error) } ?? (true, nil)
    if files.hasCutFile {
      files.dropCutFiles()
      restart(goesOn: true)
    }
    if wasRewritten() { restartRewritten(keeping: keeping) }
    // The copy of a stream without more room may lose the start of a line that was scanned already.
    if spoolError != nil, let size = try? files.size, size < scanner.scanned { restart() }
    let before = scanner.scanned
    let isBegun = before > files.base
    let readError = scan(isStopped: isStopped, publish: publish)
    guard !isStopped() else { return }
    needsPublication = needsPublication || endsNow != isEnded || scanner.scanned != before
    error = readError ?? spoolError ?? error
    if isBegun, scanner.scanned > before { hasGrown = true }
    isEnded = endsNow
    keepCopy(keeping)
    if needsPublication { publishEnd(isStopped: isStopped, publish) }
    needsPublication = false
  }

  /// Updates `copy` with the scanned bytes, unless there are too many or the rows need not be kept.
  private mutating func keepCopy(_ keeping: RowKeeping) {
    let count = scanner.scanned - files.base
    guard keeping == .always, spool == nil, count <= Self.largestCopy else {
      copy = []
      return
    }
    guard count > copy.count else { return }
    copy += (try? files.bytes(at: files.base + copy.count, count: count - copy.count)) ?? []
  }

  /// Publishes a snapshot with the rows at the end of the file. The scanner is unchanged, because the file may grow.
  private func publishEnd(isStopped: () -> Bool, _ publish: (Scanner.Snapshot) -> Void) {
    var closed = self
    while !isStopped(), closed.scanner.closeAtEnd() {
      closed.error = closed.scan(isStopped: isStopped, publish: { _ in }) ?? closed.error
    }
    if !isStopped() { publish(closed.snapshot(isCaughtUp: true)) }
  }

  /// Removes all rows, because the file has another content.
  /// - Parameter goesOn: Whether the earlier files are scanned again before it.
  private mutating func restart(goesOn: Bool = false) {
    scanner.restart(goesOn: goesOn)
    generation += 1
    hasGrown = hasGrown && goesOn
    prepareForFile()
  }

  /// Resets the state of the newest file, because another one replaces it.
  private mutating func prepareForFile() {
    (head, tail, copy) = ([], [], [])
    error = nil
    isGone = false
    needsPublication = true
  }

  /// Restarts, because the newest file has another content. Its earlier bytes are kept only as far as `copy` has them.
  private mutating func restartRewritten(keeping: RowKeeping) {
    // Of a text that is no log, only what can be read is worth more than its new content alone.
    let goesOn = keeping == .always || keeping == .ifLikeLog && files.hasEarlier
    let isShorter = (try? files.size).map { $0 < scanner.scanned } ?? true
    if goesOn {
      files.loseNewest(isShorter ? .cut : .replaced, keeping: copy, at: Self.clock)
    } else {
      files = FileChain(files.newest)
    }
    restart(goesOn: goesOn)
  }

  /// Whether `keeping` keeps the rows of this file when its content is replaced.
  private func keeps(_ keeping: RowKeeping) -> Bool {
    switch keeping {
    case .none: false
    case .ifLikeLog: hasGrown || files.hasEarlier || files.isNewestRenamed
    case .always: true
    }
  }

  /// The time of day.
  private static var clock: String { Formats.local(now: .now).clock(.now) }

  /// Whether the file became shorter, or has other bytes at the start or end of the indexed part.
  private func wasRewritten() -> Bool {
    let base = files.base
    guard spool == nil, scanner.scanned > base, let size = try? files.size else { return false }
    return size < scanner.scanned
      || (try? files.bytes(at: base, count: head.count)) ?? head != head
      || (try? files.bytes(at: scanner.scanned - tail.count, count: tail.count)) ?? tail != tail
  }

  /// Prepares the scanner if a file begins at its next byte. Drops earlier files if that file's rows cannot follow
  /// theirs.
  private mutating func enterFile() {
    guard files.hasEarlier, files.ranges.contains(where: { $0.lowerBound == scanner.scanned && $0.lowerBound > 0 })
    else { return }
    let isNewest = scanner.scanned == files.base
    if isNewest { files.skipMark() }
    let start = try? files.bytes(at: scanner.scanned, count: isNewest ? CharacterEncoding.sampleSize : 0)
    if scanner.beginFile(start ?? []) { return }
    files = FileChain(files.newest)
    restart()
  }

  /// Reads from the last scanned byte to the end. Returns the error that stopped it.
  private mutating func scan(isStopped: () -> Bool, publish: (Scanner.Snapshot) -> Void) -> FileError? {
    total = (try? files.size) ?? 0
    enterFile()
    var nextPublication = scanner.scanned + Self.firstPublication
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.readSize + Self.padding, alignment: Self.pageSize)
    defer { buffer.deallocate() }
    while !isStopped() {
      do throws(FileError) {
        // The first read is short, so that the first rows appear at once.
        let offset = scanner.scanned
        let limit = files.nextFile(after: offset).map { $0 - offset } ?? .max
        let readLength = min(limit, offset == 0 ? Self.firstPublication : Self.readSize)
        let count = try files.read(at: offset, into: .init(rebasing: buffer[..<readLength]))
        guard count > 0 else { return nil }
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        let wentBack = scanner.scan(piece)
        sample(piece, from: offset)
        enterFile()
        if count < readLength, !wentBack { return nil }
      } catch {
        return error
      }
      if scanner.scanned >= nextPublication || scanner.hasNews {
        publish(snapshot(isCaughtUp: false))
        nextPublication = scanner.scanned + min(max(scanner.scanned, Self.firstPublication), Self.largestStep)
      }
    }
    return nil
  }

  /// Updates `head` and `tail`.
  /// - Parameter offset: The offset of the piece in `files`.
  private mutating func sample(_ piece: UnsafeRawBufferPointer, from offset: Int) {
    let base = files.base
    guard offset >= base else { return }
    if head.count == offset - base, head.count < Self.sampleSize { head += piece.prefix(Self.sampleSize - head.count) }
    // After the scanner went back, the tail begins anew.
    let scanned = piece.prefix(max(0, scanner.scanned - offset))
    tail = scanned.isEmpty ? [] : Array((tail + scanned.suffix(Self.sampleSize)).suffix(Self.sampleSize))
  }
}

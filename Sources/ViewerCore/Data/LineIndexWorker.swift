import ScrollworkPlatform

/// The part of a line index that reads. It is used by one thread at a time.
struct LineIndexWorker: Sendable {
  private var file: RandomAccessFile
  private let spool: StreamSpool?
  private var scanner = LineScanner()
  private var generation = 0
  /// The size of the file in bytes.
  private var total = 0
  private var error: FileError?
  /// Whether no more bytes of a stream will arrive; true for a file.
  private var isEnded: Bool
  /// Whether the file's name was removed.
  private var isGone = false
  /// Whether a change other than new lines has to be published.
  private var needsPublication = true
  private let blocks = LineBlockCache()
  /// The first bytes of the file and the last scanned bytes. They show whether the file was rewritten in place.
  private var head: [UInt8] = []
  private var tail: [UInt8] = []

  /// The size of `head` and `tail` in bytes.
  private static let sampleSize = 256
  /// The size of a read in bytes: larger ones do not fit the second-level cache of a processor and are slower.
  private static let readSize = 1 << 18
  /// The bytes scanned before the first report. Later the distance between two reports doubles up to a limit.
  private static let firstPublication = 1 << 16
  /// The largest distance between two reports, in bytes.
  private static let largestStep = 1 << 25

  init(file: RandomAccessFile, spool: StreamSpool?) {
    self.file = file
    self.spool = spool
    isEnded = spool == nil
  }

  /// Returns the known lines as a value.
  func snapshot(isCaughtUp: Bool) -> LineIndexSnapshot {
    LineIndexSnapshot(
      generation: generation, count: scanner.count, indexedBytes: scanner.scanned,
      totalBytes: max(total, scanner.scanned),
      isCaughtUp: isCaughtUp, isEnded: isEnded, isGone: isGone, error: error,
      endsWithNewline: scanner.scanned == scanner.openLine, points: scanner.points, file: file, blocks: blocks)
  }

  /// Opens the file that has the name now. If there is none, the open file is kept.
  mutating func reopen() {
    do throws(FileError) {
      if spool == nil { file = try RandomAccessFile(path: file.path) }
      restart()
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
  mutating func catchUp(isStopped: () -> Bool, publish: (LineIndexSnapshot) -> Void) {
    // Read before the data, so that bytes which arrive in between are not mistaken for the end.
    let (endsNow, spoolError) = spool.map { ($0.isEnded, $0.error) } ?? (true, nil)
    if wasRewritten() { restart() }
    let before = scanner.scanned
    let readError = scan(isStopped: isStopped, publish: publish)
    guard !isStopped() else { return }
    needsPublication = needsPublication || endsNow != isEnded || scanner.scanned != before
    error = readError ?? spoolError ?? error
    isEnded = endsNow
    if needsPublication { publish(snapshot(isCaughtUp: true)) }
    needsPublication = false
  }

  /// Forgets all lines, because the file has another content.
  private mutating func restart() {
    scanner = LineScanner()
    generation += 1
    head = []
    tail = []
    error = nil
    isGone = false
    needsPublication = true
  }

  /// Whether the file became shorter, or has other bytes at the start or end of the indexed part.
  private func wasRewritten() -> Bool {
    guard spool == nil, scanner.scanned > 0, let size = try? file.size else { return false }
    return size < scanner.scanned
      || (try? file.bytes(at: 0, count: head.count)) ?? head != head
      || (try? file.bytes(at: scanner.scanned - tail.count, count: tail.count)) ?? tail != tail
  }

  /// Reads from the last scanned byte to the end. Returns the error that stopped it.
  private mutating func scan(isStopped: () -> Bool, publish: (LineIndexSnapshot) -> Void) -> FileError? {
    total = (try? file.size) ?? 0
    var nextPublication = scanner.scanned + Self.firstPublication
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.readSize, alignment: 16)
    defer { buffer.deallocate() }
    while !isStopped() {
      do throws(FileError) {
        // The first read is short, so that the first rows appear at once.
        let readLength = scanner.scanned == 0 ? Self.firstPublication : Self.readSize
        let count = try file.read(at: scanner.scanned, into: .init(rebasing: buffer[..<readLength]))
        guard count > 0 else { return nil }
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        scanner.scan(piece)
        sample(piece)
        if count < readLength { return nil }
      } catch {
        return error
      }
      if scanner.scanned >= nextPublication {
        publish(snapshot(isCaughtUp: false))
        nextPublication = scanner.scanned + min(max(scanner.scanned, Self.firstPublication), Self.largestStep)
      }
    }
    return nil
  }

  /// Updates `head` and `tail`.
  private mutating func sample(_ piece: UnsafeRawBufferPointer) {
    if head.count < Self.sampleSize { head += piece.prefix(Self.sampleSize - head.count) }
    tail = Array((tail + piece.suffix(Self.sampleSize)).suffix(Self.sampleSize))
  }
}

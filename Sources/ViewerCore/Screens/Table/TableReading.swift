import Scrollwork
import ScrollworkPlatform

/// The reading of a table's file: indexes its rows by the chosen or detected dialect.
@MainActor
final class TableReading {
  /// The steps from the bytes of the file to its text.
  private(set) var coding = FileCoding.plain
  /// The parts of the dialect that the user chose.
  private(set) var choice = CSVDialect.Choice()
  /// Called with each new snapshot.
  var onSnapshot: ((CSVSnapshot) -> Void)?

  /// The name whose extension determines the form of the rows; empty for standard input.
  private let name: String
  private var file: RandomAccessFile
  /// The copy of a stream, or of a file that is not read in place; `nil` for other files.
  private var spool: StreamSpool?
  private let isStream: Bool
  private var index: CSVIndex?
  /// The number of the newest index. Snapshots of previous ones are dropped.
  private var number = 0

  /// The metadata of the file before the rows were indexed, and the time; `nil` for a stream.
  private var version: (info: FileInfo, read: FileTime)?

  /// Prepares for reading a file or stream.
  /// - Parameter encoding: The encoding that the user chose; `nil` to detect it.
  /// - Throws: The reason why the file cannot be read.
  init(_ input: TableInput, encoding: CharacterEncoding?) throws(FileError) {
    let path = input.path
    if case .stream(let spool, let pipe) = input {
      (name, file, self.spool, isStream) = (pipe ?? "", spool.file, spool, true)
      return
    }
    (name, isStream) = (Compression.plainName(of: path), false)
    file = try RandomAccessFile(path: path)
    // Read before the screen is shown, so that an unreadable file is reported.
    _ = try file.bytes(at: 0, count: 1)
    try openCopy(encoding, replacing: nil)
  }

  /// Opens the copy of a file that is not read in place in an encoding, unless it is open already. The index converts
  /// a stream.
  /// - Returns: Whether the text of the file is another one than before.
  @discardableResult
  private func openCopy(
    _ encoding: CharacterEncoding?, replacing former: CSVSnapshot?
  ) throws(FileError) -> Bool {
    if isStream, let spool {
      return former.map { $0.dialect.encoding.conversion != spool.conversion(chosen: encoding) } ?? true
    }
    let next = try FileCoding.detect(file, encoding: encoding)
    guard next != coding else { return false }
    spool = next.isPlain ? nil : try StreamSpool(path: file.path, coding: next)
    coding = next
    return true
  }

  /// Indexes the rows from the start of the file.
  /// - Parameters:
  ///   - choice: The parts of the dialect that are not detected.
  ///   - former: The snapshot that the new ones replace; `nil` for none.
  /// - Returns: Whether offsets in the former rows are valid for the new ones too.
  /// - Throws: The reason why the file cannot be read in the chosen encoding. Then nothing changes.
  @discardableResult
  func start(_ choice: CSVDialect.Choice, replacing former: CSVSnapshot? = nil) throws(FileError) -> Bool {
    let wasPlain = spool == nil
    let isOther = try openCopy(choice.encoding, replacing: former)
    index?.stop()
    if !isStream { version = (try? FileInfo(path: file.path)).map { ($0, .now) } }
    number += 1
    self.choice = choice
    let delivery = Delivery<CSVSnapshot> { [weak self, number] snapshot in
      if let self, number == self.number { onSnapshot?(snapshot) }
    }
    let scanner = CSVFileScanner(
      name: name, choice: choice, generation: former.map { $0.source.generation + 1 } ?? 0)
    index =
      if let spool {
        CSVIndex(spool: spool, scanner: scanner) { delivery.send($0) }
      } else {
        // The file may have been replaced since it was opened.
        CSVIndex(files: FileChain(wasPlain ? former?.state.files.newest ?? file : file), scanner: scanner) {
          delivery.send($0)
        }
      }
    return !isOther
  }

  /// Whether the file is surely the one that was indexed. A file that was written shortly before is not, because the
  /// time of a second change may be the same.
  var isUnchanged: Bool {
    guard let version, version.info.statusChanged.seconds < version.read.seconds - 1 else { return false }
    return (try? FileInfo(path: file.path)) == version.info
  }

  /// Whether changes of the file are noticed.
  var isWatched: Bool { index?.isWatched == true }
  /// Whether the rows come from a stream, or from a file that is not read in place; both are read on demand.
  var isSpooled: Bool { spool != nil }
  /// Whether reading a stream or a compressed file pauses until more rows are needed.
  var isPaused: Bool { index?.isReadingPaused == true }

  /// Returns whether more rows than those in `snapshot` will become known.
  func isBusy(after snapshot: CSVSnapshot) -> Bool {
    guard let index, !index.isBusy else { return true }
    let newest = index.snapshot
    return !newest.state.isCaughtUp || newest.rowCount != snapshot.rowCount
      || newest.source.generation != snapshot.source.generation
  }

  func readMore() { index?.readMore() }
  func reload() { index?.reload() }
  func stop() { index?.stop() }
}

import Scrollwork
import ScrollworkPlatform

/// The reading of a table's file: indexes its rows by the chosen or detected dialect.
@MainActor
final class TableReading {
  /// The format of a compressed file; `nil` for other files.
  let compression: Compression?
  /// The parts of the dialect that the user chose.
  private(set) var choice = CSVDialect.Choice()
  /// Called with each new snapshot.
  var onSnapshot: ((CSVSnapshot) -> Void)?

  /// The name whose extension determines the form of the rows; empty for standard input.
  private let name: String
  private let file: RandomAccessFile
  /// The copy of a stream or the decoded copy of a compressed file; `nil` for other files.
  private let spool: StreamSpool?
  private var index: CSVIndex?
  /// The number of the newest index. Snapshots of previous ones are dropped.
  private var number = 0

  /// Prepares for reading a file or stream.
  /// - Throws: The reason why the file cannot be read.
  init(_ input: TableInput) throws(FileError) {
    let path = input.path
    if case .stream(let spool, let pipe) = input {
      (name, file, self.spool, compression) = (pipe ?? "", spool.file, spool, nil)
      return
    }
    name = Compression.plainName(of: path)
    file = try RandomAccessFile(path: path)
    // Read before the screen is shown, so that an unreadable file is reported.
    _ = try file.bytes(at: 0, count: 1)
    compression = try Compression.detect(file)
    spool = compression == nil ? nil : try StreamSpool(path: path, ahead: StreamSpool.compressedReadAhead)
  }

  /// Indexes the rows from the start of the file.
  /// - Parameters:
  ///   - choice: The parts of the dialect that are not detected.
  ///   - former: The snapshot that the new ones replace; `nil` for none.
  func start(_ choice: CSVDialect.Choice, replacing former: CSVSnapshot? = nil) {
    index?.stop()
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
        CSVIndex(files: FileChain(former?.state.files.newest ?? file), scanner: scanner) { delivery.send($0) }
      }
  }

  /// Whether changes of the file are noticed.
  var isWatched: Bool { index?.isWatched == true }
  /// Whether the rows come from a stream or from a compressed file, which is read on demand.
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

import CAllocationCounter
import Dispatch
import Glibc
import ScrollworkPlatform
import ScrollworkViewerCore
import Synchronization

/// Benchmarks of tables: the index of a CSV file with and without quotes, a random row of a long one, the last rows of
/// a huge file before it is indexed, and sorting and filtering by columns.
enum TableBenchmarks {
  @MainActor
  static func run(quick: Bool) throws -> [Measurement] {
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    let rounds = quick ? 2 : 5
    let megabytes = quick ? 64 : 512
    return try [
      index("plain", megabytes, rounds, folder) {
        "\($0),name \($0 % 977),ERROR,\($0 % 10_007).25,plain text of a note\n"
      },
      index("quoted", megabytes, rounds, folder) {
        "\($0),\"name, \($0 % 977)\",ERROR,\($0 % 10_007).25,\"said \"\"yes\"\" and\nno\"\n"
      },
    ].flatMap { $0 } + [randomRows(quick ? 1_000_000 : 10_000_000, folder), end(rounds, folder)]
      + queries(quick ? 500_000 : 10_000_000, rounds, folder)
      + gzip(quick ? 16 : 128, rounds, folder)
  }

  /// Writes a file of rows until `until` returns true.
  private static func write(
    _ path: String, header: String = "id,name,level,score,note", until isDone: (Int, Int) -> Bool, row: (Int) -> String
  ) {
    let output = fopen(path, "w")
    fputs(header + "\n", output)
    var (number, size) = (0, 0)
    while !isDone(number, size) {
      let text = row(number)
      fputs(text, output)
      size += text.utf8.count
      number += 1
    }
    fclose(output)
  }

  /// Indexes a file to its end.
  static func indexed(_ path: String) throws -> CSVSnapshot {
    let done = DispatchSemaphore(value: 0)
    let known = Mutex<CSVSnapshot?>(nil)
    let index = CSVIndex(
      files: FileChain(try RandomAccessFile(path: path)), scanner: CSVFileScanner(name: path), follows: false
    ) { snapshot in
      guard snapshot.isRowCountExact else { return }
      known.withLock { $0 = snapshot }
      done.signal()
    }
    done.wait()
    let snapshot = known.withLock { $0 } ?? index.snapshot
    withExtendedLifetime(index) {}
    return snapshot
  }

  /// The index of a file, with the processor time that it took in nanoseconds and the peak of the allocated bytes.
  private struct Indexing {
    var snapshot: CSVSnapshot
    var cpu: Double
    var memory: Double

    init(_ path: String) throws {
      let start = Clocks.processCPU
      scrollwork_allocation_watch_begin()
      snapshot = try indexed(path)
      cpu = Clocks.processCPU - start
      var (peak, rest) = (0, 0)
      scrollwork_allocation_watch_end(&peak, &rest)
      memory = Double(peak)
    }
  }

  /// Measures the indexing of a file in gigabytes per second of processor time, and the memory of each row in bytes.
  /// The buffers and blocks that the index of a short file takes too are not counted.
  private static func index(
    _ name: String, _ megabytes: Int, _ rounds: Int, _ folder: BenchmarkFolder, _ row: (Int) -> String
  ) throws -> [Measurement] {
    let (path, start) = (folder.path + "/\(name).csv", folder.path + "/start.csv")
    write(path, until: { $1 >= megabytes << 20 }, row: row)
    write(start, until: { $1 >= 8 << 20 }, row: row)
    defer {
      unlink(path)
      unlink(start)
    }
    var (speeds, memory, rows) = ([Double](), [Double](), 0)
    for _ in 0..<rounds {
      let (short, whole) = (try Indexing(start), try Indexing(path))
      rows = whole.snapshot.rowCount
      speeds.append(Double(whole.snapshot.state.totalBytes) / whole.cpu)
      memory.append(max(0, whole.memory - short.memory) / Double(rows - short.snapshot.rowCount))
    }
    return [
      Measurement("tables/index/\(name)", n: rows, samples: speeds, unit: "GB/s").aiming(
        .atLeast(name == "plain" ? 1 : 0.5)),
      Measurement("tables/index/\(name)/row", n: rows, samples: memory, unit: "bytes").allowed(0...1.5),
    ]
  }

  /// Measures the time to read a random row of a file of many short rows.
  private static func randomRows(_ rows: Int, _ folder: BenchmarkFolder) throws -> Measurement {
    let path = folder.path + "/short.csv"
    write(path, header: "number,letter", until: { number, _ in number == rows }, row: { "\($0),b\n" })
    defer { unlink(path) }
    let snapshot = try indexed(path)
    var random = PeerRandom()
    let samples = (0..<2_000).map { _ in
      let row = Int(random.next()) % rows
      let start = Clocks.monotonic
      let text = snapshot.fields(of: row, columns: 0..<1)[0]?.text
      let time = (Clocks.monotonic - start) / 1_000
      precondition(text == "\(row)", "row \(row)")
      return time
    }
    return Measurement("tables/random-row", n: rows, samples: samples).aiming(.atMost(200))
  }

  /// Measures the time to read the last rows of a sparse file of ten gigabytes before it is indexed.
  private static func end(_ rounds: Int, _ folder: BenchmarkFolder) throws -> Measurement {
    let path = folder.path + "/sparse.csv"
    write(path, until: { number, _ in number == 20_000 }, row: { "\($0),a,b,c,\"x\ny\"\n" })
    let size = 10_000_000_000
    truncate(path, size)
    let tail = Array("\n".utf8) + (0..<100_000).flatMap { Array("\($0),a,b,c,\"x\ny\"\n".utf8) }
    let output = fopen(path, "a")
    fwrite(tail, 1, tail.count, output)
    fclose(output)
    let file = try RandomAccessFile(path: path)
    let head = try file.bytes(at: 0, count: 1 << 16) + [UInt8](repeating: 0, count: 64)
    let samples = (0..<rounds).map { _ in
      var scanner = CSVFileScanner(name: path)
      let start = Clocks.monotonic
      head.withUnsafeBytes { _ = scanner.scan(UnsafeRawBufferPointer(rebasing: $0.dropLast(64))) }
      let snapshot = scanner.snapshot(
        FileState(totalBytes: size + tail.count, isCaughtUp: false, files: FileChain(file)))
      for row in snapshot.rowCount - 50..<snapshot.rowCount {
        let fields = snapshot.fields(of: row, columns: 0..<5)
        precondition(fields[0]?.text == "\(row - snapshot.rowCount + 100_000)", "row \(row)")
      }
      return (Clocks.monotonic - start) / 1_000
    }
    return Measurement("tables/end/10GB", n: size, samples: samples).aiming(.atMost(100_000))
  }

  /// Measures sorting and filtering rows.
  @MainActor
  private static func queries(_ rows: Int, _ rounds: Int, _ folder: BenchmarkFolder) throws -> [Measurement] {
    let path = folder.path + "/rows.csv"
    var random = PeerRandom()
    write(
      path, until: { number, _ in number == rows },
      row: { number in
        let value = random.next()
        return "\(number),item \(value % 1_000),\(value % 2 == 0),\(Double(value % 100_000_000) / 1_000),text\n"
      })
    let snapshot = try indexed(path)
    let sorts = [("number", 3, TableValueType.number), ("id", 0, .number), ("text", 1, .text)].flatMap {
      name, column, type in
      let key = RowSortKey(column: column, type: type, descending: name == "id")
      var (times, memory) = ([Double](), [Double]())
      for _ in 0..<rounds {
        Clocks.resetPeakMemory()
        let (start, before) = (Clocks.monotonic, Double(ProcessStatistics.residentBytes))
        let order = try? CSVSort.rows(of: snapshot, by: [key])
        precondition(order?.count == rows, "sort by \(name)")
        times.append((Clocks.monotonic - start) / 1_000)
        memory.append(Clocks.peakMemory * 1_048_576 - before)
      }
      return [
        Measurement("tables/sort/\(name)", n: rows, samples: times).aiming(
          type == .number ? .atMost(0.15 * Double(rows)) : nil),
        Measurement("tables/sort/\(name)/peak", n: rows, samples: memory, unit: "bytes").allowed(
          0...(type == .number ? max(2e7, 10 * Double(rows)) : 1e9)),
      ]
    }
    let filters = [("number", "score<100"), ("equal", "name=item 5"), ("text", "item 77"), ("expression", "/,7\\d+,/")]
    return try sorts + TableSortBenchmark.run(path, rows: rows) + [cancellation(snapshot, rounds)]
      + filters.map { name, text in
        let expression = try TableFilterExpression(text, columns: snapshot.columns)
        let speeds = (0..<rounds).map { _ in
          let cpu = Clocks.processCPU
          let query = CSVQuery([expression]) { _ in }
          query.update(snapshot)
          while query.isBusy { usleep(200) }
          return Double(snapshot.state.totalBytes) / (Clocks.processCPU - cpu)
        }
        return Measurement("tables/filter/\(name)", n: rows, samples: speeds, unit: "GB/s")
      }
  }

  /// Measures the time from the cancellation of a running sort to its end.
  private static func cancellation(_ snapshot: CSVSnapshot, _ rounds: Int) -> Measurement {
    let samples = (0..<rounds).map { round in
      let query = CSVQuery([], order: [RowSortKey(column: 3, type: .number)]) { _ in }
      query.update(snapshot)
      usleep(UInt32(20_000 * (1 + round)))
      let start = Clocks.monotonic
      query.cancel()
      while query.isBusy { usleep(50) }
      return (Clocks.monotonic - start) / 1000
    }
    return Measurement("tables/sort/cancelled", n: snapshot.rowCount, samples: samples)
  }

  /// Measures the speed of each library that decodes gzip, in gigabytes of decoded text per second of processor time.
  private static func gzip(_ megabytes: Int, _ rounds: Int, _ folder: BenchmarkFolder) throws -> [Measurement] {
    let path = folder.path + "/packed.csv"
    write(
      path, until: { $1 >= megabytes << 20 },
      row: { "\($0),name \($0 % 977),ERROR,\($0 &* 7_919 % 10_007).25,a note\n" })
    defer { unlink(path + ".gz") }
    guard system("gzip -f '\(path)'") == 0 else { return [] }
    let file = try RandomAccessFile(path: path + ".gz")
    let speeds = try GzipLibrary.allCases.filter(\.isPresent).map { library in
      let samples = try (0..<rounds).map { _ in
        let cpu = Clocks.processCPU
        let (bytes, loss) = try Compression.decode(file, limit: .max, gzip: library)
        precondition(loss == nil && bytes.count >= megabytes << 20)
        return Double(bytes.count) / (Clocks.processCPU - cpu)
      }
      return Measurement("tables/gzip/\(library.rawValue)", n: megabytes << 20, samples: samples, unit: "GB/s")
    }
    guard speeds.count == 2 else { return speeds }
    return [speeds[0].compared(to: "zlib", speeds[0].median / speeds[1].median, nil), speeds[1]]
  }
}

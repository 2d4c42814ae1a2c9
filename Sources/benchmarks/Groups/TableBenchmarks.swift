import Dispatch
import Glibc
import ScrollworkPlatform
import ScrollworkViewerCore
import Synchronization

/// Benchmarks of tables: the index of a CSV file with and without quotes, the last rows of a huge file before it is
/// indexed, and sorting and filtering by columns.
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
    ].flatMap { $0 } + [end(rounds, folder)] + queries(quick ? 500_000 : 10_000_000, rounds, folder)
      + TableGridBenchmark.run(rows: 100_000, folder)
  }

  /// Writes a file of rows.
  private static func write(_ path: String, until isDone: (Int, Int) -> Bool, row: (Int) -> String) {
    let output = fopen(path, "w")
    fputs("id,name,level,score,note\n", output)
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
  private static func indexed(_ path: String) throws -> CSVSnapshot {
    let done = DispatchSemaphore(value: 0)
    let known = Mutex<CSVSnapshot?>(nil)
    let index = CSVIndex(
      file: try RandomAccessFile(path: path), scanner: CSVFileScanner(name: path), follows: false
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

  /// Measures the index of a file: gigabytes in a second of processor time, and bytes of memory for each row.
  private static func index(
    _ name: String, _ megabytes: Int, _ rounds: Int, _ folder: BenchmarkFolder, _ row: (Int) -> String
  ) throws -> [Measurement] {
    let path = folder.path + "/\(name).csv"
    write(path, until: { $1 >= megabytes << 20 }, row: row)
    defer { unlink(path) }
    var (speeds, memory, rows) = ([Double](), [Double](), 0)
    for _ in 0..<rounds {
      Clocks.resetPeakMemory()
      let (cpu, before) = (Clocks.processCPU, Double(ProcessStatistics.residentBytes))
      let snapshot = try indexed(path)
      speeds.append(Double(snapshot.state.totalBytes) / (Clocks.processCPU - cpu))
      memory.append(max(0, Clocks.peakMemory * 1_048_576 - before) / Double(snapshot.rowCount))
      rows = snapshot.rowCount
    }
    return [
      Measurement("tables/index/\(name)", n: rows, samples: speeds, unit: "GB/s").allowed(
        (name == "plain" ? 0.5 : 0.25)...1_000),
      // Some megabytes of buffers are the same for every file; only a large one shows the memory of a row.
      Measurement("tables/index/\(name)/row", n: rows, samples: memory, unit: "bytes").allowed(
        0...(megabytes > 100 ? 1.5 : 15)),
    ]
  }

  /// Measures the time to the last rows of a sparse file of ten gigabytes, of which nothing is indexed.
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
      let snapshot = scanner.snapshot(FileState(totalBytes: size + tail.count, isCaughtUp: false, file: file))
      for row in snapshot.rowCount - 50..<snapshot.rowCount {
        let fields = snapshot.fields(of: row, columns: 0..<5)
        precondition(fields[0]?.text == "\(row - snapshot.rowCount + 100_000)", "row \(row)")
      }
      return (Clocks.monotonic - start) / 1_000
    }
    return Measurement("tables/end/10GB", n: size, samples: samples).allowed(0...100_000)
  }

  /// Measures sorting and filtering rows.
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
        Measurement("tables/sort/\(name)", n: rows, samples: times),
        Measurement("tables/sort/\(name)/peak", n: rows, samples: memory, unit: "bytes").allowed(
          0...(type == .number ? max(2e7, 10 * Double(rows)) : 1e9)),
      ]
    }
    let filters = [("number", "score<100"), ("equal", "name=item 5"), ("text", "item 77"), ("expression", "/,7\\d+,/")]
    return try sorts
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
}

import Glibc
import ScrollworkPlatform
import ScrollworkViewerCore
import Synchronization

/// Benchmarks of filtering and printing four million rows: the processor time, compared with that of `rg` and `grep`,
/// and the time to the first rows. The file is searched as a text and as a table, with and without quotes.
enum SearchBenchmarks {
  /// A search that the viewer and another program perform.
  private struct Case {
    var name: String
    /// The filter, as it is typed.
    var filter: String
    /// The command line of the other program, without the path of the file.
    var command: String
  }

  /// Whether `rg` is installed; else `grep -F` stands in for it.
  private static let hasRipgrep = system("command -v rg >/dev/null 2>&1") == 0

  private static let literal = Case(
    name: "literal", filter: "gateway", command: hasRipgrep ? "rg -i -j1 -c gateway" : "grep -i -F -c gateway")

  /// Regular expressions with a literal. The first four match a few, a third, half and nearly all of the lines. The
  /// others differ in the frequency of the literal and in its position in a match. `grep` reads bytes, which is fast.
  private static let expressions = [
    ("few", "request \\d+ gateway"), ("third", "GET [a-z0-9\\/]+\\.html"), ("half", "request \\d*[02468] "),
    ("all", "worker-\\d,INFO"), ("class", "\\d+ gateway"), ("rare-end", "worker-\\d,ERROR"),
    ("any-start", "\\w+\\.html"), ("no-start", "t\\d+\\.html"), ("any-middle", "item.*took \\d+"),
    ("choice", "(GET|POST) .a.item9"),
  ].map { Case(name: $0, filter: "/\($1)/", command: "grep -P -c '\($1)'") }

  /// The largest allowed ratio of the time of a regular expression to that of `grep`.
  private static let ceiling = 1.5

  static func run(quick: Bool) throws -> [Measurement] {
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    let (path, rows, rounds) = (folder.path + "/rows.csv", quick ? 400_000 : 4_000_000, quick ? 3 : 5)
    write(path, rows)
    let (lines, table) = (try FilterBenchmarks.index(path), try TableBenchmarks.indexed(path))
    let quotedPath = folder.path + "/quoted.csv"
    write(quotedPath, rows, isQuoted: true)
    let quoted = try TableBenchmarks.indexed(quotedPath)
    precondition(lines.count == rows + 1 && table.rowCount == rows && quoted.rowCount == rows)
    var result: [Measurement] = []
    for search in [literal] + expressions {
      let other = (0..<rounds).map { _ in time(of: search.command, path) }
      let filter = Filter([try FilterExpression(search.filter)])
      let expression = try TableFilterExpression(search.filter, columns: table.columns)
      let (text, rowFilter) = (
        (0..<rounds).map { _ in Search(lines, filter) }, (0..<rounds).map { _ in Search(table, expression) }
      )
      precondition(text[0].found == rowFilter[0].found && text[0].found == count(search, path), search.name)
      let program = search.command.prefix { $0 != " " }
      for (group, runs) in [("filter", text), ("tables/filter", rowFilter)] {
        let figure = Measurement("\(group)/search/\(search.name)", n: rows, samples: runs.map(\.cpu))
        // The smallest time of each is the one that other work disturbed least.
        let ratio = (runs.map(\.cpu).min() ?? 0) / (other.min() ?? 1)
        result.append(figure.compared(to: String(program), ratio, search.name == literal.name ? nil : ceiling))
        if search.name == literal.name {
          result.append(
            Measurement("\(group)/search/first", n: rows, samples: runs.map(\.first)).aiming(.atMost(50_000)))
        }
      }
      guard search.name != literal.name else { continue }
      let otherQuoted = (0..<rounds).map { _ in time(of: search.command, quotedPath) }
      let inQuotes = (0..<rounds).map { _ in Search(quoted, expression) }
      precondition(inQuotes[0].found == count(search, quotedPath), search.name)
      let figure = Measurement("tables/filter/quoted/\(search.name)", n: rows, samples: inQuotes.map(\.cpu))
      let ratio = (inQuotes.map(\.cpu).min() ?? 0) / (otherQuoted.min() ?? 1)
      result.append(figure.compared(to: String(program), ratio, ceiling))
    }
    return try result + printing(path, table, rows, rounds)
  }

  /// Returns the processor time that another program takes, in microseconds.
  private static func time(of command: String, _ path: String) -> Double {
    // Into `/dev/null` itself, grep would stop at the first match.
    cpu { _ = system("LC_ALL=C \(command) '\(path)' | cat >/dev/null") }
  }

  /// Measures printing all rows found, compared with `grep`, which prints them too. The table is already indexed.
  private static func printing(
    _ path: String, _ table: CSVSnapshot, _ rows: Int, _ rounds: Int
  ) throws -> [Measurement] {
    let file = try RandomAccessFile(path: path)
    var result: [Measurement] = []
    for search in expressions where ["few", "half", "all"].contains(search.name) {
      let command = search.command.split(separator: " ").filter { $0 != "-c" }.joined(separator: " ")
      let other = (0..<rounds).map { _ in time(of: command, path) }.min() ?? 1
      let text = LinePrinter(format: .text, filter: Filter([try FilterExpression(search.filter)]))
      let rowText = CSVPrinter(
        format: .text, snapshot: table,
        expressions: [try TableFilterExpression(search.filter, columns: table.columns)])
      for (group, print) in [
        ("filter", { try text.print(file, to: &$0) }), ("tables/filter", { try rowText.print(to: &$0) }),
      ] as [(String, (inout OutputWriter) throws -> PrintOutcome)] {
        let samples = try (0..<rounds).map { _ in
          let descriptor = open("/dev/null", O_WRONLY)
          defer { close(descriptor) }
          var output = OutputWriter(descriptor: descriptor)
          let start = Clocks.processCPU
          _ = try print(&output)
          return (Clocks.processCPU - start) / 1000
        }
        let figure = Measurement("\(group)/print/\(search.name)", n: rows, samples: samples)
        result.append(figure.compared(to: "grep", (samples.min() ?? 0) / other, ceiling))
      }
    }
    return result
  }

  /// A run of a filter: processor time and time to the first rows, in microseconds, and the number of rows found.
  private struct Search {
    var (cpu, first, found) = (0.0, 0.0, 0)

    init(_ snapshot: LineIndexSnapshot, _ filter: Filter) {
      let (start, log) = (Clocks.monotonic, FirstResult())
      cpu = SearchBenchmarks.cpu {
        let search = LineFilter(filter) { if !$0.isEmpty { log.record() } }
        search.update(snapshot)
        while search.isBusy { usleep(200) }
        found = search.lines.count
      }
      first = (log.time - start) / 1000
    }

    init(_ snapshot: CSVSnapshot, _ expression: TableFilterExpression) {
      let (start, log) = (Clocks.monotonic, FirstResult())
      cpu = SearchBenchmarks.cpu {
        let search = CSVQuery([expression]) { if $0.rows?.isEmpty == false { log.record() } }
        search.update(snapshot)
        while search.isBusy { usleep(200) }
        found = search.result.rows?.count ?? 0
      }
      first = (log.time - start) / 1000
    }
  }

  /// Returns the processor time that this process and its children take for `body`, in microseconds.
  private static func cpu(_ body: () -> Void) -> Double {
    func children() -> Double {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
    }
    let (own, others) = (Clocks.processCPU, children())
    body()
    return (Clocks.processCPU - own) / 1000 + children() - others
  }

  /// Returns the number of matching lines that the other program counts; -1 if it fails.
  private static func count(_ search: Case, _ path: String) -> Int {
    guard let output = popen("LC_ALL=C \(search.command) '\(path)'", "r") else { return -1 }
    defer { pclose(output) }
    var number: Int32 = -1
    var line = [CChar](repeating: 0, count: 32)
    if fgets(&line, 32, output) != nil { number = atoi(line) }
    return Int(number)
  }

  /// Writes rows of 75 bytes.
  /// - Parameter isQuoted: Whether the texts are enclosed in quotes.
  private static func write(_ path: String, _ rows: Int, isQuoted: Bool = false) {
    let quote = isQuoted ? "\"" : ""
    let output = fopen(path, "w")
    fputs("id,time,worker,level,text\n", output)
    for row in 0..<rows {
      let end = row % 1_000 == 999 ? "gateway timed out" : "took \(row % 97) ms"
      let method = row % 3 == 0 ? "GET" : "POST"
      let level = row % 1_000 == 999 ? "ERROR" : "INFO"
      let start = "\(row),2026-11-02T10:15:\(10 + row % 50),worker-\(row % 8),\(level)"
      fputs("\(start),\(quote)\(method) /a/item\(row % 977).html request \(row) \(end)\(quote)\n", output)
    }
    fclose(output)
  }
}

/// The time of the first result, in nanoseconds, which a background thread records.
private final class FirstResult: Sendable {
  private let nanoseconds = Atomic<Int64>(0)

  func record() {
    _ = nanoseconds.compareExchange(
      expected: 0, desired: ProcessStatistics.monotonicNanoseconds, ordering: .relaxed)
  }

  var time: Double { Double(nanoseconds.load(ordering: .relaxed)) }
}

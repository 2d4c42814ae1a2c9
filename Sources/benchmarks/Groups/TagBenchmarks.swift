import Glibc
import ScrollworkPlatform
import ScrollworkViewerCore

/// Tagging in a process that is killed three times. Each tag is in the file before the next one is made.
enum TagBenchmarks {
  private static let rows = 20_000
  /// The numbers of tags at which the process is killed.
  private static let kills = [5_000, 9_001, 16_384]

  /// Returns the digit with which a row is tagged.
  private static func digit(_ row: Int) -> UInt8 { UInt8(row % 9 + 1) }

  /// Tags the rows that have no tag yet, in ascending order, and prints the index of each row once its tag is made. The
  /// first line of the output is the id of this process.
  static func writeTags(of path: String) throws {
    var store = try TagStore(table: path)
    report(Int(getpid()))
    for row in store.tags.count..<rows {
      _ = try store.set(digit(row), rows: [(row, UInt32(truncatingIfNeeded: row))])
      report(row)
    }
  }

  /// Writes a number and a line break to standard output, without a buffer.
  private static func report(_ number: Int) {
    let line = Array("\(number)\n".utf8)
    _ = write(STDOUT_FILENO, line, line.count)
  }

  /// Measures the time for each tag, and counts the tags that were made but are missing from the file after the kills.
  static func run() throws -> [Measurement] {
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    let path = folder.path + "/table.csv"
    let start = Clocks.monotonic
    var (lost, made) = ([Double](), 0)
    for kill in kills + [rows + 1] {
      made = try tag(path, killingAfter: kill)
      let tags = try TagStore(table: path).tags
      precondition((0..<tags.count).allSatisfy { tags[$0] == digit($0) }, "tags of other rows")
      lost.append(Double(max(0, made - tags.count)))
    }
    let time = (Clocks.monotonic - start) / 1000 / Double(rows)
    precondition(made == rows, "\(made) tags")
    return [
      Measurement("tables/tags/lost", n: rows, samples: [lost.reduce(0, +)], unit: "tags").allowed(0...1),
      Measurement("tables/tags/write", n: rows, samples: [time]),
    ]
  }

  /// Starts the process that tags rows, and kills it in the middle of its work.
  /// - Returns: The number of tags that it reported, including those of earlier processes.
  private static func tag(_ path: String, killingAfter limit: Int) throws -> Int {
    guard let output = popen(BenchmarkChild.tags.command(path), "r") else { return 0 }
    var (numbers, line) = ([Int](), [CChar](repeating: 0, count: 32))
    while fgets(&line, Int32(line.count), output) != nil {
      let text = String(decoding: line.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      numbers.append(Int(text) ?? -1)
      // It goes on while this process reads, so the signal arrives anywhere in its work.
      if numbers.count > 1, numbers.last == limit - 1 { kill(pid_t(numbers[0]), SIGKILL) }
    }
    pclose(output)
    return (numbers.count > 1 ? numbers.last ?? -1 : -1) + 1
  }
}

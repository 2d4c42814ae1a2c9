import ArgumentParser
import ScrollworkPlatform

/// The command `scrollwork-bench`: runs benchmarks and prints a table or JSON.
@main
struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollwork-bench",
    abstract: "Measures Scrollwork.",
    discussion: """
      Groups: \(BenchmarkGroup.usual.map(\.rawValue).joined(separator: ", ")); all of them if none is named. \
      soak updates a list a hundred thousand times and looks at the memory; it is measured only if named. \
      peer does the job of the other toolkits' list programs in a real window and prints one line of JSON.
      """)

  @Argument(help: "What to measure.")
  var groups: [String] = []

  @Flag(help: "One JSON object a line.")
  var json = false

  @Flag(help: "Fewer repetitions.")
  var quick = false

  @Flag(help: "Exit with 1 if allocations, ratios or counts are not within their bounds.")
  var gate = false

  @Option(help: "Rows of the peer job.")
  var rows = 100_000

  @Flag(help: ArgumentHelp("End the peer job after its first frame.", visibility: .hidden))
  var firstFrameOnly = false

  /// Runs the benchmarks, or the job of a child process. The job does not use the parser, because that would make its
  /// start some milliseconds slower than that of the program it measures.
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, arguments[1] == BenchmarkChild.option else { return main(nil) }
    do {
      try MainActor.assumeIsolated { try BenchmarkChild.run(arguments[2]) }
    } catch {
      exit(withError: error)
    }
  }

  func validate() throws {
    for group in groups where group != "peer" && BenchmarkGroup(rawValue: group) == nil {
      throw ValidationError("There is no group '\(group)'.")
    }
    guard rows > 0, rows < Int(UInt32.max) else { throw ValidationError("--rows takes a positive number.") }
  }

  func run() throws {
    // The command's entry point runs on the initial thread, which is the main actor's.
    try MainActor.assumeIsolated { try measure() }
  }

  @MainActor
  private func measure() throws {
    if groups.contains("peer") { return try PeerJob(rows: rows).run(firstFrameOnly: firstFrameOnly) }
    let chosen = groups.isEmpty ? BenchmarkGroup.usual : groups.compactMap(BenchmarkGroup.init)
    let reporter = Reporter(asJSON: json)
    for group in chosen {
      for measurement in try measurements(of: group) { reporter.report(measurement) }
    }
    if gate, !reporter.failures.isEmpty {
      for failure in reporter.failures { Message.write(failure, toErrors: true) }
      throw ExitCode(1)
    }
  }

  /// The number of times that the gate runs a group at most.
  private static let attempts = 3

  /// Runs a group. Other work on the machine must not fail the gate, so a group with a failed measurement runs again,
  /// and a measurement passes if it passed in any of the runs.
  @MainActor
  private func measurements(of group: BenchmarkGroup) throws -> [Measurement] {
    var best = try group.run(quick: quick)
    for _ in 1..<Self.attempts {
      guard gate, best.contains(where: { $0.failure != nil }) else { break }
      best = zip(best, try group.run(quick: quick)).map { $0.failure == nil ? $0 : $1 }
    }
    return best
  }
}

/// The groups of benchmarks.
enum BenchmarkGroup: String, CaseIterable {
  case start, idle, scroll, update, diff, layout, images, memory, filter, folder, tables, grid, soak

  /// The groups that run if the command line names none.
  static let usual = allCases.filter { $0 != .soak }

  /// Runs the benchmarks of the group.
  @MainActor
  func run(quick: Bool) throws -> [Measurement] {
    switch self {
    case .start: try StartBenchmarks.run(quick: quick)
    case .idle: try IdleBenchmarks.run(quick: quick)
    case .scroll: try ScrollBenchmarks.run(quick: quick) + TableFrameBenchmarks.run(quick: quick)
    case .update: try UpdateBenchmarks.run(quick: quick)
    case .images: try ImageBenchmarks.run(quick: quick)
    case .diff: try DiffBenchmarks.run(quick: quick)
    case .memory: try MemoryBenchmarks.run(quick: quick)
    case .filter: try FilterBenchmarks.run(quick: quick) + SearchBenchmarks.run(quick: quick)
    case .folder: try FolderBenchmarks.run(quick: quick)
    case .tables: try TableBenchmarks.run(quick: quick) + TagBenchmarks.run()
    case .grid:
      try TableGridBenchmark.run(rows: 100_000) + TableEndBenchmark.run() + LargePictureBenchmark.run()
    case .soak: try SoakBenchmarks.run(quick: quick)
    case .layout:
      try LayoutBenchmarks.run(quick: quick) + LineBenchmarks.run(quick: quick)
        + WaterfallBenchmarks.run(quick: quick) + SectionBenchmarks.run(quick: quick)
        + InnerSectionBenchmarks.run(quick: quick)
    }
  }
}

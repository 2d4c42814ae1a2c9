import Dispatch
import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// The viewer as a program: prints, takes a screenshot, runs a script, or opens a window, as the command line says.
@MainActor
package struct ViewerProgram {
  let options: ViewerOptions

  /// The exit codes of the program.
  package enum ExitCode {
    package static let ok: Int32 = 0
    /// No row matched the filter of `--print`.
    package static let noMatch: Int32 = 1
    /// The command line is wrong.
    package static let usage: Int32 = 2
    /// An input could not be read, or an output could not be written.
    package static let unreadable: Int32 = 3
    /// No display could be opened, or the connection to it was lost.
    package static let noDisplay: Int32 = 4
    /// A signal ended the program, or the user picked no rows.
    package static let cancelled: Int32 = 130
  }

  package init(_ options: ViewerOptions) {
    self.options = options
  }

  /// Runs the program to its end.
  /// - Returns: The exit code. Messages were written to standard error.
  package func run() -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    // Exceeding a file size limit then fails with an error, which is reported like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    if let command = options.caches { return manageCaches(command) }
    do {
      if let format = options.print { return try print(as: format) }
      return try runWindow()
    } catch let error as FileError {
      return fail("\(error)", ExitCode.unreadable)
    } catch let error as WindowError {
      return fail("\(error)", ExitCode.noDisplay)
    } catch {
      return fail("\(error)", ExitCode.usage)
    }
  }

  /// Writes a message to standard error, and returns `code`.
  func fail(_ message: String, _ code: Int32) -> Int32 {
    Self.report(message)
    return code
  }

  /// Writes a message to standard error.
  static func report(_ message: String) {
    Message.write("scrollwork: " + Words.sentence(message), toErrors: true)
  }

  /// Performs `--cache` or `--clear-cache`. Returns the exit code.
  private func manageCaches(_ command: ViewerOptions.CacheCommand) -> Int32 {
    let caches = PictureCaches()
    let problems = command == .clear ? caches.clear() : []
    for problem in problems { Self.report(problem) }
    for line in caches.lines { Message.write(line, toErrors: false) }
    return problems.isEmpty ? ExitCode.ok : ExitCode.unreadable
  }

  // MARK: Printing

  /// Performs `--print`. Returns the exit code.
  private func print(as format: PrintFormat) throws -> Int32 {
    if let code = try printTable(as: format) { return code }
    let order = try options.sort.map { try SortKey.parse($0) } ?? []
    var output = OutputWriter()
    switch options.input {
    case .paths(let paths):
      try SortKey.check(order, for: .files)
      let printer = FolderPrinter(format: format, order: FolderOrder(order), filter: try EntryFilter(options.filters))
      return try printer.print(
        paths, sorts: !order.isEmpty, missing: { Self.report("\($0)") }, to: &output
      ).exitCode
    case .none: return fail("Option --print needs a path, or a pipe on standard input", ExitCode.usage)
    case .standardInput:
      try SortKey.check(order, for: .lines)
      let printer = LinePrinter(format: format, order: order, filter: try lineFilter())
      return try printer.print(descriptor: 0, name: "standard input", to: &output).exitCode
    case .path(let path): return try printPath(path, as: format, order, to: &output)
    }
  }

  /// Returns the filter of the command line for lines of text.
  private func lineFilter() throws(ExpressionError) -> Filter {
    Filter(try options.filters.map { text throws(ExpressionError) in try FilterExpression(line: text) })
  }

  /// Prints one folder, file or pipe.
  private func printPath(
    _ path: String, as format: PrintFormat, _ order: [SortKey], to output: inout OutputWriter
  ) throws -> Int32 {
    let info = try FileInfo(path: path)
    if info.kind == .directory {
      try SortKey.check(order, for: .files)
      let folderOrder = order.isEmpty ? FolderOrder.byName : FolderOrder(order)
      let printer = FolderPrinter(format: format, order: folderOrder, filter: try EntryFilter(options.filters))
      return try printer.print(path, to: &output).exitCode
    }
    try SortKey.check(order, for: .lines)
    let printer = LinePrinter(format: format, order: order, filter: try lineFilter())
    if info.kind == .fifo {
      let descriptor = PathBytes.withCString(path) { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
      defer { close(descriptor) }
      return try printer.print(descriptor: descriptor, name: path, to: &output).exitCode
    }
    return try printer.print(try RandomAccessFile(path: path), to: &output).exitCode
  }

  // MARK: Windows

  /// The file of saved positions; `nil` when a script, a screenshot or `--headless` drives the program.
  var positionFile: PositionFile? { options.isDriven || options.isHeadless ? nil : .standard }

  /// Opens a window, or runs without one. Returns the exit code.
  private func runWindow() throws -> Int32 {
    // Without a window only a script could give input, so the program settles and ends.
    if options.isDriven || options.isHeadless { return try drive() }
    return runLive(try openLive())
  }

  /// Opens the first window on the display. If it shows a folder, waits a moment for the entries, so that the first
  /// frame shows them at their final positions.
  package func openLive() throws -> ViewerWindows {
    Self.startDisplay()
    PictureCaches().use(usesDisk: true)
    let windows = ViewerWindows(self)
    try windows.openFirst()
    let window = windows.last.window
    // The threads that load pictures would take processor time from the first frame.
    window.services.images.isPaused = true
    window.onFirstFrame = { [images = window.images] in images.isPaused = false }
    if let folder = windows.last.viewer.screen as? FolderScreen { Self.wait(for: folder, in: window) }
    return windows
  }

  /// Waits for the entries of a folder. Its window is filled meanwhile, unless they are there already.
  private static func wait(for folder: FolderScreen, in window: Window) {
    let start = EventLoop.now()
    EventLoop.lendThread(until: start) { !folder.isListed }
    if !folder.isListed { window.screen.window?.fill(window.theme.colors.surface) }
    EventLoop.lendThread(until: start.advanced(bySeconds: Self.patience)) { !folder.isListed }
  }

  /// The longest time that the first frame waits for the entries of a folder, in seconds.
  private static let patience = 0.03

  /// Opens the input of the command line. Of several paths, reports those that do not exist; throws if none exists.
  func open(_ input: ViewerOptions.Input, in viewer: Viewer) throws(FileError) {
    switch input {
    case .none: viewer.openStart()
    case .standardInput: try viewer.openStandardInput()
    case .path(let path): try viewer.open(path)
    case .paths(let paths): for error in try viewer.open(paths) { Self.report("\(error)") }
    }
  }

  /// Applies `--filter` and `--sort`.
  func applyFilterAndSort(_ viewer: Viewer) throws(ExpressionError) {
    if !options.filters.isEmpty { try viewer.setFilter(options.filters) }
    if let sort = options.sort { try viewer.setSort(sort) }
  }

  /// Runs the event loop until the windows close.
  private func runLive(_ windows: ViewerWindows) -> Int32 {
    let ending = Application.run(windows.last.window, timeScale: options.timeScale)
    windows.end()
    let (viewer, window) = (windows.last.viewer, windows.last.window)
    guard writeStatistics(ScriptRunner(viewer: viewer, window: window)) else { return ExitCode.unreadable }
    if case .signal = ending { return ExitCode.cancelled }
    return finishPicking(viewer) ?? exitCode(after: windows)
  }

  /// Ends the program because the connection to the display is lost. Saves as much as possible, then reports the loss.
  func endOnDisplayLoss(_ windows: ViewerWindows) -> Never {
    windows.end()
    _ = writeStatistics(ScriptRunner(viewer: windows.last.viewer, window: windows.last.window))
    // Nothing may use the display any more, including the exit handlers of libraries.
    _exit(fail("The connection to the display is lost", ExitCode.noDisplay))
  }

  /// Writes the picked rows to standard output. Returns the exit code; `nil` if rows are not picked in this run.
  private func finishPicking(_ viewer: Viewer) -> Int32? {
    guard options.picks else { return nil }
    guard case .picked(let write)? = viewer.pickOutcome else { return ExitCode.cancelled }
    var output = OutputWriter()
    do throws(FileError) {
      try write(&output)
      try output.flush()
      return ExitCode.ok
    } catch {
      return error.reason == .brokenPipe ? ExitCode.ok : fail("\(error)", ExitCode.unreadable)
    }
  }

  /// Returns the exit code of a run without other errors. If a part of a stream was lost, which has been reported
  /// already, the input counts as unreadable.
  private func exitCode(after windows: ViewerWindows) -> Int32 {
    windows.hasLostInput ? ExitCode.unreadable : ExitCode.ok
  }

  // MARK: Scripts and pictures

  /// Runs a script or takes a screenshot in a task of the main actor, and runs the main thread for that task until it
  /// ends. Returns the exit code.
  private func drive() throws -> Int32 {
    var result: Result<Int32, any Error>?
    Task { @MainActor in
      do { result = .success(try await runDriven()) } catch { result = .failure(error) }
    }
    EventLoop.lendThread { result == nil }
    return try result?.get() ?? ExitCode.ok
  }

  /// Opens the input and performs the options. The task holds the main actor meanwhile, so results of background work
  /// arrive only while the driver waits for them.
  private func runDriven() async throws -> Int32 {
    PictureCaches().use(usesDisk: !options.isDriven)
    let windows = ViewerWindows(self)
    try windows.openFirst()
    let runner = ScriptRunner(
      viewer: windows.last.viewer, window: windows.last.window, timeScale: options.timeScale)
    let code = await perform(with: runner, windows)
    return writeStatistics(runner) ? code : ExitCode.unreadable
  }

  /// Runs the script or takes the screenshot; otherwise waits until everything is at rest. Returns the exit code.
  private func perform(with runner: ScriptRunner, _ windows: ViewerWindows) async -> Int32 {
    do {
      if let script = options.script {
        var output = OutputWriter()
        let lines = try ScriptSource(script)
        try await runner.run(
          lines: lines.next,
          answer: { line throws(FileError) in
            try output.write(line + "\n")
            try output.flush()
          })
      }
      if let path = options.screenshot {
        try await runner.screenshotAtRest(to: path)
        if let failure = runner.viewer.failure { return fail(failure, ExitCode.unreadable) }
        if let loss = runner.viewer.loss { Self.report(loss) }
      }
      if !options.isDriven { try await runner.settle() }
      if options.script == nil, let objection = runner.viewer.filterObjection { return fail(objection, ExitCode.usage) }
      return finishPicking(runner.viewer) ?? exitCode(after: windows)
    } catch let error as FileError {
      return error.reason == .brokenPipe ? ExitCode.ok : fail("\(error)", ExitCode.unreadable)
    } catch {
      return fail("\(error)", ExitCode.unreadable)
    }
  }

  /// Writes the statistics if `--stats` requests them.
  /// - Returns: `false` if writing failed.
  private func writeStatistics(_ runner: ScriptRunner) -> Bool {
    guard let path = options.stats else { return true }
    do {
      try runner.writeStatistics(to: path)
      return true
    } catch {
      Self.report("\(error)")
      return false
    }
  }
}

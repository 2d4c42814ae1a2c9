import Dispatch
import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// Runs the viewer as the command line asks: prints, takes a picture, obeys a script, or opens a window.
@MainActor
package struct ViewerProgram {
  private let options: ViewerOptions

  /// How the program ends, for the shell.
  package enum ExitCode {
    package static let ok: Int32 = 0
    package static let noMatch: Int32 = 1
    package static let usage: Int32 = 2
    package static let unreadable: Int32 = 3
    /// There is no display, or it has gone.
    package static let noDisplay: Int32 = 4
    package static let cancelled: Int32 = 130
  }

  package init(_ options: ViewerOptions) {
    self.options = options
  }

  /// - Returns: The exit code. Messages have been written to standard error.
  package func run() -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is a disk that is full, and is told like one.
    signal(SIGXFSZ, SIG_IGN)
    if let command = options.caches { return tend(command) }
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

  private func fail(_ message: String, _ code: Int32) -> Int32 {
    Self.tell(message)
    return code
  }

  static func tell(_ message: String) {
    Message.write("scrollwork: " + message, toErrors: true)
  }

  private func tend(_ command: ViewerOptions.CacheCommand) -> Int32 {
    let caches = PictureCaches()
    let problems = command == .clear ? caches.clear() : []
    for problem in problems { Self.tell(problem) }
    for line in caches.lines { Message.write(line, toErrors: false) }
    return problems.isEmpty ? ExitCode.ok : ExitCode.unreadable
  }

  // MARK: Printing

  private func print(as format: PrintFormat) throws -> Int32 {
    let filter = Filter(try options.filters.map { try FilterExpression($0) })
    let order = try options.sort.map { try SortKey.parse($0) } ?? []
    var output = OutputWriter()
    switch options.input {
    case .paths(let paths):
      try SortKey.check(order, for: .files)
      let printer = FolderPrinter(format: format, order: FolderOrder(order), filter: filter)
      return try printer.print(
        paths, sorts: !order.isEmpty, missing: { Self.tell("\($0)") }, to: &output
      ).exitCode
    case .none: return fail("--print needs a path or a pipe on standard input", ExitCode.usage)
    case .standardInput:
      try SortKey.check(order, for: .lines)
      let printer = LinePrinter(format: format, order: order, filter: filter)
      return try printer.print(descriptor: 0, name: "standard input", to: &output).exitCode
    case .path(let path): return try printPath(path, as: format, order, filter, to: &output)
    }
  }

  private func printPath(
    _ path: String, as format: PrintFormat, _ order: [SortKey], _ filter: Filter, to output: inout OutputWriter
  ) throws -> Int32 {
    let info = try FileInfo(path: path)
    if info.kind == .directory {
      try SortKey.check(order, for: .files)
      let folderOrder = order.isEmpty ? FolderOrder.byName : FolderOrder(order)
      return try FolderPrinter(format: format, order: folderOrder, filter: filter).print(path, to: &output).exitCode
    }
    try SortKey.check(order, for: .lines)
    let printer = LinePrinter(format: format, order: order, filter: filter)
    if info.kind == .fifo {
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
      defer { close(descriptor) }
      return try printer.print(descriptor: descriptor, name: path, to: &output).exitCode
    }
    return try printer.print(try RandomAccessFile(path: path), to: &output).exitCode
  }

  // MARK: Windows

  private func runWindow() throws -> Int32 {
    // Without a window nobody but a script could do anything: what is shown comes to rest, and that is all.
    if options.isDriven || options.isHeadless { return try drive() }
    let (viewer, window) = try prepare()
    return runLive(viewer, window)
  }

  private func prepare() throws -> (Viewer, Window) {
    PictureCaches().use(usesDisk: !options.isDriven)
    let viewer = Viewer()
    viewer.onInputLoss = { Self.tell($0) }
    viewer.places = placeFile?.read { Self.tell($0) }
    try open(options.input, in: viewer)
    let window = try makeWindow(showing: viewer.root)
    if window.services.text.hasStandIn {
      Self.tell("the program's fonts are not in \(AssetDirectory.fonts): a font of the system stands in")
    }
    window.host.onUnhandledKey = { viewer.handleKey($0) }
    viewer.onClose = { Application.stop() }
    window.services.images.onDiskProblemChange = { [weak viewer, weak images = window.services.images] in
      viewer?.statusMayDiffer()
      if let problem = images?.diskProblem { Self.tell(problem) }
    }
    viewer.onTitleChange = { window.title = $0 }
    window.title = viewer.title
    viewer.focusList()
    try arrange(viewer)
    return (viewer, window)
  }

  /// Only what a person does in a window is kept.
  private var placeFile: PlaceFile? { options.isDriven || options.isHeadless ? nil : .standard }

  private func keepPlaces(of viewer: Viewer) {
    viewer.keepPlace()
    guard let file = placeFile, let places = viewer.places else { return }
    do throws(FileError) { try file.write(places) } catch { Self.tell("\(error)") }
  }

  private func open(_ input: ViewerOptions.Input, in viewer: Viewer) throws(FileError) {
    switch input {
    case .none: break
    case .standardInput: try viewer.openStandardInput()
    case .path(let path): try viewer.open(path)
    case .paths(let paths): for error in try viewer.open(paths) { Self.tell("\(error)") }
    }
  }

  private func arrange(_ viewer: Viewer) throws(ExpressionError) {
    if !options.filters.isEmpty { try viewer.setFilter(options.filters) }
    if let sort = options.sort { try viewer.setSort(try SortKey.parse(sort)) }
  }

  private func makeWindow(showing content: View) throws -> Window {
    var configuration = WindowConfiguration(title: "Scrollwork", size: options.size)
    configuration.scale = options.scale
    configuration.theme = theme
    configuration.motion = motion
    // Pictures and scripts need no display, so they do without one where there is none.
    configuration.isHeadless = options.isHeadless || (options.isDriven && !Self.hasDisplay) || options.screenshot != nil
    // What a script shows is the same on every display, and it may ask for any size.
    configuration.fitsDisplay = !options.isDriven
    if !options.isDriven { configuration.minimumSize = options.minimumSize }
    do {
      return try Window(configuration, content: content)
    } catch let error as WindowError {
      // A display that is named but does not answer is none.
      guard case .noDisplay = error, options.isDriven, !configuration.isHeadless else { throw error }
      configuration.isHeadless = true
      return try Window(configuration, content: content)
    }
  }

  private static var hasDisplay: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(Variables.value(of: $0) ?? "").isEmpty }
  }

  private var theme: Theme {
    switch options.theme {
    case .auto, .light: .light
    case .dark: .dark
    case .contrast: .highContrastLight
    }
  }

  private var motion: MotionPolicy {
    switch options.motion {
    case .auto, .full: .full
    case .reduced: .reduced
    case .off: .off
    }
  }

  private func runLive(_ viewer: Viewer, _ window: Window) -> Int32 {
    window.recorder.isEnabled = options.stats != nil
    if !options.isHeadless { followDesktop(window) }
    let program = self
    Application.setDisplayLossHandler {
      program.keepPlaces(of: viewer)
      _ = program.writeStatistics(ScriptRunner(viewer: viewer, window: window))
      // Nothing may speak to the display any more, not even what libraries do at exit.
      _exit(program.fail("the display is gone", ExitCode.noDisplay))
    }
    let ending = Application.run(window, timeScale: options.timeScale)
    keepPlaces(of: viewer)
    guard writeStatistics(ScriptRunner(viewer: viewer, window: window)) else { return ExitCode.unreadable }
    if case .signal = ending { return ExitCode.cancelled }
    return exitCode(after: viewer)
  }

  /// A stream of which a part is lost was told when that happened.
  private func exitCode(after viewer: Viewer) -> Int32 {
    viewer.inputLoss == nil ? ExitCode.ok : ExitCode.unreadable
  }

  /// What the person chose for the whole desktop holds where the command line says nothing.
  private func followDesktop(_ window: Window) {
    guard options.theme == .auto || options.motion == .auto else { return }
    let options = options
    DesktopSettings.read { appearance in
      guard let appearance else { return }
      DispatchQueue.main.async {
        MainActor.assumeIsolated { Self.adopt(appearance, options, in: window) }
      }
    }
  }

  private static func adopt(_ appearance: DesktopAppearance, _ options: ViewerOptions, in window: Window) {
    if options.theme == .auto {
      let isDark = appearance.colorScheme == .dark
      window.theme =
        appearance.highContrast
        ? (isDark ? .highContrastDark : .highContrastLight) : (isDark ? .dark : .light)
    }
    if options.motion == .auto, appearance.reducedMotion { window.host.environment.motion = .reduced }
  }

  // MARK: Scripts and pictures

  /// Runs what drives the program as a task of the main actor, and lends the main thread to it until it ends.
  private func drive() throws -> Int32 {
    var result: Result<Int32, any Error>?
    Task { @MainActor in
      do { result = .success(try await runDriven()) } catch { result = .failure(error) }
    }
    EventLoop.lendThread { result == nil }
    return try result?.get() ?? ExitCode.ok
  }

  /// Opens the input as well: the task keeps the main actor to itself from then on, so that nothing which was found in the
  /// background comes in before the driver waits for it.
  private func runDriven() async throws -> Int32 {
    let (viewer, window) = try prepare()
    let runner = ScriptRunner(viewer: viewer, window: window, timeScale: options.timeScale)
    let code = await perform(with: runner)
    return writeStatistics(runner) ? code : ExitCode.unreadable
  }

  private func perform(with runner: ScriptRunner) async -> Int32 {
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
      }
      if !options.isDriven { try await runner.settle() }
      return exitCode(after: runner.viewer)
    } catch let error as FileError {
      return error.reason == .brokenPipe ? ExitCode.ok : fail("\(error)", ExitCode.unreadable)
    } catch {
      return fail("\(error)", ExitCode.unreadable)
    }
  }

  /// - Returns: False if they were asked for and could not be written.
  private func writeStatistics(_ runner: ScriptRunner) -> Bool {
    guard let path = options.stats else { return true }
    do {
      try runner.writeStatistics(to: path)
      return true
    } catch {
      Self.tell("\(error)")
      return false
    }
  }
}

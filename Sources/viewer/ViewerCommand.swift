import ArgumentParser
import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkViewerCore

/// The command `scrollwork`: the command line of the viewer.
@main
struct ViewerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollwork",
    abstract: "Shows a folder of pictures, a text, a log or a pipe as a list that keeps its place.",
    discussion: """
      Several paths are shown as one list: pictures as tiles, folders and other files as rows. Those that are not there \
      are named on standard error, and it is a failure only if none is. \
      Without PATH, standard input is shown where it is a pipe or a file, else the start screen. \
      Exit codes: 0 ok, 1 no match, 2 usage, 3 unreadable input or a stream cut short, \
      4 no display or a lost one, 130 cancelled by a signal, or --pick without a choice.
      """,
    version: "scrollwork 0.1.0")

  @Argument(help: "A folder or a file, or several of them; - for standard input.")
  var paths: [String] = []

  @Option(help: "Read the input as text, csv, tsv or jsonl, whatever its name and content say.")
  var `as`: InputForm?

  @Option(help: "Open no window: write the filtered, sorted rows as text, csv, tsv or ndjson.")
  var print: PrintFormat?

  @Flag(help: "With --print of a table as csv, tsv or ndjson: add a last column with the tags of the rows.")
  var tags = false

  @Option(help: ArgumentHelp("Need no window: render the first settled frame and exit.", valueName: "file.png"))
  var screenshot: String?

  @Option(
    help: ArgumentHelp("Drive the program by commands on a simulated clock; - for standard input.", valueName: "file"))
  var script: String?

  @Flag(help: "Open no window at all.")
  var headless = false

  @Option(
    help: ArgumentHelp("At exit, write the measurements of frames, pictures and memory.", valueName: "file.json"))
  var stats: String?

  @Flag(help: "Tell what the caches of pictures hold, and end.")
  var cache = false

  @Flag(help: "Empty the caches of pictures, and end.")
  var clearCache = false

  @Option(
    help: ArgumentHelp(
      "The window in logical pixels (default: as in the last run, at first 1280x800).", valueName: "WxH"))
  var size: SizeArgument?

  @Option(help: "Device pixels per logical pixel.")
  var scale: Double?

  @Option(help: "auto, light, dark or contrast.")
  var theme: ViewerOptions.ThemeChoice = .auto

  @Option(help: "auto, full, reduced or off.")
  var motion: ViewerOptions.MotionChoice = .auto

  @Option(help: "A factor on the clock of motion, for looking closely.")
  var timeScale: Double = 1

  @Flag(help: "Let the user choose rows of a table or lines of a text: Return prints them, Escape cancels.")
  var pick = false

  @Option(
    help: """
      Show only what contains TEXT, matches /REGEX/, or does not match !EXPR, and in a table column=value, column<5, \
      column~text, in a log level>=warn. May be repeated: all must hold.
      """)
  var filter: [String] = []

  @Option(
    help: """
      Sort files by name, size, date, kind, width, height or tag, lines by line or text, tables by a column; KEY:desc \
      the other way round.
      """)
  var sort: String?

  func validate() throws {
    if let scale, !ViewerOptions.scales.contains(scale) {
      throw ValidationError("--scale takes a number from 0.5 to 8.")
    }
    if let objection = ViewerOptions.objection(to: size?.size ?? ViewerOptions().size, scale: scale ?? 1) {
      throw ValidationError("--size and --scale are too large: \(objection).")
    }
    guard (0.001...1000).contains(timeScale) else {
      throw ValidationError("--time-scale takes a number from 0.001 to 1000.")
    }
    if cache || clearCache, !paths.isEmpty { throw ValidationError("--cache and --clear-cache take no PATH.") }
    if `as` != nil, paths.count > 1 { throw ValidationError("--as is for one file or for standard input.") }
    if paths.count > 1, paths.contains("-") {
      throw ValidationError("Standard input cannot be one of several paths.")
    }
    if let objection = screenshot.flatMap({ ViewerOptions.objection(toScreenshot: $0) }) {
      throw ValidationError("--screenshot: \(objection).")
    }
    if tags, print == nil || print == .text { throw ValidationError("--tags needs --print csv, tsv or ndjson.") }
    if print != nil, stats != nil { throw ValidationError("--stats measures frames, and --print draws none.") }
    if print != nil, screenshot != nil { throw ValidationError("--screenshot shows a frame, and --print draws none.") }
    if print != nil, script != nil { throw ValidationError("--script controls a screen, and --print opens none.") }
    if pick, print != nil || screenshot != nil || headless && script == nil {
      throw ValidationError("--pick needs a window, or a script that chooses.")
    }
    if script == "-", paths.contains("-") {
      throw ValidationError("Standard input cannot be both the script and the content.")
    }
  }

  /// Parses the command line and runs the viewer. A wrong command line gives the viewer's own exit code, not that of
  /// the parser.
  static func main() {
    StandardDescriptors.fill()
    let options: ViewerOptions
    do {
      let arguments = arguments
      try checkDashes(arguments[...])
      options = try plainOptions(arguments) ?? parse(arguments).options
    } catch {
      let isWrong = exitCode(for: error) != .success
      Message.write(fullMessage(for: error), toErrors: isWrong)
      Glibc.exit(isWrong ? ViewerProgram.ExitCode.usage : ViewerProgram.ExitCode.ok)
    }
    Glibc.exit(MainActor.assumeIsolated { ViewerProgram(options).run() })
  }

  /// The arguments of the command line. They keep all bytes, because a path need not be valid UTF-8.
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { place in
      CommandLine.unsafeArgv[place].map { PathBytes.written(PathBytes.decode(cString: $0)) }
    }
  }

  /// Rejects unknown arguments with a single dash. The parser would treat them as a group of one-letter options; a file
  /// with such a name must follow `--`.
  private static func checkDashes(_ arguments: ArraySlice<String>) throws {
    for argument in arguments.prefix(while: { $0 != "--" })
    where argument.hasPrefix("-") && !argument.hasPrefix("--") && !["-", "-h"].contains(argument) {
      throw ValidationError("Unknown option \(argument). A file of that name comes after --.")
    }
  }

  /// Returns the options if all arguments are paths; otherwise `nil`. This avoids the parser, which reflects on the
  /// whole command and so takes a twentieth of the time to the first frame.
  private static func plainOptions(_ arguments: [String]) -> ViewerOptions? {
    guard !arguments.contains(where: { $0.hasPrefix("-") }) else { return nil }
    var options = ViewerOptions()
    options.input = input(for: arguments)
    return options
  }

  private var options: ViewerOptions {
    var options = ViewerOptions()
    options.input = Self.input(for: paths, script: script)
    options.form = `as`
    options.print = print
    options.screenshot = screenshot
    options.script = script
    options.isHeadless = headless
    options.stats = stats
    options.caches = clearCache ? .clear : cache ? .tell : nil
    if let size { (options.size, options.hasSize) = (size.size, true) }
    options.scale = scale
    options.theme = theme
    options.motion = motion
    options.timeScale = timeScale
    options.filters = filter.map(PathBytes.display)
    options.picks = pick
    options.printsTags = tags
    options.sort = sort
    return options
  }

  private static func input(for paths: [String], script: String? = nil) -> ViewerOptions.Input {
    if paths.count > 1 { return .paths(paths) }
    if let path = paths.first { return path == "-" ? .standardInput : .path(path) }
    guard script != "-", StandardInput.bringsData else { return .none }
    return .standardInput
  }
}

/// A size as on the command line: `1280x800`.
struct SizeArgument: ExpressibleByArgument, Sendable {
  var size: Size

  init(size: Size) {
    self.size = size
  }

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (16...16_384).contains(width), (16...16_384).contains(height)
    else { return nil }
    size = Size(width: width, height: height)
  }

  var defaultValueDescription: String { "\(Int(size.width))x\(Int(size.height))" }
}

extension PrintFormat: ExpressibleByArgument {}
extension InputForm: ExpressibleByArgument {}
extension ViewerOptions.ThemeChoice: ExpressibleByArgument {}
extension ViewerOptions.MotionChoice: ExpressibleByArgument {}

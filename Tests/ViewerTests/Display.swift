import Foundation
import Glibc
import ScrollworkTestSupport
import ScrollworkTesting

/// A virtual X display with a window manager, and tools that act on it like a user.
final class Display {
  private let server: Child
  private let manager: Child
  fileprivate let folder: TemporaryFolder
  let name: String

  /// Starts the display.
  /// - Throws: A message that names the packages to install, if tools are missing.
  init() throws {
    let tools = ["Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool", "import": "imagemagick"]
    let missing = tools.filter { Self.find($0.key) == nil }.map(\.value).sorted()
    guard missing.isEmpty else {
      throw Program.Failure(description: "windows need: apt-get install \(missing.joined(separator: " "))")
    }
    folder = try TemporaryFolder()
    let ends = try Program.makePipe()
    let null = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for descriptor in ends + [null] { close(descriptor) } }
    // The server chooses a free number and reports it. It must not reset when its last client disconnects, because it
    // refuses connections during a reset.
    server = try Child(
      ["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"],
      Program.Surroundings(executable: "Xvfb"), descriptors: [null, ends[1], null])
    name = ":" + (try Self.number(from: ends[0]))
    manager = try Child(
      ["--sm-disable"], Program.Surroundings(variables: ["DISPLAY": name, "HOME": folder.path], executable: "openbox"),
      descriptors: [null, null, null])
    // Windows must not open before the manager is ready: it could adopt a window that is still being set up.
    guard try poll({ try use("xdotool", "get_num_desktops").code == 0 }) else {
      throw Program.Failure(description: "openbox does not start: \(manager.end ?? 0)")
    }
  }

  static func find(_ tool: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(tool)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func number(from descriptor: Int32) throws -> String {
    var text = ""
    var byte: UInt8 = 0
    while !text.hasSuffix("\n") {
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&ready, 1, 30_000) > 0, read(descriptor, &byte, 1) == 1 else {
        throw Program.Failure(description: "Xvfb does not start")
      }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return String(text.dropLast())
  }

  /// Runs a tool on the display and returns its output.
  @discardableResult
  func use(_ tool: String, _ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, Program.Surroundings(variables: ["DISPLAY": name], executable: tool))
  }

  /// The folder in which the programs on the display save their state between runs.
  var stateFolder: String { folder.file("state") }

  /// Ends the server, as in a crash or at the end of a session.
  func end() { server.stop() }

  /// The text that the last program wrote to standard error.
  var errors: String { TemporaryFolder.text(folder.file("errors")) }

  /// Opens the program in a window of the display.
  /// - Parameters:
  ///   - size: The size of the window; `nil` for that of the last run.
  ///   - others: The windows that are already open.
  ///   - shell: The arguments of the shell that starts the program; empty to start the program directly.
  func open(
    _ arguments: [String], size: String? = "480x320", beside others: [LiveWindow] = [], shell: [String] = []
  ) throws -> LiveWindow {
    let null = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    let errors = Glibc.open(folder.file("errors"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer {
      close(null)
      close(errors)
    }
    let options = ["--theme", "light", "--motion", "full", "--scale", "1"] + (size.map { ["--size", $0] } ?? [])
    let child = try Child(
      shell + options + arguments,
      Program.Surroundings(
        variables: ["DISPLAY": name, "SDL_VIDEODRIVER": "x11", "XDG_STATE_HOME": stateFolder],
        executable: shell.isEmpty ? nil : "/bin/bash"),
      descriptors: [null, null, errors])
    return try newWindow(of: child, beside: others)
  }

  /// Waits for the window that a program opens.
  /// - Parameter others: The windows that existed before.
  func newWindow(of child: Child, beside others: [LiveWindow]) throws -> LiveWindow {
    var id = ""
    let isOpen = try poll {
      let ids = try use("xdotool", "search", "--onlyvisible", "--name", "Scrollwork").output.split(separator: "\n")
      id = ids.map(String.init).first { id in !others.contains { $0.id == id } } ?? ""
      return child.end != nil || !id.isEmpty
    }
    guard isOpen, child.end == nil, !id.isEmpty else {
      throw Program.Failure(
        description: "no window opened: \(child.end ?? 0) \(TemporaryFolder.text(folder.file("errors")))")
    }
    return LiveWindow(display: self, child: child, id: id, folder: folder)
  }
}

extension Display {
  /// Returns the content of the program's only window; `nil` while it is empty.
  func picture() throws -> Picture? {
    let ids = try use("xdotool", "search", "--onlyvisible", "--name", "Scrollwork").output.split(separator: "\n")
    let path = folder.file("only.png")
    guard let id = ids.first, try use("import", "-silent", "-window", "\(id)", "-depth", "8", "png24:" + path).code == 0
    else { return nil }
    return try Picture(contentsOf: path)
  }
}

/// A window of the real program on a display.
struct LiveWindow {
  let display: Display
  let child: Child
  let id: String
  fileprivate let folder: TemporaryFolder

  fileprivate init(display: Display, child: Child, id: String, folder: TemporaryFolder) {
    self.display = display
    self.child = child
    self.id = id
    self.folder = folder
  }

  /// Returns the content of the window; `nil` while it is empty.
  func picture() throws -> Picture? {
    let path = folder.file("window.png")
    guard try display.use("import", "-silent", "-window", id, "-depth", "8", "png24:" + path).code == 0 else {
      return nil
    }
    return try Picture(contentsOf: path)
  }

  /// Waits until the window looks like `expected`.
  /// - Returns: `nil` if it does, otherwise its last content.
  func waitUntilItShows(_ expected: Picture) throws -> Picture? {
    var last: Picture?
    let isSame = try poll {
      last = try picture()
      return last == expected
    }
    return isSame ? nil : last ?? Picture(width: 0, height: 0, pixels: [])
  }

  func movePointer(_ x: Int, _ y: Int) throws {
    try display.use("xdotool", "mousemove", "--window", id, "\(x)", "\(y)")
  }

  /// Returns the position and size of the window, by the names that `xdotool` gives them.
  func geometry() throws -> [String: Int] {
    var numbers: [String: Int] = [:]
    for line in try display.use("xdotool", "getwindowgeometry", "--shell", id).output.split(separator: "\n") {
      let parts = line.split(separator: "=")
      if parts.count == 2, parts[0] != "WINDOW" { numbers[String(parts[0])] = Int(parts[1]) }
    }
    return numbers
  }

  func activate() throws {
    try display.use("xdotool", "windowactivate", "--sync", id)
  }

  /// Closes the window by the manager's key and returns the exit code.
  ///
  /// The key is pressed again if needed, as a user would: on the first key of a display, the manager grabs all its keys
  /// anew and misses those pressed meanwhile.
  func close() throws -> Int32? {
    _ = try poll(seconds: Program.patience) {
      try display.use("xdotool", "key", "alt+F4")
      return poll(seconds: 5) { child.end != nil }
    }
    return child.waitForEnd(seconds: 0)
  }

  /// The processor time of the program, in ticks of 10 ms.
  var processorTicks: Int? {
    let fields = TemporaryFolder.text("/proc/\(child.id)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
    return user + system
  }
}

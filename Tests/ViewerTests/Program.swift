import Foundation
import Glibc
import ScrollworkTestSupport
import Synchronization

/// The viewer program that was built with these tests.
enum Program {
  /// The result of a run.
  struct Result {
    /// The exit code, or the negative number of the signal that ended the program.
    var code: Int32
    var output: String
    var errors: String
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The seconds of real time after which a run is killed and its test fails.
  static let patience = 900.0

  static let path: String = {
    #if DEBUG
      let configuration = "debug"
    #else
      let configuration = "release"
    #endif
    let beside = ((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "") as NSString
    let known = [
      beside.deletingLastPathComponent + "/scrollwork", packageFolder + "/.build/\(configuration)/scrollwork",
    ]
    return known.first { FileManager.default.isExecutableFile(atPath: $0) } ?? known[0]
  }()

  static let packageFolder = (1...3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.path

  /// The lock to hold while a pipe is made or a child is started. Otherwise a child could inherit the end of a pipe and
  /// keep it open.
  static let starting = Mutex(())

  /// Makes a pipe; returns its reading and its writing end.
  static func makePipe() throws -> [Int32] {
    try starting.withLock { _ in
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw Failure(description: String(cString: strerror(errno))) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
  }

  static func sample(_ name: String) -> String { packageFolder + "/assets/samples/" + name }

  /// The environment of a run.
  struct Surroundings {
    /// The bytes of standard input; `nil` for `/dev/null`.
    var input: String?
    /// The descriptor for standard output; `nil` to collect the output.
    var output: Int32?
    /// The environment variables to set; `nil` as a value removes one. By default no display is set.
    var variables: [String: String?] = [:]
    var executable: String?
  }

  /// Runs the program to its end.
  static func run(_ arguments: [String], _ surroundings: Surroundings = Surroundings()) throws -> Result {
    let folder = try TemporaryFolder()
    let (out, err, source) = (folder.file("out"), folder.file("err"), folder.file("in"))
    try (surroundings.input ?? "").write(toFile: source, atomically: false, encoding: .utf8)
    let input = open(surroundings.input == nil ? "/dev/null" : source, O_RDONLY | O_CLOEXEC)
    let output = surroundings.output ?? open(out, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let errors = open(err, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer {
      close(input)
      if surroundings.output == nil { close(output) }
      close(errors)
    }
    let child = try Child(arguments, surroundings, descriptors: [input, output, errors])
    let code = child.waitForEnd(seconds: patience)
    let messages = TemporaryFolder.text(err)
    guard let code else { throw Failure(description: "\(arguments) did not end within \(patience) s: \(messages)") }
    return Result(code: code, output: surroundings.output == nil ? TemporaryFolder.text(out) : "", errors: messages)
  }
}

/// A process that is killed when this object is released.
final class Child {
  let id: pid_t
  private var ended: Int32?

  init(_ arguments: [String], _ surroundings: Program.Surroundings, descriptors: [Int32]) throws {
    var variables = ProcessInfo.processInfo.environment
    // The patience is long, because other tests may keep the machine busy, and the program may be built without
    // optimisation.
    variables["SCROLLWORK_PATIENCE"] = "600"
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] { variables[name] = nil }
    // A random key may delete a file, which must not go to the trash of the user.
    variables["XDG_DATA_HOME"] = "/tmp/scrollwork-test-data"
    for (name, value) in surroundings.variables { variables[name] = value }
    let executable = surroundings.executable ?? Program.path
    id = try Self.spawn([executable] + arguments, variables, descriptors)
  }

  private static func spawn(
    _ arguments: [String], _ variables: [String: String], _ descriptors: [Int32]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // The child gets no blocked signals: threads of tests block signals and would pass that on, unlike a shell.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = arguments.map { strdup($0) } + [nil]
    var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + settings { free(word) } }
    var id = pid_t()
    let code = Program.starting.withLock { _ in
      posix_spawnp(&id, arguments[0], &actions, &attributes, &words, &settings)
    }
    guard code == 0 else {
      throw Program.Failure(description: "cannot start \(arguments[0]): \(String(cString: strerror(code)))")
    }
    return id
  }

  deinit { stop() }

  /// The exit code, or the negative number of the ending signal; `nil` while the process runs.
  var end: Int32? {
    if let ended { return ended }
    var status: Int32 = 0
    guard waitpid(id, &status, WNOHANG) == id else { return nil }
    ended = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    return ended
  }

  func waitForEnd(seconds: Double) -> Int32? {
    poll(seconds: seconds) { self.end != nil }
    defer { stop() }
    return end
  }

  func send(_ signal: Int32) {
    if end == nil { kill(id, signal) }
  }

  func stop() {
    guard end == nil else { return }
    kill(id, SIGKILL)
    var status: Int32 = 0
    waitpid(id, &status, 0)
    ended = -SIGKILL
  }
}

/// Checks a condition repeatedly until it holds, for `seconds` seconds at most.
/// - Returns: Whether the condition holds.
@discardableResult
func poll(seconds: Double = 30, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !condition() {
    if Date() > end { return false }
    usleep(3000)
  }
  return true
}

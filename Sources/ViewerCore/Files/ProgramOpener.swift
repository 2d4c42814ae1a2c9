import Dispatch
import Glibc
import ScrollworkPlatform

/// Opens files and addresses with the programs that the desktop has for them.
package struct ProgramOpener: Sendable {
  /// The program that knows them.
  package var program: String

  /// Creates an opener.
  /// - Parameter program: The name of the program, which is looked for in `PATH`, or its path.
  package init(program: String = "xdg-open") { self.program = program }

  /// Starts the program of a file or address and does not wait for it.
  /// - Parameter onFailure: Called with a sentence if there is no such program.
  func open(_ target: String, onFailure: @escaping @MainActor @Sendable (String) -> Void) {
    let tell: @Sendable (String) -> Void = { words in
      DispatchQueue.main.async { MainActor.assumeIsolated { onFailure(words) } }
    }
    switch Self.spawn([program, target]) {
    case .success(let child):
      Self.wait(for: child, asking: .milliseconds(20)) { code in
        if code != 0 { tell(Self.words(for: target, code)) }
      }
    case .failure(let error):
      let isMissing = error.reason == .notFound
      tell(
        isMissing
          ? "xdg-open is not installed, which knows the programs of files; it is part of the package xdg-utils"
          : "Cannot start xdg-open of the package xdg-utils: \(error.reason.words)")
    }
  }

  private static func words(for target: String, _ code: Int32) -> String {
    let name = PathBytes.display(FilePath.lastComponent(of: target))
    let reason = code == 2 ? "the file is gone" : code == 3 || code == 4 ? "no program is known for it" : "exit \(code)"
    return "“\(name)” was not opened: \(reason) (xdg-open of the package xdg-utils)"
  }

  /// Starts a program with some files and does not wait for it.
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - title: The name of the program for the user.
  /// - Returns: The reason why it cannot be started; `nil` if it was started.
  static func start(_ command: [String], title: String) -> String? {
    switch spawn(command) {
    case .success(let child):
      wait(for: child, asking: .milliseconds(20)) { _ in }
      return nil
    case .failure(let error):
      let isMissing = error.reason == .notFound
      return
        "\(title) cannot be started: \(isMissing ? "“\(command.first ?? "")” is not installed" : error.reason.words)"
    }
  }

  /// Starts a program in a session of its own, so that it outlives this one.
  private static func spawn(_ command: [String]) -> Result<pid_t, FileError> {
    var (attributes, actions, child) = (posix_spawnattr_t(), posix_spawn_file_actions_t(), pid_t())
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    // Ignored signals would stay ignored in the other program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ, SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags) | startsSession)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { PathBytes.withCString($0) { strdup($0) } } + [nil]
    defer { for argument in arguments { free(argument) } }
    guard let program = arguments[0] else { return .failure(FileError(path: "", code: ENOENT)) }
    var empty: [UnsafeMutablePointer<CChar>?] = [nil]
    let code =
      if let environment { posix_spawnp(&child, program, &actions, &attributes, &arguments, environment) } else {
        posix_spawnp(&child, program, &actions, &attributes, &arguments, &empty)
      }
    return code == 0 ? .success(child) : .failure(FileError(path: command.first ?? "", code: code))
  }

  /// `POSIX_SPAWN_SETSID`, which Swift's module of the C library leaves out.
  private static let startsSession: Int16 = 0x80

  /// The variables of this process. Swift does not permit the global variable `environ`.
  private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    dlsym(nil, "environ")?.assumingMemoryBound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self).pointee
  }

  /// Asks for the end of a child at growing intervals, at most two seconds; a thread that waits for each program would
  /// be dearer.
  private static func wait(
    for child: pid_t, asking pause: DispatchTimeInterval, then report: @escaping @Sendable (Int32) -> Void
  ) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) {
      var status: Int32 = 0
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child {
        // A program that a signal ended was there: only its exit code tells of a failure.
        return report(status & 0x7F == 0 ? (status >> 8) & 0xFF : 0)
      }
      guard ended == 0 || errno == EINTR else { return }
      let milliseconds = if case .milliseconds(let number) = pause { min(number * 2, 2_000) } else { 2_000 }
      wait(for: child, asking: .milliseconds(milliseconds), then: report)
    }
  }
}

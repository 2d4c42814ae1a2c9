import Glibc
import ScrollworkPlatform

/// Starts other programs.
enum ChildProcess {
  /// The output of a program, and the way in which it ended.
  struct Output: Sendable {
    var bytes: [UInt8] = []
    /// The beginning of the error output.
    var message = ""
    /// The exit code; `nil` if a signal ended it.
    var code: Int32?
  }

  /// Starts a program.
  /// - Parameters:
  ///   - program: Its name, which is searched in `PATH`, or its path.
  ///   - startsSession: Whether it gets a session of its own, so that it outlives this process.
  ///   - output: The descriptors for its standard output and error output; `nil` for none.
  static func start(
    _ program: String, _ arguments: [String], startsSession: Bool, output: (text: Int32, messages: Int32)? = nil
  ) -> Result<pid_t, FileError> {
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
    let flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, startsSession ? flags | sessionFlag : flags)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, output?.text ?? STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output?.messages ?? STDIN_FILENO, STDERR_FILENO)
    var words = ([program] + arguments).map { word in PathBytes.withCString(word) { strdup($0) } }
    defer { for word in words { free(word) } }
    words.append(nil)
    var empty: [UnsafeMutablePointer<CChar>?] = [nil]
    let code =
      if let environment {
        posix_spawnp(&child, program, &actions, &attributes, &words, environment)
      } else {
        posix_spawnp(&child, program, &actions, &attributes, &words, &empty)
      }
    return code == 0 ? .success(child) : .failure(FileError(path: program, code: code))
  }

  /// `POSIX_SPAWN_SETSID`, which Swift's module of the C library does not contain.
  private static let sessionFlag: Int16 = 0x80

  /// The variables of this process. Swift does not permit the global variable `environ`.
  private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    dlsym(nil, "environ")?.assumingMemoryBound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self).pointee
  }

  // MARK: Output

  /// Runs a program and waits for its end; never call it on the main thread.
  /// - Parameter limit: The largest number of bytes that are read. A program that writes more is ended.
  /// - Throws: If the program cannot be started.
  static func run(_ program: String, _ arguments: [String], limit: Int) throws(FileError) -> Output {
    guard let text = pipe() else { throw FileError(path: program, code: errno) }
    guard let messages = pipe() else {
      let code = errno
      close(text.start)
      close(text.end)
      throw FileError(path: program, code: code)
    }
    let started = start(program, arguments, startsSession: false, output: (text.end, messages.end))
    close(text.end)
    close(messages.end)
    defer {
      close(text.start)
      close(messages.start)
    }
    let child: pid_t
    switch started {
    case .success(let found): child = found
    case .failure(let error): throw error
    }
    var output = Output()
    var message: [UInt8] = []
    read(text.start, messages.start) { isText, bytes in
      if isText {
        output.bytes += bytes
        if output.bytes.count > limit { kill(child, SIGKILL) }
      } else if message.count < maximumMessage {
        message += bytes
      }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    output.code = status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    output.message = String(decoding: message.prefix(maximumMessage), as: UTF8.self)
    return output
  }

  /// The largest number of bytes of error output that are kept.
  private static let maximumMessage = 4096

  /// Returns the ends of a pipe that other programs do not inherit.
  private static func pipe() -> (start: Int32, end: Int32)? {
    var ends: [Int32] = [-1, -1]
    return pipe2?(&ends, O_CLOEXEC) == 0 ? (ends[0], ends[1]) : nil
  }

  /// `pipe2`, which Swift's module of the C library does not contain.
  private static let pipe2 = dlsym(nil, "pipe2").map {
    unsafeBitCast($0, to: (@Sendable @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32).self)
  }

  /// Reads two pipes until both end.
  private static func read(
    _ text: Int32, _ messages: Int32, _ take: (_ isText: Bool, _ bytes: ArraySlice<UInt8>) -> Void
  ) {
    var pipes = [text, messages].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while pipes.contains(where: { $0.fd >= 0 }) {
      guard poll(&pipes, nfds_t(pipes.count), -1) >= 0 || errno == EINTR else { return }
      for index in pipes.indices where pipes[index].fd >= 0 && pipes[index].revents != 0 {
        let count = Glibc.read(pipes[index].fd, &buffer, buffer.count)
        if count > 0 { take(index == 0, buffer[..<count]) }
        // A negative descriptor is left out.
        if count == 0 || count < 0 && errno != EINTR { pipes[index].fd = -1 }
      }
    }
  }
}

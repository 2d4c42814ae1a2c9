import Dispatch
import Glibc
import ScrollworkPlatform

/// Opens files and addresses with the default programs of the desktop.
package struct ProgramOpener: Sendable {
  /// The program that starts the default programs.
  package var program: String

  /// Creates an opener.
  /// - Parameter program: The name of the program, which is looked for in `PATH`, or its path.
  package init(program: String = "xdg-open") { self.program = program }

  /// Whether `program` is installed.
  var isInstalled: Bool { DesktopEntry.isInstalled(program) }

  /// Starts the default program of a file or address, and does not wait for its end.
  /// - Parameter onFailure: Called with a sentence for the user if the program cannot be started.
  func open(_ target: String, onFailure: @escaping @MainActor @Sendable (String) -> Void) {
    let tell: @Sendable (String) -> Void = { words in
      DispatchQueue.main.async { MainActor.assumeIsolated { onFailure(words) } }
    }
    switch Self.launch([program, target]) {
    case .success(let child):
      Self.wait(for: child, asking: .milliseconds(20)) { code in
        if code != 0 { tell(Self.words(for: target, code)) }
      }
    case .failure(let error):
      let isMissing = error.reason == .notFound
      tell(
        isMissing
          ? "xdg-open is not installed; it opens files with their programs and is part of the package xdg-utils"
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
    switch launch(command) {
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
  private static func launch(_ command: [String]) -> Result<pid_t, FileError> {
    guard let program = command.first else { return .failure(FileError(path: "", code: ENOENT)) }
    return ChildProcess.start(program, Array(command.dropFirst()), startsSession: true)
  }

  /// Checks at growing intervals, of at most two seconds, whether a child process has ended. A waiting thread for each
  /// program would cost more.
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

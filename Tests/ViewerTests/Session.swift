import Foundation
import Glibc
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A run of the real program whose script is written while it runs.
final class Session {
  private let child: Child
  private let commands: Int32
  private let answers: Int32
  private var rest: [UInt8] = []
  private let folder: TemporaryFolder

  /// Starts the program.
  /// - Parameter size: The window's size; small by default, because drawing is slow without optimisation.
  init(
    _ arguments: [String], size: String = "480x320", _ surroundings: Program.Surroundings = Program.Surroundings()
  ) throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    let (toChild, fromChild) = (try Program.makePipe(), try Program.makePipe())
    let errors = open(folder.file("errors"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let all = ["--script", "-", "--size", size] + arguments
    child = try Child(all, surroundings, descriptors: [toChild[0], fromChild[1], errors])
    for descriptor in [toChild[0], fromChild[1], errors] { close(descriptor) }
    (commands, answers) = (toChild[1], fromChild[0])
  }

  deinit {
    close(commands)
    close(answers)
  }

  var errors: String { TemporaryFolder.text(folder.file("errors")) }

  /// Sends a command and returns the reply, unparsed.
  func line(_ command: String) throws -> String {
    let bytes = Array((command + "\n").utf8)
    guard write(commands, bytes, bytes.count) == bytes.count else {
      throw Program.Failure(description: "“\(command)” could not be sent; ended with \(code ?? 0): \(errors)")
    }
    return try nextLine(after: command)
  }

  /// Sends a command and returns the members of the reply.
  func ask(_ command: String) throws -> [String: Any] {
    let line = try line(command)
    guard let reply = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
      throw Program.Failure(description: "“\(command)” was answered by \(line)")
    }
    return reply
  }

  /// Runs a command that must be accepted.
  func run(_ commands: String...) throws {
    for command in commands {
      let reply = try ask(command)
      guard reply["ok"] as? Bool == true else {
        throw Program.Failure(description: "“\(command)”: \(reply["error"] ?? reply)")
      }
    }
  }

  func dump() throws -> Dump {
    let line = try line("dump")
    do {
      return try JSONDecoder().decode(Dump.self, from: Data(line.utf8))
    } catch {
      throw Program.Failure(description: "dump was answered by \(line): \(error)")
    }
  }

  /// Waits until the program is at rest, and returns its dump.
  func settled() throws -> Dump {
    try run("settle")
    return try dump()
  }

  /// The path of the last screenshot.
  var screenshotPath: String { folder.file("shot.png") }

  func screenshot() throws -> Picture {
    try run("screenshot \(screenshotPath)")
    return try Picture(contentsOf: screenshotPath)
  }

  /// Ends the script and returns the program's exit code.
  func finish() -> Int32? {
    let bytes = Array("quit\n".utf8)
    _ = write(commands, bytes, bytes.count)
    return child.waitForEnd(seconds: Program.patience)
  }

  /// Kills the program in the middle of its work.
  func kill() { child.stop() }

  var code: Int32? { child.end }

  private func nextLine(after command: String) throws -> String {
    let deadline = Date(timeIntervalSinceNow: Program.patience)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      var descriptor = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      guard Date() < deadline else {
        child.stop()
        throw Program.Failure(description: "“\(command)” was not answered within \(Program.patience) s: \(errors)")
      }
      guard Glibc.poll(&descriptor, 1, 200) > 0 else { continue }
      let count = read(answers, &buffer, buffer.count)
      guard count > 0 else {
        throw Program.Failure(
          description: "the program ended on “\(command)” with \(child.waitForEnd(seconds: 5) ?? 0): \(errors)")
      }
      rest += buffer[..<count]
    }
  }
}

/// The reply to `dump`, with its documented fields.
struct Dump: Decodable {
  struct Item: Decodable, Equatable {
    var section: String
    var id: String
    var kind: String
    /// x, y, width, height in the window.
    var frame: [Double]
    var target: [Double]
    var alpha: Double
    var selected: Bool
    var focused: Bool
    var text: String

    var center: (x: Double, y: Double) { (frame[0] + frame[2] / 2, frame[1] + frame[3] / 2) }
    var isAtRest: Bool { frame == target && alpha == 1 }
  }

  struct Images: Decodable {
    var requested: Int
    var decoded: Int
    var cancelled: Int
    var hits: Int
    var failed: Int
    var bytes: Int
  }

  struct Live: Decodable {
    var contents: Int
    var pooled: Int
  }

  var offset: [Double]
  var contentSize: [Double]
  var viewport: [Double]
  var total: Int
  var visible: [Item]
  var animating: Int
  var images: Images
  var live: Live

  /// Returns the dumps among the replies to a script.
  static func all(in answers: String) -> [Dump] {
    answers.split(separator: "\n").compactMap { try? JSONDecoder().decode(Dump.self, from: Data($0.utf8)) }
  }

  /// Whether every cell is at its target frame.
  var isAtRest: Bool { cells.allSatisfy { $0.isAtRest } }

  var cells: [Item] { visible.filter { $0.kind == "cell" } }
  var texts: [String] { cells.map(\.text) }

  /// Returns the first cell whose text begins with `text`.
  func cell(_ text: String) throws -> Item {
    try #require(cells.first { $0.text.hasPrefix(text) }, "no “\(text)” in \(texts)")
  }
}

import Glibc
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Tests of a stream whose temporary copy has no space: lines are lost, and the loss is reported.
@Suite(.serialized) struct StreamLossTests {
  private static let text = String(repeating: "a line of 20 bytes.\n", count: 10_000)
  private static let words = "Cannot write the temporary copy of"

  /// The shell's arguments that start the program with a file size limit of 64 KiB, which simulates a full disk.
  private static let limited = ["-c", "ulimit -f 64; exec \"$0\" \"$@\"", Program.path]

  @Test(arguments: [["--headless"], ["--screenshot", "/dev/null"], ["--script", "/dev/null"]])
  func `a run that loses lines ends with 3 and the reason`(options: [String]) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("settle\nquit\n", to: "script")
    let picture = folder.file("x.png")
    let options = options.map { $0 == "/dev/null" ? (options[0] == "--script" ? script : picture) : $0 }
    let result = try Program.run(
      Self.limited + options + ["--size", "480x320", "-"],
      Program.Surroundings(input: Self.text, executable: "/bin/bash"))
    #expect(result.code == 3)
    #expect(result.errors.hasPrefix("scrollwork: \(Self.words) standard input: "), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "one message")
  }

  @Test func `a window that lost lines ends with 3`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let display = try Display()
    let window = try display.open([pipe], shell: Self.limited)
    let before = try window.picture()
    signal(SIGPIPE, SIG_IGN)
    let output = open(pipe, O_WRONLY | O_CLOEXEC)
    defer { close(output) }
    let bytes = Array(Self.text.utf8)
    _ = write(output, bytes, bytes.count)
    #expect(poll { display.errors.contains(Self.words) })
    #expect(try poll { try window.picture() != before })
    try window.activate()
    #expect(try window.close() == 3)
  }
}

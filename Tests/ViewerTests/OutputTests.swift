import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

// Tests of files that the program writes or reads, and of window sizes that it refuses.

/// Makes a device like /dev/full; returns `false` if the system does not allow that.
private func makeFullDevice(_ path: String) -> Bool { mknod(path, S_IFCHR | 0o666, dev_t(1 << 8 | 7)) == 0 }

private let mayMakeDevices = (try? TemporaryFolder()).map { makeFullDevice($0.file("full")) } ?? false

@Test(.enabled(if: mayMakeDevices, "only root makes devices, and not everywhere"))
func `a screenshot is written into a device, which is not replaced`() throws {
  let folder = try TemporaryFolder()
  let path = folder.file("full")
  try #require(makeFullDevice(path))
  let sample = Program.sample("notes.txt")
  let result = try Program.run(["--screenshot", path, "--size", "320x240", sample])
  #expect(result.code == 3)
  #expect(result.errors.contains(path))
  let session = try Session([sample])
  #expect(try session.ask("screenshot \(path)")["ok"] as? Bool == false)
  var found = stat()
  #expect(lstat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFCHR, "it is still a device")
}

@Test func `a script gets an error for a window with too many pixels, and continues`() throws {
  let session = try Session([Program.sample("notes.txt")], size: "320x240")
  try session.run("settle", "scale 8")
  let refused = try session.ask("resize 16000 16000")
  #expect(refused["ok"] as? Bool == false)
  #expect((refused["error"] as? String)?.contains("pixels") == true, "\(refused)")
  try session.run("scale 0.5", "resize 16000 1000")
  #expect(try session.ask("scale 8")["ok"] as? Bool == false)
  #expect(try session.dump().viewport == [16000, 1000 - 76])
}

@Test func `a folder as a script is rejected`() throws {
  let folder = try TemporaryFolder()
  let result = try Program.run(["--script", folder.path, "--size", "320x240", Program.sample("notes.txt")])
  #expect(result.code == 3)
  #expect(result.errors.contains("it is a folder"), "\(result.errors)")
}

@Test func `a script needs no display, even if a named one does not answer`() throws {
  let folder = try TemporaryFolder()
  let script = try folder.write("settle\ndump\n", to: "script")
  let result = try Program.run(
    ["--script", script, "--size", "320x240", Program.sample("notes.txt")],
    Program.Surroundings(variables: ["DISPLAY": ":987", "SDL_VIDEODRIVER": nil]))
  #expect(result.code == 0, "\(result.errors)")
  #expect(result.output.contains("\"total\":"))
}

@Test func `an empty path is an error and not the current folder`() throws {
  let folder = try TemporaryFolder()
  for option in [["--print", "text"], ["--screenshot", folder.file("x.png"), "--size", "320x240"]] {
    let result = try Program.run(option + [""])
    #expect(result.code == 3)
    #expect(result.errors.contains("“”: no such file"), "\(result.errors)")
  }
  let several = try Session([folder.path, ""])
  #expect(try several.settled().total == 1)
}

@Test func `closed standard descriptors are not reused for other files`() throws {
  let folder = try TemporaryFolder()
  let script = try folder.write("settle\ndump\n", to: "script")
  func run(_ redirection: String, script: String) throws -> Program.Result {
    let words = "exec \"$0\" --script \"$1\" --size 320x240 \"$2\" \(redirection)"
    return try Program.run(
      ["-c", words, Program.path, script, Program.sample("harbour.log")], Program.Surroundings(executable: "/bin/sh"))
  }
  let withoutInput = try run("<&-", script: "-")
  #expect(withoutInput.output.isEmpty, "no script is read: \(withoutInput.output)")
  let withoutOutput = try run(">&-", script: script)
  #expect(withoutOutput.code == 3)
  #expect(withoutOutput.errors.contains("standard output"), "\(withoutOutput.errors)")
}

@Test func `a file name with a leading dash follows two dashes`() throws {
  let folder = try TemporaryFolder()
  try folder.write("x\n", to: "-dash.txt")
  let result = try Program.run(
    ["-c", "cd \"$1\" && exec \"$0\" --print text -- -dash.txt", Program.path, folder.path],
    Program.Surroundings(executable: "/bin/sh"))
  #expect(result.output == "x\n", "\(result.errors)")
}

@Test func `the byte order mark of UTF-8 is no part of the first line`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("\u{feff}bom\nnext\n", to: "a.txt")
  let printed = try Program.run(["--print", "ndjson", "--filter", "/^bom$/", path])
  #expect(printed.output == "{\"line\":1,\"text\":\"bom\"}\n")
  let session = try Session([path])
  #expect(try session.settled().texts == ["bom", "next"])
  try session.run("filter /^bom$/")
  #expect(try session.settled().texts == ["bom"])
}

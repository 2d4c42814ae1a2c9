import Foundation
import ScrollworkTestSupport
import Testing

/// Runs a command to its end and returns what it wrote to standard output.
private func output(of command: [String]) throws -> String {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(filePath: command[0])
  process.arguments = Array(command.dropFirst())
  process.standardOutput = pipe
  try process.run()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "\(command) ended with \(process.terminationStatus)")
  return String(decoding: data, as: UTF8.self)
}

@Test func `the manual page names each option of the program`() throws {
  let manual = try String(contentsOfFile: Program.packageFolder + "/assets/desktop/scrollwork.1", encoding: .utf8)
    .replacing("\\-", with: "-")
  let options = Set(try Program.run(["--help"]).output.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
  #expect(options.count > 12)
  for option in options { #expect(manual.contains(option), "\(option)") }
}

@Test func `an installed program has its samples, completions and entries for the desktop`() throws {
  let folder = try TemporaryFolder()
  _ = try output(of: [Program.packageFolder + "/.ci/install", Program.path, "/usr", folder.path])
  for file in [
    "applications/org.scrollwork.Scrollwork.desktop", "metainfo/org.scrollwork.Scrollwork.metainfo.xml",
    "icons/hicolor/scalable/apps/org.scrollwork.Scrollwork.svg", "man/man1/scrollwork.1.gz",
    "scrollwork/samples/pictures.csv", "scrollwork/gallery/Demo.swift",
  ] {
    #expect(FileManager.default.fileExists(atPath: folder.file("usr/share/" + file)), "\(file)")
  }
  for file in [
    "bash-completion/completions/scrollwork", "zsh/site-functions/_scrollwork",
    "fish/vendor_completions.d/scrollwork.fish",
  ] {
    let script = try String(contentsOfFile: folder.file("usr/share/" + file), encoding: .utf8)
    #expect(script.contains("time-scale"), "\(file)")
  }
  #expect(try output(of: [folder.file("usr/bin/scrollwork"), "--version"]).hasPrefix("scrollwork "))
}

import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Printing files on paper, by a program in place of `lp`.

/// Makes a program that writes its arguments to the file `printed`, says something and exits with a code.
private func printer(in folder: borrowing TemporaryFolder, saying words: String, exit code: Int) throws -> PagePrinter {
  let program = try folder.write(
    "#!/bin/sh\nprintf '%s|' \"$@\" > '\(folder.path)/printed'\necho '\(words)' >&\(code == 0 ? 1 : 2)\nexit \(code)\n",
    to: "program")
  #expect(chmod(program, 0o755) == 0)
  return PagePrinter(program: program)
}

@MainActor @Test func `Ctrl+P asks for the number of copies and prints the file`() async throws {
  let (folder, tools) = (try textFiles(["a b.txt", "c.txt"]), try TemporaryFolder())
  let shown = try await FileStage(folder.path)
  shown.viewer.files.printer = try printer(in: tools, saying: "request id is Office-42 (1 file(s))", exit: 0)
  shown.select(0...0)
  try await shown.key("Ctrl+P")
  shown.harness.type("0")
  try await shown.key("Return")
  #expect(shown.harness.semantics.contains { $0.text.contains("Type a number from 1 to 99") })
  try await shown.key("Ctrl+A")
  shown.harness.type("2")
  try await shown.key("Return")
  let isTold = await waitUntil(shown.harness) {
    shown.status.contains("“a b.txt” is sent to the printer (Office-42)")
  }
  #expect(isTold, "\(shown.status)")
  #expect(TemporaryFolder.text(tools.file("printed")) == "-n|2|--|\(folder.file("a b.txt"))|")
}

@MainActor @Test func `a file that cannot be printed tells the reason`() async throws {
  let (folder, tools) = (try textFiles(["a.txt"]), try TemporaryFolder())
  let shown = try await FileStage(folder.file("a.txt"))
  let printers = [
    (
      try printer(in: tools, saying: "lp: Error - No default destination.", exit: 1),
      "“a.txt” was not printed: No default destination."
    ),
    (
      PagePrinter(program: "/nowhere/lp"),
      "lp is not installed; it prints files and is part of the package cups-client"
    ),
  ]
  for (printer, words) in printers {
    shown.viewer.files.printer = printer
    try await shown.key("Ctrl+P")
    try await shown.key("Return")
    let isTold = await waitUntil(shown.harness) { shown.status.contains(words) }
    #expect(isTold, "\(shown.status)")
  }
}

import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// File names as bytes: one letter in two normal forms, and two invalid names that look the same.
private let names: [[UInt8]] = [
  Array("caf\u{E9}.txt".utf8), Array("cafe\u{301}.txt".utf8), [0x7A, 0xE9, 0x2E, 0x74, 0x78, 0x74],
  [0x7A, 0xE8, 0x2E, 0x74, 0x78, 0x74],
]

private func make(_ folder: TemporaryFolder) {
  for (place, name) in names.enumerated() {
    let path = (Array(folder.path.utf8) + [0x2F] + name + [0]).map { CChar(bitPattern: $0) }
    let (descriptor, text) = (creat(path, 0o600), "text \(place)\n")
    #expect(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    #expect(close(descriptor) == 0)
  }
}

@Test func `names that look alike are separate rows, and each opens its own file`() throws {
  let folder = try TemporaryFolder()
  make(folder)
  let session = try Session([folder.path], size: "640x400")
  let dump = try session.settled()
  #expect(dump.total == names.count)
  #expect(Set(dump.cells.map(\.id)).count == names.count)
  var opened: [String] = []
  for cell in dump.cells {
    try session.run("click \(cell.center.x) \(cell.center.y) 2")
    let text = try session.settled()
    opened += [try #require(text.texts.first)]
    try session.run("key Backspace", "settle")
  }
  #expect(opened.sorted() == names.indices.map { "text \($0)" })
  #expect(session.finish() == 0)
}

@Test func `a filter in another normal form replaces the former one`() throws {
  let folder = try TemporaryFolder()
  make(folder)
  let log = try folder.write("caf\u{E9}\ncafe\u{301}\n", to: "log")
  for path in [folder.path, log] {
    let session = try Session([path], size: "640x400")
    var shown: [[UInt8]] = []
    for filter in ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"] {
      try session.run("filter \(filter)")
      let cells = try session.settled().cells
      #expect(cells.count == 1)
      shown += cells.map { Array($0.id.utf8) }
    }
    #expect(shown[0] != shown[1] && shown[0] == shown[2], "\(path)")
  }
}

@Test func `lines of a pipe are printed, and a picture is written, whatever the bytes of their names`() throws {
  let folder = try TemporaryFolder()
  let script = """
    cd "$1" && mkfifo $'p\\xe9' && { echo one >$'p\\xe9' & } && "$0" --print text $'p\\xe9' &&
      "$0" --screenshot $'s\\xe9.png' --size 100x100 . && test -s $'s\\xe9.png'
    """
  let result = try Program.run(
    ["-c", script, Program.path, folder.path], Program.Surroundings(executable: "/bin/bash"))
  #expect(result.code == 0 && result.output == "one\n", "\(result)")
}

@Test func `names are printed byte for byte`() throws {
  let folder = try TemporaryFolder()
  make(folder)
  let output = folder.path + "-out"
  defer { unlink(output) }
  var surroundings = Program.Surroundings()
  surroundings.output = open(output, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
  #expect(try Program.run(["--print", "text", folder.path], surroundings).code == 0)
  surroundings.output.map { _ = close($0) }
  let lines = try #require(FileManager.default.contents(atPath: output)).split(separator: 0x0A).map(Array.init)
  #expect(Set(lines) == Set(names))
}

import Foundation
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let storms = perBuild(debug: 8, optimized: 48)

/// The kind of content that a storm changes.
private enum StormSubject: Int, CaseIterable {
  /// A folder of texts.
  case files
  /// A folder of folders, pictures and texts, shown as tiles and as rows.
  case pictures
  /// A text with addresses of pictures, many of them repeated.
  case addresses
  /// A log that grows, is truncated and starts again.
  case log
}

/// The real program, under random events: its content changes while the list is scrolled, filtered, sorted, resized,
/// clicked and typed into, and while the layout changes.
private final class ScriptStorm {
  private var random: SeededGenerator
  private let folder: TemporaryFolder
  let session: Session
  let subject: StormSubject
  private let motion: String
  /// The names of the files, or the lines of the text.
  private(set) var names: [String] = []
  private var nextName = 100
  private var said: [String] = []

  init(seed: Int) throws {
    random = SeededGenerator(seed: UInt64(seed))
    folder = try TemporaryFolder()
    subject = StormSubject.allCases[seed % StormSubject.allCases.count]
    motion = ["full", "reduced", "off"][seed / 4 % 3]
    let path: String
    switch subject {
    case .files, .pictures: path = try folder.makeFolder("inner")
    case .addresses: path = folder.file("list.txt")
    case .log: path = folder.file("lines.log")
    }
    names = (nextName..<nextName + 160).map { [subject] in Self.name($0, subject) }
    nextName += names.count
    if subject == .addresses { names += names.prefix(60) + names.prefix(30) }
    if subject == .files || subject == .pictures {
      for name in names { try Self.create(name, in: folder) }
    } else {
      try folder.write(names.map { $0 + "\n" }.joined(), to: (path as NSString).lastPathComponent)
    }
    session = try Session([path, "--motion", motion])
    _ = try session.settled()
  }

  private static func name(_ number: Int, _ subject: StormSubject) -> String {
    switch subject {
    case .files: "file \(number).txt"
    case .pictures where number % 5 == 0: "folder \(number)"
    case .pictures: number % 3 == 0 ? "text \(number).txt" : "picture \(number).png"
    case .addresses: "data:image/png;base64," + Data(PNG.plain(UInt32(number * 5003))).base64EncodedString()
    case .log: "2026-03-04 10:00:00 \(number % 7 == 0 ? "ERROR" : "INFO") message \(number)"
    }
  }

  private static func create(_ name: String, in folder: TemporaryFolder) throws {
    if name.hasPrefix("folder") {
      _ = try folder.makeFolder("inner/\(name)")
    } else if name.hasSuffix(".png") {
      let color = name.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) } & 0xFF_FFFF
      try folder.write(PNG.plain(color), to: "inner/\(name)")
    } else {
      try folder.write("x", to: "inner/\(name)")
    }
  }

  private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  func step() throws {
    if number(0...5) == 0 { try change() }
    let text = command()
    said.append(text)
    for line in text.split(separator: "\n") { try session.run(String(line)) }
    let dump = try session.dump()
    let ids = dump.cells.map { "\($0.section) \($0.id)" }
    #expect(dump.live.contents < 300, "\(said.suffix(5))")
    // With reduced motion, a moved item fades out at its old position and in at the new one.
    #expect(motion == "reduced" || Set(ids).count == ids.count, "\(said.suffix(5))")
    #expect(dump.visible.allSatisfy { $0.frame.allSatisfy(\.isFinite) }, "\(said.suffix(5))")
  }

  // MARK: Changes of the input

  private func change() throws {
    said.append("change")
    switch subject {
    case .files, .pictures: try changeFiles()
    case .addresses: try changeAddresses()
    case .log: try changeLog()
    }
  }

  private func changeFiles() throws {
    for _ in 0..<number(1...6) {
      let index = number(0...names.count - 1)
      let new = Self.name(nextName, subject)
      nextName += 1
      switch number(0...2) {
      case 0:
        try Self.create(new, in: folder)
        names.append(new)
      case 1 where names.count > 20:
        try folder.remove("inner/\(names.remove(at: index))")
      case 2 where !new.hasPrefix("folder") && !names[index].hasPrefix("folder"):
        try folder.rename("inner/\(names[index])", to: "inner/\(new)")
        names[index] = new
      default: break
      }
    }
  }

  /// Adds, repeats, removes or exchanges some addresses, and writes the list.
  private func changeAddresses() throws {
    for _ in 0..<number(1...6) {
      switch number(0...3) {
      case 0:
        names.insert(Self.name(nextName, subject), at: number(0...names.count))
        nextName += 1
      case 1: names.insert(names[number(0...names.count - 1)], at: number(0...names.count))
      case 2 where names.count > 20: names.remove(at: number(0...names.count - 1))
      default: names.swapAt(number(0...names.count - 1), number(0...names.count - 1))
      }
    }
    try folder.write(names.map { $0 + "\n" }.joined(), to: "list.txt")
  }

  private func changeLog() throws {
    if number(0...5) == 0 {
      names = Array(names.prefix(number(1...40)))
      try folder.write(names.map { $0 + "\n" }.joined(), to: "lines.log")
    }
    let lines = (0..<number(1...30)).map { _ in
      nextName += 1
      return Self.name(nextName, .log)
    }
    names += lines
    try folder.append(lines.map { $0 + "\n" }.joined(), to: "lines.log")
  }

  // MARK: Input of the user

  private func command() -> String {
    let point = "\(number(10...450)) \(number(60...280))"
    switch number(0...14) {
    case 0...2: return "wheel 0 \(number(-6...6)) \(point)"
    case 3: return "click \(point)"
    case 4: return "ctrl+click \(point)"
    case 5: return "shift+click \(point)"
    case 6: return "key \(["Down", "Up", "PageDown", "PageUp", "End", "Home", "shift+Down", "ctrl+A"][number(0...7)])"
    case 7: return "filter \(["1", "2", "", "11", "nothing is called so"][number(0...4)])"
    case 8:
      let keys = subject == .log ? ["line", "line:desc", "text", "text:desc"] : ["name", "name:desc", "size", "date"]
      // The order is chosen by a command or in the menu, in which some items are already checked.
      let way = (0..<number(0...3)).map { _ in "\nkey Down" }.joined()
      return number(0...1) == 0 ? "sort \(keys[number(0...3)])" : "key alt+S\(way)\nkey Return"
    case 9: return "resize \(number(360...700)) \(number(240...500))"
    case 10: return "drag \(point) \(number(10...450)) \(number(60...280)) \(number(0...200))"
    case 11: return layout()
    case 12:
      let way = (0..<3).map { _ in "\ntouch move 1 \(number(10...450)) \(number(60...280))\nwait 8" }.joined()
      return number(0...3) == 0 ? "reload" : "touch begin 1 \(point)\(way)\ntouch end 1 \(point)"
    default: return "wait \(number(0...120))"
    }
  }

  /// Returns a random command that changes the layout: rows or tiles, their size, or the scale.
  private func layout() -> String {
    [
      "key 1", "key 0", "key ctrl+1", "key ctrl+3", "key ctrl++", "key ctrl+-", "key ctrl+0", "scale 1.5", "scale 1",
    ][number(0...8)]
  }
}

@Test(arguments: 0..<storms)
func `whatever happens, the program shows the current content completely`(seed: Int) throws {
  let storm = try ScriptStorm(seed: seed)
  for _ in 0..<60 { try storm.step() }
  try storm.session.run("filter", storm.subject == .log ? "sort line" : "sort name", "resize 480 320", "key Home")
  // The lines that a log had before it was cut are kept until it is read again.
  if storm.subject == .log { try storm.session.run("reload") }
  let rest = try storm.session.settled()
  #expect(rest.isAtRest && rest.total == storm.names.count, "\(storm.subject)")
  let stats = try storm.session.ask("stats")
  #expect((stats["anchor_error_px_max"] as? Double ?? .infinity) <= 0.5, "\(storm.subject)")
  #expect((stats["step_px_max"] as? Double ?? .infinity) <= 0.5, "\(storm.subject)")
  #expect(storm.session.finish() == 0, "\(storm.session.errors)")
}

import Foundation
import ScrollworkTesting
import Testing

#if DEBUG
  private let storms = 3
#else
  private let storms = 30
#endif

/// The real program over a folder in which files come, go and change their names while it is scrolled, filtered, resized,
/// clicked and typed into.
private final class FolderStorm {
  private var random: SeededGenerator
  private let folder: Folder
  let session: Session
  private let motion: String
  private(set) var names: Set<String>
  private var said: [String] = []

  init(seed: Int) throws {
    random = SeededGenerator(seed: UInt64(seed))
    folder = try Folder()
    let inner = try folder.makeFolder("inner")
    names = Set((100..<260).map { "file \($0).txt" })
    for name in names { try folder.write("x", to: "inner/\(name)") }
    motion = ["full", "reduced", "off"][seed % 3]
    session = try Session([inner, "--motion", motion])
    _ = try session.settled()
  }

  private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  func step() throws {
    if number(0...5) == 0 { try changeFiles() }
    let text = command()
    said.append(text)
    try session.tell(text)
    let dump = try session.dump()
    let ids = dump.cells.map(\.id)
    #expect(dump.live.contents < 200, "\(said.suffix(5))")
    // Where less motion is wanted, what moves fades out at one place and in at another.
    #expect(motion == "reduced" || Set(ids).count == ids.count, "\(said.suffix(5))")
    #expect(dump.visible.allSatisfy { $0.frame.allSatisfy(\.isFinite) }, "\(said.suffix(5))")
  }

  private func changeFiles() throws {
    for _ in 0..<number(1...6) {
      let new = "file \(number(100...400)).txt"
      let old = names.sorted().randomElement(using: &random) ?? new
      switch number(0...2) {
      case 0:
        try folder.write("x", to: "inner/\(new)")
        names.insert(new)
      case 1 where names.count > 20:
        try folder.remove("inner/\(old)")
        names.remove(old)
      case 2 where !names.contains(new):
        try folder.rename("inner/\(old)", to: "inner/\(new)")
        names.remove(old)
        names.insert(new)
      default: break
      }
    }
    said.append("files")
  }

  private func command() -> String {
    let point = "\(number(10...450)) \(number(60...280))"
    switch number(0...11) {
    case 0...2: return "wheel 0 \(number(-6...6)) \(point)"
    case 3: return "click \(point)"
    case 4: return "ctrl+click \(point)"
    case 5: return "shift+click \(point)"
    case 6: return "key \(["Down", "Up", "PageDown", "PageUp", "End", "Home", "shift+Down", "ctrl+A"][number(0...7)])"
    case 7: return "filter \(["1", "2", "", "file 3"][number(0...3)])"
    case 8: return "sort \(["name", "name:desc", "size", "date"][number(0...3)])"
    case 9: return "resize \(number(360...700)) \(number(240...500))"
    case 10: return "drag \(point) \(number(10...450)) \(number(60...280)) \(number(0...200))"
    default: return "wait \(number(0...120))"
    }
  }
}

@Test(arguments: 0..<storms)
func `whatever happens to a shown folder, the program shows what is there and loses nothing`(seed: Int) throws {
  let storm = try FolderStorm(seed: seed)
  for _ in 0..<60 { try storm.step() }
  try storm.session.tell("filter", "sort name", "resize 480 320", "key Home")
  let rest = try storm.session.settled()
  #expect(rest.isAtRest && rest.total == storm.names.count)
  let stats = try storm.session.ask("stats")
  #expect((stats["anchor_error_px_max"] as? Double ?? .infinity) <= 0.5)
  #expect((stats["step_px_max"] as? Double ?? .infinity) <= 0.5)
  #expect(storm.session.finish() == 0, "\(storm.session.errors)")
}

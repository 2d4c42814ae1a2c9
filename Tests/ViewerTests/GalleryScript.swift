import Foundation
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// The script of a screen of the gallery: `GalleryScripts/NAME.script` beside this file.
///
/// The first line, a comment, says what the script does. The others are commands of the program, and comments that claim
/// what the list shows at that place:
///
/// - `# shows TEXT`: some visible item has a text that contains TEXT.
/// - `# lacks TEXT`: no visible item has one.
/// - `# first TEXT`: the text of the first visible cell contains TEXT.
/// - `# selects TEXT`: some visible selected item has a text that contains TEXT.
/// - `# total N`: the list has N items.
struct GalleryScript {
  let name: String
  let lines: [String]

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("GalleryScripts").path

  /// Returns the names of all scripts.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".script") }
      .map { String($0.dropLast(".script".count)) }
  }

  init(_ name: String) throws {
    self.name = name
    lines = try String(contentsOfFile: "\(Self.folder)/\(name).script", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// The comments after the first line: those that are claims, and others, which are mistakes.
  var comments: (claims: [String], mistakes: [String]) {
    let comments = lines.dropFirst().filter { $0.hasPrefix("#") }
    return (comments.filter { Claim($0) != nil }, comments.filter { Claim($0) == nil })
  }

  /// Runs the script in the program, checks its claims, and returns the first picture at rest and the last one.
  func run(theme: String) throws -> [Picture] {
    let session = try Session(["--theme", theme, "gallery:\(name)"], size: "640x480")
    try session.run("settle")
    var pictures = [try session.screenshot()]
    for (index, line) in lines.enumerated() {
      if let claim = Claim(line) {
        let dump = try session.dump()
        #expect(claim.isTrue(of: dump), "line \(index + 1): \(line); shown: \(dump.visible.map(\.text))")
      } else if !line.hasPrefix("#") {
        try session.run(line)
      }
    }
    try session.run("settle")
    pictures.append(try session.screenshot())
    let dump = try session.dump()
    #expect(dump.isAtRest && dump.animating == 0)
    let stats = try session.ask("stats")
    for bound in ["anchor_error_px_max", "step_px_max"] {
      #expect((stats[bound] as? Double ?? .infinity) <= 0.5, "\(bound) \(stats[bound] ?? "")")
    }
    #expect(session.finish() == 0 && session.errors == "", "\(session.errors)")
    return pictures
  }

  /// A claim of a comment about the list.
  private enum Claim {
    case shows(String)
    case lacks(String)
    case first(String)
    case selects(String)
    case total(Int)

    /// Reads a line; `nil` if it claims nothing about the list.
    init?(_ line: String) {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3, words[0] == "#" else { return nil }
      switch words[1] {
      case "shows": self = .shows(words[2])
      case "lacks": self = .lacks(words[2])
      case "first": self = .first(words[2])
      case "selects": self = .selects(words[2])
      case "total":
        guard let count = Int(words[2]) else { return nil }
        self = .total(count)
      default: return nil
      }
    }

    func isTrue(of dump: Dump) -> Bool {
      switch self {
      case .shows(let text): dump.visible.contains { $0.text.contains(text) }
      case .lacks(let text): !dump.visible.contains { $0.text.contains(text) }
      case .first(let text): dump.cells.first?.text.contains(text) == true
      case .selects(let text): dump.visible.contains { $0.selected && $0.text.contains(text) }
      case .total(let count): dump.total == count
      }
    }
  }
}

import Foundation
import ScrollworkTestSupport
import Testing

/// A storm that the real program has run, with the reply to each line of the script.
struct ProgramStorm {
  private let storm: Storm
  private let lines: [String]
  private let answers: [String]

  init(_ storm: Storm) throws {
    self.storm = storm
    lines = storm.lines
    let folder = try TemporaryFolder()
    let script = try folder.write(lines.map { $0 + "\n" }.joined(), to: "storm")
    let result = try Program.run([
      "--script", script, "--size", "\(Storm.width)x\(Storm.height)", "--scale", "\(storm.scale)", "gallery:playground",
    ])
    let errors = result.errors.split(separator: "\n").filter {
      !(storm.hasDuplicates && $0.contains(" two items with the identity "))
    }
    #expect(result.code == 0 && errors.isEmpty, "\(errors)")
    answers = result.output.split(separator: "\n").map(String.init)
  }

  /// Checks that the program's replies equal those of the viewer in this process.
  /// - Parameter expected: The replies of the viewer in this process to the same lines.
  func check(against expected: [String]) throws {
    try #require(answers.count == lines.count && expected.count == answers.count)
    for (index, line) in lines.enumerated() where line != "stats" {
      try #require(answers[index] == expected[index], "after \(recent(index))")
    }
  }

  /// Checks the invariants in the state that the program reports.
  func check() throws {
    for (index, line) in lines.enumerated() {
      switch line {
      case "stats":
        let statistics: Statistics = try answer(index)
        #expect(statistics.anchorError <= 0.5 && statistics.step <= 0.5, "\(recent(index))")
      case "list report":
        let report: Report = try answer(index)
        #expect(report.repeated == 0 && report.contents.unpaired == 0, "\(recent(index))")
        #expect(report.contents.made < 800, "\(recent(index))")
      case "dump":
        let dump: Dump = try answer(index)
        #expect(dump.live.contents < 200, "\(recent(index))")
      default: break
      }
    }
    let ends = lines.indices.filter { lines[$0] == "settle" }.dropFirst()
    let newest = Dictionary(storm.sections.joined().map { ("\($0.id)", "item \($0.id)") }) { first, _ in first }
    for (settled, isEmptied) in zip(ends, [false, true]) {
      let (dump, report): (Dump, Report) = (try answer(settled + 1), try answer(settled + 2))
      checkRest(dump, report, isEmptied ? nil : newest)
    }
  }

  /// Checks, at rest, that the visible items belong to the newest list and are those reported as displayed.
  /// - Parameter list: The newest list without pages; `nil` if everything was removed.
  private func checkRest(_ dump: Dump, _ report: Report, _ list: [String: String]?) {
    #expect(dump.isAtRest && dump.animating == 0 && report.calls == report.applied + report.superseded)
    let newest = list ?? [:]
    let pages = list == nil ? [] : (0..<10 * Storm.pages).map { "\(Storm.firstOfPages + $0)" }
    for cell in dump.cells {
      let id = Storm.number(cell.id)
      #expect(newest[id] == cell.text || pages.contains(id) && cell.text == "item \(id)")
    }
    if list == nil { #expect(dump.cells.isEmpty && report.contents.shown == 0 && dump.live.contents <= 4) }
    guard !storm.hasDuplicates else { return }
    #expect(report.displayed.values.allSatisfy { $0 == 1 })
    #expect(report.displayed.keys.sorted() == dump.cells.map { Storm.number($0.id) }.sorted())
    #expect(list == nil ? dump.total == 0 : dump.total >= newest.count && (dump.total - newest.count) % 10 == 0)
  }

  private func answer<Answer: Decodable>(_ index: Int) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(answers[index].utf8))
  }

  private func recent(_ index: Int) -> [Substring] { lines[max(0, index - 6)...index].map { $0.prefix(80) } }

  /// The largest anchor error and the largest jump of an item in the reply to `stats`, in pixels.
  private struct Statistics: Decodable {
    var anchorError: Double
    var step: Double

    enum CodingKeys: String, CodingKey {
      case anchorError = "anchor_error_px_max"
      case step = "step_px_max"
    }
  }

  /// The counters in the reply to `list report`, with a check.
  private struct Report: Decodable {
    struct Contents: Decodable {
      var made: Int
      var shown: Int
      var unpaired: Int
    }

    var calls: Int
    var applied: Int
    var superseded: Int
    var repeated: Int
    var displayed: [String: Int]
    var contents: Contents
  }
}

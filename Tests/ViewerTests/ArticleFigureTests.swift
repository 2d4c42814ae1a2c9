import ScrollworkTestSupport
import Testing

/// The scripts behind the figures of the article "What lists get wrong, and what ours does", a test for each section.
struct ArticleFigureTests {
  private static let playground = "gallery:playground"

  /// Returns numbered rows, as `list show` takes them, with heights from 20 to 120 pixels in mixed order.
  private static func rows(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "\($0):\(20 + $0 * 37 % 101)" }.joined(separator: ",")
  }

  /// Opens an address, runs commands, and starts the measurement at rest.
  private func open(_ address: String, _ commands: String...) throws -> Session {
    let session = try Session([address], size: "640x480")
    for command in commands { try session.run(command) }
    try session.run("settle")
    _ = try session.ask("stats")
    return session
  }

  /// Expects no error of the anchor, no jump of an item and no blank part of the viewport in any frame of the script.
  private func expectStill(_ session: Session, location: SourceLocation = #_sourceLocation) throws {
    try session.run("settle")
    let stats = try session.ask("stats")
    for figure in ["anchor_error_px_max", "step_px_max", "blank_px_max"] {
      // Sums of doubles, so not exactly zero.
      #expect((stats[figure] as? Double ?? .infinity) < 1e-6, "\(figure) \(stats)", sourceLocation: location)
    }
    #expect(session.finish() == 0 && session.errors == "", "\(session.errors)", sourceLocation: location)
  }

  @Test func `rows that jump: pages of unmeasured rows come and go above the viewport`() throws {
    let (all, page, other) = (Self.rows(1...2000), Self.rows(3001...3050), Self.rows(4001...4050))
    let session = try open(Self.playground, "list layout measured", "list show \(all)")
    try session.run("wheel 0 -30 320 300", "settle")
    for shown in ["\(page),\(all)", "\(other),\(page),\(all)", all] { try session.run("list show \(shown)", "settle") }
    #expect(try session.dump().offset[1] > 1000)
    try expectStill(session)
  }

  @Test func `scrolling to an item misses it: the end of unmeasured rows is reached exactly`() throws {
    let session = try open(Self.playground, "list layout measured", "list show \(Self.rows(1...3000))")
    try session.run("click 320 300", "key End", "settle")
    let dump = try session.dump()
    let last = try #require(dump.cells.last)
    #expect(last.text.contains("3000"))
    #expect(dump.offset[1] == dump.contentSize[1] - dump.viewport[1])
    try expectStill(session)
  }

  @Test func `updates that overlap: sixty orders and selections follow each other within milliseconds`() throws {
    let session = try open(Self.playground, "list show 1-300")
    var random = SeededGenerator(seed: 1)
    for _ in 0..<60 {
      let order = Array(1...300).shuffled(using: &random).prefix(Int.random(in: 100...300, using: &random))
      try session.run("list show " + order.map(String.init).joined(separator: ","))
      try session.run("wait \(Int.random(in: 1...40, using: &random))")
    }
    try session.run("settle")
    let report = try session.ask("list report")
    let (calls, applied) = (report["calls"] as? Int ?? 0, report["applied"] as? Int ?? 0)
    #expect(calls > 60 && applied + (report["superseded"] as? Int ?? 0) == calls && report["repeated"] as? Int == 0)
    try expectStill(session)
  }

  @Test func `endless lists in both directions: the whole history of a conversation is loaded`() throws {
    let session = try open("gallery:chat")
    for _ in 0..<8 { try session.run("wheel 0 60 320 200", "settle") }
    #expect(try session.dump().total > 100)
    try expectStill(session)
  }

  @Test func `selection in long lists: a million rows are selected, then all below the first`() throws {
    let session = try open("gallery:million")
    try session.run("click 320 200", "key ctrl+A", "settle")
    #expect(try session.dump().cells.allSatisfy(\.selected))
    try session.run("key Home", "settle", "key shift+End", "settle")
    let dump = try session.dump()
    #expect(dump.cells.allSatisfy(\.selected) && dump.offset[1] == dump.contentSize[1] - dump.viewport[1])
    try expectStill(session)
  }

  @Test func `sticky headers: ten sections are scrolled to their end`() throws {
    let sections = (0..<10).map { "\($0 * 100 + 1)-\($0 * 100 + 30)" }.joined(separator: " ")
    let session = try open(Self.playground, "list layout pinned", "list show \(sections)")
    for _ in 0..<60 { try session.run("wheel 0 -3 320 300", "wait 100") }
    #expect(try session.settled().visible.contains { $0.text.contains("Section 10") })
    try expectStill(session)
  }

  @Test func `zooming a grid: two steps in and two out about a point`() throws {
    let session = try open(Program.sample("pictures"))
    let before = try session.dump().cells.map(\.frame)
    for step in [1, 1, -1, -1] { try session.run("ctrl+wheel 0 \(step) 400 300", "wait 400", "settle") }
    #expect(try session.dump().cells.map(\.frame) == before)
    try expectStill(session)
  }

  @Test func `masonry, and the way back: tiles are inserted at the start while a later part is read`() throws {
    let tiles = Self.rows(1...2000)
    let session = try open(Self.playground, "list layout waterfall", "list show \(tiles)")
    try session.run("wheel 0 -60 320 300", "settle", "list show \(Self.rows(3001...3020)),\(tiles)")
    #expect(try session.settled().total == 2020)
    try expectStill(session)
  }
}

import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OutlineMotionTests {
  @Test func `children fade in in their places, and the rows below make room and unveil them`() throws {
    let stage = OutlineStage([4, 3])
    stage.clickChevron("0")
    var last = try #require(stage.row("0.2"))
    #expect(last.alpha < 0.05 && last.bounds.height == 0)
    for _ in 0..<12 {
      stage.harness.advance(by: .milliseconds(17))
      let child = try #require(stage.row("0.2"))
      let below = try #require(stage.row("1"))
      #expect(child.bounds.minY == 120 && child.bounds.height >= last.bounds.height && child.alpha >= last.alpha)
      #expect(abs(child.bounds.maxY - max(120, below.bounds.minY)) < 1, "the next row unveils the last child")
      #expect(stage.y("0") == 0)
      last = child
    }
    stage.harness.settle()
    #expect(stage.row("0.2")?.alpha == 1 && stage.y("0.2") == 120 && stage.y("1") == 160)
  }

  @Test func `collapsed children fade out in their places, and the rows below veil them`() throws {
    let stage = OutlineStage([4, 3], expanded: ["0"])
    stage.clickChevron("0")
    stage.harness.advance(by: .milliseconds(64))
    let exiting = stage.list.exitingNodes(at: stage.harness.now)
    #expect(Set(exiting.map(\.id)) == ["0.0", "0.1", "0.2"])
    let child = try #require(exiting.first { $0.id == "0.2" })
    let below = try #require(stage.row("1"))
    #expect(child.bounds.minY == 120 && child.bounds.maxY == max(120, below.bounds.minY) && child.alpha < 1)
    stage.harness.settle()
    #expect(stage.list.exitingNodes(at: stage.harness.now).isEmpty)
  }

  /// Returns the largest height by which two visible rows are drawn on one another, in logical pixels.
  private func overlap(_ stage: OutlineStage) -> Double {
    let window = Rect(x: 0, y: 0, width: 400, height: 300)
    let rows = (stage.rows + stage.list.exitingNodes(at: stage.harness.now)).filter { $0.alpha > 0.02 }
      .map { $0.bounds.intersection(window) }.filter { $0.height > 0 }.sorted { $0.minY < $1.minY }
    return zip(rows, rows.dropFirst()).map { $0.maxY - $1.minY }.max() ?? 0
  }

  @Test(arguments: [[3, 2], [4, 7], [5, 40], [2, 60]])
  func `no rows are drawn on one another while branches open and close, also when they are toggled in between`(
    breadths: [Int]
  ) {
    let stage = OutlineStage(breadths)
    for (step, id) in ["0", "0", "1", "1", "0", "1", "0"].enumerated() {
      stage.clickChevron(id)
      #expect(overlap(stage) < 2, "at the start of toggle \(step)")
      // The later toggles interrupt the motion of earlier ones.
      for frame in 0..<(step < 4 ? 40 : 4) {
        stage.harness.advance(by: .milliseconds(17))
        #expect(overlap(stage) < 2, "toggle \(step), frame \(frame)")
      }
    }
    stage.harness.settle()
    #expect(overlap(stage) == 0)
  }

  @Test func `opened siblings unveil their children while they move apart`() {
    let stage = OutlineStage([5, 2])
    stage.change { $0.perform(.expandSiblings("0")) }
    let after = stage.rows.map(\.bounds)
    stage.change { outline in for id in ["0", "1", "2", "3", "4"] { outline.collapse(id) } }
    stage.outline.perform(.expandSiblings("0"))
    stage.submit()
    stage.harness.show()
    for frame in 0..<20 {
      #expect(overlap(stage) < 2, "frame \(frame)")
      stage.harness.advance(by: .milliseconds(17))
    }
    stage.harness.settle()
    #expect(stage.rows.map(\.bounds) == after)
  }

  @Test func `an animator of the program replaces that of outlines`() throws {
    let stage = OutlineStage([4, 3])
    stage.list.animator = FadeAnimator()
    stage.clickChevron("0")
    stage.harness.advance(by: .milliseconds(34))
    #expect(stage.y("0.2") == 120 && (stage.row("0.2")?.alpha ?? 1) < 1)
  }

  @Test func `a toggle in the middle of the motion continues from the presented frames`() throws {
    let stage = OutlineStage([4, 3])
    stage.clickChevron("0")
    stage.harness.advance(by: .milliseconds(100))
    for _ in 0..<4 {
      let before = try #require(stage.y("1"))
      stage.clickChevron("0")
      stage.harness.show()
      #expect(abs(try #require(stage.y("1")) - before) < 8)
      #expect(stage.y("0") == 0)
      stage.harness.advance(by: .milliseconds(50))
    }
    stage.harness.settle()
    #expect(stage.rows.count == 7)
    #expect(stage.y("0.2") == 120 && stage.row("0.2")?.alpha == 1)
  }

  @Test func `the chevron turns in steps, and at once if the user asked for less motion`() throws {
    let stage = OutlineStage([2, 2])
    let image = { stage.harness.frame.groups.first { $0.frame.minY == 0 }?.version }
    let before = image()
    stage.clickChevron("0")
    var versions = Set([before])
    for _ in 0..<12 {
      stage.harness.advance(by: .milliseconds(17))
      versions.insert(image())
    }
    #expect(versions.count > 4)
    let still = OutlineStage([2, 2], motion: .reduced)
    still.clickChevron("0")
    still.harness.settle()
    #expect(still.rows.count == 4)
  }

  @Test func `a row that a program collapses above the window changes nothing in it`() {
    let stage = OutlineStage([60, 10], expanded: ["2"])
    stage.scroll(to: 1000)
    let before = stage.rows.filter { $0.target.minY >= 0 && $0.target.minY < 300 }.map(\.bounds)
    let ids = stage.rows.filter { $0.target.minY >= 0 && $0.target.minY < 300 }.map(\.id)
    stage.outline.collapse("2")
    stage.submit()
    stage.harness.show()
    #expect(ids.compactMap { stage.row($0)?.bounds } == before)
  }
}

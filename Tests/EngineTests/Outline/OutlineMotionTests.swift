import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OutlineMotionTests {
  @Test func `children slide out of their parent while they fade in, and the rows below make room`() throws {
    let stage = OutlineStage([4, 3])
    stage.clickChevron("0")
    var last = try #require(stage.row("0.2"))
    #expect(last.alpha < 0.05 && last.bounds.minY < 20)
    for _ in 0..<12 {
      stage.harness.advance(by: .milliseconds(17))
      let child = try #require(stage.row("0.2"))
      let below = try #require(stage.row("1"))
      #expect(child.bounds.minY >= last.bounds.minY && child.alpha >= last.alpha)
      #expect(abs(child.bounds.maxY - below.bounds.minY) < 1, "the rows below follow the last child")
      #expect(stage.y("0") == 0)
      last = child
    }
    stage.harness.settle()
    #expect(stage.row("0.2")?.alpha == 1 && stage.y("0.2") == 120 && stage.y("1") == 160)
  }

  @Test func `collapsed children slide under their parent while they fade out`() throws {
    let stage = OutlineStage([4, 3], expanded: ["0"])
    stage.clickChevron("0")
    stage.harness.advance(by: .milliseconds(64))
    let exiting = stage.list.exitingNodes(at: stage.harness.now)
    #expect(Set(exiting.map(\.id)) == ["0.0", "0.1", "0.2"])
    let child = try #require(exiting.first { $0.id == "0.2" })
    #expect(child.bounds.minY < 115 && child.bounds.minY > 0 && child.alpha < 1)
    stage.harness.settle()
    #expect(stage.list.exitingNodes(at: stage.harness.now).isEmpty)
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

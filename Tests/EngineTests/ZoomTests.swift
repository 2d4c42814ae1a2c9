import Scrollwork
import ScrollworkTesting
import Testing

/// A grid whose tiles the user zooms.
@MainActor
private final class ZoomStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  var told: [String] = []
  var items: [ElementPath?] = []
  var side = 40.0

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 400))
    apply()
    harness.settle()
  }

  func apply() {
    let side = side
    list.apply(
      List {
        Section(id: "tiles", data: 0..<2000, id: \.self) { Plate(text: "\($0)") }
          .withSectionLayout(.grid(minimumItemWidth: side, itemHeight: side))
      }
      .willBeginZooming { [unowned self] _ in told.append("begin") }
      .didZoom { [unowned self] _, zoom in
        told.append("\(zoom.steps)")
        items.append(zoom.item)
        guard zoom.steps != 0 else { return }
        self.side = max(20, self.side + 20 * Double(zoom.steps))
        apply()
      }
      .didEndZooming { [unowned self] _ in told.append("end") })
  }
}

@MainActor
struct ZoomTests {
  @Test func `the wheel with Control zooms, begins once and ends after a moment`() {
    let stage = ZoomStage()
    stage.harness.wheel(1, at: Point(x: 200, y: 200), modifiers: .control)
    stage.harness.advance(by: .milliseconds(100))
    stage.harness.wheel(1, at: Point(x: 200, y: 200), modifiers: .control)
    #expect(stage.told == ["begin", "1", "1"])
    stage.harness.settle()
    stage.harness.advance(by: .milliseconds(400))
    #expect(stage.told == ["begin", "1", "1", "end"])
    #expect(stage.offset == 0 || stage.items[0] != nil)
  }

  @Test func `the item under the pointer stays there through all steps of a zoom`() throws {
    let stage = ZoomStage()
    stage.list.scroll(to: .offset(4000), animated: false)
    stage.harness.settle()
    let point = Point(x: 210, y: 190)
    let text = try #require(stage.visible.first { $0.bounds.contains(point) }?.text)
    for _ in 0..<3 {
      stage.harness.wheel(1, at: point, modifiers: .control)
      stage.harness.advance(by: .milliseconds(100))
    }
    let id = ElementID(Int(text) ?? -1)
    #expect(stage.items.allSatisfy { $0.map(stage.list.id) == id })
    stage.harness.settle()
    let frame = try #require(stage.frame(text))
    #expect(frame.minY <= point.y && frame.maxY >= point.y, "\(frame)")
  }

  @Test func `a later zoom at the same place keeps the same item, until the user scrolls`() throws {
    let stage = ZoomStage()
    stage.list.scroll(to: .offset(4000), animated: false)
    stage.harness.settle()
    let point = Point(x: 210, y: 190)
    for notches in [1.0, 1, -1] {
      stage.harness.wheel(notches, at: point, modifiers: .control)
      stage.harness.advance(by: .seconds(1))
    }
    #expect(stage.told.filter { $0 == "begin" }.count == 3)
    #expect(Set(stage.items).count == 1)
    stage.harness.wheel(-5, at: point)
    stage.harness.settle()
    stage.harness.wheel(1, at: point, modifiers: .control)
    #expect(Set(stage.items).count == 2)
  }

  @Test func `parts of a notch add up to steps`() {
    let stage = ZoomStage()
    for _ in 0..<4 {
      stage.wheel(y: -0.25, at: Point(x: 200, y: 200), precise: true, modifiers: .control)
    }
    #expect(stage.told == ["begin", "0", "0", "0", "-1"])
  }

  @Test func `without a handler the wheel with Control scrolls`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 200))
    list.apply(List { Section(id: 0, data: 0..<100, id: \.self) { Plate(text: "\($0)") } })
    harness.settle()
    harness.wheel(-1, at: Point(x: 100, y: 100), modifiers: .control)
    harness.settle()
    #expect(list.contentOffset.y > 0)
  }
}

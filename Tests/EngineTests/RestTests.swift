import Scrollwork
import ScrollworkTesting
import Testing

/// Lists at rest, changes of the environment, headers, and content views that resize themselves.
@MainActor
struct RestTests {
  @Test func `a list at rest requests no frames and records nothing again`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(2)
    stage.harness.wheel(-3, at: Point(x: 50, y: 50))
    stage.harness.advance(by: .seconds(3))
    #expect(stage.harness.frame.wake == nil)
    let frames = stage.harness.framesMade
    stage.harness.advance(by: .seconds(60))
    #expect(stage.harness.framesMade == frames)
    let versions = stage.harness.frame.groups.map(\.version)
    stage.harness.show()
    #expect(stage.harness.frame.groups.map(\.version) == versions)
    #expect(!stage.harness.host.needsFrame)
  }

  @Test func `scrolling records only entering items`() {
    let stage = Stage(Stage.items(0..<100))
    stage.harness.advance(by: .seconds(1))
    let before = Dictionary(uniqueKeysWithValues: stage.harness.frame.groups.map { ($0.id, $0.version) })
    stage.harness.send(.wheel(WheelDelta(x: 0, y: -0.25, isPrecise: true), at: Point(x: 50, y: 50), []))
    let kept = stage.harness.frame.groups.filter { before[$0.id] != nil }
    #expect(kept.count == 8)
    #expect(kept.allSatisfy { before[$0.id] == $0.version })
  }

  @Test func `another theme records everything again and lays out the cells`() throws {
    let stage = Stage(Stage.items(0..<100))
    let view = try #require(stage.list.cell(at: ElementPath(section: 0, item: 3)).content as? PlateView)
    let layouts = view.layouts
    let before = Dictionary(uniqueKeysWithValues: stage.harness.frame.groups.map { ($0.id, $0.version) })
    stage.harness.changeEnvironment { $0.theme = .dark }
    #expect(stage.harness.frame.groups.allSatisfy { (before[$0.id] ?? 0) < $0.version })
    #expect(view.layouts == layouts + 1)
    stage.harness.advance(by: .seconds(1))
    #expect(view.layouts == layouts + 1)
  }

  @Test func `a content view that asks for measuring moves the others and not the anchor`() throws {
    let stage = Stage(Stage.items(0..<100), layout: .list(estimatedRowHeight: 40))
    stage.scroll(to: 410)
    stage.harness.settle()
    let list = stage.list
    let below = try #require(list.cell(at: ElementPath(section: 0, item: 12)).content as? PlateView)
    below.wantedHeight = 75
    stage.harness.settle()
    #expect(stage.y(11) == 30)
    #expect(stage.y(13) == 145)
    let above = try #require(list.cell(at: ElementPath(section: 0, item: 10)).content as? PlateView)
    above.wantedHeight = 90
    stage.harness.settle()
    #expect(stage.y(11) == 30)
    #expect(stage.y(10) == -60)
  }

  @Test func `a component that became taller is measured again`() {
    let stage = Stage(Stage.items(0..<10), layout: .list(estimatedRowHeight: 40))
    stage.apply((0..<10).map { Item($0, height: $0 == 1 ? 100 : 40) })
    stage.harness.settle()
    #expect(stage.y(2) == 140)
    #expect(stage.list.contentSize.height == 460)
  }

  @Test func `a component that became taller outside the viewport is measured when it returns`() {
    let stage = Stage(Stage.items(0..<100), layout: .list(estimatedRowHeight: 40))
    stage.scroll(to: 2000)
    stage.apply((0..<100).map { Item($0, height: $0 == 1 ? 100 : 40) })
    stage.scroll(to: 0)
    stage.harness.settle()
    #expect(stage.y(2) == 140)
  }

  @Test func `another width measures everything again`() {
    struct Words: Component {
      func renderContent() -> Label {
        let label = Label()
        label.lineLimit = 0
        return label
      }
      func render(in content: Label) { content.text = String(repeating: "word ", count: 40) }
    }
    let stage = Stage()
    stage.list.apply(List { Section(id: 0) { Cell(id: 1, component: Words()) } })
    stage.harness.showIfNeeded()
    let tall = stage.cells[0].bounds.height
    stage.harness.resize(to: Size(width: 800, height: 300))
    #expect(stage.cells[0].bounds.height < tall)
    stage.harness.resize(to: Size(width: 400, height: 300))
    #expect(stage.cells[0].bounds.height == tall)
  }

  // MARK: Headers

  private func titled(_ counts: [Int], pinned: Bool = true) -> List {
    List(
      sections: counts.enumerated().map { index, count in
        Section(id: index, data: (0..<count).map { Item(index * 1000 + $0) }) { Plate(text: $0.text) }
          .withHeader(Plate(text: "header \(index)")).withFooter(Plate(text: "footer \(index)"))
          .withSectionLayout(
            .list(rowHeight: 40).headerPinToVisibleBounds(pinned)
              .headerSize(LayoutSize(width: .fractionalWidth(1), height: .absolute(30)))
              .footerSize(LayoutSize(width: .fractionalWidth(1), height: .absolute(20))))
      })
  }

  private func header(_ index: Int, _ stage: Stage) -> Double? {
    stage.harness.semantics.first { $0.role == .header && $0.text == "header \(index)" }?.bounds.minY
  }

  @Test func `sections without cells show their header and footer`() {
    let stage = Stage()
    stage.list.apply(titled([0, 1]))
    stage.harness.showIfNeeded()
    let parts = stage.harness.semantics.filter { [.header, .footer, .cell].contains($0.role) }
    #expect(parts.map(\.text) == ["header 0", "footer 0", "header 1", "item 1000", "footer 1"])
    #expect(parts.map(\.bounds.minY) == [0, 30, 50, 80, 120])
  }

  @Test func `a pinned header stays until the next section pushes it off`() {
    let stage = Stage()
    stage.list.apply(titled([10, 20]))
    stage.harness.showIfNeeded()
    stage.scroll(to: 200)
    #expect(header(0, stage) == 0)
    // The cells end at 430, where the footer pushes the header off.
    stage.scroll(to: 415)
    #expect(header(0, stage) == -15)
    stage.scroll(to: 500)
    #expect(header(1, stage) == 0)
    #expect(header(0, stage) == nil)
    // The pinned header is drawn above the cells.
    let groups = stage.harness.frame.groups.filter { $0.frame.minY == 0 && $0.frame.height == 30 }
    #expect(groups.count == 1)
    #expect(groups.first?.background != nil)
  }

  @Test func `a pinned header stays in place in an update that does not move it`() {
    let stage = Stage()
    stage.list.apply(titled([40, 20]))
    stage.harness.showIfNeeded()
    stage.scroll(to: 500)
    stage.list.apply(titled([37, 20]))
    stage.harness.showIfNeeded()
    for _ in 0..<30 {
      #expect(header(0, stage) == 0)
      stage.harness.advance(by: .milliseconds(16), framesPerSecond: 1000)
    }
  }

  @Test func `a deleted or inserted header moves the rows`() {
    let stage = Stage()
    stage.list.apply(titled([3], pinned: false))
    stage.harness.showIfNeeded()
    stage.apply([Item(0), Item(1), Item(2)])
    #expect(stage.y(0) == 30)
    stage.harness.settle()
    #expect(stage.y(0) == 0)
    #expect(header(0, stage) == nil)
    stage.list.apply(titled([3], pinned: false))
    stage.harness.settle()
    #expect(stage.y(0) == 30 && header(0, stage) == 0)
  }
}

import Scrollwork
import ScrollworkTesting
import Testing

/// Data, view and size sources in a window.
@MainActor
struct ProviderTests {
  @Test func `items get the sizes of the closure and the places of the layout`() {
    let data = ArrayDataSource(data: [10.0, 20, 30])
    let provider = BasicProvider(
      dataSource: data, viewSource: labels { side, _ in "\(side)" },
      sizeSource: { _, side, room in Size(width: room.width / 4 + side, height: side) })
    provider.layout = FlowLayout(spacing: 10, justifyContent: .center)
    let stage = ProviderStage(provider)
    #expect(stage.texts == ["10.0", "20.0", "30.0"])
    #expect(
      stage.targets == [
        Rect(x: 10, y: 0, width: 110, height: 10), Rect(x: 130, y: 0, width: 120, height: 20),
        Rect(x: 260, y: 0, width: 130, height: 30),
      ])
  }

  @Test func `a change of the data is animated and keeps the views of the other items`() throws {
    let source = ArrayDataSource(data: ["a", "b", "c"])
    let provider = words([])
    provider.dataSource = source
    let stage = ProviderStage(provider)
    let view = try #require(stage.list.content(of: ElementID("c")) as? CountingLabel)
    source.data.removeFirst()
    stage.harness.showIfNeeded()
    #expect(stage.list.report.animating > 0)
    stage.harness.settle()
    #expect(stage.texts == ["b", "c"])
    #expect(stage.targets.map(\.minX) == [0, 100])
    #expect(stage.list.content(of: ElementID("c")) === view)
  }

  @Test func `items that change their order keep their views`() throws {
    let source = ArrayDataSource(data: ["a", "b", "c", "d"])
    let provider = words([])
    provider.dataSource = source
    let stage = ProviderStage(provider)
    let before = try source.data.map { try #require(stage.list.content(of: ElementID($0))) }
    source.data = ["d", "b", "a", "c"]
    stage.harness.settle()
    #expect(stage.texts == ["d", "b", "a", "c"])
    for (word, view) in zip(["a", "b", "c", "d"], before) {
      #expect(stage.list.content(of: ElementID(word)) === view, "\(word)")
    }
  }

  @Test func `another size of the view moves the items and neither asks for data nor updates views`() throws {
    var asked = 0
    let provider = words([])
    provider.dataSource = ClosureDataSource(
      getter: { () -> [String] in
        asked += 1
        return ["a", "b", "c", "d", "e"]
      })
    let stage = ProviderStage(provider)
    let view = try #require(stage.list.content(of: ElementID("a")) as? CountingLabel)
    let before = (asked, view.updates)
    #expect(stage.targets.map(\.minY) == [0, 0, 0, 0, 40])
    stage.harness.resize(to: Size(width: 250, height: 300))
    stage.harness.settle()
    #expect(stage.targets.map(\.minY) == [0, 0, 40, 40, 80])
    #expect((asked, view.updates) == before)
  }

  @Test func `many changes before a frame ask the provider once`() {
    var asked = 0
    var value = 0
    let source = ClosureDataSource(
      getter: { () -> [Int] in
        asked += 1
        return [value]
      }, identifierMapper: { index, _ in index })
    let stage = ProviderStage(BasicProvider(dataSource: source, viewSource: labels { "\($0) \($1)" }))
    #expect(asked == 1)
    for step in 1...50 {
      value = step
      source.setNeedsReload()
      stage.list.setNeedsReload()
      source.setNeedsInvalidateLayout()
    }
    #expect(asked == 1 && stage.texts == ["0 0"])
    stage.harness.settle()
    #expect(asked == 2 && stage.texts == ["50 0"])
    value = 51
    source.reloadData()
    #expect(asked == 3)
    stage.harness.settle()
    #expect(asked == 3 && stage.texts == ["51 0"])
  }

  @Test func `a change of the layout moves the items and does not update their views`() throws {
    let provider = words(["a", "b", "c"])
    let stage = ProviderStage(provider)
    let view = try #require(stage.list.content(of: ElementID("a")) as? CountingLabel)
    let updates = view.updates
    provider.layout = FlowLayout(spacing: 20).transposed()
    stage.harness.settle()
    #expect(stage.targets.map(\.minY) == [0, 60, 120])
    provider.sizeSource = SizeSource(width: .fill, height: .absolute(30))
    provider.layout = FlowLayout(spacing: 5)
    stage.harness.settle()
    #expect(stage.targets.map(\.minY) == [0, 35, 70] && stage.targets.allSatisfy { $0.width == 400 })
    #expect(view.updates == updates)
    provider.setNeedsReload()
    stage.harness.settle()
    #expect(view.updates == updates + 1)
  }

  @Test func `items fit their content, fill the container or have an estimate`() throws {
    let provider = BasicProvider(
      dataSource: ArrayDataSource(data: ["a", "four"]), viewSource: labels { text, _ in text })
    let stage = ProviderStage(provider)
    let (short, long) = (try #require(stage.frame("a")), try #require(stage.frame("four")))
    #expect(short.width > 0 && long.width > short.width && long.minX == short.maxX && long.minY == 0)
    provider.sizeSource = SizeSource(width: .fill, height: .estimated(200))
    stage.harness.settle()
    #expect(stage.targets.map(\.width) == [400, 400])
    #expect(stage.targets.map(\.height) == [short.height, short.height])
  }

  @Test func `a view source composed by the data shows views of two types`() {
    let photos = ClosureViewSource<Int, PlateView>(
      viewGenerator: { _, _ in PlateView() },
      viewUpdater: { view, number, _ in
        view.text = "photo \(number)"
        view.wantedHeight = 20
      })
    let texts: ClosureViewSource<Int, CountingLabel> = labels { number, _ in "text \(number)" }
    let source = ArrayDataSource(data: Array(0..<200))
    let kinds = ComposedViewSource<Int> { number in if number.isMultiple(of: 2) { photos } else { texts } }
    let provider = BasicProvider(
      dataSource: source, viewSource: kinds,
      sizeSource: SizeSource(width: .fill, height: .absolute(50)))
    let stage = ProviderStage(provider)
    #expect(stage.visibleTexts == ["photo 0", "text 1", "photo 2", "text 3", "photo 4", "text 5"])
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    #expect(stage.visibleTexts.last == "text 199")
    source.data.removeAll { $0 > 100 }
    stage.harness.settle()
    #expect(stage.visibleTexts.last == "photo 100")
  }

  @Test func `each click and Return taps an item, and arrow keys only move the focus`() {
    var tapped: [String] = []
    let stage = ProviderStage(
      words(["a", "b", "c"]) { context in
        tapped.append("\(context.data)\(context.index)")
        #expect((context.view as? Label)?.text == context.data)
      })
    stage.click("b")
    stage.harness.advance(by: .seconds(1))
    stage.click("b")
    #expect(tapped == ["b1", "b1"] && stage.list.selectedCount == 0)
    stage.harness.key(.right)
    stage.harness.settle()
    #expect(tapped == ["b1", "b1"])
    stage.harness.key(.enter)
    #expect(tapped == ["b1", "b1", "c2"])
    stage.harness.click(at: Point(x: 50, y: 20), button: .right)
    stage.list.select(ElementPath(section: 0, item: 1))
    stage.harness.settle()
    #expect(tapped == ["b1", "b1", "c2"] && stage.list.selectedCount == 1)
    stage.harness.touch(.began, at: Point(x: 50, y: 20))
    stage.harness.touch(.ended, at: Point(x: 50, y: 20))
    #expect(tapped == ["b1", "b1", "c2", "a0"])
  }

  @Test func `an animator belongs to its provider`() {
    let (own, other) = (words(["a"]), words(["b"]))
    let (animator, outer) = (CountingAnimator(), CountingAnimator())
    own.animator = animator
    let stage = ProviderStage(ComposedProvider(animator: outer, sections: [own, other]))
    for provider in [own, other] { provider.dataSource = ArrayDataSource(data: ["a", "b", "c"]) }
    stage.harness.settle()
    #expect(stage.texts == ["a", "b", "c", "a", "b", "c"])
    #expect(animator.insertions == 2 && outer.insertions == 2)
  }

  @Test func `a provider and applied lists take turns`() {
    let stage = ProviderStage(words(["a"]))
    stage.list.render { Card(text: "applied").identified(by: 1) }
    stage.harness.settle()
    #expect(stage.texts == ["applied"])
    stage.list.setNeedsReload()
    stage.harness.settle()
    #expect(stage.texts == ["a"])
    stage.list.provider = nil
    stage.harness.settle()
    #expect(stage.texts.isEmpty && stage.list.provider == nil)
    stage.list.setNeedsReload()
    stage.harness.settle()
    #expect(stage.texts.isEmpty)
  }

  @Test func `a list of a provider has handlers of its own`() {
    let source = ArrayDataSource(data: Array(0..<20))
    let provider = BasicProvider(
      dataSource: source, viewSource: labels { number, _ in "\(number)" },
      sizeSource: SizeSource(width: .fill, height: .absolute(50)))
    let stage = ProviderStage(provider)
    stage.list.setProvider(provider) { list in
      list.onReachEnd(offsetFromEnd: .absolute(100)) { _ in
        source.data += Array(source.data.count..<source.data.count + 20)
      }
    }
    stage.harness.settle()
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    #expect(source.data.count == 40 && stage.list.itemCount == 40)
  }

  @Test func `sources and providers of one's own show components, and follow others`() {
    let numbers = Numbers()
    let stage = ProviderStage(
      Framed(
        BasicProvider(
          dataSource: numbers, viewSource: PlateSource(), sizeSource: SizeSource(width: .fill, height: .fit))))
    #expect(stage.texts == ["first", "1", "2", "last"] && stage.targets.map(\.minY) == [0, 30, 40, 60])
    numbers.limit = 3
    stage.harness.settle()
    #expect(stage.texts == ["first", "1", "2", "3", "last"] && stage.targets.last?.minY == 90)
  }

  @Test func `two views show one provider, and one that is gone gets nothing`() {
    let source = ArrayDataSource(data: ["a"])
    let provider = words([])
    provider.dataSource = source
    let stages = [ProviderStage(provider), ProviderStage(provider)]
    do {
      let third = ProviderStage(provider)
      third.list.provider = nil
    }
    source.data.append("b")
    for stage in stages {
      stage.harness.settle()
      #expect(stage.texts == ["a", "b"])
    }
  }
}

/// The numbers from one to a limit.
private final class Numbers: DataSource {
  let reloadSignal = ReloadSignal()
  var limit = 2 { didSet { setNeedsReload() } }
  var data: [Int] { Array(1...limit) }
}

/// Shows numbers by a component, each as tall as ten times its value.
private struct PlateSource: ViewSource {
  func component(for number: Int, at index: Int) -> AnyComponent {
    AnyComponent(Plate(text: "\(number)", height: Double(number) * 10))
  }
}

/// Shows another provider between two cells.
private final class Framed: Provider {
  let reloadSignal = ReloadSignal()
  private let content: any Provider

  init(_ content: any Provider) {
    self.content = content
    reloadSignal.follow([content])
  }

  func makeSection() -> Section {
    Section(id: identifier, layout: .vertical()) {
      Section(id: "before") { Plate(text: "first", height: 30).identified(by: 0) }
      content.makeSection()
      Section(id: "after") { Plate(text: "last", height: 30).identified(by: 0) }
    }
  }
}

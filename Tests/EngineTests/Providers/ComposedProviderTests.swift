import Scrollwork
import ScrollworkTesting
import Testing

/// Providers made of other providers, spaces, given views and empty states.
@MainActor
struct ComposedProviderTests {
  @Test func `sections follow one another, nested ones too, and can be edited`() {
    let (first, second, third) = (words(["a", "b"]), words(["c"]), words(["d"]))
    let inner = ComposedProvider(sections: [second, third])
    let stage = ProviderStage(ComposedProvider(sections: [first, inner]))
    #expect(stage.texts == ["a", "b", "c", "d"])
    #expect(stage.targets.map(\.minY) == [0, 0, 40, 80])
    inner.sections.append(words(["e"]))
    stage.harness.settle()
    #expect(stage.texts == ["a", "b", "c", "d", "e"] && stage.targets.last?.minY == 120)
    inner.sections.removeFirst()
    stage.harness.settle()
    #expect(stage.texts == ["a", "b", "d", "e"] && stage.targets.map(\.minY) == [0, 0, 40, 80])
    // A section that was removed is no longer heard.
    let frames = stage.harness.framesMade
    second.setNeedsReload()
    stage.harness.showIfNeeded()
    #expect(stage.harness.framesMade == frames)
    inner.layout = RowLayout(spacing: 10)
    stage.harness.settle()
    // Each section is as wide as the view, so the second one lies beside it.
    #expect(stage.texts == ["a", "b", "d"] && stage.targets.last?.minY == 40)
  }

  @Test func `sticky headers stay visible and views in headers can be clicked`() {
    var clicked: [Int] = []
    let headers = ClosureViewSource<HeaderData, Button>(
      viewGenerator: { _, _ in Button() },
      viewUpdater: { button, data, _ in
        button.title = "header \(data.index)"
        button.onActivate = { clicked.append(data.index) }
      })
    let sections = (0..<3).map { section in
      let provider = words((0..<10).map { "\(section).\($0)" })
      provider.sizeSource = SizeSource(width: .fill, height: .absolute(40))
      return provider
    }
    let provider = ComposedHeaderProvider(
      headerViewSource: headers, headerSizeSource: SizeSource { _, _, room in Size(width: room.width, height: 30) },
      sections: sections)
    let stage = ProviderStage(provider)
    #expect(stage.list.itemCount == 30 && stage.frame("0.0")?.minY == 30)
    stage.list.scroll(to: .offset(500), animated: false)
    stage.harness.settle()
    #expect(stage.frame("header 1") == Rect(x: 0, y: 0, width: 400, height: 30))
    stage.click("header 1")
    #expect(clicked == [1] && stage.list.selectedCount == 0)
    provider.isSticky = false
    stage.harness.settle()
    #expect(stage.frame("header 1").map { $0.maxY <= 0 } ?? true)
    provider.sections.removeFirst()
    stage.list.scroll(to: .start, animated: false)
    stage.harness.settle()
    // The headers are numbered anew.
    #expect(stage.frame("header 0")?.minY == 0 && stage.frame("1.0")?.minY == 30)
  }

  @Test func `a tap goes to its item in nested providers with headers, and a click on a header to none`() {
    var taps: [String] = []
    func part(_ name: String) -> BasicProvider<String> {
      words(["\(name)0", "\(name)1"]) { taps.append("\($0.data) at \($0.index)") }
    }
    func headed(_ name: String, _ sections: [any Provider]) -> ComposedHeaderProvider {
      ComposedHeaderProvider(
        headerViewSource: labels { (data: HeaderData, _) in "\(name) \(data.index)" },
        headerSizeSource: SizeSource(width: .fill, height: .absolute(20)), sections: sections)
    }
    let inner = headed("inner", [part("b"), part("c")])
    let stage = ProviderStage(headed("outer", [part("a"), inner, part("d")]))
    let headers = ["outer 0", "outer 1", "inner 0", "inner 1", "outer 2"]
    #expect(headers.map { stage.frame($0) } == [0, 60, 80, 140, 200].map { Rect(x: 0, y: $0, width: 400, height: 20) })
    for text in ["d1", "b0", "outer 2", "c1", "inner 1", "a1", "outer 0"] { stage.click(text) }
    #expect(taps == ["d1 at 1", "b0 at 0", "c1 at 1", "a1 at 1"])
  }

  @Test func `another size of the headers moves the rows below and updates no view`() throws {
    let provider = ComposedHeaderProvider(
      headerViewSource: labels { (data: HeaderData, _) in "header \(data.index)" },
      headerSizeSource: SizeSource(width: .fill, height: .absolute(20)), sections: [words(["a"]), words(["b"])])
    let stage = ProviderStage(provider)
    let path = try #require(stage.list.path(at: Point(x: 50, y: 100)))
    let view = try #require(stage.list.cell(at: path).content as? CountingLabel)
    let updates = view.updates
    #expect(view.text == "b" && stage.frame("header 1")?.minY == 60 && stage.frame("b")?.minY == 80)
    provider.headerSizeSource = SizeSource(width: .fill, height: .absolute(50))
    stage.harness.settle()
    #expect(stage.frame("header 1") == Rect(x: 0, y: 90, width: 400, height: 50))
    #expect(stage.frame("b")?.minY == 140 && view.updates == updates)
  }

  @Test func `a space takes room and is no item`() throws {
    let space = SpaceProvider(sizeStrategy: (.fill, .absolute(25)))
    let provider = ComposedProvider(sections: [words(["a"]), space, words(["b"])])
    let stage = ProviderStage(provider)
    #expect(stage.frame("b")?.minY == 65 && stage.list.itemCount == 2)
    #expect(!stage.harness.semantics.contains { $0.role == .header }, "a space says nothing")
    stage.click("a")
    stage.harness.key(.down)
    stage.harness.settle()
    #expect(stage.list.focusedItem.map { stage.list.cell(at: $0).component.reuseIdentifier.contains("Label") } == true)
    space.sizeStrategy.height = .absolute(5)
    stage.harness.settle()
    #expect(stage.frame("b")?.minY == 45)
    let headers = ComposedHeaderProvider(
      headerViewSource: labels { (data: HeaderData, _) in
        data.section === space ? "above a space" : "header \(data.index)"
      },
      headerSizeSource: SizeSource(width: .fill, height: .absolute(20)), sections: [space, words(["c"])])
    stage.list.provider = headers
    stage.harness.settle()
    #expect(stage.frame("above a space")?.minY == 0)
    #expect(stage.frame("header 1")?.minY == 25 && stage.frame("c")?.minY == 45)
  }

  @Test func `given views keep their identity and their state`() throws {
    let fields = ["a", "b", "c"].map { text in
      let field = CountingLabel()
      field.text = text
      return field
    }
    let provider = SimpleViewProvider(
      views: fields, sizeStrategy: (.fill, .absolute(30)),
      sizeStrategyOverride: [ObjectIdentifier(fields[2]): (.absolute(50), .fit)])
    let stage = ProviderStage(
      ComposedProvider(sections: [provider, SpaceProvider(sizeStrategy: (.fill, .absolute(2000)))]))
    #expect(stage.texts == ["a", "b", "c"])
    #expect(stage.targets.map(\.minY) == [0, 30, 60] && stage.targets[2].width == 50)
    provider.views.reverse()
    stage.harness.showIfNeeded()
    #expect(stage.list.report.animating > 0)
    stage.harness.settle()
    #expect(stage.texts == ["c", "b", "a"])
    let fit = try #require(stage.targets.first).height
    #expect(fit > 0 && stage.targets.map(\.minY) == [0, fit, fit + 30])
    fields[0].text = "changed"
    stage.list.scroll(to: .offset(1500), animated: false)
    stage.harness.settle()
    stage.list.scroll(to: .start, animated: false)
    stage.harness.settle()
    #expect(stage.visibleTexts == ["c", "b", "changed"])
    // A view that is removed and returns while it still fades out is shown once.
    provider.views = [fields[1]]
    stage.harness.showIfNeeded()
    stage.harness.advance(by: .milliseconds(40))
    provider.views = [fields[1], fields[0]]
    stage.harness.settle()
    #expect(stage.texts == ["b", "changed"])
    #expect(fields[0].host === stage.harness.host)
  }

  @Test func `a view with another size of its own is measured again`() throws {
    let label = CountingLabel("ab")
    let stage = ProviderStage(SimpleViewProvider(views: [label]))
    let before = try #require(stage.frame("ab")).width
    label.text = "abcdefgh"
    stage.harness.settle()
    #expect(try #require(stage.frame("abcdefgh")).width > 2 * before)
  }

  @Test func `an empty state fills the view while there are no items`() throws {
    var made = 0
    let source = ArrayDataSource<String>()
    let content = words([])
    content.dataSource = source
    func makeView() -> Label {
      made += 1
      return Label("nothing here")
    }
    let stage = ProviderStage(EmptyStateProvider(emptyStateView: makeView(), content: content))
    #expect(stage.frame("nothing here") == Rect(x: 0, y: 0, width: 400, height: 300))
    #expect(stage.list.itemCount == 0)
    source.data = ["a"]
    stage.harness.settle()
    #expect(stage.texts == ["a"] && stage.frame("nothing here") == nil)
    source.data = []
    stage.harness.settle()
    #expect(stage.frame("nothing here") != nil && made == 1)
    stage.list.provider = EmptyStateProvider(
      emptyStateView: Label("no sections"), content: ComposedProvider(sections: [words([]), SpaceProvider()]))
    stage.harness.settle()
    #expect(stage.frame("no sections") != nil)
  }

  @Test func `an empty state beside other providers may have a size of its own`() throws {
    let empty = EmptyStateProvider(
      emptyStateView: Label("nothing here"), sizeStrategy: (.fill, .absolute(120)), content: words([]))
    let stage = ProviderStage(ComposedProvider(sections: [words(["a"]), empty, words(["b"])]))
    #expect(stage.frame("nothing here") == Rect(x: 0, y: 40, width: 400, height: 120))
    #expect(stage.frame("b")?.minY == 160)
    empty.sizeStrategy = (.fill, .fit)
    stage.harness.settle()
    let height = try #require(stage.frame("nothing here")).height
    #expect(height > 10 && height < 60 && stage.frame("b")?.minY == 40 + height)
  }

  @Test func `a horizontal list has its spaces and empty states in the row`() throws {
    func show(_ provider: any Provider) -> ProviderStage {
      let stage = ProviderStage(words([]))
      stage.list.setProvider(provider) {
        $0.withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal))
      }
      stage.harness.settle()
      return stage
    }
    let space = SpaceProvider(sizeStrategy: (.absolute(30), .fill))
    let row = show(ComposedProvider(sections: [words(["a"]), space, words(["b"])]))
    let (first, second) = (try #require(row.frame("a")), try #require(row.frame("b")))
    #expect(first.minX == 0 && second.minX == first.maxX + 30)
    let empty = EmptyStateProvider(emptyStateView: Label("nothing here"), content: words([]))
    #expect(show(empty).frame("nothing here") == Rect(x: 0, y: 0, width: 400, height: 300))
  }
}

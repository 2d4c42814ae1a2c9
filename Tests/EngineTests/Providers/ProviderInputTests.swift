import Scrollwork
import ScrollworkTesting
import Testing

/// Providers with mistakes, and providers that change at bad moments.
@MainActor
struct ProviderInputTests {
  @Test func `a provider that changes while it is asked takes effect in the next update`() {
    var data = ["a"]
    var source: ClosureDataSource<String>?
    source = ClosureDataSource(getter: {
      defer {
        if data.count < 3 {
          data.append("more \(data.count)")
          source?.setNeedsReload()
        }
      }
      return data
    })
    guard let source else { return }
    let provider = BasicProvider(
      dataSource: source, viewSource: labels { text, _ in text },
      sizeSource: SizeSource(width: .fill, height: .absolute(20)))
    let list = CollectionView()
    list.provider = provider
    let harness = ViewHarness(content: list)
    #expect(harness.cells.map(\.text) == ["a"])
    harness.showIfNeeded()
    #expect(list.itemCount == 2)
    harness.settle()
    #expect(harness.cells.map(\.text) == ["a", "more 1", "more 2"])
    // The same while the list is asked for at once.
    data = ["b", "c"]
    source.reloadData()
    harness.settle()
    #expect(harness.cells.map(\.text) == ["b", "c", "more 2"])
  }

  @Test func `a change inside a view updater is shown by the next frame`() {
    let source = ArrayDataSource(data: [1, 2])
    var hasAdded = false
    let provider = BasicProvider(
      dataSource: source,
      viewSource: ClosureViewSource<Int, Label>(
        viewGenerator: { _, _ in Label() },
        viewUpdater: { view, number, _ in
          view.text = "\(number)"
          if number == 2, !hasAdded {
            hasAdded = true
            source.data = [3, 1, 2]
          }
        }), sizeSource: SizeSource(width: .fill, height: .absolute(20)))
    let stage = ProviderStage(provider)
    #expect(stage.texts == ["3", "1", "2"])
  }

  @Test func `repeated identities are shown, reported and told apart by their order`() {
    let source = ArrayDataSource(data: [7, 7, 7, 1])
    let provider = BasicProvider(
      dataSource: source, viewSource: labels { number, index in "\(number) at \(index)" },
      sizeSource: SizeSource(width: .fill, height: .absolute(20)))
    var problems: [Problem] = []
    let list = CollectionView()
    list.onProblem = { problems.append($0) }
    list.provider = provider
    let harness = ViewHarness(content: list)
    harness.settle()
    #expect(harness.cells.map(\.text) == ["7 at 0", "7 at 1", "7 at 2", "1 at 3"])
    source.data = [1, 2, 3, 4, 5]
    harness.settle()
    source.data = [3, 7, 1, 7, 9, 7]
    harness.settle()
    #expect(problems.contains { if case .repeatedIdentity = $0 { true } else { false } })
    source.data = [7, 1, 7]
    harness.settle()
    #expect(harness.cells.map(\.text) == ["7 at 0", "1 at 1", "7 at 2"])
    // The same provider in two places of another.
    list.provider = ComposedProvider(sections: [provider, provider])
    harness.settle()
    #expect(harness.cells.map(\.text) == ["7 at 0", "1 at 1", "7 at 2", "7 at 0", "1 at 1", "7 at 2"])
  }

  @Test(arguments: [-50.0, .nan, .infinity, -.infinity])
  func `impossible sizes count as zero and leave the other items in place`(side: Double) {
    let provider = BasicProvider(
      dataSource: ArrayDataSource(data: [1, 2, 3]), viewSource: labels { number, _ in "\(number)" },
      sizeSource: { _, number, _ in number == 2 ? Size(width: side, height: side) : Size(width: 100, height: 40) })
    let stage = ProviderStage(provider)
    #expect(stage.list.itemCount == 3)
    #expect(stage.frame("1") == Rect(x: 0, y: 0, width: 100, height: 40))
    #expect(stage.frame("3") == Rect(x: 100, y: 0, width: 100, height: 40))
    provider.sizeSource = SizeSource(width: .absolute(side), height: .absolute(40))
    stage.harness.settle()
    provider.sizeSource = SizeSource(width: .absolute(50), height: .absolute(40))
    stage.harness.settle()
    #expect(stage.targets.map(\.minX) == [0, 50, 100])
  }

  @Test func `data that changed without a signal are shown with their own sizes when anything else changes`() {
    var data = [10.0]
    let quiet = BasicProvider(
      dataSource: ClosureDataSource(getter: { data }), viewSource: labels { height, _ in "\(height)" },
      sizeSource: { _, height, room in Size(width: room.width, height: height) })
    let other = words(["a"])
    let stage = ProviderStage(ComposedProvider(sections: [quiet, other]))
    for count in [3, 1, 40, 2] {
      data = (1...count).map { 10 + Double($0) }
      other.setNeedsInvalidateLayout()
      stage.harness.settle()
      #expect(stage.visibleTexts.first == "11.0" && stage.targets[0].height == 11)
      #expect(count == 1 || stage.frame("12.0") == Rect(x: 0, y: 11, width: 400, height: 12))
    }
  }

  @Test func `a provider in the place of one that is gone has its own sizes`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    for height in 1...20 {
      let source = ArrayDataSource(data: ["a", "b"])
      list.provider = BasicProvider(
        identifier: 0, dataSource: source, viewSource: labels { text, _ in text },
        sizeSource: { _, _, room in Size(width: room.width, height: Double(height)) })
      harness.settle()
      #expect(harness.cells.map(\.target.minY) == [0, Double(height)])
    }
  }

  @Test func `data without identities are identified by their positions`() {
    struct Point3D { var x: Int }
    let source = ArrayDataSource(data: [Point3D(x: 1), Point3D(x: 2)])
    let byKey = ArrayDataSource(data: [Point3D(x: 1), Point3D(x: 2)], id: \.x)
    let byClosure = ArrayDataSource(data: [Point3D(x: 1), Point3D(x: 2)], identifierMapper: { $0 * 10 + $1.x })
    for (source, ids) in [(source, ["0", "1"]), (byKey, ["1", "2"]), (byClosure, ["1", "12"])] {
      let stage = ProviderStage(
        BasicProvider(
          dataSource: source, viewSource: labels { point, _ in "\(point.x)" },
          sizeSource: SizeSource(width: .fill, height: .absolute(20))))
      #expect(stage.cells.map(\.id) == ids)
    }
    let items = ProviderStage(
      BasicProvider(dataSource: ArrayDataSource(data: [Item(5)]), viewSource: labels { item, _ in item.text }))
    #expect(items.cells.map(\.id) == ["5"])
  }

  @Test func `a scroll position is restored in another view by the identifiers of its providers`() {
    func stage() -> ProviderStage {
      let provider = BasicProvider(
        identifier: "numbers", dataSource: ArrayDataSource(data: Array(0..<500)), viewSource: labels { "\($0) \($1)" },
        sizeSource: SizeSource(width: .fill, height: .absolute(20)))
      let space = SpaceProvider(sizeStrategy: (.fill, .absolute(7)))
      return ProviderStage(ComposedProvider(identifier: "all", sections: [space, provider]))
    }
    let (first, second) = (stage(), stage())
    first.list.scroll(to: .offset(1_234), animated: false)
    first.harness.settle()
    #expect(second.list.restore(first.list.scrollPosition))
    second.harness.settle()
    #expect(second.offset == 1_234)
  }

  @Test func `a hidden view asks its provider when it is visible again`() {
    var asked = 0
    let source = ClosureDataSource(getter: { () -> [Int] in
      asked += 1
      return [asked]
    })
    let stage = ProviderStage(BasicProvider(dataSource: source, viewSource: labels { number, _ in "\(number)" }))
    stage.list.isHidden = true
    for _ in 0..<10 {
      source.setNeedsReload()
      stage.harness.settle()
    }
    #expect(asked == 1)
    stage.list.isHidden = false
    stage.harness.settle()
    #expect(asked == 2 && stage.texts == ["2"])
  }

  @Test func `a size closure is called for few of a hundred thousand items`() {
    var asked = 0
    let source = ArrayDataSource(data: (0..<100_000).map { Item($0) })
    let provider = BasicProvider(
      dataSource: source, viewSource: labels { item, _ in item.text },
      sizeSource: { _, item, room in
        asked += 1
        return Size(width: room.width, height: item.height)
      })
    let stage = ProviderStage(provider)
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 70_000)), at: .start, animated: false)
    stage.harness.settle()
    source.data.removeFirst(1_000)
    stage.harness.settle()
    #expect(stage.frame("item 70000")?.minY == 0 && stage.list.itemCount == 99_000)
    #expect(asked < 1_000, "\(asked)")
  }

  @Test func `two thousand changes of a thousand sections make one update`() {
    let parts = (0..<1_000).map { words(["\($0)"]) }
    let composed = ComposedProvider(sections: parts)
    let stage = ProviderStage(composed)
    let generation = stage.list.reloadCount
    for part in parts {
      part.dataSource = ArrayDataSource(data: ["new"])
      part.layout = FlowLayout(spacing: 1)
    }
    stage.harness.settle()
    #expect(stage.list.reloadCount == generation + 1)
    #expect(stage.visibleTexts.allSatisfy { $0 == "new" } && !stage.visibleTexts.isEmpty)
  }

  @Test func `a provider that contains itself stops the program with a message`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let composed = ComposedProvider()
        composed.sections = [composed]
        _ = composed.makeSection()
      }
    }
  }
}

import Scrollwork
import ScrollworkTesting
import Testing

/// Sizes that the cells of a section declare.
@MainActor
struct CellSizeTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  private func show(_ cells: [Cell], _ layout: some CollectionLayout, insets: Insets = .zero) {
    list.apply(
      List(sections: [
        Section(id: 0, cells: cells)
          .withSectionLayout(SectionLayout(layout, sizes: .estimated(Size(width: 9, height: 9)), contentInsets: insets))
      ]))
    harness.settle()
  }

  private func cell(_ text: String, _ width: SizeStrategy, _ height: SizeStrategy) -> Cell {
    Cell(id: text, component: Card(text: text)).size(width: width, height: height)
  }

  @Test func `cells fill their container, fit their content or have their own size, in one section`() throws {
    show(
      [
        cell("fixed", .absolute(120), .absolute(50)), cell("fitted", .fit, .fit), cell("filling", .fill, .absolute(30)),
        Card(text: "plain").identified(by: "plain"), cell("tall", .absolute(60), .estimated(500)),
      ], FlowLayout(spacing: 10), insets: Insets(20))
    #expect(harness.bounds(of: "fixed") == Rect(x: 20, y: 20, width: 120, height: 50))
    let fitted = try #require(harness.bounds(of: "fitted"))
    #expect(fitted.minX == 150 && fitted.minY == 20 && fitted.width > 10 && fitted.width < 120 && fitted.height < 50)
    #expect(harness.bounds(of: "filling") == Rect(x: 20, y: 80, width: 360, height: 30))
    let plain = try #require(harness.bounds(of: "plain"))
    #expect(plain.minY == 120 && plain.height == fitted.height)
    let tall = try #require(harness.bounds(of: "tall"))
    #expect(tall.minX == plain.maxX + 10 && tall.size == Size(width: 60, height: fitted.height))
  }

  @Test func `a resize changes the cells that fill, and an update those whose size changed`() {
    func cells(_ height: Double) -> [Cell] {
      [cell("a", .fill, .absolute(height)), cell("b", .fill, .fit), cell("c", .absolute(100), .absolute(40))]
    }
    show(cells(30), FlowLayout())
    let fit = harness.bounds(of: "b")?.height ?? 0
    #expect(harness.bounds(of: "c")?.minY == 30 + fit)
    harness.resize(to: Size(width: 250, height: 300))
    harness.settle()
    #expect(harness.bounds(of: "a")?.width == 250 && harness.bounds(of: "b")?.width == 250)
    #expect(harness.bounds(of: "c")?.width == 100)
    show(cells(70), FlowLayout())
    #expect(harness.bounds(of: "c")?.minY == 70 + fit)
  }

  @Test func `cells that trade places get the sizes of their new declaration`() {
    show([cell("a", .absolute(100), .absolute(80)), cell("b", .absolute(50), .absolute(20))], FlowLayout())
    show([cell("b", .absolute(100), .absolute(80)), cell("a", .absolute(50), .absolute(20))], FlowLayout())
    #expect(harness.bounds(of: "b") == Rect(x: 0, y: 0, width: 100, height: 80))
    #expect(harness.bounds(of: "a") == Rect(x: 100, y: 0, width: 50, height: 20))
  }

  @Test func `rows, waterfalls and overlays of cells with sizes agree with the flow`() {
    let cells = [cell("a", .absolute(50), .absolute(20)), cell("b", .fit, .fit), cell("c", .fill, .absolute(80))]
    show(cells, RowLayout(spacing: 5))
    #expect(harness.bounds(of: "a") == Rect(x: 0, y: 0, width: 50, height: 20))
    #expect(harness.bounds(of: "b")?.minX == 55)
    show(cells, OverlayLayout())
    #expect(harness.bounds(of: "c") == Rect(x: 0, y: 0, width: 400, height: 80))
    let fit = harness.bounds(of: "b")?.height ?? 0
    show(cells, WaterfallLayout(columns: 2))
    #expect(harness.bounds(of: "a") == Rect(x: 0, y: 0, width: 200, height: 20))
    #expect(harness.bounds(of: "b") == Rect(x: 200, y: 0, width: 200, height: fit))
    #expect(harness.bounds(of: "c")?.minY == min(20, fit))
  }

  @Test func `visible cells of ten thousand with declared sizes stay in place through insertions`() {
    func cells(_ ids: Range<Int>) -> [Cell] {
      ids.map {
        Cell(id: $0, component: Card(text: "\($0)"))
          .size(width: .fill, height: $0.isMultiple(of: 3) ? .fit : .absolute(20 + Double($0 % 5)))
      }
    }
    show(cells(0..<10_000), FlowLayout())
    list.scroll(to: .item(ElementPath(section: 0, item: 5_000)), at: .start, animated: false)
    harness.settle()
    #expect(harness.bounds(of: "5000")?.minY == 0)
    show(cells(-100..<10_000), FlowLayout())
    #expect(harness.bounds(of: "5000")?.minY == 0)
    show(cells(4_000..<10_000), FlowLayout())
    #expect(harness.bounds(of: "5000")?.minY == 0)
    list.scroll(to: .end, animated: false)
    harness.settle()
    #expect(harness.bounds(of: "9999")?.maxY == 300)
  }

  @Test func `negative and infinite sizes count as zero`() {
    show(
      [
        cell("a", .absolute(-5), .absolute(.infinity)), cell("b", .absolute(.nan), .estimated(-10)),
        cell("c", .absolute(100), .absolute(40)),
      ], FlowLayout())
    #expect(list.itemCount == 3 && harness.bounds(of: "c")?.minX == 0)
  }

  @Test func `cells have their sizes also in a layout that a closure returns`() {
    list.apply(
      List {
        Section(id: 0) {
          cell("a", .absolute(120), .absolute(50))
          cell("b", .fill, .absolute(30))
        }
        .withHeader(Plate(text: "header", height: 20), alignment: .top)
        .withSectionLayout { context in
          SectionLayout(FlowLayout(spacing: 10), sizes: .estimated(Size(width: 9, height: 9)))
            .insets(Insets(context.environment.container.width / 20))
        }
      })
    harness.settle()
    #expect(harness.bounds(of: "a")?.size == Size(width: 120, height: 50))
    #expect(harness.bounds(of: "b")?.size == Size(width: 360, height: 30))
  }

  @Test func `sizes of cells in a section with data are reported once, because they have no effect`() {
    var problems: [Problem] = []
    list.onProblem = { problems.append($0) }
    func show(_ ids: Range<Int>) {
      let sized = Section(id: "sized", data: ids, id: \.self) { cell("\($0)", .absolute(120), .absolute(50)) }
      list.apply(
        List(sections: [
          Section(id: 0, cells: [cell("a", .absolute(10), .absolute(10))]),
          Section(id: 1, layout: FlowLayout(), sections: [sized.withSectionLayout(FlowLayout())]),
        ]))
      harness.settle()
    }
    show(0..<4)
    show(0..<20)
    #expect(problems == [.ignoredCellSizes(section: ElementID("sized"))])
    #expect("\(problems[0])".contains("LayoutItemSizes.each"))
  }

  @Test func `a layout of single cells may be given without sizes`() throws {
    list.apply(
      List {
        Section(id: 0, data: ["a", "longer"], id: \.self) { Card(text: $0) }.withSectionLayout(FlowLayout(spacing: 4))
      })
    harness.settle()
    let (first, second) = (try #require(harness.bounds(of: "a")), try #require(harness.bounds(of: "longer")))
    #expect(second.minX == first.maxX + 4 && second.width > first.width && second.minY == 0)
  }
}

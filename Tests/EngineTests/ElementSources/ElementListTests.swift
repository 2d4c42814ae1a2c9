import Scrollwork
import ScrollworkTesting
import Testing

/// Lists defined by typed closures for each element.
@MainActor
struct ElementListTests {
  private enum Kind: String, CaseIterable { case fruit, tools }

  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  private var texts: [String] { harness.cells.map(\.text) }

  /// Defines a section of items, each 100 x 40, that call `choose`.
  private func define(
    _ items: [Item], in section: ElementSection, choose: @escaping @MainActor (Item) -> Void = { _ in }
  ) {
    section.append(for: items) { (model, item: ElementItem<PlateView>) in
      item.size = Size(width: 100, height: 40)
      item.configureCell(making: PlateView()) { cell in cell.text = model.text }
      item.didSelect { _ in choose(model) }
    }
  }

  @Test func `the first definition is shown by itself, and later ones wait for an update`() {
    list.conv.diffing().start().append(for: [Kind.fruit]) { _, section in define([Item(1), Item(2)], in: section) }
    harness.settle()
    #expect(texts == ["item 1", "item 2"])
    list.conv.diffing().start().append(for: [Kind.fruit]) { _, section in define([Item(3)], in: section) }
    list.conv.diffing().start().append(for: [Kind.fruit]) { _, section in define([Item(2), Item(4)], in: section) }
    harness.settle()
    #expect(texts == ["item 1", "item 2"])
    var outcome: UpdateOutcome?
    list.conv.update { outcome = $0 }
    harness.showIfNeeded()
    #expect(list.report.animating > 0 && outcome == .applied)
    harness.settle()
    #expect(texts == ["item 2", "item 4"])
  }

  @Test func `a definition without diffing is shown by the next frame, without motion`() {
    for items in [[Item(1)], [Item(2), Item(1)], [Item(3)]] {
      list.conv.start().append(for: [Kind.fruit]) { _, section in define(items, in: section) }
      harness.showIfNeeded()
      #expect(texts == items.map(\.text) && list.report.animating == 0)
    }
  }

  @Test func `sections differ by their elements, have headers and can be edited`() throws {
    let definition = list.conv.start()
    definition.append(for: Kind.allCases) { kind, section in
      section.append(.header) { (header: SectionHeaderFooter<Label>) in
        header.size = Size(width: 0, height: 30)
        header.configureView(making: Label()) { $0.text = kind.rawValue }
      }
      section.append(.footer) { (footer: SectionHeaderFooter<Label>) in
        footer.sizeFor { list in Size(width: list.width, height: list.width / 40) }
        footer.configureView(making: Label()) { $0.text = "end of \(kind)" }
      }
      define([Item(1), Item(2)], in: section)
    }
    harness.settle()
    #expect(texts == ["item 1", "item 2", "item 1", "item 2"])
    #expect(harness.bounds(of: "fruit") == Rect(x: 0, y: 0, width: 400, height: 30))
    #expect(harness.bounds(of: "end of fruit") == Rect(x: 0, y: 70, width: 400, height: 10))
    #expect(harness.bounds(of: "tools")?.minY == 80)

    let fruit = try #require(definition.section(for: Kind.fruit))
    fruit.insert(for: [Item(9)], at: 1) { (model, item: ElementItem<Label>) in
      item.configureCell(making: Label()) { $0.text = model.text }
    }
    fruit.delete(for: [Item(1)])
    fruit.delete(at: 1)
    #expect(fruit.count == 1)
    definition.delete(for: [Kind.tools])
    definition.insert(for: ["new"], at: 0) { _, section in define([Item(5)], in: section) }
    #expect(texts == ["item 1", "item 2", "item 1", "item 2"])
    list.conv.update()
    harness.settle()
    #expect(texts == ["item 5", "item 9"] && definition.sections.count == 2)
    definition.delete(at: 0)
    list.conv.reload()
    harness.settle()
    #expect(texts == ["item 9"])
  }

  @Test func `a supplementary of the program's own kind has the frame that its section's layout gives it`() {
    let mark = LayoutBoundaryItem(
      kind: "mark", size: LayoutSize(width: .absolute(80), height: .absolute(20)), alignment: .bottomTrailing)
    func show(_ text: String) {
      list.conv.start().append(for: Kind.allCases) { kind, section in
        section.layout = SectionLayout.list(rowHeight: 40).boundaryItem(mark)
        section.append("mark") { (view: SectionHeaderFooter<Label>) in
          view.configureView(making: Label()) { $0.text = "replaced" }
        }
        section.append("mark") { (view: SectionHeaderFooter<Label>) in
          view.configureView(making: Label()) { $0.text = "\(text) \(kind)" }
        }
        define([Item(1), Item(2)], in: section)
      }
      harness.settle()
    }
    show("old")
    #expect(harness.bounds(of: "old fruit") == Rect(x: 320, y: 80, width: 80, height: 20))
    #expect(harness.bounds(of: "old tools") == Rect(x: 320, y: 180, width: 80, height: 20))
    show("new")
    #expect(harness.bounds(of: "new tools") == Rect(x: 320, y: 180, width: 80, height: 20))
    #expect(harness.bounds(of: "old tools") == nil && harness.bounds(of: "replaced") == nil)
  }

  @Test func `an item that changes its section moves there`() {
    list.conv.start().append(for: Kind.allCases) { kind, section in
      define(kind == .fruit ? [Item(1), Item(2)] : [Item(3)], in: section)
    }
    harness.settle()
    list.select(ElementPath(section: 0, item: 1))
    list.conv.diffing().start().append(for: Kind.allCases.reversed()) { kind, section in
      define(kind == .fruit ? [Item(1)] : [Item(3), Item(2)], in: section)
    }
    list.conv.update()
    harness.settle()
    #expect(texts == ["item 3", "item 2", "item 1"])
    #expect(list.isSelected(ElementPath(section: 0, item: 1)))
  }

  @Test func `sizes come from the closure, else the property, else the content`() throws {
    list.conv.start().append(for: [Kind.fruit]) { _, section in
      section.inset = Insets(10)
      section.minimumLineSpacing = 7
      section.minimumInteritemSpacing = 5
      section.append(for: [1, 2, 3]) { (number, item: ElementItem<Label>) in
        item.size = number < 3 ? Size(width: 200, height: 20) : nil
        if number == 1 { item.sizeFor { room in Size(width: room.width / 2, height: 60) } }
        item.configureCell(making: Label()) { $0.text = "number \(number)" }
      }
    }
    harness.settle()
    #expect(harness.bounds(of: "number 1") == Rect(x: 10, y: 10, width: 190, height: 60))
    #expect(harness.bounds(of: "number 2") == Rect(x: 10, y: 77, width: 200, height: 20))
    let fitted = try #require(harness.bounds(of: "number 3"))
    #expect(fitted.minX == 215 && fitted.minY == 77 && fitted.width > 20 && fitted.width < 200)
  }

  @Test func `a section may have any layout`() {
    list.conv.start().append(for: [Kind.fruit]) { _, section in
      section.layout = .grid(minimumItemWidth: 100, itemHeight: 50)
      define((0..<8).map { Item($0) }, in: section)
    }
    harness.settle()
    #expect(harness.bounds(of: "item 5") == Rect(x: 100, y: 50, width: 100, height: 50))
  }

  @Test func `handlers belong to their elements and are always the newest`() {
    var events: [String] = []
    func show(_ name: String) {
      list.conv.start().append(for: [Kind.fruit]) { _, section in
        section.append(for: (0..<30).map { Item($0) }) { (model, item: ElementItem<PlateView>) in
          item.sizeFor { Size(width: $0.width, height: 100) }
          item.configureCell(making: PlateView()) { $0.text = model.text }
          item.didSelect { _ in events.append("\(name) selects \(model.id)") }
          item.willDisplay { _ in events.append("\(name) shows \(model.id)") }
          item.didEndDisplay { _ in events.append("\(name) hides \(model.id)") }
          item.modifyRow { $0.didActivate { _ in events.append("\(name) opens \(model.id)") } }
        }
      }
      harness.settle()
    }
    show("first")
    #expect(events == ["first shows 0", "first shows 1", "first shows 2"])
    events = []
    show("second")
    harness.click(at: Point(x: 50, y: 150), count: 2)
    #expect(events == ["second selects 1", "second opens 1"])
    events = []
    list.scroll(to: .end, animated: false)
    harness.settle()
    #expect(events.contains("second hides 0") && events.contains("second shows 29"))
  }

  @Test func `a list of definitions has handlers of its own`() {
    var offsets: [Double] = []
    let definition = ElementList()
    definition.append(for: [Kind.fruit]) { _, section in define((0..<100).map { Item($0) }, in: section) }
      .modifyList { list in list.didScroll { offsets.append($0.contentOffset.y) } }
    list.conv.start(with: definition)
    let other = CollectionView()
    other.conv.start(with: definition)
    let second = ViewHarness(content: other)
    harness.settle()
    #expect(texts == second.cells.map(\.text) && texts.count > 10)
    list.scroll(to: .offset(70), animated: false)
    harness.settle()
    #expect(offsets == [70])
  }

  // MARK: Bad input

  @Test func `repeated elements are shown and reported`() {
    var problems: [Problem] = []
    list.onProblem = { problems.append($0) }
    list.conv.start().append(for: [Kind.fruit, .fruit]) { _, section in define([Item(1), Item(1)], in: section) }
    harness.settle()
    #expect(texts == ["item 1", "item 1", "item 1", "item 1"])
    list.conv.diffing().start().append(for: [Kind.fruit]) { _, section in define([Item(1)], in: section) }
    list.conv.update()
    harness.settle()
    #expect(texts == ["item 1"])
    list.conv.diffing().start().append(for: [Kind.fruit]) { _, section in
      define([3, 7, 1, 7, 9, 7].map { Item($0) }, in: section)
    }
    list.conv.update()
    harness.settle()
    #expect(texts.count == 6 && problems.count == 1, "\(problems)")
  }

  @Test func `elements without identity are told apart by their positions, and negative sizes count as zero`() {
    struct Plain { var text: String }
    list.conv.start().append(for: [Plain(text: "a")]) { _, section in
      for text in ["b", "c", "d"] {
        section.append(for: [Plain(text: text)]) { (plain, item: ElementItem<Label>) in
          item.size = Size(width: plain.text == "c" ? -10 : 50, height: 20)
          item.configureCell(making: Label()) { $0.text = plain.text }
        }
      }
      section.delete(
        for: [Plain(text: "x"), Plain(text: "y"), Plain(text: "z"), Plain(text: "?")].dropFirst(4).map { $0 })
    }
    harness.settle()
    #expect(list.itemCount == 3 && harness.bounds(of: "b")?.minX == 0 && harness.bounds(of: "d")?.minX == 50)
  }

  @Test func `an update or a deletion without anything to act on changes nothing`() {
    #expect(list.conv.update() == nil)
    list.conv.reload()
    let definition = list.conv.start()
    definition.delete(for: [1, 2])
    harness.settle()
    #expect(texts.isEmpty && definition.section(for: 1) == nil)
  }

  @Test func `a definition may be edited while its cells are configured`() {
    let definition = list.conv.start()
    definition.append(for: [Kind.fruit]) { [list] _, section in
      section.append(for: [1, 2]) { [weak section] (number, item: ElementItem<Label>) in
        item.size = Size(width: 100, height: 20)
        item.configureCell(making: Label()) { label in
          label.text = "\(number)"
          guard number == 2, section?.count == 2 else { return }
          section?.delete(at: 0)
          list.conv.update()
        }
      }
    }
    harness.settle()
    #expect(texts == ["2"])
  }

  @Test func `an item without a content view stops the program with a message`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let list = CollectionView()
        list.conv.start().append(for: [1]) { _, section in
          section.append(for: [1]) { (_, item: ElementItem<Label>) in item.size = Size(width: 1, height: 1) }
        }
        ViewHarness(content: list).settle()
      }
    }
  }
}

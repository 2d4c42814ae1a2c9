import Scrollwork
import ScrollworkTesting
import Testing

/// The first example programs in the readmes of Carbon, KarrotListKit, Conv and CollectionKit, written with Scrollwork.
@MainActor
struct ReadmeTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  private var texts: [String] { harness.cells.map(\.text) }

  // MARK: Carbon

  private struct HelloMessage: Component, Equatable {
    var name: String

    func renderContent() -> Label { Label() }
    func render(in content: Label) { content.text = "Hello \(name)" }
    func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 44) }
  }

  private struct Header: Component {
    var title: String

    func renderContent() -> Label { Label(style: .heading) }
    func render(in content: Label) { content.text = title }
  }

  private enum ID { case greet, numbers }

  @Test func `Carbon: components in sections, rendered again with other data`() throws {
    func render(toggled: Bool) {
      list.render {
        Section(id: ID.greet) {
          HelloMessage(name: "Vincent").identified(by: 0)
          if toggled {
            HelloMessage(name: "Jules").identified(by: 1)
          } else {
            HelloMessage(name: "Butch").identified(by: 2)
          }
          HelloMessage(name: "Mia").identified(by: \.name)
        }
        .withHeader(Header(title: "GREET"))
        Section(id: ID.numbers) {
          Group(of: 0..<2) { number in HelloMessage(name: "number \(number)").identified(by: number) }
        }
      }
      harness.settle()
    }
    render(toggled: true)
    #expect(texts == ["Hello Vincent", "Hello Jules", "Hello Mia", "Hello number 0", "Hello number 1"])
    let header = try #require(harness.bounds(of: "GREET"))
    #expect(header.minY == 0)
    #expect(harness.bounds(of: "Hello Vincent") == Rect(x: 0, y: header.maxY, width: 400, height: 44))
    render(toggled: false)
    #expect(texts == ["Hello Vincent", "Hello Butch", "Hello Mia", "Hello number 0", "Hello number 1"])
  }

  // MARK: KarrotListKit

  private struct ButtonComponent: CoordinatedComponent {
    struct ViewModel: Equatable { var title: String }

    var viewModel: ViewModel
    var onTap: @MainActor () -> Void = {}
    var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }

    func renderContent(coordinator: Void) -> Button { Button() }
    func render(in content: Button, coordinator: Void) {
      content.title = viewModel.title
      content.onActivate = onTap
    }
  }

  @Test func `KarrotListKit: cells with view models, and the next page at the end`() throws {
    var tapped: [Int] = []
    var count = 10
    func apply() {
      list.apply(
        List {
          Section(id: "Section") {
            for number in 0..<count {
              Cell(
                id: number, component: ButtonComponent(viewModel: .init(title: "\(number)")) { tapped.append(number) })
            }
          }
          .withSectionLayout(.vertical(spacing: 10))
        }
        .onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 1), hasMore: count < 30) { _ in
          count += 10
          apply()
        })
    }
    apply()
    harness.settle()
    #expect(list.itemCount >= 20 && texts.first == "0")
    let button = try #require(harness.bounds(of: "1"))
    #expect(button.width == 400 && button.minY > 10)
    harness.click(at: Point(x: button.midX, y: button.midY))
    #expect(tapped == [1])
    list.scroll(to: .end)
    harness.settle()
    list.scroll(to: .end)
    harness.settle()
    #expect(list.itemCount == 30 && texts.last == "29")
  }

  // MARK: Conv

  private enum SectionType: String, CaseIterable { case one, two, three }

  private struct ItemModel: Identifiable { var id: Int }

  /// The ids that handlers received.
  @MainActor
  private final class Told { var ids: [Int] = [] }

  @Test func `Conv: sections and items from elements, each configured by a closure`() {
    var models = (0..<6).map { ItemModel(id: $0) }
    let selected = Told()
    func define() {
      list.conv.diffing().start().append(for: SectionType.allCases) { type, section in
        section.append(.header) { (header: SectionHeaderFooter<Label>) in
          header.size = Size(width: 400, height: 50)
          header.configureView(making: Label()) { view in view.text = type.rawValue.uppercased() }
        }
        section.append(for: models) { (model, item: ElementItem<PlateView>) in
          item.sizeFor { room in Size(width: room.width / 4, height: room.width / 4) }
          item.configureCell(making: PlateView()) { cell in cell.text = "\(type) \(model.id)" }
          item.didSelect { _ in selected.ids.append(model.id) }
        }
      }
    }
    define()
    harness.settle()
    #expect(texts.prefix(6) == ["one 0", "one 1", "one 2", "one 3", "one 4", "one 5"])
    #expect(harness.bounds(of: "ONE") == Rect(x: 0, y: 0, width: 400, height: 50))
    #expect(harness.bounds(of: "one 4") == Rect(x: 0, y: 150, width: 100, height: 100))
    #expect(harness.bounds(of: "TWO")?.minY == 250)
    harness.click(at: Point(x: 150, y: 100))
    #expect(selected.ids == [1])
    models.removeFirst()
    models.append(ItemModel(id: 6))
    define()
    list.conv.update()
    harness.settle()
    #expect(texts.prefix(6) == ["one 1", "one 2", "one 3", "one 4", "one 5", "one 6"])
  }

  // MARK: CollectionKit

  @Test func `CollectionKit: data, views and sizes from sources, composed`() {
    let dataSource = ArrayDataSource(data: [1, 2, 3, 4])
    let viewSource = ClosureViewSource(
      viewGenerator: { (_: Int, _: Int) in Label() },
      viewUpdater: { view, data, _ in
        view.background = Color(hex: 0xCC3333)
        view.text = "\(data)"
      })
    let sizeSource = { @MainActor (_: Int, _: Int, _: Size) in Size(width: 50, height: 50) }
    let provider = BasicProvider(dataSource: dataSource, viewSource: viewSource, sizeSource: sizeSource)
    provider.layout = FlowLayout(spacing: 10, justifyContent: .center)
    list.provider = provider
    harness.settle()
    #expect(texts == ["1", "2", "3", "4"])
    #expect(harness.cells.map(\.target.minX) == [85, 145, 205, 265])

    provider.animator = ScaleAnimator()
    dataSource.data = [4, 5]
    dataSource.data.append(1)
    harness.settle()
    #expect(texts == ["4", "5", "1"] && harness.cells.map(\.target.minX) == [115, 175, 235])

    provider.layout = provider.layout.inset(by: Insets(20)).transposed()
    harness.settle()
    #expect(harness.cells.allSatisfy { $0.target.minX == 20 })

    let other = BasicProvider(
      dataSource: ArrayDataSource(data: ["a", "b"]),
      viewSource: ClosureViewSource(
        viewGenerator: { (_: String, _: Int) in Label() }, viewUpdater: { view, data, _ in view.text = data }),
      sizeSource: SizeSource(width: .fill, height: .absolute(30)))
    provider.layout = FlowLayout()
    list.provider = ComposedProvider(sections: [other, provider])
    harness.settle()
    #expect(texts == ["a", "b", "4", "5", "1"] && harness.cells.map(\.target.minY) == [0, 30, 60, 60, 60])
  }
}

import Scrollwork
import ScrollworkTesting
import Testing

/// A component with a given layout mode and size.
private struct Mode: Component {
  var mode: ContentLayoutMode
  var wanted: Size

  var layoutMode: ContentLayoutMode { mode }
  func renderContent() -> SizedView { SizedView() }
  func render(in content: SizedView) { content.wanted = wanted }
}

private final class SizedView: View {
  var wanted = Size.zero
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size { wanted }
}

@MainActor
struct SizingTests {
  private func show(_ modes: [ContentLayoutMode], layout: SectionLayout = .vertical(), count: Int? = nil) -> ViewHarness
  {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    list.apply(
      List {
        Section(id: 0) {
          for (index, mode) in modes.enumerated() {
            Cell(id: index, component: Mode(mode: mode, wanted: Size(width: 120, height: 70)))
          }
        }
        .withSectionLayout(layout)
      })
    harness.showIfNeeded()
    return harness
  }

  @Test func `the content view decides the sides that its layout mode leaves to it`() throws {
    let modes: [ContentLayoutMode] = [
      .fitContainer, .flexibleHeight(estimatedHeight: 30), .flexibleWidth(estimatedWidth: 30),
      .fitContent(estimatedSize: Size(width: 10, height: 10)),
    ]
    let harness = show(modes)
    let cells = harness.cells
    #expect(cells.map(\.bounds.height) == [44, 70, 44, 70])
    #expect(cells.allSatisfy { $0.bounds.width == 400 })
    let list = try #require(harness.host.content as? CollectionView)
    let contents = modes.indices.compactMap { list.cell(at: ElementPath(section: 0, item: $0)).content?.frame.size }
    #expect(
      contents == [
        Size(width: 400, height: 44), Size(width: 400, height: 70), Size(width: 120, height: 44),
        Size(width: 120, height: 70),
      ])
  }

  @Test func `a content view with its own width is at the leading edge, also in a right-to-left layout`() throws {
    let harness = show([.flexibleWidth(estimatedWidth: 30)])
    let list = try #require(harness.host.content as? CollectionView)
    #expect(list.cell(at: ElementPath(section: 0, item: 0)).content?.frame.minX == 0)
    harness.changeEnvironment { $0.direction = .rightToLeft }
    let other = try #require(list.cell(at: ElementPath(section: 0, item: 0)).content)
    #expect(other.frame.minX == 280)
  }

  @Test func `unmeasured cells have the first component's estimate, unless the layout has its own`() {
    let modes = [ContentLayoutMode](repeating: .flexibleHeight(estimatedHeight: 90), count: 100)
    // Four rows of 90 or six of 50 are bound first. They are measured as 70, so one more of the former becomes visible.
    let heights: [(SectionLayout, Double)] = [(.vertical(), 8900), (.list(estimatedRowHeight: 50), 5120)]
    for (layout, height) in heights {
      let harness = show(modes, layout: layout)
      let list = harness.host.content as? CollectionView
      #expect(list?.contentSize.height == height)
    }
  }

  @Test func `a layout that gives a size is not asked to change it`() {
    let harness = show([.fitContent(estimatedSize: .zero), .fitContainer], layout: .list(rowHeight: 33))
    #expect(harness.cells.map(\.bounds.height) == [33, 33])
  }

  @Test func `a cell becomes taller and shorter as a view of its stack is shown and hidden`() throws {
    /// A stack inside two other stacks, with a note that the test hides.
    struct Folded: Component {
      func renderContent() -> Stack {
        Stack(.vertical, ZStack(Stack(.vertical, Label("title"), Label("note"))))
      }
      func render(in content: Stack) {}
    }
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    list.render { for id in 0..<2 { Folded().identified(by: id) } }
    harness.settle()
    let tall = harness.cells[0].bounds.height
    let content = try #require(list.cell(at: ElementPath(section: 0, item: 0)).content)
    let note = content.children[0].children[0].children[1]
    for _ in 0..<2 {
      note.isHidden = true
      harness.settle()
      let short = harness.cells[0].bounds.height
      #expect(short < tall && harness.cells[1].bounds.minY == short)
      note.isHidden = false
      harness.settle()
      #expect(harness.cells[0].bounds.height == tall && harness.cells[1].bounds.minY == tall)
    }
  }

  @Test func `a view above others is drawn later and gets the pointer`() throws {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    list.apply(
      List {
        Section(id: 0, data: Stage.items(0..<30)) { Plate(text: $0.text) }
          .withHeader(Plate(text: "header", height: 30))
          .withSectionLayout(.list(rowHeight: 40).headerPinToVisibleBounds())
      })
    harness.showIfNeeded()
    list.scroll(to: .offset(20), animated: false)
    harness.showIfNeeded()
    let header = try #require(harness.semantics.first { $0.role == .header })
    let first = try #require(harness.semantics.first { $0.id == "0" })
    try #require(header.bounds.intersects(first.bounds), "a pinned header overlaps")
    #expect(
      harness.frame.groups.last { $0.frame.size == header.bounds.size || $0.frame.size == first.bounds.size }?.frame
        == header.bounds)
    harness.click(at: header.bounds.intersection(first.bounds).center)
    #expect(list.focusedItem == nil)
    harness.click(at: Point(x: 60, y: header.bounds.maxY + 5))
    #expect(list.focusedItem == ElementPath(section: 0, item: 0))
  }
}

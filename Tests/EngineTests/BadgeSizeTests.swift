import Scrollwork
import ScrollworkTesting
import Testing

/// A component whose content view has a given width.
private struct Pill: Component, Equatable {
  var text: String
  var width: Double

  func renderContent() -> PillView { PillView() }
  func render(in content: PillView) {
    content.text = text
    content.width = width
  }
}

private final class PillView: View {
  var text = ""
  var width = 0.0 { didSet { if width != oldValue { setNeedsMeasure() } } }
  override var semanticsText: String { text }
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: width, height: proposal.height)
  }
}

/// Rows of 40 with two supplementaries: a badge over the upper trailing corner, 10 high and as wide as its content
/// view, and a bar as high as its content view.
private let badged: SectionLayout = {
  let badge = LayoutSupplementary(
    kind: "badge", size: LayoutSize(width: .estimated(20), height: .absolute(10)),
    containerAnchor: LayoutAnchor([.top, .trailing]))
  let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(40))
  let bar = LayoutBoundaryItem(
    kind: "bar", size: LayoutSize(width: .fractionalWidth(1), height: .estimated(10)), alignment: .top)
  return SectionLayout(
    group: .vertical(row, repeating: LayoutItem(size: row, supplementaries: [badge]), count: 1)
  ).boundaryItem(bar)
}()

@MainActor
struct BadgeSizeTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  private func section(_ id: String, _ ids: [Int], width: Double) -> Section {
    Section(id: id, data: ids, id: \.self) { number in
      Plate(text: "\(id) \(number)").withSupplementary("badge", Pill(text: "of \(id) \(number)", width: width))
    }
    .withSectionLayout(badged).withSupplementary("bar", Plate(text: "bar \(id)", height: 25))
  }

  private func show(_ ids: [Int], width: Double = 50, isInner: Bool) {
    let sections = [section("a", [7], width: width), section("b", ids, width: width)]
    let page = Section(id: "page", layout: RowLayout().transposed(), sections: sections)
    list.apply(List(sections: isInner ? [page] : sections))
    harness.settle()
  }

  @Test(arguments: [false, true])
  func `a visible badge is as wide as its content view, also after insertions and changes`(
    isInner: Bool
  ) {
    show([1, 2], isInner: isInner)
    #expect(harness.bounds(of: "bar b") == Rect(x: 0, y: 65, width: 400, height: 25))
    #expect(harness.bounds(of: "of b 1") == Rect(x: 350, y: 90, width: 50, height: 10))
    #expect(harness.bounds(of: "of b 2") == Rect(x: 350, y: 130, width: 50, height: 10))
    show([3, 1, 2], isInner: isInner)
    #expect(harness.bounds(of: "of b 3") == Rect(x: 350, y: 90, width: 50, height: 10))
    #expect(harness.bounds(of: "of b 1") == Rect(x: 350, y: 130, width: 50, height: 10))
    show([3, 1, 2], width: 70, isInner: isInner)
    #expect(harness.bounds(of: "of b 1") == Rect(x: 330, y: 130, width: 70, height: 10))
    harness.resize(to: Size(width: 300, height: 300))
    harness.settle()
    #expect(harness.bounds(of: "of b 1") == Rect(x: 230, y: 130, width: 70, height: 10))
  }
}

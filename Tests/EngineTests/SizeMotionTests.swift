import Scrollwork
import ScrollworkTesting
import Testing

/// A label in a cell with a given height.
private struct Line: Component, Equatable {
  enum Place { case middle, bottom }

  var text: String
  var height: Double
  var place = Place.middle

  func renderContent() -> LineView { LineView() }
  func render(in content: LineView) {
    content.label.text = text
    (content.height, content.place) = (height, place)
  }
}

private final class LineView: View {
  let label = Label()
  var place = Line.Place.middle
  var height = 0.0 { didSet { if height != oldValue { setNeedsMeasure() } } }
  /// The heights for which the view was laid out, in order.
  private(set) var heights: [Double] = []

  override init() {
    super.init()
    addChild(label)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: height)
  }
  override func layout(environment: Environment) {
    heights.append(bounds.height)
    let height = place == .middle ? bounds.height : 20
    label.frame = Rect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
  }
  func forgetLayouts() { heights.removeAll() }
}

/// Contents of cells whose size is animated.
@MainActor
struct SizeMotionTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  private func show(_ lines: [Line], _ layout: SectionLayout = .list(estimatedRowHeight: 40)) {
    let section = Section(id: 0, data: lines, id: \.text) { $0 }.withSectionLayout(layout).withHighlight(.row)
    list.apply(List(sections: [section]))
    harness.showIfNeeded()
  }

  /// Returns three lines, of which the second has the given height and the others 40.
  private func lines(_ height: Double, _ place: Line.Place = .middle) -> [Line] {
    [Line(text: "a", height: 40), Line(text: "bb", height: height, place: place), Line(text: "c", height: 40)]
  }

  private func view(_ position: Int) throws -> LineView {
    try #require(list.cell(at: ElementPath(section: 0, item: position)).content as? LineView)
  }

  /// Returns the frame of the only text with two letters, and the visible part of its cell, in the window.
  private func line() throws -> (text: Rect, shown: Rect) {
    for group in harness.frame.groups {
      for case .text(let line, let origin, _) in group.canvas.commands where line.glyphs.count == 2 {
        let place = group.frame.origin + origin
        let text = Rect(
          minX: place.x, minY: place.y - line.ascent, maxX: place.x + line.width, maxY: place.y + line.descent)
        return (text, group.frame.intersection(group.clip))
      }
    }
    return try #require(nil, "the text is not drawn")
  }

  /// Checks in each frame until everything is at rest that the text lies inside the visible part of its cell.
  /// - Returns: The heights of the visible part.
  private func checkText() throws -> [Double] {
    var heights: [Double] = []
    while harness.frame.wake != nil, heights.count < 200 {
      let (text, shown) = try line()
      #expect(text.minY >= shown.minY && text.maxY <= shown.maxY, "\(text) in \(shown)")
      heights.append(shown.height)
      harness.advance(by: .milliseconds(16))
    }
    return heights
  }

  @Test(arguments: [Line.Place.middle, .bottom], [(40.0, 120.0), (120, 40)])
  fileprivate func `text stays visible in a row that an update makes higher or lower`(
    place: Line.Place, heights: (Double, Double)
  ) throws {
    show(lines(heights.0, place))
    harness.settle()
    show(lines(heights.1, place))
    let seen = try checkText()
    #expect(seen.first == heights.0 && seen.count { $0 > 41 && $0 < 119 } > 5)
    #expect(try line().shown.height == heights.1)
  }

  @Test(arguments: [Line.Place.middle, .bottom])
  fileprivate func `text stays visible in a row that asks for more height`(place: Line.Place) throws {
    show(lines(40, place))
    harness.settle()
    try view(1).height = 120
    harness.showIfNeeded()
    let seen = try checkText()
    #expect(seen.first == 40 && seen.count { $0 > 41 && $0 < 119 } > 5)
    #expect(try line().shown.height == 120)
  }

  @Test func `text in the middle of a row does not jump when the row begins to shrink`() throws {
    show(lines(120))
    harness.settle()
    let before = try line().text
    show(lines(40))
    #expect(try line().text == before)
  }

  @Test func `only content whose size is in motion is laid out again, first for its target size`() throws {
    show(lines(40))
    harness.settle()
    let views = try (0..<3).map(view)
    for view in views { view.forgetLayouts() }
    show(lines(120))
    #expect(views[1].heights == [120, 40])
    harness.settle()
    #expect(views[1].heights.count > 5 && views[1].heights.last == 120)
    #expect(views[1].heights.dropFirst(2).allSatisfy { $0 > 40 })
    #expect(views[0].heights.isEmpty && views[2].heights.isEmpty)
    let count = views[1].heights.count
    list.scroll(to: .offset(10), animated: true)
    harness.settle()
    #expect(views[1].heights.count == count)
  }

  @Test func `the highlight of a row with an animated height covers its visible part`() throws {
    show(lines(120))
    harness.settle()
    harness.click(at: Point(x: 50, y: 100))
    harness.settle()
    show(lines(40))
    harness.advance(by: .milliseconds(50))
    let shown = try line().shown
    #expect(shown.height > 45)
    let fills = harness.frame.groups.filter { $0.frame.minY == shown.minY }.flatMap(\.canvas.commands).compactMap {
      if case .roundedRect(let rect, _, _) = $0 { rect.height } else { nil }
    }
    #expect(fills.contains { abs($0 - shown.height) < 1e-9 })
  }
}

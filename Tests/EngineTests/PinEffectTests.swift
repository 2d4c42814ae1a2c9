import Scrollwork
import ScrollworkTesting
import Testing

/// The line and shadow at the edge of a pinned element that covers content.
@MainActor
struct PinEffectTests {
  /// A list with a header of 30, rows of 40 and a footer of 20.
  private let layout = SectionLayout.list(rowHeight: 40)
    .headerSize(LayoutSize(width: .fractionalWidth(1), height: .absolute(30)))
    .footerSize(LayoutSize(width: .fractionalWidth(1), height: .absolute(20)))

  private func stage(_ layout: SectionLayout, scale: Double = 1, theme: Theme = .light) -> Stage {
    let stage = Stage(layout: layout, scale: scale)
    stage.harness.changeEnvironment { $0.theme = theme }
    stage.list.apply(
      List(
        sections: (0..<3).map { index in
          Section(id: index, data: (0..<20).map { Item(index * 1000 + $0) }) { Plate(text: $0.text) }
            .withHeader(Plate(text: "header \(index)")).withFooter(Plate(text: "footer \(index)"))
            .withSectionLayout(layout)
        }), updateStrategy: .reloadData)
    stage.harness.showIfNeeded()
    return stage
  }

  private func shadows(_ stage: Stage) -> [DrawGroup] {
    stage.harness.frame.groups.filter { group in
      group.canvas.commands.contains { if case .gradient = $0 { true } else { false } }
    }
  }

  /// Returns the draw groups of lines in the theme's colour for edges.
  private func lines(_ stage: Stage) -> [DrawGroup] {
    let edge = stage.harness.host.environment.theme.colors.edge
    return stage.harness.frame.groups.filter { group in
      group.canvas.commands.contains { if case .fill(_, edge) = $0 { true } else { false } }
    }
  }

  @Test func `a pinned header has a line and a shadow once content is below it, and not before`() {
    let stage = stage(layout.headerPinToVisibleBounds())
    #expect(shadows(stage).isEmpty && lines(stage).isEmpty)
    for (offset, alpha) in [(2.0, 0.25), (4, 0.5), (8, 1), (300, 1)] {
      stage.scroll(to: offset)
      #expect(shadows(stage).map(\.frame) == [Rect(x: 0, y: 30, width: 400, height: 8)])
      #expect(lines(stage).map(\.frame) == [Rect(x: 0, y: 29, width: 400, height: 1)])
      #expect(shadows(stage).map(\.alpha) == [alpha] && lines(stage).map(\.alpha) == [alpha])
    }
    stage.scroll(to: 0)
    #expect(shadows(stage).isEmpty && lines(stage).isEmpty)
  }

  @Test func `a header that is not pinned has neither`() {
    let stage = stage(layout)
    stage.scroll(to: 10)
    #expect(shadows(stage).isEmpty && lines(stage).isEmpty)
  }

  @Test func `a pinned footer has both above it`() {
    let stage = stage(layout.footerPinToVisibleBounds())
    #expect(shadows(stage).map(\.frame) == [Rect(x: 0, y: 272, width: 400, height: 8)])
    #expect(lines(stage).map(\.frame) == [Rect(x: 0, y: 280, width: 400, height: 1)])
    // The shadow of a footer lies above it and is darkest at its edge.
    guard case .gradient(_, .vertical, let above, let below) = shadows(stage).first?.canvas.commands.first else {
      Issue.record("no gradient along the list")
      return
    }
    #expect(above.alpha == 0 && below.alpha > 0)
    // Without pinning, the footer would start at 830.
    stage.scroll(to: 546)
    #expect(shadows(stage).map(\.alpha) == [0.5])
    stage.scroll(to: 550)
    #expect(shadows(stage).isEmpty && lines(stage).isEmpty)
  }

  @Test func `a header that is pushed off takes its shadow along, and the next one gets its own`() {
    let stage = stage(layout.headerPinToVisibleBounds())
    // The first section's cells end at 830.
    stage.scroll(to: 820)
    #expect(shadows(stage).map(\.frame.minY) == [10])
    stage.scroll(to: 850)
    #expect(shadows(stage).isEmpty, "the next header is where it belongs")
    stage.scroll(to: 854)
    #expect(shadows(stage).map(\.frame.minY) == [30])
    #expect(shadows(stage).map(\.alpha) == [0.5])
  }

  @Test(arguments: [(Theme.light, 0.09), (.dark, 0.34)])
  func `line and shadow have the theme's colours`(theme: Theme, opacity: Double) throws {
    for scale in [1.0, 2] {
      let stage = stage(layout.headerPinToVisibleBounds(), scale: scale, theme: theme)
      stage.scroll(to: 100)
      stage.harness.advance(by: .seconds(2))
      let picture = try Picture(of: stage.harness.frame)
      let bottom = Int(30 * scale)
      // A separator of one device pixel at both scales, inside the header.
      #expect(picture[200, bottom - 1] == theme.colors.edge)
      #expect(picture[200, bottom - 2] == theme.colors.surface)
      // The rows have the same colour as the header, so any darker pixel is shadow.
      let steps = Int(8 * scale)
      for step in 0..<steps {
        let rest = opacity * (1 - (Double(step) + 0.5) / Double(steps))
        let expected = theme.colors.surface.mixed(with: .black, amount: rest)
        let pixel = picture[200, bottom + step]
        #expect(abs(Int(pixel.red) - Int(expected.red)) <= 1, "\(step) at scale \(scale)")
      }
      #expect(picture[200, bottom + steps] == theme.colors.surface)
    }
  }

  @Test(arguments: [Theme.highContrastLight, .highContrastDark])
  func `high contrast has the line alone`(theme: Theme) {
    let stage = stage(layout.headerPinToVisibleBounds(), theme: theme)
    stage.scroll(to: 100)
    #expect(shadows(stage).isEmpty)
    #expect(lines(stage).map(\.frame.maxY) == [30])
  }

  @Test func `scrolling records neither again`() {
    let stage = stage(layout.headerPinToVisibleBounds())
    stage.scroll(to: 100)
    func recordings() -> [UInt64] { (shadows(stage) + lines(stage)).flatMap { [$0.id, $0.version] } }
    let first = recordings()
    #expect(first.count == 4)
    for offset in stride(from: 102.0, to: 800, by: 7) {
      stage.scroll(to: offset)
      #expect(recordings() == first)
    }
  }

  @Test func `the shadow of a pinned header falls on cells and not on another pinned header`() {
    let title = LayoutBoundaryItem(
      kind: "title", size: LayoutSize(width: .fractionalWidth(1), height: .absolute(50)), alignment: .top)
    let mark = LayoutBoundaryItem(
      kind: "mark", size: LayoutSize(width: .absolute(60), height: .absolute(20)), alignment: .topTrailing)
    let stage = Stage()
    stage.list.apply(
      List(sections: [Part("a", 50, .list(rowHeight: 40).headerPinToVisibleBounds(), header: "header").section])
        .withLayoutConfiguration(LayoutConfiguration(boundaryItems: [title.pinned(), mark.pinned()]))
        .withSupplementary("title", Plate(text: "title")).withSupplementary("mark", Plate(text: "mark")),
      updateStrategy: .reloadData)
    stage.harness.showIfNeeded()
    stage.scroll(to: 400)
    let groups = stage.harness.frame.groups
    let fallen = groups.indices.filter { index in shadows(stage).contains { $0.id == groups[index].id } }
    #expect(fallen.count == 2, "an element that does not span the list hides nothing")
    let covers = groups.indices.filter { groups[$0].background != nil }
    #expect(covers.count == 2)
    #expect((fallen.max() ?? .max) < (covers.min() ?? .min))
    let cells = groups.indices.filter { groups[$0].frame.height == 40 && groups[$0].frame.width == 400 }
    #expect((fallen.min() ?? .min) > (cells.max() ?? .max))
  }

  @Test func `the shadow falls on pinned headers of subsections`() throws {
    let pinned = SectionLayout.list(rowHeight: 40).headerPinToVisibleBounds()
    let inner = ["a", "b"].map { Part($0, 20, pinned, header: $0).section }
    let stage = Stage()
    stage.list.apply(
      List(sections: [
        Section(id: "page", layout: .vertical().headerPinToVisibleBounds(), sections: inner)
          .withHeader(Plate(text: "page", height: 30))
      ]), updateStrategy: .reloadData)
    stage.harness.showIfNeeded()
    stage.scroll(to: 400)
    let groups = stage.harness.frame.groups
    func level(_ y: Double) throws -> Int {
      try #require(groups.lastIndex { $0.frame == Rect(x: 0, y: y, width: 400, height: 30) })
    }
    let fallen = groups.indices.filter { index in shadows(stage).contains { $0.id == groups[index].id } }
    #expect(fallen.map { groups[$0].frame.minY } == [60, 30])
    #expect(try fallen[0] < level(30) && level(30) < fallen[1] && fallen[1] < level(0))
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func `a horizontal list has them at the side of its header`(direction: LayoutDirection) {
    let column = LayoutSize(width: .absolute(100), height: .fractionalHeight(1))
    let header = LayoutBoundaryItem(
      kind: .header, size: LayoutSize(width: .absolute(60), height: .fractionalHeight(1)), alignment: .leading)
    let columns = SectionLayout(
      group: .horizontal(column, once: [LayoutItem(size: .full)]), header: header.pinned())
    let stage = Stage()
    stage.harness.changeEnvironment { $0.direction = direction }
    stage.list.apply(
      List(sections: [Part("a", 20, columns, header: "header").section])
        .withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal)), updateStrategy: .reloadData)
    stage.harness.showIfNeeded()
    #expect(shadows(stage).isEmpty)
    stage.list.scroll(to: .offset(304), animated: false)
    stage.harness.showIfNeeded()
    let isMirrored = direction == .rightToLeft
    #expect(shadows(stage).map(\.frame) == [Rect(x: isMirrored ? 332 : 60, y: 0, width: 8, height: 300)])
    #expect(lines(stage).map(\.frame) == [Rect(x: isMirrored ? 340 : 59, y: 0, width: 1, height: 300)])
    guard case .gradient(_, .horizontal, let left, let right) = shadows(stage).first?.canvas.commands.first else {
      Issue.record("no gradient across the list")
      return
    }
    #expect((isMirrored ? right : left).alpha > 0 && (isMirrored ? left : right).alpha == 0)
  }
}

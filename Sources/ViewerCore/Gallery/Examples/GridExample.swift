import Scrollwork

/// A plane of 20 by 20 tiles that scrolls both ways. A closure computes the frames of the tiles.
final class GridExample: Example {
  let list = CollectionView()
  nonisolated private static let side = 20
  nonisolated private static let pitch = 84.0

  init() {
    let plane = ClosureLayout(key: "plane") { item, _ in
      Rect(
        x: Double(item % Self.side) * Self.pitch, y: Double(item / Self.side) * Self.pitch, width: Self.pitch - 8,
        height: Self.pitch - 8)
    }
    let tiles = Section(id: "tiles", data: Array(0..<Self.side * Self.side), id: \.self) { GridTile(number: $0) }
      .withSectionLayout(plane)
      .withHighlight(.tile)
    list.render {
      Section(id: "plane", sections: [tiles])
        .withHeader(Heading("20 × 20", "The wheel scrolls down, Shift and the wheel aside, a drag both ways"))
        .withSectionLayout { Self.sideways(in: $0) }
    }
  }

  /// Returns the layout of the section that contains the plane and scrolls horizontally.
  nonisolated private static func sideways(in context: SectionLayoutContext) -> SectionLayout {
    let length = Double(side) * pitch
    let size = LayoutSize(width: .absolute(length), height: .absolute(length))
    let full = LayoutItem(size: LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
    return SectionLayout(group: .horizontal(size, once: [full]))
      .insets(.window(context, vertical: 20)).supplementaryContentInsetsReference(.none).orthogonalScrolling(
        .continuous)
  }
}

/// A tile with its number, on a colour that follows from row and column.
private struct GridTile: Component, Equatable {
  var number: Int

  func renderContent() -> GridTileView { GridTileView() }
  func render(in content: GridTileView) { content.show(number) }
}

private final class GridTileView: View {
  private let label = Label(style: .heading, color: .fixed(.white))
  private var color = Color.black

  override init() {
    super.init()
    label.alignment = .center
    addChild(label)
  }

  func show(_ number: Int) {
    let (column, row) = (UInt8(number % 20), UInt8(number / 20))
    color = Color(red: 70 + column * 6, green: 90 + row * 3, blue: 190 - row * 5)
    label.text = "\(number)"
    setNeedsDisplay()
  }

  override func layout(environment: Environment) { label.frame = bounds }

  override func draw(in canvas: Canvas, environment: Environment) { canvas.roundedRect(bounds, radius: 8, color) }
}

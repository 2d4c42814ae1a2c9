import Scrollwork
import Testing

/// A common layout, shown with tiles: its declaration, and the expected frames of some tiles.
struct LayoutPicture: Sendable, CustomTestStringConvertible {
  var name: String
  var size = Size(width: 375, height: 667)
  var parts: [PicturePart]
  var configuration = LayoutConfiguration()
  /// The offset to which the list is scrolled.
  var offset = 0.0
  /// The offset to which nested scroll containers are scrolled. They come to rest at a snap point near it.
  var sectionOffset: Double?
  /// Whether the layout makes cells overlap on purpose.
  var overlaps = false
  /// The expected extent of the content; `nil` to leave it unchecked.
  var length: Double?
  /// The expected frames in the window, by the text of the tile. They were computed by hand from the layout's rules.
  var frames: [String: Rect]

  var testDescription: String { name }
}

/// A section of a picture. The texts of its cells are its name and their number: "a0", "a1".
struct PicturePart: Sendable {
  var name: String
  var count: Int
  var layout: SectionLayout?
  var provider: SectionProvider?
  /// The text of the header, whose height is `titleHeight`.
  var header: String?
  var footer: String?
  var titleHeight = 44.0
  /// The kinds of the badge and background that the layout places; `nil` for none.
  var badge: LayoutKind?
  var background: LayoutKind?
  /// The content size of each cell, by the number of the cell; it counts only on intrinsic axes.
  var wanted: @Sendable (Int) -> Size = { _ in Size(width: 60, height: 40) }

  init(_ name: String, _ count: Int, _ layout: SectionLayout) {
    (self.name, self.count, self.layout) = (name, count, layout)
  }

  init(_ name: String, _ count: Int, provider: SectionProvider) {
    (self.name, self.count, self.provider) = (name, count, provider)
  }

  func titled(_ header: String?, footer: String? = nil) -> PicturePart {
    var copy = self
    (copy.header, copy.footer) = (header, footer)
    return copy
  }

  func badge(_ kind: LayoutKind) -> PicturePart {
    var copy = self
    copy.badge = kind
    return copy
  }

  func background(_ kind: LayoutKind) -> PicturePart {
    var copy = self
    copy.background = kind
    return copy
  }

  func wanting(_ wanted: @escaping @Sendable (Int) -> Size) -> PicturePart {
    var copy = self
    copy.wanted = wanted
    return copy
  }

  /// Returns the section with cells whose content has the given heights.
  func heights(_ height: @escaping @Sendable (Int) -> Double) -> PicturePart {
    wanting { Size(width: 60, height: height($0)) }
  }

  @MainActor var section: Section {
    let (name, badge, wanted) = (self.name, self.badge, self.wanted)
    let tiles = Section(id: name, data: Array(0..<count), id: \.self) { number in
      let tile = Tile(text: "\(name)\(number)", color: Tile.color(name, number), wanted: wanted(number))
      badge.map { tile.withSupplementary($0, Tile(text: "\(number)", color: Tile.badge)) } ?? tile.asRow()
    }
    .withHeader(header.map { Tile(text: $0, color: Tile.title, wanted: Size(width: 0, height: titleHeight)) })
    .withFooter(footer.map { Tile(text: $0, color: Tile.title, wanted: Size(width: 0, height: titleHeight)) })
    .withHighlight(.none)
    let backed = background.map { tiles.withSupplementary($0, Tile(text: "", color: Tile.backdrop)) } ?? tiles
    if let provider { return backed.withSectionLayout(provider) }
    return layout.map { backed.withSectionLayout($0) } ?? backed
  }
}

/// A component drawn as a plain area with a darker outline and its text in the middle.
struct Tile: Component, Equatable {
  var text: String
  var color: Color
  var wanted = Size.zero

  static let title = Color(hex: 0xC9CDD6)
  static let badge = Color(hex: 0xC4314B)
  static let backdrop = Color(hex: 0xE9EAEE)

  /// Returns the colour of a tile. Two colours alternate in a section, and each section has its own two.
  static func color(_ section: String, _ number: Int) -> Color {
    let pairs: [(UInt32, UInt32)] = [
      (0xA9C7F5, 0xC3D8F8), (0xB5E2B9, 0xCBECCE), (0xF6CFA0, 0xF9DDBC), (0xDDBFF0, 0xE8D3F5), (0xF3B8BF, 0xF7CED3),
      (0xA8E0DF, 0xC2EAE9),
    ]
    let pair = pairs[Int(section.unicodeScalars.first?.value ?? 0) % pairs.count]
    return Color(hex: number % 2 == 0 ? pair.0 : pair.1)
  }

  func renderContent() -> TileView { TileView() }
  func render(in content: TileView) { content.tile = self }
}

final class TileView: View {
  var tile = Tile(text: "", color: Tile.title) {
    didSet {
      guard tile != oldValue else { return }
      setNeedsDisplay()
      if tile.wanted != oldValue.wanted { setNeedsMeasure() }
    }
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size { tile.wanted }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, tile.color)
    canvas.border(bounds, width: 1, Color(hex: 0x5B6270))
    guard !tile.text.isEmpty else { return }
    let font = TextStyle.small.font
    let line = environment.text.line(tile.text, font: font, scale: environment.scale)
    let metrics = environment.text.metrics(of: font, scale: environment.scale)
    canvas.text(
      line, at: Point(x: bounds.midX - line.width / 2, y: bounds.midY + metrics.ascent / 2 - 1), Color(hex: 0x1B1D21))
  }

  override var semanticsText: String { tile.text }
}

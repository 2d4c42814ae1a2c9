import Scrollwork

/// A picture in one of the gallery's styles.
struct GalleryTile: Component, Equatable {
  /// The arrangement of picture and texts.
  enum Style: Hashable {
    /// The picture alone.
    case plain
    /// The picture with a line below it.
    case card
    /// A small picture with two lines beside it, in a column.
    case row
    /// A small picture with its name and detail, across the whole width.
    case line
  }

  /// A picture with the style to show it in.
  struct Shown {
    var picture: GalleryPicture
    var style: Style

    static func plain(_ picture: GalleryPicture) -> Shown { Shown(picture: picture, style: .plain) }
    static func card(_ picture: GalleryPicture) -> Shown { Shown(picture: picture, style: .card) }
    static func row(_ picture: GalleryPicture) -> Shown { Shown(picture: picture, style: .row) }
  }

  var picture: GalleryPicture
  var style: Style

  init(picture: GalleryPicture, style: Style) {
    self.picture = picture
    self.style = style
  }

  init(_ shown: Shown) {
    self.init(picture: shown.picture, style: shown.style)
  }

  var layoutMode: ContentLayoutMode { .fitContainer }
  func renderContent() -> GalleryTileView { GalleryTileView() }
  func render(in content: GalleryTileView) { content.show(self) }
}

/// The content view of `GalleryTile`.
final class GalleryTileView: View, StateObserving {
  /// The height of the texts below the picture of a card.
  private static let textHeight = 44.0
  private static let plateMargin = 4.0

  private let picture = ImageView()
  private let title = Label(style: .bodyStrong)
  private let detail = Label(style: .small, color: .text2)
  private var style = GalleryTile.Style.plain
  private var state = CellState()

  override init() {
    super.init()
    picture.mode = .fillUpper
    for view in [picture, title, detail] { addChild(view) }
  }

  func show(_ tile: GalleryTile) {
    style = tile.style
    picture.request = tile.picture.request
    picture.accessibleName = ""
    picture.cornerRadius = style == .card ? 10 : 6
    title.text = tile.picture.title
    title.style = style == .row ? .bodyMedium : style == .line ? .body : .smallMedium
    title.isHidden = style == .plain
    detail.text = tile.picture.detail
    detail.isHidden = style == .plain
    detail.alignment = style == .line ? .end : .start
    setNeedsLayout()
  }

  func cellStateDidChange(_ state: CellState) {
    guard state != self.state else { return }
    self.state = state
    setNeedsDisplay()
  }

  override func layout(environment: Environment) {
    switch style {
    case .plain: picture.frame = bounds
    case .card:
      picture.frame = Rect(x: 0, y: 0, width: bounds.width, height: max(0, bounds.height - Self.textHeight))
      title.frame = Rect(x: 0, y: picture.frame.maxY + 8, width: bounds.width, height: 18)
      detail.frame = Rect(x: 0, y: title.frame.maxY, width: bounds.width, height: 16)
    case .row:
      picture.frame = Rect(x: 0, y: 4, width: 64, height: bounds.height - 8)
      title.frame = Rect(x: 76, y: bounds.midY - 18, width: max(0, bounds.width - 80), height: 20)
      detail.frame = Rect(x: 76, y: bounds.midY + 2, width: max(0, bounds.width - 80), height: 16)
    case .line:
      let padding = GalleryLayout.linePadding
      picture.frame = Rect(x: padding, y: 6, width: 40, height: bounds.height - 12)
      title.frame = Rect(x: padding + 52, y: 0, width: max(0, bounds.width - 196), height: bounds.height)
      detail.frame = Rect(
        x: max(padding + 52, bounds.width - padding - 128), y: 0, width: 128, height: bounds.height)
    }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard style == .row, state.isSelected || state.isHovered else { return }
    canvas.roundedRect(plate, radius: 6, environment.color(state.isSelected ? .selection : .hover))
  }

  override var drawingOutsets: Insets { Insets(horizontal: Self.plateMargin, vertical: 0) }

  /// The frame of the highlight, which extends beyond the row, so that the picture aligns with the margin.
  private var plate: Rect { bounds.inset(by: Insets(horizontal: -Self.plateMargin, vertical: 0)) }

  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    switch style {
    case .plain, .card: drawMarks(around: picture.frame, radius: picture.cornerRadius, in: canvas, environment)
    case .row where state.isFocused:
      canvas.border(plate, radius: 6, width: environment.theme.focusRingWidth, environment.color(.focus))
    case .row, .line: break
    }
  }

  /// Draws the rings for selection and focus inside the picture.
  private func drawMarks(around frame: Rect, radius: Double, in canvas: Canvas, _ environment: Environment) {
    if state.isSelected {
      let mark = environment.color(state.isActive ? .selectionMark : .selectionIdleMark)
      canvas.border(frame, radius: radius, width: 3, mark)
      canvas.border(frame.insetBy(3), radius: max(0, radius - 3), width: 1, environment.color(.surface))
    }
    guard state.isFocused else { return }
    canvas.border(
      frame.insetBy(4), radius: max(0, radius - 4), width: environment.theme.focusRingWidth, environment.color(.focus))
  }
}

/// A word on a rounded background that is as wide as the word and its padding.
struct GalleryChip: Component, Equatable {
  var text: String

  var layoutMode: ContentLayoutMode { .fitContent(estimatedSize: Size(width: 90, height: 28)) }
  func renderContent() -> GalleryChipView { GalleryChipView() }
  func render(in content: GalleryChipView) { content.label.text = text }
}

final class GalleryChipView: View {
  let label = Label(style: .smallMedium, color: .text2)

  override init() {
    super.init()
    label.alignment = .center
    addChild(label)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let text = label.sizeThatFits(Size(width: .infinity, height: 28), environment: environment)
    return Size(width: environment.roundedUp(text.width) + 24, height: 28)
  }

  override func layout(environment: Environment) { label.frame = bounds }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: bounds.height / 2, environment.theme.colors.badge)
  }
}

/// A number at the corner of a tile.
struct CountBadge: Component, Equatable {
  var count: Int

  func renderContent() -> CountBadgeView { CountBadgeView() }
  func render(in content: CountBadgeView) { content.label.text = Formats.count(count) }
}

final class CountBadgeView: View {
  let label = Label(style: .microMedium, color: .onAccent)

  override init() {
    super.init()
    label.alignment = .center
    addChild(label)
  }

  /// Returns the size of the badge: as wide as the number with its padding, but at least as wide as high.
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let text = label.sizeThatFits(Size(width: .infinity, height: proposal.height), environment: environment)
    return Size(width: max(proposal.height, environment.roundedUp(text.width) + 12), height: proposal.height)
  }

  override func layout(environment: Environment) { label.frame = bounds }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: bounds.height / 2, environment.color(.surface))
    canvas.roundedRect(bounds.insetBy(1), radius: bounds.height / 2 - 1, environment.color(.accentFill))
  }
}

/// An empty view in place of the last row's separator, because the background ends there.
struct NoLine: Component, Equatable {
  func renderContent() -> View { View() }
  func render(in content: View) {}
}

/// The rounded background of rows or subsections.
struct GalleryBackdrop: Component, Equatable {
  var color: ColorRole

  func renderContent() -> GalleryBackdropView { GalleryBackdropView() }
  func render(in content: GalleryBackdropView) { content.color = color }
}

final class GalleryBackdropView: View {
  var color = ColorRole.surface {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: 10, environment.color(color))
    canvas.border(bounds, radius: 10, width: 1, environment.color(.edge))
  }
}

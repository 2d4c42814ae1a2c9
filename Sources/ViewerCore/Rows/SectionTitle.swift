import Scrollwork

/// A section header: a title, a count, and a text at the end.
struct SectionTitle: Component, Equatable {
  var title: String
  var count: String
  var detail = ""
  /// The height in logical pixels.
  var height = 36.0
  /// The margin at both ends; `nil` for the margin of the window.
  var padding: Double?
  /// Whether the title is pinned, so that it covers the rows that scroll below it.
  var isPinned = false

  /// Whether the title and its count have a larger font, as in a folder.
  var isTall = false

  /// Returns the declared size of headers, so that the layout does not estimate it.
  static func size(_ height: Double) -> LayoutSize {
    LayoutSize(width: .fractionalWidth(1), height: .absolute(height))
  }

  func renderContent() -> SectionTitleView { SectionTitleView() }

  func render(in content: SectionTitleView) { content.show(self) }

  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: height) }
}

/// The content view of `SectionTitle`.
final class SectionTitleView: View {
  private var padding: Double?
  private var isPinned = false
  private let title = Label(style: .smallStrong)
  private let count = Label(style: .small, color: .text3)
  private let detail = Label(style: .small, color: .text2)

  override init() {
    super.init()
    detail.alignment = .end
    for view in [title, count, detail] { addChild(view) }
  }

  func show(_ header: SectionTitle) {
    title.text = header.title
    title.style = header.isTall ? .bodyStrong : .smallStrong
    count.text = header.count
    count.style = header.isTall ? .body : .small
    detail.text = header.detail
    padding = header.padding
    if isPinned != header.isPinned { setNeedsDisplay() }
    isPinned = header.isPinned
    setNeedsLayout()
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    if isPinned { canvas.fill(bounds, environment.color(.surface)) }
  }

  override func layout(environment: Environment) {
    let height = bounds.height
    let edge = padding ?? WindowWidth.margin(in: bounds.width)
    let width = title.sizeThatFits(Size(width: .infinity, height: height), environment: environment).width
    title.frame = Rect(x: edge, y: 0, width: width, height: height)
    let free = Size(width: .infinity, height: height)
    let countWidth = count.sizeThatFits(free, environment: environment).width
    count.frame = Rect(x: edge + width + 8, y: 0, width: countWidth, height: height)
    detail.frame = Rect(minX: count.frame.maxX + 8, minY: 0, maxX: bounds.width - edge, maxY: height)
  }
}

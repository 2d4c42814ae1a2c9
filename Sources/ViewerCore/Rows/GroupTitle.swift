import Scrollwork

/// The title of a group of rows: a chevron, the value, and the number of rows.
struct GroupTitle: Component {
  /// The identity of the group: only the chevron of the same group turns with animation.
  var id = 0
  /// The value that the rows share; `nil` for rows without a value.
  var value: String?
  var count = 0
  var isExpanded = true
  /// The height in logical pixels, which is larger if the rows are taller than a line of text.
  var height = Density.comfortable.tableRow
  var toggle: @MainActor () -> Void = {}

  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: height) }

  func renderContent() -> GroupTitleView { GroupTitleView() }
  func render(in content: GroupTitleView) { content.show(self) }

  func shouldContentUpdate(with next: GroupTitle) -> Bool {
    id != next.id || value != next.value || count != next.count || isExpanded != next.isExpanded
      || height != next.height
  }
}

/// The content view of `GroupTitle`.
final class GroupTitleView: View {
  private static let chevronWidth = 32.0
  private static let gap = 8.0

  private let chevron = DisclosureButton()
  private let title = Label(style: .bodyStrong)
  private let count = Label(style: .small, color: .text2)
  private var id: Int?
  private var height = 0.0

  override init() {
    super.init()
    for view in [chevron, title, count] { addChild(view) }
  }

  func show(_ group: GroupTitle) {
    title.text = group.value ?? "No value"
    title.color = group.value == nil ? .text2 : .text1
    count.text = "\(Formats.count(group.count)) \(Words.count("row", group.count))"
    height = group.height
    chevron.onActivate = group.toggle
    chevron.expand(group.isExpanded, animated: id == group.id)
    id = group.id
    setNeedsLayout()
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: height)
  }

  override func layout(environment: Environment) {
    let height = bounds.height
    let free = Size(width: .infinity, height: height)
    let isMirrored = environment.direction == .rightToLeft
    func place(_ view: View, _ x: Double, _ width: Double) {
      view.frame = Rect(x: isMirrored ? bounds.width - x - width : x, y: 0, width: width, height: height)
    }
    place(chevron, 0, Self.chevronWidth)
    let wanted = count.sizeThatFits(free, environment: environment).width
    let room = max(0, bounds.width - Self.chevronWidth - wanted - 2 * Self.gap)
    let width = min(room, environment.roundedUp(title.sizeThatFits(free, environment: environment).width))
    place(title, Self.chevronWidth, width)
    place(count, Self.chevronWidth + width + Self.gap, wanted)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.hairline(atBottomOf: bounds, environment.color(.separator))
  }
}

import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The pill over the end of a list with the number of items added there that the user has not seen; a click shows them.
struct UnseenPill: Component {
  let count: Int
  let action: @MainActor () -> Void

  func renderContent() -> UnseenPillView { UnseenPillView() }

  func render(in content: UnseenPillView) {
    content.count = count
    content.onActivate = action
  }
}

final class UnseenPillView: Control {
  static let height = 32.0
  private static let padding = 14.0
  private static let gap = 8.0
  private static let iconSide = 16.0

  /// The shadow, or the edge line of a theme without shadows.
  private let shadow = Shape(cornerRadius: UnseenPillView.height / 2, elevation: .pill)
  private let label = Label(style: .bodyMedium, color: .onAccent)
  private let icon = SymbolView(.arrowDown, side: UnseenPillView.iconSide, color: .onAccent)

  var count = 0 {
    didSet {
      guard count != oldValue else { return }
      label.text = "\(Self.grouped(count)) new"
      setNeedsMeasure()
    }
  }

  /// Returns a number with a comma before each group of three digits.
  private static func grouped(_ count: Int) -> String {
    let digits = Array(String(count))
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digits[index])
    }
  }

  override init() {
    super.init()
    for view in [icon, label] as [View] { addChild(view) }
  }

  /// Whether the pill can get the keyboard focus: never. The list keeps the focus, and its End key scrolls to the end
  /// as a click on the pill does.
  override var canBecomeFocused: Bool { false }

  override var drawingOutsets: Insets { shadow.drawingOutsets }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let text = label.sizeThatFits(proposal, environment: environment)
    return Size(width: 2 * Self.padding + Self.iconSide + Self.gap + text.width, height: Self.height)
  }

  override func layout(environment: Environment) {
    let text = label.sizeThatFits(bounds.size, environment: environment)
    icon.frame = Rect(
      x: Self.padding, y: (bounds.height - Self.iconSide) / 2, width: Self.iconSide, height: Self.iconSide)
    label.frame = Rect(
      x: Self.padding + Self.iconSide + Self.gap, y: environment.rounded((bounds.height - text.height) / 2),
      width: text.width, height: text.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    shadow.frame = bounds
    shadow.draw(in: canvas, environment: environment)
    canvas.roundedRect(bounds, radius: bounds.height / 2, accentFill(environment.theme.colors))
  }

  override var semanticsRole: SemanticsNode.Role? { .button }
  override var semanticsText: String { label.text }
}

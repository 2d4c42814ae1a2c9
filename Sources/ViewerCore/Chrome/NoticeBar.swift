import Scrollwork

/// A bar below a list that tells why the list is incomplete.
final class NoticeBar: View {
  private let icon = SymbolView()
  private let heading = Label(style: .bodyStrong)
  private let message = Label(style: .small, color: .text2)
  private static let padding = 12.0
  /// The side length of the icon, in logical pixels.
  private static let iconSide = 20.0
  private static let gap = 12.0

  init(_ notice: Notice) {
    super.init()
    icon.symbol = notice.symbol
    icon.color = notice.isFailure ? .error : .text3
    heading.text = notice.title
    message.text = notice.detail
    for label in [heading, message] { label.lineLimit = 0 }
    for view in [icon, heading, message] { addChild(view) }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { heading.text + ", " + message.text }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let sizes = textSizes(in: proposal.width, environment)
    return Size(width: proposal.width, height: sizes.heading.height + sizes.message.height + 2 * Self.padding)
  }

  override func layout(environment: Environment) {
    let edge = WindowWidth.margin(in: bounds.width)
    let sizes = textSizes(in: bounds.width, environment)
    let x = edge + Self.iconSide + Self.gap
    icon.frame = Rect(
      x: edge, y: Self.padding + environment.rounded((sizes.heading.height - Self.iconSide) / 2), width: Self.iconSide,
      height: Self.iconSide)
    heading.frame = Rect(x: x, y: Self.padding, width: bounds.width - edge - x, height: sizes.heading.height)
    message.frame = Rect(
      x: x, y: heading.frame.maxY, width: bounds.width - edge - x, height: sizes.message.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.color(.surface))
    canvas.fill(bounds, environment.color(.errorWash))
    let line = max(1, (canvas.scale / 2).rounded()) / canvas.scale
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: line), environment.color(.edge))
  }

  /// Returns the sizes of heading and message beside the icon, wrapped at `width`.
  private func textSizes(in width: Double, _ environment: Environment) -> (heading: Size, message: Size) {
    let room = max(0, width - 2 * WindowWidth.margin(in: width) - Self.iconSide - Self.gap)
    let free = Size(width: room, height: .infinity)
    return (
      heading.sizeThatFits(free, environment: environment), message.sizeThatFits(free, environment: environment)
    )
  }
}

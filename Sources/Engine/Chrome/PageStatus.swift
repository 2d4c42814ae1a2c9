import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The component of the row at an end of a list that shows that more items are loading, or why loading failed.
struct PageStatus: Component {
  let context: PageContext

  static let height = 44.0

  func renderContent() -> PageStatusView { PageStatusView() }

  func render(in content: PageStatusView) {
    content.show(context)
  }

  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: Self.height) }
}

/// A view with an indefinite progress bar, or with an error message and a button to try again.
final class PageStatusView: View {
  private let progress = ProgressBar()
  private let icon = SymbolView(.error, side: 16, color: ColorRole.error)
  private let message = Label(style: .small, color: .text2)
  private let retry = Button("Try again", style: .plain)

  private static let progressWidth = 80.0
  private static let edge = 20.0
  private static let gap = 8.0

  override init() {
    super.init()
    for view in [progress, icon, message, retry] as [View] { addChild(view) }
  }

  func show(_ context: PageContext) {
    let failure = context.state.failure
    progress.isHidden = failure != nil
    progress.accessibleName = context.edge == .refresh ? "Refreshing" : "Loading more"
    for view in [icon, message, retry] as [View] { view.isHidden = failure == nil }
    message.text = failure ?? ""
    message.lineLimit = 1
    retry.onActivate = context.retry
    setNeedsLayout()
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: PageStatus.height)
  }

  override func layout(environment: Environment) {
    place(progress, Size(width: Self.progressWidth, height: 4), x: (bounds.width - Self.progressWidth) / 2, environment)
    let iconSize = Size(width: 16, height: 16)
    let button = retry.sizeThatFits(bounds.size, environment: environment)
    let room = max(0, bounds.width - 2 * (Self.edge + Self.gap) - iconSize.width - button.width)
    var text = message.sizeThatFits(Size(width: room, height: .infinity), environment: environment)
    text.width = min(room, text.width)
    var x = (bounds.width - (iconSize.width + text.width + button.width + 2 * Self.gap)) / 2
    place(icon, iconSize, x: x, environment)
    x += iconSize.width + Self.gap
    place(message, text, x: x, environment)
    place(retry, button, x: x + text.width + Self.gap, environment)
  }

  private func place(_ view: View, _ size: Size, x: Double, _ environment: Environment) {
    let y = environment.rounded((bounds.height - size.height) / 2)
    view.frame = Rect(x: environment.rounded(x), y: y, width: size.width, height: size.height)
  }
}

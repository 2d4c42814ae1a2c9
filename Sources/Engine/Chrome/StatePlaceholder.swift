import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The placeholder of a list without items, if the program declares no other.
struct StatePlaceholder: Component {
  let context: ListStateContext

  var reuseIdentifier: String { "scrollwork.state" }

  func renderContent() -> StateView { StateView() }

  func render(in content: StateView) {
    content.show(context)
  }
}

/// A notice with an icon, or an indefinite progress bar.
final class StateView: View {
  private let notice = EmptyStateView(symbol: .folder, heading: "")
  private let progress = ProgressBar()
  private static let progressWidth = 120.0

  override init() {
    super.init()
    addChild(notice)
    addChild(progress)
    progress.accessibleName = "Loading"
  }

  func show(_ context: ListStateContext) {
    var isLoading = false
    notice.isFailure = false
    switch context.state {
    case .ready: set(nil, "", "", "")
    case .loading: isLoading = true
    case .empty: set(.folder, "Nothing here", "", "")
    case .noMatch: set(.search, "No match", "", "Clear filter")
    case .failed(let reason):
      set(.error, "Something went wrong", reason, "Try again")
      notice.isFailure = true
    }
    if context.action == nil { notice.button.title = "" }
    notice.button.onActivate = context.action
    notice.isHidden = isLoading
    progress.isHidden = !isLoading
    notice.setNeedsLayout()
    setNeedsLayout()
  }

  private func set(_ symbol: Symbol?, _ heading: String, _ message: String, _ action: String) {
    notice.icon.symbol = symbol
    notice.heading.text = heading
    notice.message.text = message
    notice.button.title = action
  }

  override func layout(environment: Environment) {
    notice.frame = bounds
    let x = environment.rounded((bounds.width - Self.progressWidth) / 2)
    progress.frame = Rect(
      x: x, y: environment.rounded(bounds.height * 0.45), width: Self.progressWidth, height: 4)
  }
}
